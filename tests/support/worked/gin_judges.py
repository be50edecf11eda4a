"""Answers to the worked examples of Gin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.worked.cases import Answer, Case, card, cards, scored
from tests.support.worked.gin_scenes import counts
from tests.support.worked.scenes import is_legal

from rami import Cards, Match, Round, Setup
from rami.cards import Card
from rami.cards.moves import (
    BigGin,
    Discard,
    DrawStock,
    EndLayoffs,
    Knock,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    TakeDiscard,
)
from rami.policies.slots.match_format import MatchFacts
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

KNOCKER, DEFENDER = 0, 1
SIDES = {KNOCKER: "knocker", DEFENDER: "defender", None: None}
NAMES: Mapping[type[Move], str] = {
    DrawStock: "draw_stock",
    TakeDiscard: "take_discard",
    PassUpcard: "pass",
    Discard: "discard",
    Knock: "knock",
    BigGin: "big_gin",
    LayOff: "layoff",
    LayDown: "lay_down",
    EndLayoffs: "end_layoffs",
}
OTHER_NAMES = {
    "draw_discard": "take_discard",
    "draw_upcard": "take_discard",
    "take_upcard": "take_discard",
    "take": "take_discard",
    "draw": "draw_stock",
    "stock": "draw_stock",
    "pass_upcard": "pass",
    "decline": "pass",
}
"""Other words that cases may use for a move."""


GROUPS = [cards([rank + suit for suit in "CDH"]) for rank in ("5", "7", "9", "K", "A", "3")]
"""The matched cards of a defender about whom a case says only that three cards are matched."""


def words(names: Sequence[str]) -> list[str]:
    """Return the names of moves in a fixed order and spelling, for comparison."""
    return sorted({OTHER_NAMES.get(name, name) for name in names})


def spare(used: Sequence[Card], number: int = 1) -> list[Card]:
    """Return cards that the case does not use."""
    return [each for each in map(Card.from_id, range(52)) if each not in used][:number]


def showdown(variant: Variant, own: Sequence[Card], other: Sequence[Card], upcard: Card | None) -> Round:
    """Return the position in which the knocker is about to end the hand."""
    pile = spare([*own, *other], 1)
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=(Cards(own), Cards(other)),
            player=KNOCKER,
            phase="play",
            discards=tuple(pile),
            context=RoundContext(2, DEFENDER),
            turn=8,
            upcard=upcard or pile[0],
        )
    )


def settled(position: Round) -> Round:
    """Return the end of a hand in which the defender plays as well as possible."""
    if position.over:
        return position
    waiting, ends = [position], list[Round]()
    seen = {position}
    while waiting:
        for move in (state := waiting.pop()).legal_moves:
            after = state.play(move)
            if after.over:
                ends.append(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return min(ends, key=lambda end: (end.score().points(KNOCKER), -end.score().points(DEFENDER)))


def ask_gin_result(case: Case) -> Answer:
    facts = case.given
    shown = [cards(meld) for meld in facts.get("knocker_melds") or ()]
    own = [*cards(facts.get("knocker_deadwood") or ()), *(each for meld in shown for each in meld)]
    other: Sequence[Card] = [*cards(facts.get("defender_deadwood") or facts.get("defender_hand") or ())]
    other = [*other, *(each for meld in facts.get("defender_melds") or () for each in cards(meld))]
    if not other:
        other = next(group for group in GROUPS if not set(group) & {*own})
    upcard = card(facts["upcard"]) if facts.get("upcard") else None
    kind = facts.get("end", "knock")
    move: Knock | BigGin
    if kind == "big_gin":
        move = BigGin(shown)
    else:
        discarded = card(facts["discard"]) if facts.get("discard") else spare([*own, *other])[0]
        own.append(discarded)
        move = Knock(discarded, shown)
    position = showdown(case.variant, own, other, upcard)
    assert move in position.legal_moves, position.explain(move)
    over = settled(position.play(move))
    assert over.knock is not None
    assert str(over.knock.kind) == kind
    score = over.score()
    return {
        "winner": SIDES[score.winner],
        "points": 0 if score.winner is None else score.points(score.winner),
        "void": score.void,
        "kind": kind,
        "defender_deadwood": counts(over)[DEFENDER],
    }


def ask_deadwood(case: Case) -> Answer:
    held = cards(case.given.get("hand10") or case.given["hand"])
    answer: dict[str, Any] = {"deadwood": case.variant.deadwood(held)}
    if case.variant.settings()["closing.knock_limit"] is not None:
        upcard = card(case.given["upcard"]) if case.given.get("upcard") else None
        discarded, *other = spare(held, 11)
        position = showdown(case.variant, [*held, discarded], other, upcard)
        answer["may_knock"] = is_legal(position, Knock(discarded))
        listed = [
            move for move in position.legal_moves if isinstance(move, Knock) and move.discard == discarded
        ]
        assert bool(listed) == answer["may_knock"]
    return answer


def ask_gin_first_turn(case: Case) -> Answer:
    """Answer who acts after these replies to the upcard, and which kinds of moves are legal."""
    dealer = 0
    seats = {"non_dealer": 1 - dealer, "dealer": dealer}
    deals = (Round.deal(case.variant, seed=seed, dealer=dealer) for seed in range(50))
    position = next(each for each in deals if all(case.variant.deadwood(hand) > 40 for hand in each.hands))
    for name, seat in seats.items():
        reply = case.given.get(name)
        if reply is None:
            continue
        if position.player != seat:
            return {"player": None, "legal": None}
        move = PassUpcard() if words([reply]) == ["pass"] else TakeDiscard()
        position = position.play(move)
    who = next(name for name, seat in seats.items() if seat == position.player)
    return {"player": who, "legal": words([NAMES[type(move)] for move in position.legal_moves])}


def ask_gin_match(case: Case) -> Answer:
    """Answer with the state of a match after one more hand."""
    before, earned = list(case.given["totals"]), list(case.given.get("hand_points") or (0, 0))
    totals = tuple(old + new for old, new in zip(before, earned, strict=True))
    winner = max((0, 1), key=lambda seat: earned[seat])
    match = Match.start(case.variant, players=2, seed=1)
    verdict = case.variant.match.verdict(
        MatchFacts(
            score=scored(earned, winner),
            hand=case.given.get("hand", 2),
            seats=2,
            playing=(0, 1),
            totals=totals,
            dealer=case.given.get("dealer", match.round.context.dealer),
        )
    )
    first = verdict.winners[0] if verdict.winners else None
    return {
        "over": verdict.over,
        "winner": first,
        "winners": list(verdict.winners),
        "total": totals[winner if first is None else first],
        "totals": list(totals),
        "next_dealer": verdict.next_dealer,
    }
