"""Answers to the worked examples of Rummikub, in which players rearrange the whole table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.support.worked.cases import Answer, Case, points_of
from tests.support.worked.positions import ME, around
from tests.support.worked.scenes import is_legal

from rami import Round
from rami.cards import JOKER, Card, Cards
from rami.cards.melds import Run
from rami.cards.moves import DrawStock, LayDown, PassUpcard, Rearrange
from rami.errors import InvalidMeld
from rami.policies.results.outcomes import Outcome, RoundFacts
from rami.policies.results.seats import Seat
from rami.rounds.setup import RoundContext

SUITS = {"r": "♥", "b": "♣", "k": "♠", "o": "♦"}
LETTERS = {suit: letter for letter, suit in SUITS.items()}
RANKS = "A23456789TJQK"


def tile(text: str) -> Card:
    """Return the card of a tile: a number and a letter for the colour, or `*` for a joker, with or without its meaning.

    >>> tile("12k"), tile("*=7ko")
    (Card('Q♠'), Card('*'))
    """
    if text.startswith("*"):
        return JOKER
    assert text[:-1].isdigit(), f"{text} is no tile"
    assert text[-1] in SUITS, f"{text} is no tile"
    return Card(RANKS[int(text[:-1]) - 1] + SUITS[text[-1]])


def tiles(texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of a list of tiles, in the same order."""
    return tuple(map(tile, texts))


def written(cards: Iterable[Card]) -> list[str]:
    """Return the tiles of cards, sorted by colour and number."""
    return [
        "*" if card.is_joker else f"{RANKS.index(str(card)[0]) + 1}{LETTERS[str(card)[1]]}" for card in cards
    ]


def in_order(texts: Iterable[str]) -> list[str]:
    """Return tiles in the order of their cards."""
    return sorted(texts, key=tile)


def sets_in_order(sets: Iterable[Iterable[str]]) -> list[list[str]]:
    """Return sets of tiles in a fixed order."""
    return sorted(map(in_order, sets))


def position_of(case: Case) -> Round:
    """Return a position with two players in which seat 0 acts with a rack."""
    opened = case.given.get("opened", True)
    table = [(1, tiles(meld)) for meld in case.given.get("table", ())]
    seats = (Seat(opened=opened), Seat(opened=bool(table)))
    return around(
        case.variant,
        tiles(required(case, "rack")),
        table,
        context=RoundContext(2, 1),
        phase="draw",
        seats=seats,
    )


def required(case: Case, name: str) -> Any:
    """Return a fact that the question requires."""
    found = case.given.get(name)
    assert found is not None, f"the case has no {name}"
    return found


def ask_meld(case: Case) -> Answer:
    given, wanted = tiles(required(case, "meld")), case.given.get("kind")
    if wanted is None:
        try:
            found = [case.variant.meld(given)]
        except InvalidMeld:
            return {"valid": False}
    else:
        # The order of the list shows the place of a joker in a run.
        readings = sorted(case.variant.readings(given), key=lambda meld: meld.cards != given)
        found = [each for each in readings if wanted == ("run" if isinstance(each, Run) else "set")]
        if not found:
            return {"valid": False}
    kind = "run" if isinstance(found[0], Run) else "set"
    return {"valid": True, "kind": kind, "value": case.variant.points(found[0])}


def ask_opening(case: Case) -> Answer:
    verdict = case.variant.check_opening([tiles(meld) for meld in required(case, "melds")])
    return {"legal": verdict.ok, "points": verdict.points}


def ask_regroup(case: Case) -> Answer:
    position = position_of(case)
    move = Rearrange([tiles(meld) for meld in required(case, "after")])
    if not is_legal(position, move):
        return {"legal": False}
    after = position.play(move)
    laid = position.hands[ME] - after.hands[ME]
    return {"legal": True, "laid": in_order(written(laid))}


def ask_can_lay(case: Case) -> Answer:
    return {"legal": LayDown(tiles(required(case, "lay"))) in position_of(case).legal_moves}


def listed(position: Round) -> list[Cards]:
    """Return the cards that each listed move lays."""
    return [move.laid or Cards() for move in position.legal_moves if isinstance(move, Rearrange)]


def ask_best_lay(case: Case) -> Answer:
    return {"most": max(map(len, listed(position_of(case))), default=0)}


def ask_lay_choices(case: Case) -> Answer:
    return {"sets": sets_in_order(map(written, listed(position_of(case))))}


def ask_kind_of_turn(case: Case) -> Answer:
    """Answer whether the player may lay, draw or pass with this number of tiles in the pool."""
    rack = ["1r", "1b", "1k"] if case.given.get("lays", True) else ["1r", "3b", "5k"]
    position = around(
        case.variant,
        tiles(rack),
        context=RoundContext(2, 1),
        phase="draw",
        seats=(Seat(opened=True), Seat()),
        stock=case.given.get("pool", 0),
    )
    moves = {"lay": LayDown(tiles(rack)), "draw": DrawStock(), "pass": PassUpcard()}
    act = case.given.get("act", "nothing")
    assert act in moves, f"a turn is no {act}"
    return {"legal": moves[act] in position.legal_moves}


def ask_rack_scores(case: Case) -> Sequence[Any]:
    racks = [Cards(tiles(rack)) for rack in required(case, "racks")]
    out = None if case.given.get("blocked") else racks.index(Cards())
    facts = RoundFacts(outcome=Outcome(winner=out, stock_out=out is None), hands=racks)
    return points_of(case.variant.score(facts))


RKB_NORMAL: Mapping[str, Callable[[Any], Any]] = {"laid": in_order, "sets": sets_in_order}
"""The functions that bring answers into a fixed order, by question."""
