"""Bots where the whole table is arranged: most tiles, then most points; the patient one keeps its jokers."""

from __future__ import annotations

import pytest

from rami import Round, Setup
from rami.bots import ExpertBot, GreedyBot, NeutralBot, RandomBot, hint
from rami.cards.moves import DrawStock, PassUpcard, Rearrange
from rami.policies.results.seats import Seat
from rami.rounds.selections import arrangement
from rami.variants import RUMMIKUB

FIVES = "5♣ 5♦ 5♥ 5♠"


def at(rack: str, *table: str, opened: bool = True, stock: str | None = None) -> Round:
    return Round.from_setup(
        Setup(
            variant=RUMMIKUB,
            hands=[rack, "9♦ 2♦"],
            table=[(1, meld) for meld in table],
            seats=[Seat(opened=opened), Seat(opened=bool(table))],
            stock=stock,
        )
    )


def chosen(position: Round, bot: GreedyBot | ExpertBot) -> str | None:
    move = bot.choose(position.view(0))
    return str(move.laid) if isinstance(move, Rearrange) else None


@pytest.mark.parametrize("bot", [GreedyBot(), ExpertBot()])
def test_bots_lay_most_tiles_and_then_most_points(bot: GreedyBot | ExpertBot) -> None:
    assert chosen(at("4♣ 6♣ 7♣ 2♥", FIVES), bot) == "4♣ 6♣ 7♣"
    # Two sets of three tiles: the sevens are worth more.
    assert chosen(at("2♣ 2♥ 7♥ 7♠ 2♠ 7♦ A♦", "9♣ 9♥ 9♠"), bot) == "2♣ 7♦ 2♥ 7♥ 2♠ 7♠"
    assert chosen(at("4♥ 3♥ 8♣ K♦", "5♥ 6♥ 7♥", "9♣ T♣ J♣"), bot) == "8♣ 3♥ 4♥"
    assert bot.choose(at("K♦ 2♥", FIVES).view(0)) == DrawStock()


def test_a_patient_bot_keeps_its_jokers() -> None:
    position = at("* 4♣ 6♥ 9♠ A♦", "5♣ 6♣ 7♣")
    assert chosen(position, GreedyBot()) == "4♣ *"
    assert chosen(position, ExpertBot()) == "4♣"
    # It goes out with a joker, and opens with one.
    assert chosen(at("* 4♣", "5♣ 6♣ 7♣"), ExpertBot()) == "4♣ *"
    assert chosen(at("T♣ T♥ * 2♦", opened=False), ExpertBot()) == "T♣ T♥ *"


def test_bots_pass_only_without_a_stock() -> None:
    everything = Round.deal(RUMMIKUB, players=2, seed=1)
    left = [card for pile in (*everything.hands, everything.stock) for card in pile]
    for card in ("K♦", "2♥", *FIVES.split()):
        left.remove(next(each for each in left if str(each) == card))
    setup = Setup(
        variant=RUMMIKUB,
        hands=["K♦ 2♥", left],
        table=[(1, FIVES)],
        seats=[Seat(opened=True), Seat(opened=True)],
        stock=[],
    )
    view = Round.from_setup(setup).view(0)
    for bot in (GreedyBot(), ExpertBot(), NeutralBot(), RandomBot(1)):
        assert bot.choose(view) == PassUpcard()


def test_hints_say_what_a_play_brings() -> None:
    assert str(hint(at("4♣ 6♣ 7♣ 2♥", FIVES))).endswith(": 3 tiles leave your hand")
    opening = hint(at("T♣ T♥ T♠ 2♦", "3♣ 4♣ 5♣", opened=False))
    assert (opening.code, dict(opening.params)["points"]) == ("opens", 30)
    assert hint(at("K♦ 2♥", FIVES)).code == "nothing_better"


def test_an_arrangement_is_found_for_the_tiles_chosen() -> None:
    position = at("4♣ 6♣ 7♣ 2♥", FIVES)
    found = arrangement(position, "6♣ 7♣")
    assert found in position.legal_moves
    assert str(found) == "arrange 5♣ 6♣ 7♣ | 5♦ 5♥ 5♠"
    assert arrangement(position.view(0), "4♣") is None
    assert arrangement(position.view(1), "9♦") is None
    assert not position.placements("4♣")
