"""A player's observation as bits; each bit is stored as a byte of 0 or 1.

A `Layout` lists the parts of an observation. The parts depend on the rules and on the number of seats; parts that a
game never uses are left out. An observation contains only facts that the player may know. Its seats are counted from
the viewer: 0 is the viewer, 1 the next seat, and so on.

A part with the shape "cards" consists of planes, which have a bit for each natural card, in the order of their ids: 13
times the suit (clubs, diamonds, hearts, spades) plus rank minus 1. There are as many planes as the pack has copies of a
card; in plane n, a bit is set if there are at least n copies of its card. Then come as many bits as the pack has
jokers, with one bit set for each joker among the cards. A part with the shape "set" or "face" is a single plane, with
one more bit if there are jokers; "faces" has several of these planes. In a part with the shape "one", at most one bit
is set. "Bar" shows a number by setting that many bits; "length" shows a large number by setting as many bits as it has
binary digits. `VERSION` 2 has these parts, in this order:

============= ======== ==============================================================================================
part          shape    meaning
============= ======== ==============================================================================================
hand          cards    the viewer's cards
known         cards    by rival: cards known to be in the hand, because they were shown, taken or recovered
unseen        cards    cards whose place the viewer does not know
pile          cards    the face-up cards of the discard pile
top           face     the top discard
below         faces    the cards under the top discard: 3, or 11 if a player may take several discards
discarded     set      by seat: the cards discarded since the discard pile last became the stock
picked_up     set      by seat: the cards taken from the discard pile since the pile last became the stock
taken         face     the discard taken in this turn
barred        face     the card that the viewer must not discard in this turn; only with several packs
turned        face     the card turned up beside the stock
must_place    set      cards that must be placed in this turn: the card taken, wild cards recovered
groups        cards    the cards of groups on the table
runs          cards    the cards of runs on the table
joins         set      the natural cards that could be added to a meld on the table
stands_for    set      the natural cards that wild cards represent, in runs and in groups that name them
pairs         cards    the cards of pairs on the table
draft_card    face     the card of the knock, the lay-off or the exchange that the viewer is spelling
draft_cards   set      the other cards that the viewer has spelled for this move
phase         one      draw, play, discard, over, offer, stock, layoff
player        one      the seat to act
stock         bar 32   the size of the stock, as a fraction of the pack
turn          length   the number of turns in the round so far
recycles      bar 8    the number of times that the discards may still become the stock; only if there is a limit
must_go_out   bit      the player to act has to go out in this turn
sizes         bar 16   by seat: the number of cards in the hand
opened        bits     by seat: the player has opened
opened_now    bit      the player to act has opened in this turn
missing       length   the points still missing from the opening that the player to act has begun
highest       length   the points of the highest opening so far
highest_pairs length   the number of pairs in the highest opening with pairs so far
cards_added   bar 8    the number of cards laid off in this turn; only if the game limits it
contracts     one      by seat: the contract that the player must lay next
touched       bits     by seat: the player has touched a discard and left it
folded        bits     by seat: the player has dropped out
turned_shown  one      the seat that has shown the other copy of the card turned up
drawer        one      the seat that draws when all others have decided whether to buy the discard
bought        bar 8    by seat: the number of discards that the player has bought
charged       length   by seat: the points that the player has paid for discards
wild_ranks    bits     the ranks that are wild, from the ace up
knocker       one      the seat that ended the play with a knock
knock         one      a knock, gin, big gin, a declaration, pairs
limit         bar 10   the maximum deadwood of a knock; only if the first upcard sets it
draft_meld    one      the last meld spelled: a run of clubs, diamonds, hearts or spades; a group; a group of any suits
draft_rank    one      the lowest rank of this run, or the rank of this group
draft         bar 8    the number of action numbers that have been spelled
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
from rami._kernel.learning.observing import Observer
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
"""The version of the list of parts; any change to the list gets a new version."""

_BYTES = bytes.maketrans(b"01", b"\0\1")


@attrs.frozen
class Layout(Value):
    """The order and the size of the parts of an observation.

    Parameters:
        variant: the rules.
        seats: the number of seats.

    Attributes:
        parts: the parts in order, each as its name, its first bit, and the bit after its last.

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
        # Compute the parts from these arguments, because a pickle with the parts could contradict the variant.
        return Layout, (self.variant, self.seats)

    @property
    def size(self) -> int:
        """The number of bits of an observation."""
        return self.parts[-1][2]

    def __getitem__(self, name: str) -> slice:
        """Return the bits of a part as a slice; raise KeyError if no part has this name."""
        for part, start, stop in self.parts:
            if part == name:
                return slice(start, stop)
        raise KeyError(name)

    def observe(self, view: PlayerView, draft: Draft | None = None) -> bytes:
        """Return the observation of a player.

        Parameters:
            view: the player's view; if it has no memory, the observation shows nothing about earlier events.
            draft: the partly spelled move of the player; None if there is none.
        """
        reject(RamiError, (*instance("view", view, PlayerView), *instance("draft", draft, Draft, None)))
        observer, rules = observer_of(self.variant, self.seats), Rules.of(view.variant)
        # Seats are counted from the viewer, but from seat 0 for a spectator, who has no seat.
        memory = attrs.evolve(view.memory or first_memory(view), viewer=view.viewer or 0)
        watch = watch_of(memory, rules.game.planes)
        # The observer needs a whole position. The hidden cards are unknown in it, so it cannot reveal them.
        state = position_of(rules, attrs.evolve(known_setup(view), stock=(UNKNOWN,) * view.stock_size))
        hand = hands.of_cards(view.hand.ids, rules.game.planes)
        taken = () if draft is None else draft.taken
        words: list[int] = []
        observer.observe(rules.game, state, watch, watch.sights[0], view.hand_sizes, hand, taken, words)
        return bits_of(observer, words)


def bits_of(observer: Observer, words: Iterable[int]) -> bytes:
    """Unpack the words of an observation into bits."""
    bits = 0
    for word, start in zip(words, observer.starts, strict=False):
        bits |= word << start
    return unpacked(bits, observer.starts[-1])


def unpacked(bits: int, count: int) -> bytes:
    """Return `count` bits of a number as bytes, the lowest bit first."""
    # An extra bit on top keeps the leading zeros; the slice removes this bit and reverses the order.
    return f"{bits | 1 << count:b}"[:0:-1].encode("ascii").translate(_BYTES)


# Making an observer is slow, because it reads all the rules, so the policies, layouts and episodes of a game share one.
@lru_cache(maxsize=64)
def observer_of(variant: Variant, seats: int) -> Observer:
    """Return the object of the kernel that writes the observations of a variant."""
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
