"""The observation of a player as bits, each stored as a byte that is 0 or 1.

A `Layout` gives the place of each part. It depends on the rules and on the number of seats, and omits parts that a game
never uses. An observation uses only facts that the player may know, and counts seats from the viewer: 0 is the viewer,
1 the next seat, and so on.

Cards are planes with a bit for each natural card, in the order of their ids: 13 times the suit (clubs, diamonds,
hearts, spades) plus rank minus 1.  Where a pack has several copies, the second plane has the cards of which there are
two, and so on; bits for the jokers follow, as many of them set as there are jokers. A set of faces is one plane, with
one bit for the joker. A number is shown by setting that many bits from the first ("bar"); where it may be large, by
the length of the number in binary ("length"). `VERSION` 2 has these parts, in this order:

============= ======== ==============================================================================================
part          shape    meaning
============= ======== ==============================================================================================
hand          cards    the viewer's cards
known         cards    by rival: cards that are known to be in that hand: shown, taken, recovered
unseen        cards    cards whose place the viewer does not know
pile          cards    the face-up cards of the discard pile
top           face     the top discard
below         faces    the cards under it, one after the other: 3, or 11 where several may be taken
discarded     set      by seat: its discards since the discards last became the stock
picked_up     set      by seat: the cards that it has taken from the discard pile since then
taken         face     the discard taken in this turn
barred        face     the card that the viewer may not discard in this turn, with several packs
turned        face     the card turned up beside the stock
must_place    set      cards to be placed in this turn: the card taken, wild cards recovered
groups        cards    the cards of groups on the table
runs          cards    the cards of runs on the table
joins         set      the natural cards that a meld on the table could take
stands_for    set      the natural cards that wild cards represent, in runs and in groups where that is named
pairs         cards    the cards of pairs on the table
draft_card    face     the card of the knock, the lay-off or the exchange that the viewer spells
draft_cards   set      the cards spelled after that
phase         one      draw, play, discard, over, offer, stock, layoff
player        one      the seat to act
stock         bar 32   the size of the stock, in parts of the pack
turn          length   how many turns the round has seen
recycles      bar 8    how often the discards may still become the stock, where that is limited
must_go_out   bit      the player to act has to go out in this turn
sizes         bar 16   by seat: how many cards it holds
opened        bits     by seat: it has opened
opened_now    bit      the player to act has opened in this turn
missing       length   points still missing
highest       length   points of the highest opening so far
highest_pairs length   pairs of the highest opening with pairs so far
cards_added   bar 8    cards laid off in this turn, where their number is limited
contracts     one      by seat: the contract due
touched       bits     by seat: it has touched a discard and left it
folded        bits     by seat: it has dropped out
turned_shown  one      the seat that has shown the other copy of the card turned up
drawer        one      the seat that draws once others have answered whether they buy the discard
bought        bar 8    by seat: how many discards it has bought
charged       length   by seat: the points that it has paid for discards
wild_ranks    bits     the ranks that are wild, from the ace
knocker       one      the seat that ended the play by a knock
knock         one      a knock, gin, big gin, a declaration, pairs
limit         bar 10   the most deadwood of a knock, where the first upcard says it
draft_meld    one      the meld spelled last: a run of clubs, diamonds, hearts, spades; a group; one of any suits
draft_rank    one      its lowest rank, or its rank
draft         bar 8    how many numbers of the move have been spelled
============= ======== ==============================================================================================

When the round is over, `known`, `unseen` and `barred` are empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

import attrs

from rami._base.values import Value
from rami._kernel.cards import hands
from rami._kernel.rounds.observing import Observer
from rami.cards import UNKNOWN
from rami.errors import RamiError, reject
from rami.errors.checks import instance
from rami.ext.learning.actions import Draft
from rami.policies.declaring.needs import wild_rank
from rami.policies.declaring.options import settings_of
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import position_of
from rami.rounds.memory import watch_of
from rami.rounds.views import PlayerView, first_memory, known_setup

__all__ = ["VERSION", "Layout"]

VERSION = 2
"""The version of the parts."""

_BYTES = bytes.maketrans(b"01", b"\0\1")


@attrs.frozen
class Layout(Value):
    """The position of each part of an observation.

    Parameters:
        variant: the rules.
        seats: the number of seats.

    Attributes:
        parts: the parts in their order, each with its name, its first bit and the one after its last.

    >>> from rami import Round, variants
    >>> layout = Layout(variants.GIN, 2)
    >>> seen = layout.observe(Round.deal(variants.GIN, seed=7).view(1))
    >>> len(seen) == layout.size, sum(seen[layout["hand"]])
    (True, 10)
    """

    variant: Variant
    seats: int
    parts: tuple[tuple[str, int, int], ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        reject(RamiError, instance("variant", self.variant, Variant))
        reject(RamiError, player_faults(self.variant.equipment, self.seats, "seats"))
        object.__setattr__(self, "parts", _parts(observer_of(self.variant, self.seats)))

    def __reduce__(self) -> tuple[object, ...]:
        # The parts follow from these two, and a pickle with both could contradict itself.
        return Layout, (self.variant, self.seats)

    @property
    def size(self) -> int:
        """The number of bits of an observation."""
        return self.parts[-1][2]

    def __getitem__(self, name: str) -> slice:
        """Return the position of a part; KeyError if there is none of this name."""
        for part, start, stop in self.parts:
            if part == name:
                return slice(start, stop)
        raise KeyError(name)

    def observe(self, view: PlayerView, draft: Draft | None = None) -> bytes:
        """Return the observation of a player.

        Parameters:
            view: the player's view; without a memory, it has no earlier events.
            draft: the part of a move that the player has spelled.
        """
        reject(RamiError, (*instance("view", view, PlayerView), *instance("draft", draft, Draft, None)))
        observer, rules = observer_of(self.variant, self.seats), Rules.of(view.variant)
        # A spectator has no seat to count from, so seats are counted from seat 0.
        memory = attrs.evolve(view.memory or first_memory(view), viewer=view.viewer or 0)
        watch = watch_of(memory, rules.game.planes)
        # The observer reads a whole position: hidden cards stay unknown in it, so it cannot look at them.
        state = position_of(rules, attrs.evolve(known_setup(view), stock=(UNKNOWN,) * view.stock_size))
        hand = hands.of_cards(view.hand.ids, rules.game.planes)
        taken = () if draft is None else draft.taken
        words: list[int] = []
        observer.observe(rules.game, state, watch, watch.sights[0], view.hand_sizes, hand, taken, words)
        return bits_of(observer, words)


def bits_of(observer: Observer, words: Iterable[int]) -> bytes:
    """Return an observation, given as words, as bits."""
    bits = 0
    for word, start in zip(words, observer.starts, strict=False):
        bits |= word << start
    return unpacked(bits, observer.starts[-1])


def unpacked(bits: int, count: int) -> bytes:
    """Return `count` bits of a number as bytes, the lowest bit first."""
    # A bit added on top keeps the leading zeros below it; the slice drops it again and reverses the order.
    return f"{bits | 1 << count:b}"[:0:-1].encode("ascii").translate(_BYTES)


# Making an observer takes a walk through the rules, so every policy, layout and episode of a game shares one.
@lru_cache(maxsize=64)
def observer_of(variant: Variant, seats: int) -> Observer:
    """Return the object that writes observations of a variant."""
    rules = Rules.of(variant.for_round(seats))
    turned = variant.dealing.turned_card is not None
    wilds = settings_of(variant).met(wild_rank) is not False
    return Observer(rules.game, seats, pack_of(rules.variant), turned, wilds)


def _parts(observer: Observer) -> tuple[tuple[str, int, int], ...]:
    sizes: dict[str, int] = {}
    for name, width in observer.fields:
        sizes[name] = sizes.get(name, 0) + width
    ends = list(accumulate(sizes.values()))
    return tuple(zip(sizes, [0, *ends], ends, strict=False))
