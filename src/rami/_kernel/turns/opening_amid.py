"""Open and rearrange the table in one turn (RKB-D03): find the melds of a new table that count as the opening.

Some of the melds on the new table must be made of hand cards alone, and be an opening by themselves. The other
hand cards may join the old table in any way. Cards of one face are alike, so their number decides: a meld is made of
hand cards if the player has laid at least as many cards of each face as the meld contains.

    30 points needed, table 5♣ 5♦ 5♥ 5♠, hand 10♣ 10♦ 10♥ 4♣ 6♣

    10♣ 10♦ 10♥ | 5♣ 5♦ 5♥ 5♠             the smallest opening, and nothing else
    10♣ 10♦ 10♥ | 4♣ 5♣ 6♣ | 5♦ 5♥ 5♠     this opening, and two more hand cards on the table

A smaller opening leaves more to rearrange, so an opening is listed only if it needs all of its melds.
"""

from __future__ import annotations

from typing import Final, final

from ..budget import Meter
from ..cards import hands
from ..cards.codes import JOKER
from ..melds.finder import candidates_of
from ..melds.meld import Code, Melds, is_pair, points_of
from ..openings.judge import ParametricJudge
from ..openings.openings import REFUSED_A_STEP
from ..regrouping.regrouper import Regrouper
from ..regrouping.table_jokers import faces_of_wilds
from .turn import NO_CARD, Game, Turn


def opens_amid(game: Game, turn: Turn) -> bool:
    """Return whether the player has to open but may rearrange the table in the same turn."""
    return game.regroup is not None and game.regroup.opens_amid and not turn.opened


def opening_faults(game: Game, turn: Turn, melds: Melds) -> int:
    """Return the faults of melds laid as an opening, as bits of `openings.judge`."""
    points = points_of(game.melds, melds)
    return game.judge.judge(melds, points, NO_CARD, 0, turn.is_first(), False, 0, turn)[0]


def openings_of(game: Game, turn: Turn, hand: hands.Hand) -> list[Melds]:
    """Return the smallest openings of a hand, only one for each combination of cards.

    If a joker on the table represents a card, openings also differ by what their jokers represent, because a new joker
    for that card frees the old one.
    """
    found: dict[tuple[object, ...], Melds] = {}
    codes = [each.code for each in candidates_of(game.melds, hand)[0]]
    _find(game, turn, codes, 0, hand, (), found, Meter(REFUSED_A_STEP))
    return list(found.values())


def _find(
    game: Game,
    turn: Turn,
    codes: list[Code],
    first: int,
    left: hands.Hand,
    melds: Melds,
    found: dict[tuple[object, ...], Melds],
    meter: Meter,
) -> None:
    """Collect the openings that extend `melds`, which are not enough yet, by melds of `codes` from index `first` on."""
    if isinstance(game.judge, ParametricJudge) and _most(game, left, melds) < game.judge.usual_floor:
        return
    for number in range(first, len(codes)):
        rest = hands.remove_all(left, codes[number][1:])
        if rest is None:
            continue
        more = tuple(sorted([*melds, codes[number]]))
        meter.count()
        if opening_faults(game, turn, more):
            _find(game, turn, codes, number, rest, more, found, meter)
        else:
            faces: list[int] = []
            if any(JOKER in code[1:] for _, _, code in turn.table):
                faces = faces_of_wilds(game.melds, tuple([(0, 0, code) for code in more]))
            found.setdefault((rest, tuple(faces)), more)


def _most(game: Game, left: hands.Hand, melds: Melds) -> int:
    """Return the most points that these melds could have together with melds of the other hand cards."""
    highest = game.melds.highest_values
    return points_of(game.melds, melds) + sum([highest[card] for card in hands.cards_of(left)])


def opening_in(game: Game, turn: Turn, melds: Melds, laid: bytes) -> tuple[Melds, bool]:
    """Return the melds of a new table that count as the player's opening, and whether they are a legal opening.

    If several choices of melds are openings, the one with the most points counts. If none is an opening, the choice
    with the most points counts.
    """
    hand = hands.of_cards(laid, game.planes)
    own = _own(melds, hand)
    together = hands.remove_all(hand, [card for code in own for card in code[1:]]) is not None
    if together and _opens(game, turn, own, melds):
        return own, True
    search = _Parts(game, turn, melds, own)
    search.extend(0, hand, (), 0)
    return search.best, search.opens


def _own(melds: Melds, hand: hands.Hand) -> Melds:
    """Return the melds that hand cards can form; a meld occurs twice only if the hand can form it twice."""
    own: list[Code] = []
    for code in melds:
        if hands.remove_all(hand, [*code[1:]] * (own.count(code) + 1)) is not None:
            own.append(code)
    return tuple(own)


def _opens(game: Game, turn: Turn, chosen: Melds, melds: Melds) -> bool:
    """Return whether some melds of a new table are an opening, and the other melds include all locked melds."""
    if opening_faults(game, turn, chosen):
        return False
    others = list(melds)
    for code in chosen:
        others.remove(code)
    return not _unlocks(game, turn, tuple(others))


def _unlocks(game: Game, turn: Turn, melds: Melds) -> bool:
    """Return whether a locked meld of the table is not part of these melds."""
    if game.regroup is None or game.regroup.regroup_joker != "locked":
        return False
    return bool(Regrouper(game.melds).leaving(turn.table, melds))


@final
class _Parts:
    """A search for the opening among melds that hand cards can form, though perhaps not all of them at once.

    Attributes:
        best: the first choice with the most points; only openings count if there are any.
        opens: True if `best` is an opening.
    """

    def __init__(self, game: Game, turn: Turn, melds: Melds, own: Melds) -> None:
        self._game: Final = game
        self._turn: Final = turn
        self._melds: Final = melds
        self._own: Final = own
        # The points of each meld and all melds after it, an upper bound on any choice of them.
        self._rest: Final = [points_of(game.melds, own[number:]) for number in range(len(own) + 1)]
        # More melds never add a fault to an opening without pairs, so if all melds together have one, each choice has.
        judged = isinstance(game.judge, ParametricJudge) and not any(map(is_pair, own))
        faulty = judged and opening_faults(game, turn, own) != 0
        self._hopeless: Final = faulty or _unlocks(game, turn, melds)
        self._floor: Final = game.judge.usual_floor if judged else 0
        self._meter: Final = Meter(REFUSED_A_STEP)
        self._points = -1
        self.best: Melds = ()
        self.opens: bool = False

    def extend(self, first: int, left: hands.Hand, chosen: Melds, points: int) -> None:
        """Judge `chosen`, and each choice of further melds from index `first` on for which `left` has enough cards."""
        self._meter.count()
        if chosen:
            reached = not self._hopeless and _opens(self._game, self._turn, chosen, self._melds), points
            if reached > (self.opens, self._points):
                self.best, (self.opens, self._points) = chosen, reached
        for number in range(first, len(self._own)):
            most = points + self._rest[number]
            if most <= self._points and (self.opens or self._hopeless or most < self._floor):
                return
            code = self._own[number]
            rest = hands.remove_all(left, code[1:])
            if rest is not None:
                more = points + self._rest[number] - self._rest[number + 1]
                self.extend(number + 1, rest, (*chosen, code), more)
