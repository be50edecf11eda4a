"""What a player sees as numbers: one byte a feature, from 0 to 127.

A `Layout` says where which feature lies; it depends on the variant's pack and on the number of seats.  Everything is
taken from a `PlayerView`, and seats are counted from the viewer: 0 is the viewer, 1 the next seat, and so on.  A number
above 127 is shown as 127.  `VERSION` 1 has these parts, in this order:

============ =============== ===========================================================================================
part         bytes           meaning
============ =============== ===========================================================================================
phase        7               one for offer, draw, stock, play, discard, layoff, over
player       seats           one for the seat to act
hand         53              how many cards of each face the viewer holds, by the id of the card
known        53 a rival      cards that are known to be in the hand of each rival: shown, taken, recovered
sizes        seats           how many cards each seat holds
opened       seats           1 for a seat that has opened
touched      seats           1 for a seat that has touched a discard and left it
folded       seats           1 for a seat that has dropped out of the round
turned_shown seats           1 for a seat that has shown the other copy of the card turned up
drawer       seats           one for the seat that draws once others have answered whether they buy the discard
bought       seats           how many discards a seat has bought
charged      seats           what its discards have cost a seat
completed    seats           in a game of contracts: the order of those who have laid theirs, from 1
contracts    seats           the number of the contract due
top          54              one for the top discard; the last is a card that lies face down
pile         53              how many cards of each face lie in the discard pile
stock        1               how many cards the stock holds
turn         1               how many turns the round has seen
recycles     1               how often the discards may still become the stock, plus 1; 0 without a limit
taken        53              one for the discard taken in this turn
barred       53              one for the card that may not be discarded
must_place   53              cards that have to be placed: the one taken, wild cards recovered
must_go_out  1               1 if the viewer has to go out in this turn
missing      1               points still missing
opened_now   1               1 if the player to act opened in this turn
cards_added  1               cards laid off in this turn, where their number is limited
highest      1               points of the highest opening so far
upcard       53              one for the first upcard, where the rules of knocking read it
turned       53              one for the card turned up beside the stock
knocker      seats           one for the seat that ended the play by a knock
knock        5               one for a knock, gin, big gin, a declaration, pairs
table        19 a slot       the melds in the order of `PlayerView.table`: owner plus 1, 1 for a run or 2 for a
                             group, suit plus 1 of a run, lowest rank or rank, the number of cards, then 14 cards,
                             each its id plus 1
draft        `actions.SIZE`  how often each number has been spelled in the move at hand
============ =============== ===========================================================================================

The slots of the table are a third of the cards of the pack, or half of them where pairs are laid.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import attrs

from rami._engine.positions import pack_of
from rami._values import Value
from rami.cards import UNKNOWN, Card
from rami.errors import RamiError, instance, reject
from rami.ext.learning.actions import SIZE, Draft
from rami.melds import Run
from rami.memory import Memory
from rami.policies.needs import pairs_open
from rami.policies.outcomes import KnockKind
from rami.policies.variant import Variant, settings_of
from rami.setup import DutyKind, Phase
from rami.views import PlayerView

__all__ = ["VERSION", "Layout"]

VERSION = 1
"""The version of the features."""

_FACES = 53
_PER_SLOT = 19
_PHASES = {phase: number for number, phase in enumerate(Phase)}
_KINDS = {kind: number for number, kind in enumerate(KnockKind)}


@attrs.frozen
class Layout(Value):
    """Where which feature lies.

    Made by `Layout.of`.

    Parameters:
        seats: how many seats there are.
        slots: for how many melds on the table there is room.
        parts: the parts in their order, each with its name, its first byte and the one after its last.

    >>> from rami import Round, variants
    >>> layout = Layout.of(variants.GIN, 2)
    >>> seen = layout.observe(Round.deal(variants.GIN, seed=7).view(1))
    >>> len(seen) == layout.size, sum(seen[layout["hand"]])
    (True, 10)
    """

    seats: int
    slots: int
    parts: tuple[tuple[str, int, int], ...]
    _starts: dict[str, int] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_starts", {name: start for name, start, _ in self.parts})

    @classmethod
    def of(cls, variant: Variant, seats: int) -> Layout:
        """The layout of a variant for so many seats.

        Parameters:
            variant: the rules.
            seats: how many seats.
        """
        reject(RamiError, instance("variant", variant, Variant))
        smallest = 2 if settings_of(variant).met(pairs_open) else 3
        return _layout(seats, len(pack_of(variant.for_round(seats))) // smallest)

    @property
    def size(self) -> int:
        """How many bytes an observation has."""
        return self.parts[-1][2]

    def __getitem__(self, name: str) -> slice:
        """Where a part lies; KeyError if there is none of that name."""
        for part, start, stop in self.parts:
            if part == name:
                return slice(start, stop)
        raise KeyError(name)

    def observe(self, view: PlayerView, draft: Draft | None = None, memory: Memory | None = None) -> bytes:
        """The observation of a player.

        Parameters:
            view: what the player knows.
            draft: what the player has spelled of a move.
            memory: what the player remembers; by default what the view says of it.
        """
        out = bytearray(self.size)
        at = self._starts
        seats = self.seats
        viewer = view.viewer or 0
        out[at["phase"] + _PHASES[view.phase]] = 1
        out[at["player"] + (view.player - viewer) % seats] = 1
        _count(out, at["hand"], view.hand.ids)
        memory = view.memory if memory is None else memory
        for seat in range(seats):
            place = (seat - viewer) % seats
            out[at["sizes"] + place] = min(127, view.hand_sizes[seat])
            out[at["opened"] + place] = view.opened[seat]
            out[at["touched"] + place] = seat in view.touched
            out[at["folded"] + place] = any(view.folded[seat : seat + 1])
            out[at["turned_shown"] + place] = seat == view.turned_shown
            out[at["drawer"] + place] = seat == view.drawer
            out[at["bought"] + place] = min(127, sum(view.bought[seat : seat + 1]))
            out[at["charged"] + place] = min(127, sum(view.charged[seat : seat + 1]))
            if view.context.contracts:
                out[at["contracts"] + place] = view.context.contracts[seat]
            if place:
                held = view.hands[seat].ids
                if held and held[-1] == UNKNOWN.id:
                    held = b"" if memory is None else memory.holds[seat].ids
                _count(out, at["known"] + (place - 1) * _FACES, held)
        for order, seat in enumerate(view.completed):
            out[at["completed"] + (seat - viewer) % seats] = order + 1
        if view.discards:
            out[at["top"] + view.discards[-1].id] = 1
            _count(out, at["pile"], [card.id for card in view.discards if card is not UNKNOWN])
        out[at["stock"]] = min(127, view.stock_size)
        out[at["turn"]] = min(127, view.turn)
        if view.recycles_left is not None:
            out[at["recycles"]] = min(127, view.recycles_left + 1)
        for name in ("taken", "barred", "upcard", "turned"):
            card: Card | None = getattr(view, name)
            if card is not None:
                out[at[name] + card.id] = 1
        self._duties(out, at, view)
        out[at["opened_now"]] = view.opened_now
        out[at["cards_added"]] = min(127, view.cards_added)
        out[at["highest"]] = min(127, view.highest_opening)
        if view.knock is not None:
            out[at["knocker"] + (view.knock.player - viewer) % seats] = 1
            out[at["knock"] + _KINDS[view.knock.kind]] = 1
        self._table(out, at["table"], view, viewer)
        if draft is not None:
            _count(out, at["draft"], draft.taken)
        return bytes(out)

    def _duties(self, out: bytearray, at: dict[str, int], view: PlayerView) -> None:
        for duty in view.duties:
            if duty.kind is DutyKind.GO_OUT:
                out[at["must_go_out"]] = 1
            elif duty.kind is DutyKind.REACH_POINTS:
                out[at["missing"]] = min(127, duty.points)
            elif duty.card is not None:
                out[at["must_place"] + duty.card.id] += 1

    def _table(self, out: bytearray, start: int, view: PlayerView, viewer: int) -> None:
        for item in view.table[: self.slots]:
            meld = item.meld
            out[start] = (item.owner - viewer) % self.seats + 1
            if isinstance(meld, Run):
                out[start + 1 : start + 4] = (1, int(meld.suit) + 1, int(meld.low))
            else:
                named = 0 if meld.joker_suit is None else int(meld.joker_suit) + 1
                out[start + 1 : start + 4] = (2, named, int(meld.rank))
            out[start + 4] = min(127, len(meld))
            for place, card in enumerate(meld.code[1:15]):
                out[start + 5 + place] = card + 1
            start += _PER_SLOT


def _count(out: bytearray, start: int, numbers: bytes | list[int] | tuple[int, ...]) -> None:
    for number in numbers:
        out[start + number] += 1


_BY_SEAT = (
    "sizes",
    "opened",
    "touched",
    "folded",
    "turned_shown",
    "drawer",
    "bought",
    "charged",
    "completed",
    "contracts",
)


@lru_cache(maxsize=64)
def _layout(seats: int, slots: int) -> Layout:
    sizes = {
        "phase": len(_PHASES),
        "player": seats,
        "hand": _FACES,
        "known": _FACES * (seats - 1),
        **dict.fromkeys(_BY_SEAT, seats),
        "top": _FACES + 1,
        "pile": _FACES,
        **dict.fromkeys(("stock", "turn", "recycles"), 1),
        **dict.fromkeys(("taken", "barred", "must_place"), _FACES),
        **dict.fromkeys(("must_go_out", "missing", "opened_now", "cards_added", "highest"), 1),
        "upcard": _FACES,
        "turned": _FACES,
        "knocker": seats,
        "knock": len(_KINDS),
        "table": _PER_SLOT * slots,
        "draft": SIZE,
    }
    ends = list(accumulate(sizes.values()))
    return Layout(seats, slots, tuple(zip(sizes, [0, *ends], ends, strict=False)))
