"""Answers to the worked examples of games in which players lay melds and the winner collects points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from tests.support.ends import end
from tests.support.worked.cases import (
    Answer,
    Case,
    after_each,
    card,
    cards,
    gone_after,
    points_of,
    scored,
)
from tests.support.worked.scenes import everything, is_legal

from rami import Round, Setup
from rami.cards import Card, Cards
from rami.cards.moves import Discard, DrawStock, EndRound, LayDown, LayOff, Move, TakeDiscard
from rami.policies.results.outcomes import Outcome, RoundFacts
from rami.policies.results.scores import RoundScore
from rami.policies.slots.match_format import MatchFacts
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext


def texts(faces: Sequence[Card]) -> list[str]:
    return [str(each) for each in faces]


def start(
    variant: Variant,
    hand: Sequence[Card],
    pile: Sequence[Card],
    table: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    *,
    stock_size: int | None = None,
    others: int = 1,
    owners: Sequence[int] | None = None,
    first_round: bool = False,
) -> Round:
    """Return a position in which seat 0 has to draw; the stock begins with given cards, and seat 1 holds all other
    cards.

    Parameters:
        variant: the rules.
        hand: the hand of seat 0.
        pile: the discards, the top card last.
        table: the melds on the table.
        stock: the next cards of the stock.
        stock_size: the number of cards in the stock.
        others: the number of other players; players after seat 1 hold three cards each.
        owners: the owners of the melds; None if all of them belong to seat 1.
        first_round: True if it is the first turn of seat 0.
    """
    rest = everything(Round.deal(variant, players=2, seed=1))
    for each in (hand, pile, stock, *table):
        rest = rest - Cards(each)
    left = [*rest]
    behind = [[left.pop() for _ in range(3)] for _ in range(others - 1)]
    more = len(stock) + 6 if stock_size is None else stock_size
    whole = [*stock]
    while len(whole) < more:
        whole.append(left.pop(0))
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=(hand, left, *behind),
            phase="draw",
            discards=pile,
            stock=whole,
            table=[*zip(owners or [1] * len(table), table, strict=True)],
            context=RoundContext(1 + others, dealer=others),
            turn=0 if first_round else None,
        )
    )


def moves_of(position: Round, entry: Mapping[str, Any]) -> list[Move]:
    """Return the moves that an entry of a turn stands for, in the position before them."""
    if "take" in entry:
        return [TakeDiscard(entry["take"])]
    if "end_round" in entry:
        return [EndRound()]
    if "stock" in entry:
        return [DrawStock()]
    if "discard" in entry:
        return [Discard(card(entry["discard"]))]
    if "meld" in entry:
        return [LayDown([cards(entry["meld"])])]
    onto = Cards(cards(entry["onto"]))
    (number,) = [item.id for item in position.table if Cards(item.meld.cards) == onto]
    return [LayOff(each, number) for each in cards(entry["layoff"])]


def played(position: Round, entries: Sequence[Mapping[str, Any]]) -> tuple[Round, int | None]:
    """Return the position after these entries of a turn, and the index of the first illegal entry."""
    for index, entry in enumerate(entries):
        for move in moves_of(position, entry):
            if not is_legal(position, move):
                return position, index
            position = position.play(move)
            if "stock" in entry:
                assert card(entry["stock"]) in position.hands[0]
    return position, None


def ask_turn(case: Case) -> Answer:
    given, players = case.given, case.given.get("players", 2)
    drawn = [card(each["stock"]) for each in given["moves"] if "stock" in each and given["stock"]]
    position = start(
        case.variant,
        cards(given["hand"]),
        cards(given["pile"]),
        [cards(each) for each in given["table"]],
        drawn,
        stock_size=given["stock"],
        others=players - 1,
        owners=given.get("owners"),
    )
    end, illegal = played(position, given["moves"])
    return {"illegal_at": illegal, "over": end.over}


def ask_turn_over(case: Case) -> Answer:
    given = case.given
    pile = cards(given["discard_bottom_to_top"])
    position = start(case.variant, [Card("2♠")], pile, [], [], stock_size=given["stock"])
    after = position.play(DrawStock())
    (drawn,) = after.hands[0] - position.hands[0]
    return {"drawn": str(drawn), "stock_top_to_bottom": texts(after.stock), "discard": texts(after.discards)}


def ask_going_rummy(case: Case) -> Answer:
    """Play an earlier turn with its lay-offs, a plain turn of each other player, and the closing turn."""
    earlier, closing = case.given["earlier"], case.given["closing_turn"]
    others = case.given["players"] - 1
    drawn = [card(each["stock"]) for each in closing if "stock" in each]
    named = [
        face for each in (*earlier, *closing) for word in ("meld", "layoff") for face in each.get(word, ())
    ]
    hand = Cards(cards([*named, *(each["discard"] for each in closing if "discard" in each)])) - Cards(drawn)
    table = [cards(each["onto"]) for each in earlier]
    spare = cards(["QS", "QD", "QC", "QH"][: others + 1])
    position = start(case.variant, [*hand], [Card("9♦")], table, [*spare, *drawn], others=others)
    position, wrong = played(position.play(DrawStock()), earlier)
    assert wrong is None
    position = position.play(Discard(spare[0]))
    for each in spare[1:]:
        position = position.play(DrawStock()).play(Discard(each))
    end, wrong = played(position, closing)
    assert wrong is None
    assert end.outcome is not None
    return {"rummy": end.outcome.all_at_once}


def ended(variant: Variant, facts: Any, number: int) -> RoundScore:
    """Return the score of a round, from its points, from the hands left, or from the points laid and held."""
    if not isinstance(facts, Mapping):
        return scored(facts)
    if "laid" in facts:
        points = [laid - held for laid, held in zip(facts["laid"], facts["hand"], strict=True)]
        return scored(points, credit=True)
    hands, out = [Cards(cards(each)) for each in facts["hands"]], facts["out"]
    if variant.table.concealed:
        return variant.score(end(hands, knocker=out), number=number)
    outcome = Outcome(winner=out, stock_out=out is None, all_at_once=bool(facts.get("rummy")))
    rules = variant.for_round(len(hands), number=number)
    return rules.scoring.score(RoundFacts(outcome=outcome, hands=hands, equipment=rules.equipment))


def ask_round_scores(case: Case) -> Answer:
    return {"points": points_of(ended(case.variant, case.given, case.given["round"]))}


def ask_discard(case: Case) -> Answer:
    """Answer whether a card may be discarded at the end of a turn in which the discard was taken or was not.

    If it is the last card of the hand, the player has also laid a meld in this turn.
    """
    given = case.given
    hand, discard = list(cards(given["hand"])), card(given["discard"])
    taken = card(given["taken"]) if given.get("taken") else None
    kings = cards(["KS", "KH", "KD"]) if len(hand) == 1 else ()
    drawn = hand[-1] if taken is None else taken
    hand.remove(drawn)
    hand += kings
    pile, stock = ([Card("9♦")], [drawn]) if taken is None else ([Card("9♦"), taken], [])
    table = [cards(each) for each in given["table"]]
    owners = [0 if given.get("opened") else 1] * len(table)
    others = given.get("players", case.variant.equipment.players[0]) - 1
    first = bool(given.get("first_round"))
    position = start(case.variant, hand, pile, table, stock, others=others, owners=owners, first_round=first)
    position = position.play(DrawStock() if taken is None else TakeDiscard())
    if kings:
        position = position.play(LayDown([kings]))
    return {"legal": Discard(discard) in position.legal_moves}


def written_out(facts: Any, players: int) -> Any:
    """Return a round whose hands are named by seat in the form of other cases."""
    if not isinstance(facts, Mapping) or "winner" not in facts:
        return facts
    hands = [facts["hands"].get(seat, []) for seat in range(players)]
    return {"out": facts["winner"], "rummy": facts["kind"] == "all_at_once", "hands": hands}


def ask_match_rounds(case: Case) -> Answer:
    given = case.given
    rounds = [written_out(facts, given.get("players", 0)) for facts in given["rounds"]]
    scores = [ended(case.variant, facts, number) for number, facts in enumerate(rounds, 1)]
    after = after_each(case.variant, scores, given["first_dealer"])
    last, totals = after[-1], [list(each.totals) for each in after]
    (number,) = {*last.contracts} or {len(after) + 1}
    rules = case.variant.for_round(len(last.totals), number=number)
    return {
        "totals": totals,
        "totals_after": totals,
        "over_after": len(after) if last.over else None,
        "over": last.over,
        "eliminated_after": {
            number: sorted(gone) for number, gone in enumerate(gone_after(after), 1) if gone
        },
        "winners": list(last.winners),
        "next_round": None if last.over else number,
        "next_hand_size": rules.dealing.hand_size,
        "next_wild_rank": min(rules.equipment.wild_ranks, default=None),
        "next_dealer": last.next_dealer,
    }


def ask_buy_in(case: Case) -> Answer:
    """Answer whether a player who has reached the limit may buy back in, and with which total."""
    given, busted = case.given, case.given["busted"]
    seats = len(given["totals"])
    facts = MatchFacts(
        score=RoundScore(False, None, ()),
        hand=3,
        seats=seats,
        playing=tuple(given["playing"]),
        totals=tuple(given["totals"]),
        bought=tuple(given["used"] if seat == busted else 0 for seat in range(seats)),
    )
    asked = case.variant.match.verdict(facts).deciding
    if busted not in asked:
        return {"allowed": False, "total": None}
    verdict = case.variant.match.verdict(attrs.evolve(facts, answers=tuple((seat, True) for seat in asked)))
    assert verdict.totals is not None
    return {"allowed": True, "total": verdict.totals[busted]}
