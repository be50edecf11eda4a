"""Answers to the worked examples of Liverpool Rummy, in which each hand has its own contract."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from tests.support.worked.cases import Answer, Case, card, cards
from tests.support.worked.cases import melds as melds_of
from tests.support.worked.positions import Laid, around, quiet_group, spare_cards
from tests.support.worked.scenes import follow, is_legal

from rami import Round
from rami.cards import JOKER, Card, Cards, Suit
from rami.cards.moves import Discard, DrawStock, End, LayDown, LayOff, Move, PassUpcard, SwapWild, TakeDiscard
from rami.policies.variant import Variant
from rami.rounds.setup import Phase, RoundContext

SEATS = 4


def position(
    variant: Variant,
    hand: Sequence[Card],
    table: Laid = (),
    *,
    number: int = 1,
    seats: int = SEATS,
    dealer: int = SEATS - 1,
    **facts: Any,
) -> Round:
    """Return a position in a given hand of the match."""
    context = RoundContext(seats, dealer, number)
    return around(variant, hand, table, context=context, others=2, **facts)


def contract_of(variant: Variant, number: int, busy: Iterable[Card]) -> list[list[Card]]:
    """Return melds that fulfil the contract of a hand and do not fit the cards of the case."""
    used = [*busy]
    contracts = variant.opening.contracts
    assert contracts is not None
    contract = contracts[number - 1]
    found: list[list[Card]] = []
    for _ in contract.groups:
        found.append([*quiet_group(variant, used)])
        used += found[-1]
    suits = [suit for suit in Suit if all(each.suit is not suit for each in busy)]
    for suit, size in zip(suits, contract.runs, strict=False):
        found.append([Card.of(rank, suit) for rank in range(2, 2 + size)])
    return found


def ask_contract(case: Case) -> Answer:
    given, number = case.given, case.given["round"]
    melds = [cards(meld) for meld in given["melds"]]
    laid = [each for meld in melds for each in meld]
    held = given.get("cards", case.variant.for_round(SEATS, number=number).dealing.cards_each(SEATS) + 1)
    spare = spare_cards(case.variant, held - len(laid), laid)
    state = position(case.variant, [*laid, *spare], number=number, phase="play")
    if not is_legal(state, LayDown(melds)):
        return {"legal": False}
    return {"legal": True, "left": len(state.play(LayDown(melds)).hands[0])}


def down(
    case: Case, hand: Sequence[Card], table: Sequence[Sequence[Card]], time: str, *, spare: int = 2
) -> Round:
    """Return a position for seat 0, which laid its contract earlier, in this turn, or not at all.

    Parameters:
        case: the case, which may name the owners of the melds.
        hand: the hand of seat 0.
        table: the melds on the table.
        time: the time of the contract: "earlier", "this_turn" or "no".
        spare: the number of other cards in the hand of seat 0.
    """
    busy = [*hand, *(each for meld in table for each in meld)]
    owner = 0 if case.given.get("owner") == "self" else 1
    laid: list[tuple[int, Sequence[Card]]] = [(owner, meld) for meld in table]
    number = case.given["round"]
    more = spare_cards(case.variant, spare, busy)
    if time == "earlier" and owner:
        laid.append((0, quiet_group(case.variant, [*busy, *more])))
    if time != "this_turn":
        return position(case.variant, [*hand, *more], laid, number=number, phase="play")
    melds = contract_of(case.variant, number, [*busy, *more])
    own = [each for meld in melds for each in meld]
    state = position(case.variant, [*hand, *more, *own], laid, number=number, phase="play")
    return state.play(LayDown(melds))


def ask_layoff(case: Case) -> Answer:
    given = case.given
    asked, table = cards(given["cards"]), melds_of(given["table"])
    state = down(case, asked, table, given["down"])
    end: End | None = {"before": "low", "after": "high"}.get(given.get("position") or "")  # type: ignore[assignment]
    ways = [[LayOff(each, number, end) for each in asked] for number in range(len(table))]
    return {"legal": any(follow(state, way) is not None for way in ways)}


def ask_further_meld(case: Case) -> Answer:
    meld = cards(case.given["new_meld"])
    return {"legal": is_legal(down(case, meld, [], case.given["down"]), LayDown([meld]))}


def ask_swap_joker(case: Case) -> Answer:
    given = case.given
    asked = cards(given["cards"])
    state = down(case, asked, melds_of(given["table"]), given["down"])
    for *added, placed in itertools.permutations(asked):
        after = follow(state, [*(LayOff(each, 0) for each in added), SwapWild(0, None, placed)])
        if after is not None:
            break
    else:
        return {"legal": False}
    assert not after.duties
    names = tuple(sorted(map(str, after.table[0].meld.cards)))
    place = "hand" if JOKER in after.hands[0] else "table"
    return {"legal": True, "meld_after": names, "joker_to": place}


def ask_discard(case: Case) -> Answer:
    given = case.given
    if given["taken"] is None:
        state = position(case.variant, cards(given["hand"]), phase="play")
        return {"legal": is_legal(state, Discard(card(given["discard"])))}
    taken = card(given["taken"])
    hand = Cards(cards(given["hand"])) - Cards([taken])
    state = position(case.variant, [*hand], phase="draw", discards=[taken])
    return {"legal": is_legal(state.play(TakeDiscard()), Discard(card(given["discard"])))}


def ask_buy(case: Case) -> Answer:
    given = case.given
    seats, turn, discarder, wanted = given["players"], given["turn"], given["discarder"], given["wants"]
    table: list[tuple[int, Sequence[Card]]] = []
    for seat in given.get("down") or ():
        table.append((seat, quiet_group(case.variant, [each for _, meld in table for each in meld])))
    bought = {int(seat): count for seat, count in (given.get("bought") or {}).items()}
    used = [each for _, meld in table for each in meld]
    hand = spare_cards(case.variant, 4, used)
    state = position(
        case.variant,
        hand[1:],
        table,
        seats=seats,
        player=turn,
        stock=given["stock"],
        phase="draw",
        discards=hand[:1],
        dealer=(turn - 1) % seats,
        turn=0 if discarder is None else seats,
        bought=tuple(bought.get(seat, 0) for seat in range(seats)) if bought else (),
    )
    asked: list[int] = []
    buyer: int | None = None
    state = state.play(TakeDiscard() if given["takes"] else DrawStock())
    while state.phase is Phase.OFFER:
        asked.append(state.player)
        wants = state.player in wanted
        buyer = state.player if wants else None
        state = state.play(TakeDiscard() if wants else PassUpcard())
    assert state.player == turn
    return {"asked": asked, "buyer": buyer, "stock": len(state.stock)}


def ask_go_out(case: Case) -> Answer:
    given, plan = case.given, case.given["plan"]
    hand, table = cards(given["hand_after_draw"]), melds_of(given["table"])
    melds = [cards(meld) for meld in plan.get("melds") or ()]
    state = down(case, hand, table, given["down"], spare=0)
    moves: list[Move] = [LayDown(melds)] if melds else []
    places = {Cards(item.meld.cards): item.id for item in state.table}
    first = min(places.values(), default=0)
    for each in plan.get("layoffs") or ():
        onto = None if isinstance(each, str) else each.get("onto")
        placed = card(each if isinstance(each, str) else each["card"])
        moves.append(LayOff(placed, places.get(Cards(cards(onto or ())), first)))
    moves += [] if plan.get("discard") is None else [Discard(card(plan["discard"]))]
    end = follow(state, moves)
    return {"legal": end is not None and end.over}
