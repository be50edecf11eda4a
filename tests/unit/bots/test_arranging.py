"""Bots in games in which players rearrange the whole table: they lay the most tiles, then the most points."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from tests.support.refusals import codes_in
from tests.support.turn_facts import built

from rami import Round
from rami.bots import ExpertBot, GreedyBot, NeutralBot, RandomBot, hint
from rami.cards.moves import DrawStock, PassUpcard, Rearrange
from rami.policies.results.seats import Seat
from rami.rounds.selections import arrangement, lay_downs
from rami.variants import RUMMIKUB

FIVES = "5♣ 5♦ 5♥ 5♠"


def at(rack: str, *table: str, opened: bool = True, stock: str | None = None) -> Round:
    return built(
        variant=RUMMIKUB,
        hands=[rack, "9♦ 2♦"],
        table=[(1, meld) for meld in table],
        seats=[Seat(opened=opened), Seat(opened=bool(table))],
        stock=stock,
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
    left = Round.deal(RUMMIKUB, players=2, seed=1)
    rest = Counter(map(str, chain(*left.hands, left.stock))) - Counter(["K♦", "2♥", *FIVES.split()])
    view = built(
        variant=RUMMIKUB,
        hands=["K♦ 2♥", " ".join(rest.elements())],
        table=[(1, FIVES)],
        seats=[Seat(opened=True)] * 2,
        stock=[],
    ).view(0)
    for bot in (GreedyBot(), ExpertBot(), NeutralBot(), RandomBot(1)):
        assert bot.choose(view) == PassUpcard()


def test_hints_name_the_gain_of_a_play() -> None:
    assert str(hint(at("4♣ 6♣ 7♣ 2♥", FIVES))).endswith(": you get rid of 3 tiles")
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


def test_a_tile_has_its_places_on_the_table() -> None:
    position = at("5♠ 8♣ * K♦", "5♣ 5♦ 5♥", "5♣ 6♣ 7♣")
    places = [(str(each.move), str(each.meld), codes_in(each.against)) for each in position.placements("5♠")]
    assert places == [("off 5♠ > 0", "5♣ 5♦ 5♥ 5♠", []), ("off 5♠ > 1", "None", ["does_not_fit"])]
    jokers = [str(each.move) for each in position.placements("*") if each]
    assert jokers == ["off * > 0", "off * > 1 low", "off * > 1 high"]
    for card in ("5♠", "8♣", "*"):
        for place in position.placements(card):
            assert (place.move in position.legal_moves) is bool(place)
    # The short form is the whole table, like any other play.
    assert str(position.parse("off 8♣ > 1")) == "arrange 5♣ 6♣ 7♣ 8♣ | 5♣ 5♦ 5♥"
    assert position.play("off 8♣ > 1") == position.play("lay 8♣")
    assert codes_in(position.explain("off 9♣ > 7")) == ["card_not_held", "no_such_meld"]
    unopened = at("5♠ 8♣ K♦", "5♣ 5♦ 5♥", opened=False)
    assert codes_in(unopened.explain("off 5♠ > 0")) == ["opening_on_table"]
    assert not any(unopened.placements("5♠"))


def test_tiles_of_the_rack_and_the_table_make_melds() -> None:
    position = at("4♣ 6♣ 7♦ 7♠ 2♥", FIVES, "7♥ 8♥ 9♥ T♥")
    (run,) = lay_downs(position, "4♣ 5♣ 6♣")
    assert str(run) == "lay 4♣ 5♣ 6♣ from 0:5♣"
    assert str(position.parse(str(run))) == "arrange 4♣ 5♣ 6♣ | 7♥ 8♥ 9♥ T♥ | 5♦ 5♥ 5♠"
    (group,) = lay_downs(position, "7♦ 7♠ 7♥")
    assert str(position.parse(str(group))) == "arrange 8♥ 9♥ T♥ | 5♣ 5♦ 5♥ 5♠ | 7♦ 7♥ 7♠"
    # Melds named as such stay as they are, although the table could take the tiles in other ways.
    named = at("9♣ T♣ J♣ 2♥", "6♣ 7♣ 8♣")
    assert str(named.parse("lay 9♣ T♣ J♣")) == "arrange 6♣ 7♣ 8♣ | 9♣ T♣ J♣"
    short = at("8♦ 8♠ 2♥", "7♥ 8♥ 9♥")
    (group,) = lay_downs(short, "8♦ 8♠ 8♥")
    assert codes_in(short.explain(group)) == ["run_gap", "run_too_short"]
    assert codes_in(short.explain("lay 8♦ 8♠ 8♥ from 4:8♥")) == ["no_such_meld"]
    unopened = at("4♣ 6♣ 2♥", FIVES, opened=False)
    (run,) = lay_downs(unopened, "4♣ 5♣ 6♣")
    assert codes_in(unopened.explain(run)) == ["opening_on_table"]
