"""Answers to the worked examples of Indian Rummy, in which hands are declared and a turned-up card makes wild cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from tests.support.worked.cases import (
    Answer,
    Case,
    after_each,
    card,
    cards,
    gone_after,
    points_of,
    scored,
    written,
)
from tests.support.worked.positions import around
from tests.support.worked.scenes import everything, is_legal

from rami import Knock, RamiError, Round, TakeDiscard
from rami.cards import Card, Cards
from rami.cards.melds import Run
from rami.cards.moves import Discard, Fold
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.results.scores import RoundScore
from rami.policies.results.seats import Seat
from rami.policies.slots.match_format import MatchFacts
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext
from rami.variants import INDIAN_13

TURNED = "2♣"
"""The card turned up, if a case does not mention it."""
WRONG = 80
"""IND-WRONG-01: the points for a wrong declaration."""
CHIPS = 80
"""The starting points of every player for each deal of the match."""
CEILINGS: Mapping[object, int] = {101: 79, 201: 174}
"""By the limit of the pool: the maximum total of the other players with which a player may buy back in."""
FORMATS: Mapping[str, Mapping[str, Any]] = {
    "points": {},
    "pool-101": {
        "scoring": {"kind": "penalty", "winner_collects": None},
        "match": {"end": "elimination", "elimination_limit": 101},
    },
    "pool-201": {
        "scoring": {"kind": "penalty", "winner_collects": None, "fold_prices": (25, 50)},
        "match": {"end": "elimination", "elimination_limit": 201},
    },
    "deals-2": {
        "equipment": {"players": (2, 2), "packs": 1, "jokers": 1},
        "scoring": {"fold_prices": None},
        "match": {"hands": 2},
    },
    "deals-6": {"match": {"hands": 6}},
}
"""The games that a case may name, as changes of the preset."""


def game(case: Case) -> Variant:
    """Return the variant of a case, in the format that the case names."""
    return case.variant.with_(**FORMATS[case.given.get("format", "points")])


def turned(case: Case) -> Card:
    return card(case.given.get("turned") or TURNED)


def position(case: Case, hand: Sequence[Card], **facts: Any) -> Round:
    """Return a position with three players in which seat 0 acts."""
    given: dict[str, Any] = {"context": RoundContext(3, dealer=2), "turn": 6, "turned": turned(case), **facts}
    return around(game(case), hand, others=13, **given)


def ask_meld(case: Case) -> Answer:
    variant = game(case).for_round(3, turned=turned(case))
    try:
        meld = variant.meld(cards(case.given["meld"]))
    except RamiError:
        return {"valid": False}
    pure = isinstance(meld, Run) and not variant.wilds(meld)
    return {"valid": True, "kind": "run" if isinstance(meld, Run) else "set", "pure": pure}


def ask_setup(case: Case) -> Answer:
    start = Round.deal(game(case), players=case.given["players"], seed=1)
    rank = game(case).for_round(case.given["players"], turned=turned(case)).equipment.wild_ranks
    symbol = next(Card.from_id(number) for number in range(13) if number + 1 in rank).rank
    assert symbol is not None
    return {
        "pack": len(everything(start)),
        "stock": len(start.stock),
        "wild_rank": symbol.symbol.replace("T", "10"),
    }


def ask_draw_discard(case: Case) -> Answer:
    top = card(case.given["top_discard"])
    spare = [each for each in map(Card.from_id, range(52)) if each not in (top, turned(case))][:13]
    turn = 0 if case.given["from_deal"] else 6
    before = position(case, spare, phase="draw", discards=[top], turn=turn)
    return {"legal": TakeDiscard() in before.legal_moves}


def ask_discard(case: Case) -> Answer:
    hand, named, source = list(cards(case.given["hand"])), case.given["taken"], case.given["from"]
    taken = hand[-1] if named is None else card(named)
    hand.remove(taken)
    if source == "discard":
        after = position(case, hand, phase="draw", discards=[taken]).play(TakeDiscard())
    else:
        after = position(case, [*hand, taken], phase="play")
    return {"legal": Discard(card(case.given["discard"])) in after.legal_moves}


def ask_declare(case: Case) -> Answer:
    after = position(case, cards(case.given["hand"]), phase="play")
    if case.given["discard"] is None:
        return {"legal": "big gin" in after.legal_moves}
    named = case.given.get("melds")
    move = Knock(card(case.given["discard"]), None if named is None else [cards(each) for each in named])
    return {"legal": is_legal(after, move)}


def ask_declare_faces(case: Case) -> Answer:
    after = position(case, cards(case.given["hand"]), phase="play")
    faces = [written(move.discard) for move in after.legal_moves if isinstance(move, Knock)]
    return {"faces": sorted(faces, key=case.expect["faces"].index)}


def ask_fold(case: Case) -> Answer:
    first = case.given["turn"] == 1
    hand = [Card.from_id(number) for number in range(14 if case.given["phase"] == "discard" else 13, 0, -1)]
    phase = "play" if case.given["phase"] == "discard" else "draw"
    before = position(
        case, [each for each in hand if each != turned(case)], phase=phase, turn=0 if first else 6
    )
    if Fold() not in before.legal_moves:
        return {"legal": False}
    return {"legal": True, "points": before.play(Fold()).setup.folded[0]}


def penalties(variant: Variant) -> Variant:
    """Return the same game with the losers' points as penalties."""
    return variant.with_(scoring={"kind": "penalty", "winner_collects": None})


def charged(
    variant: Variant, hands: Mapping[int, Sequence[str]], players: int, winner: int, folded: Any
) -> RoundScore:
    """Return the score of a round that a player won with a declaration or because all others dropped out."""
    alone = sum(not price for price in folded) == 1
    held = [Cards(cards(hands.get(seat, ()))) for seat in range(players)]
    left = tuple(variant.best_melds(each, "deadwood").left if each else Cards() for each in held)
    return variant.scoring.score(
        RoundFacts(
            outcome=Outcome(winner=winner, deadwood=left),
            hands=held,
            knock=None if alone else KnockFact(winner, KnockKind.DECLARATION),
            seats=[Seat(folded=price) for price in folded],
            equipment=variant.equipment,
        )
    )


def ask_hand_points(case: Case) -> Answer:
    variant = penalties(game(case)).for_round(3, turned=turned(case))
    for meld in case.given.get("shown", ()):
        variant.meld(cards(meld))  # No cards can be added to melds that are shown, whoever shows them.
    return {"points": charged(variant, {1: case.given["hand"]}, 2, 0, (0, 0)).points(1)}


def ask_round_score(case: Case) -> Answer:
    players = case.given["players"]
    variant = game(case).for_round(len(players), turned=turned(case))
    prices: tuple[int, int] = variant.settings()["scoring.fold_prices"] or (0, 0)  # type: ignore[assignment]
    folded = tuple(
        WRONG if "wrong" in each else prices[each["folded"] > 1] if "folded" in each else 0
        for each in players
    )
    hands = {seat: each["hand"] for seat, each in enumerate(players) if "hand" in each}
    winner = next(seat for seat, each in enumerate(players) if "declared" in each or "left" in each)
    points, payment = (
        points_of(charged(each, hands, len(players), winner, folded))
        for each in (penalties(variant), variant)
    )
    return {"points": points, "payment": payment, "winner": winner}


def ask_match(case: Case) -> Answer:
    variant, rounds = game(case), case.given["rounds"]
    chips = str(case.given.get("format", "")).startswith("deals")
    start = CHIPS * (variant.settings()["match.hands"] or 0) if chips else 0  # type: ignore[operator]
    scores: list[RoundScore] = []
    for points in rounds:
        winner = min(range(len(points)), key=lambda seat: points[seat] or 0)
        lost = [each or 0 for each in points]
        won = [sum(lost) - lost[winner] if seat == winner else -each for seat, each in enumerate(lost)]
        scores.append(scored(won if chips else lost, winner, credit=chips))
    after = after_each(variant, scores)
    last = after[-1]
    counts = [[start + total for total in each.totals] for each in after]
    return {
        "chips": counts,
        "totals": counts,
        "eliminated": [list(gone) for gone in gone_after(after)],
        "over": last.over,
        "winners": list(last.winners),
        "ranking": [list(group) for group in last.ranking],
        "extra_deal": [] if last.over else list(last.ranking[0]),
    }


def ask_rejoin(case: Case) -> Answer:
    """Answer which players may buy back into a pool, and with which total."""
    totals = tuple(case.given["totals"])
    pool = INDIAN_13.with_(**FORMATS[case.given["format"]])
    if not case.given.get("options", {"buy_in": True})["buy_in"]:
        return {"seats": [], "total": None}
    ceiling = CEILINGS[pool.settings()["match.elimination_limit"]]
    rules = pool.with_(match={"buy_ins": 1, "buy_in_total": "one_above", "buy_in_ceiling": ceiling}).match
    facts = MatchFacts(RoundScore(False, None, ()), 3, len(totals), tuple(range(len(totals))), totals)
    asked = rules.verdict(facts).deciding
    after = rules.verdict(attrs.evolve(facts, answers=tuple((seat, True) for seat in asked))).totals
    return {"seats": list(asked), "total": after[asked[0]] if after is not None else None}
