"""Answers to the worked examples of Three Thirteen, in which the rules change from hand to hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs
from tests.support.worked.cases import Answer, Case, cards, written
from tests.support.worked.positions import around, pack

from rami import Round, Setup
from rami.cards import Card, Cards
from rami.cards.moves import Discard, DrawStock, Knock
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext


def hand_of(case: Case, players: int = 2) -> Variant:
    """Return the rules of the hand that the case is about."""
    return case.variant.for_round(case.given.get("players", players), number=case.given["round"])


def ask_combination(case: Case) -> Answer:
    variant, given = hand_of(case), cards(case.given["cards"])
    return {"valid": bool(variant.readings(given))}


def ask_deadwood(case: Case) -> Answer:
    variant, held = hand_of(case), Cards(cards(case.given["hand"]))
    found = variant.best_melds(held, "deadwood")
    assert found.deadwood == variant.deadwood(held)
    return {"deadwood": found.deadwood}


def drawn(variant: Variant, number: int, held: Sequence[Card], seats: int = 2) -> Round:
    """Return a position in which seat 0 has drawn the last of these cards."""
    context = RoundContext(seats, seats - 1, number=number)
    return around(variant, held, context=context, others=len(held) - 1)


def ask_going_out(case: Case) -> Answer:
    held = cards(case.given["hand_after_draw"])
    position = drawn(case.variant, case.given["round"], held)
    listed = [str(move.discard) for move in position.legal_moves if isinstance(move, Knock)]
    assert {str(card) for card in position.variant.knock_discards(held)} == set(listed)
    assert all((Knock(card) in position.legal_moves) == (str(card) in listed) for card in held)
    return {"discards": sorted(written(card) for card in set(held) if str(card) in listed)}


def ask_last_turns(case: Case) -> Answer:
    """Let seat 0 go out, and let each other player draw a card and discard it."""
    seats, out = case.given["players"], case.given["out"]
    held = cards(["5S", "5D", "5C", "KH"])
    position = drawn(case.variant, 1, held, seats).play(Knock("K♥"))
    complete = {(seat - out) % seats for seat in case.given["also_complete"]}
    setup = position.setup
    three = [cards(["9S", "9D", "9H"]) if seat in complete else () for seat in range(seats)]
    used = [*setup.discards, *(card for laid in setup.table for card in laid.meld.cards)]
    used += [card for hand in three for card in hand]
    rest = sorted((pack(position.variant) - Counter(used)).elements())
    hands = [(), *(three[seat] or [rest.pop() for _ in range(3)] for seat in range(1, seats))]
    position = Round.from_setup(attrs.evolve(setup, hands=hands, stock=None))
    turns: list[int] = []
    while not position.over:
        player, after = position.player, position.play(DrawStock())
        turns.append((player + out) % seats)
        (drawn_card,) = after.hands[player] - position.hands[player]
        position = after.play(Discard(drawn_card))
    assert all(position.score().points(seat) == 0 for seat in (0, *complete))
    return {"turns": turns}


def ask_recycle(case: Case) -> Answer:
    pile = cards(case.given["discard_bottom_to_top"])
    own, left = cards(["5S", "6D", "QC"]), case.given["stock"]
    rest = [*(Cards([Card.from_id(number) for number in range(52)]) - Cards([*pile, *own]))]
    position = Round.from_setup(
        Setup(
            variant=case.variant,
            hands=[own, rest[left:]],
            phase="draw",
            discards=pile,
            stock=rest[:left],
            turn=8,
        )
    )
    after = position.play(DrawStock())
    return {"stock": len(after.stock) + 1, "discard": [str(card) for card in after.discards]}
