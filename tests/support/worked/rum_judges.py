"""Answers to the worked examples of Rummy 500, in which cards on the table score for the players who laid them."""

from __future__ import annotations

from tests.support.ends import end
from tests.support.worked import family_judges
from tests.support.worked.cases import Answer, Case, cards, points_of
from tests.support.worked.family_judges import start
from tests.support.worked.positions import around, quiet_group, spare_cards
from tests.support.worked.scenes import everything, is_legal

from rami import Discard, Round, Setup, TakeDiscard
from rami.cards import Cards
from rami.cards.moves import LayOff, PassUpcard
from rami.policies.results.outcomes import Outcome
from rami.rounds.setup import Phase, RoundContext, TableMeld


def ask_credit(case: Case) -> Answer:
    """Lay the cards off on a meld one by one, and answer with their points for each player."""
    given, variant = case.given, case.variant
    player, owner = given["player"], given["owner"]
    meld, added = cards(given["table"]), cards(given["cards"])
    seats = max(player, owner, 1) + 1
    hand = [*added, *spare_cards(variant, 3, [*meld, *added])]
    table = [(owner, meld)]
    if given.get("has_melded"):
        table.append((player, quiet_group(variant, [*meld, *hand])))
    position = around(variant, hand, table, context=RoundContext(seats), player=player)
    before = position.view(None).laid_points
    at = {"before": "low", "after": "high", None: None}[given.get("position")]
    for each in added:
        moves = [LayOff(each, 0, at), LayOff(each, 0)]  # type: ignore[arg-type]  # "low", "high" or None
        legal = [move for move in moves if move in position.legal_moves]
        if not legal:
            return {"legal": False}
        position = position.play(legal[0])
    gained = [now - then for now, then in zip(position.view(None).laid_points, before, strict=True)]
    (to,) = [seat for seat, points in enumerate(gained) if points]
    return {"legal": True, "credit": gained[to], "to": to}


def ask_take_discards(case: Case) -> Answer:
    given = case.given
    table = [cards(each) for each in given["table"]]
    assert not given.get("player")
    owners, others = given.get("owners"), given.get("players", 2) - 1
    position = start(
        case.variant, cards(given["hand"]), cards(given["pile"]), table, [], owners=owners, others=others
    )
    take = TakeDiscard(given["take"])
    if not is_legal(position, take):
        return {"legal": False}
    after = position.play(take)
    return {"legal": True, "must_use": given["pile"][-given["take"]] if after.duties else None}


def ended(case: Case) -> Round:
    """Return the end of a round with these cards on the table, their owners, and these hands."""
    given, variant = case.given, case.variant
    hands = [cards(each) for each in given["hands"]]
    melds = [cards(each["cards"]) for each in given["table"]]
    out = given["out"]
    used = Cards([each for pile in (*hands, *melds) for each in pile])
    left = everything(Round.deal(variant, players=len(hands), seed=1)) - used
    table = [
        TableMeld(number, each["by"][0], meld, each["by"])
        for number, (each, meld) in enumerate(zip(given["table"], melds, strict=True))
    ]
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=hands,
            phase="over",
            table=table,
            discards=[*left],
            stock="",
            context=RoundContext(len(hands)),
            outcome=Outcome(winner=out, stock_out=out is None),
        )
    )


def ask_round_scores(case: Case) -> Answer:
    if "table" not in case.given:
        return family_judges.ask_round_scores(case)
    over = ended(case)
    laid, points = over.view(None).laid_points, points_of(over.score())
    held = [put - each for put, each in zip(laid, points, strict=True)]
    out = case.given["out"]
    again = case.variant.score(end(over.hands, winner=out, laid=laid, stock_out=out is None))
    assert points_of(again) == points
    return {"laid": list(laid), "hand": held, "points": points}


def ask_rum_call(case: Case) -> Answer:
    """Discard the top card, let all players before the caller pass, and let the caller play a turn."""
    given, variant = case.given, case.variant
    seats, discarder, caller = given["players"], given["discarder"], given["caller"]
    pile, table = cards(given["pile"]), [cards(each) for each in given["table"]]
    used = [*pile, *(each for meld in table for each in meld)]
    hand = [pile[-1], *spare_cards(variant.for_round(seats), 3, used)]
    position = around(
        variant,
        hand,
        [(discarder, meld) for meld in table],
        context=RoundContext(seats),
        player=discarder,
        discards=pile[:-1],
    ).play(Discard(pile[-1]))
    held = position.hands[caller]
    while position.phase is Phase.OFFER and position.player != caller:
        position = position.play(PassUpcard())
    count = len(pile) - given["pile"].index(given["card"])
    if position.phase is not Phase.OFFER or TakeDiscard(count) not in position.legal_moves:
        return {"legal": False}
    taken = [*given["pile"][-count:]]
    position = position.play(TakeDiscard(count))
    assert position.hands[caller] == held + Cards(cards(taken))
    assert [str(duty.card) for duty in position.duties] == [str(cards(taken)[0])]
    assert not any(isinstance(move, Discard) for move in position.legal_moves)
    while position.duties:
        position = position.play(next(iter(position.legal_moves)))
    position = position.play(next(move for move in position.legal_moves if isinstance(move, Discard)))
    while position.phase is Phase.OFFER:
        position = position.play(PassUpcard())
    return {"legal": True, "taken": taken, "next_player": position.player}
