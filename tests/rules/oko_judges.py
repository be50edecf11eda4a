"""Answers to the worked examples of 101 Okey."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.ends import end
from tests.rules.cases import Case, counted, points_of, scored
from tests.rules.oke_judges import ask_deal, ask_names, tiles
from tests.rules.positions import Laid, around

from rami import (
    Card,
    Cards,
    Discard,
    LayDown,
    LayOff,
    RamiError,
    Round,
    RoundContext,
    Run,
    SwapWild,
    TakeDiscard,
)

Answer = Mapping[str, Any]

OPENED = {
    "melds": (0, tiles(["10y", "11y", "12y", "13y"])),
    "pairs": (0, tiles(["13k", "13k"])),
}
"""A meld of seat 0, which has opened in this way."""


def position(case: Case, hand: Sequence[Card], table: Laid = (), **facts: Any) -> Round:
    """A position of four players, of whom seat 0 acts."""
    return around(case.variant, hand, table, context=RoundContext(4, dealer=3), **facts)


def table_of(case: Case) -> list[tuple[int, tuple[Card, ...]]]:
    """The melds of a case as those of another player, after one of seat 0 where that has opened."""
    given = case.given
    own = [OPENED[given["opened"]]] if given.get("opened") else []
    listed = given.get("table", [])
    listed = [listed] if listed and isinstance(listed[0], str) else listed
    return [*own, *((1, tiles(meld)) for meld in listed)]


def ask_meld(case: Case) -> Answer:
    given, variant = case.given, case.variant
    cards = tiles(given["meld"])
    kinds = {"run": "run", "set": "group"}
    try:
        found = [variant.meld(cards)]
    except RamiError:
        assert not variant.readings(cards)
        return {"valid": False}
    if "kind" in given:
        readings = variant.readings(cards)
        found = [meld for meld in readings if meld.kind == kinds[given["kind"]] and meld.cards == cards]
    (meld,) = found
    kind = "run" if isinstance(meld, Run) else "set"
    return {"valid": True, "kind": kind, "value": variant.points(meld)}


def ask_opening(case: Case) -> Answer:
    given = case.given
    melds = [tiles(each) for each in (*given.get("melds", ()), *given.get("pairs", ()))]
    verdict = case.variant.check_opening(melds)
    hand = [card for meld in melds for card in meld]
    start = position(case, [*hand, Card("3y")])
    move = LayDown(melds)
    # in play, who goes out with less is exempt: not with tiles left over
    left = position(case, [*hand, *tiles(["3y", "6y", "11b"])])
    assert (left.explain(move) == ()) == (move in left.legal_moves) == verdict.ok
    if verdict.ok:
        assert start.play(move).opened[0]
    return {"legal": verdict.ok, "points": verdict.points, "pairs": len(given.get("pairs", ()))}


def ask_draw_discard(case: Case) -> Answer:
    given = case.given
    before = position(
        case,
        tiles(given["hand"]),
        table_of(case),
        phase="draw",
        discards=tiles([given["top_discard"]]),
    )
    return {"legal": TakeDiscard() in before.legal_moves}


def ask_layoff(case: Case) -> Answer:
    given, card = case.given, Card(case.given["card"])
    table = table_of(case)
    added = given.get("laid_off_this_turn", 0)
    before = position(case, [card, *tiles(["1k", "2b"])], table, cards_added=added)
    return {"legal": LayOff(card, before.table[-1].id) in before.legal_moves}


def ask_lay_pair(case: Case) -> Answer:
    given = case.given
    there = given["table_pairs"]
    pairs = [(2, tiles([tile, tile])) for tile in ("1r", "3b", "6k", "9y", "11r")[: there["others"]]]
    pair = tiles(given["pair"])
    before = position(case, [*pair, *tiles(["1k", "2b"])], [*table_of(case), *pairs])
    return {"legal": LayDown([pair]) in before.legal_moves}


def ask_swap_joker(case: Case) -> Answer:
    given = case.given
    (card,) = tiles(given["cards"])
    before = position(case, [card, *tiles(["1k", "2b"])], table_of(case))
    at = before.table[-1].id
    move = SwapWild(at, None, card)
    if move not in before.legal_moves:
        return {"legal": False}
    after = before.play(move)
    assert not after.duties
    shown = [each.tile for each in after.table[-1].meld.cards]
    return {"legal": True, "meld_after": shown, "to": "hand" if Card("*") in after.hands[0] else "table"}


def ask_discard_penalty(case: Case) -> Answer:
    given, card = case.given, Card(case.given["discard"])
    hand = [card] if given["last"] else [card, *tiles(["1k", "2b"])]
    after = position(case, hand, table_of(case)).play(Discard(card))
    return {"points": sum(after.setup.charged)}


def ask_go_out(case: Case) -> Answer:
    given = case.given
    at: Any = position(case, tiles(given["hand_after_draw"]), table_of(case))
    for text in given["plan"]["layoffs"]:
        moves = [LayOff(text, item.id) for item in at.table if LayOff(text, item.id) in at.legal_moves]
        if not moves:
            return {"legal": False}
        at = at.play(moves[0])
    last = given["plan"]["discard"]
    return {"legal": last is not None and Discard(last) in at.legal_moves}


def ask_round_scores(case: Case) -> Answer:
    given = case.given
    seats = given["players"]
    winner = next((seat for seat, each in enumerate(seats) if "out" in each), None)
    out = [] if winner is None else seats[winner]["out"]
    score = case.variant.score(
        end(
            [Cards(tiles(each.get("hand", ()))) for each in seats],
            winner=winner,
            opened=[each["opened"] is not None for each in seats],
            paired=[seat for seat, each in enumerate(seats) if each["opened"] == "pairs"],
            all_at_once="hand" in out,
            final_discard="*" if "okey" in out else None if winner is None else "3y",
            stock_out=given.get("stock_out", False),
            charged=[each.get("penalties", 0) for each in seats],
        )
    )
    return {"points": points_of(score)}


def ask_match(case: Case) -> Answer:
    rounds = case.given["rounds"]
    after = counted(case.variant, [scored(points) for points in rounds])
    assert len(after) == len(rounds)
    sums = [list(totals) for _, totals, _ in after]
    return {"totals": sums, "over": after[-1][0].over, "winners": list(after[-1][0].winners)}


OKO_JUDGES: Mapping[str, Callable[[Case], Any]] = {
    "deal": ask_deal,
    "discard_penalty": ask_discard_penalty,
    "draw_discard": ask_draw_discard,
    "go_out": ask_go_out,
    "lay_pair": ask_lay_pair,
    "layoff": ask_layoff,
    "match": ask_match,
    "meld": ask_meld,
    "names": ask_names,
    "opening": ask_opening,
    "round_scores": ask_round_scores,
    "swap_joker": ask_swap_joker,
}
