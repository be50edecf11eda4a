"""Answers to the worked examples of Okey and of 101 Okey, which are played with tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.support.ends import end
from tests.support.worked.cases import Answer, Case, after_each, points_of, scored
from tests.support.worked.positions import Laid, around

from rami import Card, Cards, Discard, Knock, LayDown, LayOff, RamiError, Round, Run, SwapWild, TakeDiscard
from rami.cards.moves import Move
from rami.cards.tiles import on_rack, wild_tile
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.results.seats import Seat
from rami.rounds.setup import RoundContext

LIVES = 20
"""The starting points of every player in Okey."""


def tiles(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card, texts))


def position(case: Case, hand: Sequence[Card], table: Laid = (), **facts: Any) -> Round:
    """Return a position with four players in which seat 0 acts."""
    return around(case.variant, hand, table, context=RoundContext(4, dealer=3), **facts)


def ask_names(case: Case) -> Answer:
    indicator, rack = case.given["indicator"], case.given["rack"]
    cards = [card.tile for card in on_rack(rack, indicator)]
    return {"okey": wild_tile(indicator).tile, "cards": cards}


def ask_meld(case: Case) -> Answer:
    variant, cards = case.variant, tiles(case.given["meld"])
    try:
        found = [variant.meld(cards)]
    except RamiError:
        assert not variant.readings(cards)
        return {"valid": False}
    if "kind" in case.given:
        kind = {"run": "run", "set": "group"}[case.given["kind"]]
        found = [meld for meld in variant.readings(cards) if (meld.kind, meld.cards) == (kind, cards)]
    (meld,) = found
    kind = "run" if isinstance(meld, Run) else "pair" if meld.suits == "same" else "set"
    return {"valid": True, "kind": kind, "value": variant.points(meld)}


def ask_deal(case: Case) -> Answer:
    start = Round.deal(case.variant, players=case.given["players"], seed=1)
    sizes = [len(hand) for hand in start.hands]
    first = start.player
    turned = start.setup.turned
    assert turned is not None
    assert turned.is_natural
    return {"hands": [*sizes[first:], *sizes[:first]], "indicator": 1, "stock": len(start.stock)}


def ask_declare(case: Case) -> Answer:
    given, hand, discard = case.given, case.given.get("hand"), case.given["discard"]
    if hand is None:
        cards, away = on_rack(given["rack"], given["indicator"]), on_rack([discard], given["indicator"])[0]
    else:
        cards, away = tiles(hand), Card(discard)
    after = position(case, cards, phase="play")
    shown = [move for move in after.legal_moves if isinstance(move, Knock) and move.discard is away]
    assert bool(shown) == (Knock(away) in after.legal_moves)
    kinds = [str(after.play(move).setup.knock.kind) for move in shown]  # type: ignore[union-attr]
    named = {"declaration": "melds", "pairs": "pairs"}
    return {"legal": bool(shown), "kinds": sorted(named[kind] for kind in kinds)}


def ask_round_losses(case: Case) -> Answer:
    given = case.given
    seats, winner = given["players"], given["winner"]
    hands = [Cards()] * seats
    last = given.get("final_discard")
    assert not given.get("stock_out") or winner is None
    kind = KnockKind.PAIRS if given.get("kinds") == ["pairs"] else KnockKind.DECLARATION
    outcome = Outcome(
        winner=winner,
        final_discard=None if last is None else Card(last),
        deadwood=() if winner is None else hands,
    )
    score = case.variant.scoring.score(
        RoundFacts(
            outcome=outcome,
            hands=hands,
            seats=[Seat()] * seats,
            knock=None if winner is None else KnockFact(winner, kind),
            turned_shown=given.get("indicator_shown_by"),
        )
    )
    return {"points": points_of(score)}


def ask_match(case: Case) -> Answer:
    rounds = case.given["rounds"]
    after = after_each(case.variant, [scored([each or 0 for each in points]) for points in rounds])
    assert len(after) == len(rounds)
    return {
        "totals": [list(each.totals) for each in after],
        "left": [[LIVES - total for total in each.totals] for each in after],
        "over": after[-1].over,
        "winners": list(after[-1].winners),
    }


OPENED = {"melds": (0, tiles(["10y", "11y", "12y", "13y"])), "pairs": (0, tiles(["13k", "13k"]))}
"""A meld with which seat 0 has opened."""


def table_of(case: Case) -> list[tuple[int, tuple[Card, ...]]]:
    """Return the melds of a case as melds of another player, after a meld of seat 0 if this seat has opened."""
    given = case.given
    opened, owner = given.get("opened"), 0 if given.get("owner") == "self" else 1
    own = [OPENED.get(opened, OPENED["melds"])] if opened else []
    listed = given["table"]
    listed = [listed] if listed and isinstance(listed[0], str) else listed
    return [*own, *((owner, tiles(meld)) for meld in listed)]


def ask_opening(case: Case) -> Answer:
    given = case.given
    melds = [tiles(each) for each in (*given.get("melds", ()), *given.get("pairs", ()))]
    highest = given.get("highest_before", 0)
    verdict = case.variant.check_opening(melds, highest_before=highest)
    hand = [card for meld in melds for card in meld]
    start = position(case, [*hand, Card("3y")], highest_opening=highest)
    move = LayDown(melds)
    # A player who goes out may open with fewer points, so the hand keeps tiles that prevent going out.
    left = position(case, [*hand, *tiles(["3y", "6y", "11b"])], highest_opening=highest)
    assert (left.explain(move) == ()) == (move in left.legal_moves) == verdict.ok
    if verdict.ok:
        assert start.play(move).opened[0]
    return {"legal": verdict.ok, "points": verdict.points, "pairs": len(given.get("pairs", ()))}


def ask_draw_discard(case: Case) -> Answer:
    given = case.given
    before = position(
        case,
        tiles(given.get("hand", ["1k", "2b", "13r"])),
        table_of(case),
        phase="draw",
        discards=tiles([given["top_discard"]]),
    )
    return {"legal": TakeDiscard() in before.legal_moves}


def ask_layoff(case: Case) -> Answer:
    asked = tiles(case.given["cards"])
    added = case.given.get("laid_off_this_turn", 0)
    at = position(case, [*asked, *tiles(["1k", "2b"])], table_of(case), cards_added=added)
    for each in asked:
        move = LayOff(each, at.table[-1].id)
        if move not in at.legal_moves:
            return {"legal": False}
        at = at.play(move)
    return {"legal": True}


def ask_lay_pair(case: Case) -> Answer:
    given = case.given
    there = given.get("table_pairs", {})
    meld, opened = tiles(given["pair"]), given["opened"]
    faces = [f"{number}{colour}" for number in (3, 5, 6, 8, 9) for colour in "rbky"]
    free = [tiles([face, face]) for face in faces if Card(face) not in meld]
    # A player who has opened with pairs already has a pair on the table.
    seats = [2] * there.get("others", 0) + [0] * (there.get("self", 0) - (opened == "pairs"))
    laid = [(seat, pair) for seat, pair in zip(seats, free, strict=False)]
    before = position(case, [*meld, *tiles(["1k", "2b"])], [*table_of(case), *laid])
    return {"legal": LayDown([meld]) in before.legal_moves}


def ask_swap_joker(case: Case) -> Answer:
    given = case.given
    *added, card = tiles(given["cards"])
    before = position(case, [*added, card, *tiles(["1k", "2b"])], table_of(case))
    at = before.table[-1].id
    after: Any = before
    for move in (*(LayOff(each, at) for each in added), SwapWild(at, None, card)):
        if move not in after.legal_moves:
            return {"legal": False}
        after = after.play(move)
    assert not after.duties
    shown = [each.tile for each in after.table[-1].meld.cards]
    return {"legal": True, "meld_after": shown, "to": "hand" if Card("*") in after.hands[0] else "table"}


ask_lay_meld = ask_lay_pair


def ask_discard_penalty(case: Case) -> Answer:
    given, card = case.given, Card(case.given["discard"])
    hand = [card] if given["last"] else [card, *tiles(["1k", "2b"])]
    after = position(case, hand, table_of(case)).play(Discard(card))
    return {"points": sum(after.setup.charged)}


def ask_go_out(case: Case) -> Answer:
    given = case.given
    at: Any = position(case, tiles(given["hand_after_draw"]), table_of(case))
    plan = given["plan"]
    last, new = plan.get("discard"), [tiles(each) for each in plan.get("melds") or ()]
    steps: list[list[Move]] = [[LayDown(new)]] if new else []
    for item in plan.get("layoffs") or ():
        text = item if isinstance(item, str) else item["card"]
        onto = None if isinstance(item, str) else item.get("onto")
        steps.append([LayOff(text, number) for number in range(len(at.table) + len(new))])
        if onto is not None:
            named = Cards(tiles(onto))
            steps[-1] = [LayOff(text, laid.id) for laid in at.table if Cards(laid.meld.cards) == named]
    for step in steps:
        legal = [move for move in step if move in at.legal_moves]
        if not legal:
            return {"legal": False}
        at = at.play(legal[0])
    if last is None or Discard(last) not in at.legal_moves:
        return {"legal": False}
    at = at.play(Discard(last))
    outcome, paired = at.outcome, given.get("opened") == "pairs" or any(len(each) == 2 for each in new)
    counts = {"hand": outcome.all_at_once, "okey": outcome.final_discard == Card("*"), "pairs": paired}
    return {"legal": True, "out": sorted(kind for kind, holds in counts.items() if holds)}


def ask_round_scores(case: Case) -> Answer:
    given = case.given
    seats = given.get("players") or [
        {"hand": hand, "opened": "melds", **({"out": []} if seat == given["out"] else {})}
        for seat, hand in enumerate(given["hands"])
    ]
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
