"""Answers to the worked examples of Okey, in which hands of tiles are declared as groups and runs or as pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.support.worked.cases import Answer, Case, Judges, after_each, points_of, scored
from tests.support.worked.positions import around

from rami import Card, Cards, Group, Knock, RamiError, Round, Run, TakeDiscard
from rami.cards.tiles import on_rack, wild_tile
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.results.seats import Seat
from rami.rounds.setup import RoundContext

LIVES = 20
"""The starting points of every player."""


def tiles(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card, texts))


def position(case: Case, hand: Sequence[Card], **facts: Any) -> Round:
    """Return a position with four players in which seat 0 acts."""
    return around(case.variant, hand, context=RoundContext(4, dealer=3), others=14, **facts)


def ask_names(case: Case) -> Answer:
    indicator, rack = case.given["indicator"], case.given["rack"]
    cards = [card.tile for card in on_rack(rack, indicator)]
    return {"okey": wild_tile(indicator).tile, "cards": cards}


def ask_meld(case: Case) -> Answer:
    try:
        meld = case.variant.meld(tiles(case.given["meld"]))
    except RamiError:
        return {"valid": False}
    pair = isinstance(meld, Group) and meld.suits == "same"
    return {"valid": True, "kind": "run" if isinstance(meld, Run) else "pair" if pair else "set"}


def ask_deal(case: Case) -> Answer:
    start = Round.deal(case.variant, players=case.given["players"], seed=1)
    sizes = [len(hand) for hand in start.hands]
    first = start.player
    turned = start.setup.turned
    assert turned is not None
    assert turned.is_natural
    return {"hands": [*sizes[first:], *sizes[:first]], "indicator": 1, "stock": len(start.stock)}


def ask_draw_discard(case: Case) -> Answer:
    before = position(
        case,
        tiles(case.given.get("hand", ["1k", "2b", "13r"])),
        phase="draw",
        discards=tiles([case.given["top_discard"]]),
    )
    return {"legal": TakeDiscard() in before.legal_moves}


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
    after = after_each(case.variant, [scored(points) for points in rounds])
    assert len(after) == len(rounds)
    left = [[LIVES - total for total in each.totals] for each in after]
    return {"left": left, "over": after[-1].over, "winners": list(after[-1].winners)}


OKE_JUDGES: Judges = {
    "names": ask_names,
    "meld": ask_meld,
    "deal": ask_deal,
    "draw_discard": ask_draw_discard,
    "declare": ask_declare,
    "round_losses": ask_round_losses,
    "match": ask_match,
}
