"""Answers to the worked examples of Frustration, the game with contracts."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from tests.support.worked.cases import Answer, Case, cards
from tests.support.worked.positions import around, quiet_group, spare_cards
from tests.support.worked.scenes import is_legal

from rami import Card, Discard, LayDown, Match, RamiError
from rami.rounds.setup import RoundContext

PLAYERS = 3


def ask_contract(case: Case) -> Answer:
    """Answer whether these melds together fulfil the contract, and how many cards are left after the discard."""
    variant, given = case.variant, [cards(meld) for meld in case.given["melds"]]
    laid = [each for meld in given for each in meld]
    spare = spare_cards(variant, variant.dealing.cards_each(PLAYERS) + 1 - len(laid), laid)
    number = int(case.given["contract"])
    context = RoundContext(PLAYERS, dealer=PLAYERS - 1, contracts=(number, *[1] * (PLAYERS - 1)))
    start = around(variant, [*laid, *spare], context=context, others=1)
    try:
        melds = [variant.meld(meld) for meld in given]
    except RamiError:
        return {"legal": False}
    move = LayDown(melds)
    legal = is_legal(start, move)
    assert legal == variant.check_opening(melds, contract=number).ok
    if not legal:
        return {"legal": False}
    after = start.play(move)
    return {"legal": True, "left_in_hand_after_discard": len(after.hands[0]) - 1}


def ask_fru_winner(case: Case) -> Answer:
    """Answer who wins the match if these players have laid the last contract and one of them goes out."""
    order = [int(seat) for seat in case.given["contract14_laid_order"]]
    out = case.given.get("went_out")
    match = Match.start(case.variant, players=PLAYERS, seed=7)
    contracts = (14,) * PLAYERS
    used: list[Card] = []
    table: list[tuple[int, Sequence[Card]]] = []
    for seat in order:
        table.append((seat, quiet_group(case.variant, used)))
        used += table[-1][1]
    player = order[-1] if out is None else int(out)
    (last,) = spare_cards(case.variant, 1, used)
    context = attrs.evolve(match.round.context, contracts=contracts)
    start = around(case.variant, [last], table, context=context, player=player, others=1, completed=order)
    after = attrs.evolve(match, round=start, contracts=contracts).play(Discard(last))
    winners = list(after.winners)
    return {"winner": winners[0] if len(winners) == 1 else None, "winners": winners, "over": after.over}
