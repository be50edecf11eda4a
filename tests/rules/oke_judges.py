"""Answers to the worked examples of games with tiles, whose hands are declared in groups and runs or in pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.rules.cases import Case
from tests.rules.scenes import everything

from rami import Card, Cards, Group, Knock, RamiError, Round, RoundContext, Run, Setup, TakeDiscard
from rami.policies.match_format import MatchFacts
from rami.policies.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.scores import RoundScore, ScoreLine
from rami.tiles import on_rack, wild_tile

Answer = Mapping[str, Any]

LIVES = 20
"""The points that every player begins with."""


def tiles(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card, texts))


def position(case: Case, hand: Sequence[Card], **facts: Any) -> Round:
    """A position of four players, with seat 0 to act; the indicator is a tile with one copy left."""
    start = Round.deal(case.variant, players=4, seed=1)
    used = Cards(hand) | Cards(facts.get("discards", ()))
    pack = everything(start)
    turned = next(card for card in Cards.from_ids(range(52)) if used.count(card) < pack.count(card))
    rest = iter(pack - used - Cards([turned]))
    others = [[next(rest) for _ in range(14)] for _ in range(3)]
    given: dict[str, Any] = {"context": RoundContext(4, dealer=3), "turn": 9, **facts}
    return Round.from_setup(Setup(variant=case.variant, hands=[hand, *others], turned=turned, **given))


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
        case, tiles(case.given["hand"]), phase="draw", discards=tiles([case.given["top_discard"]])
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
            opened=(False,) * seats,
            knock=None if winner is None else KnockFact(winner, kind),
            turned_shown=given.get("indicator_shown_by"),
        )
    )
    return {"points": [score.points(seat) for seat in range(seats)]}


def ask_match(case: Case) -> Answer:
    scores: list[RoundScore] = []
    left: list[list[int]] = []
    verdict: Any = None
    for number, points in enumerate(case.given["rounds"], 1):
        seats = len(points)
        assert verdict is None or not verdict.over
        winner = points.index(0) if 0 in points else None
        lines = tuple(ScoreLine(seat, each) for seat, each in enumerate(points))
        scores.append(RoundScore(False, winner, lines))
        totals = tuple(sum(int(each.points(seat)) for each in scores) for seat in range(seats))
        facts = MatchFacts(scores[-1], number, seats, tuple(range(seats)), totals, scores=tuple(scores))
        verdict = case.variant.match.verdict(facts)
        left.append([LIVES - total for total in totals])
    return {"left": left, "over": verdict.over, "winners": list(verdict.winners)}


OKE_JUDGES: Mapping[str, Callable[[Case], Any]] = {
    "names": ask_names,
    "meld": ask_meld,
    "deal": ask_deal,
    "draw_discard": ask_draw_discard,
    "declare": ask_declare,
    "round_losses": ask_round_losses,
    "match": ask_match,
}
