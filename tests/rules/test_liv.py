"""Liverpool Rummy: deals, purchases, last hands and matches."""

from __future__ import annotations

import attrs
import pytest
from tests.support.ends import outcome_of
from tests.support.playing import matches
from tests.support.refusals import codes_of
from tests.support.turn_facts import built
from tests.support.worked.liv_judges import position

from rami import Card, Match, Round, simulate
from rami.bots import GreedyBot
from rami.cards import UNKNOWN
from rami.cards.moves import DrawStock, PassUpcard, TakeDiscard
from rami.errors import InvalidSetup, InvalidVariant
from rami.matches.board import Board
from rami.policies.results.seats import Seat, seats_of
from rami.rounds.events import DiscardBought
from rami.rounds.memory import Memory
from rami.rounds.setup import Phase, RoundContext
from rami.rounds.views import PlayerView
from rami.variants import LIVERPOOL


def cards(text: str) -> list[Card]:
    return [Card(each) for each in text.split()]


def sale(**facts: object) -> Round:
    """Return a position in which player 1 is about to draw, and player 0 has discarded the 9♠."""
    given: dict[str, object] = {"player": 1, "phase": "draw", "discards": cards("9♠"), "dealer": 0, **facts}
    return position(LIVERPOOL, cards("3♣ 4♣ Q♥"), **given)  # type: ignore[arg-type]  # facts of a setup


@pytest.mark.rule("LIV-BUY-04")
def test_the_price_is_seen_by_the_buyer_alone() -> None:
    match = Match.start(LIVERPOOL, players=4, seed=3)
    first = match.round.player
    buyer = (first + 1) % 4
    match = match.play(DrawStock())
    assert match.round.player == buyer
    top = match.round.discards[-1]
    after = match.play(TakeDiscard())
    for viewer in (*range(4), None):
        (bought,) = (event for event in after.events(viewer) if isinstance(event, DiscardBought))
        assert bought.card == top
        assert (bought.price != (UNKNOWN,)) == (viewer == buyer)
        view = after.view(viewer)
        assert view.seats == after.round.setup.seats
        assert Board.of_view(view) == Board.of(after.events(viewer), viewer)
        assert view.memory is not None
        assert view.memory.holds[buyer].count(top) == 1
        assert Memory.of(LIVERPOOL, viewer, after.events(viewer)) == view.memory
        guess = Round.sampled(view, 4)
        assert guess.view(viewer) == attrs.evolve(view, events=(), mark=0, memory=None)
        assert top in guess.hands[buyer]


@pytest.mark.rule("LIV-BUY-01")
def test_a_guess_in_the_middle_of_a_sale_is_one_too() -> None:
    state = Round.deal(LIVERPOOL, players=5, seed=3).play(DrawStock()).play(PassUpcard())
    for viewer in (*range(5), None):
        view: PlayerView = state.view(viewer)
        guess = Round.sampled(view, 9)
        assert guess.view(viewer) == view
        assert guess.setup.drawer == state.setup.drawer
        if viewer is not None:
            waiting = view.in_turn()
            assert waiting.drawer is None
            order = [(state.context.dealer + 1 + step) % 5 for step in range(5)]
            assert waiting.turn == (order.index(viewer) - order.index(state.setup.drawer or 0)) % 5


@pytest.mark.rule("LIV-BUY-03", "LIV-BUY-05", "LIV-BUY-06", "LIV-BUY-09")
@pytest.mark.parametrize(
    "facts,code",
    [
        ({"player": 0}, "buyer_unfit"),
        ({"player": 2, "seats": seats_of(4, bought=(0, 0, 3, 0))}, "buyer_unfit"),
        ({"player": 2, "seats": seats_of(4, bought=(0, 4, 0, 0))}, "bought_often"),
        ({"player": 1}, "buyer_unfit"),
        ({"player": 2, "drawer": None}, "no_offer"),
        ({"player": 2, "phase": "draw"}, "drawer_without_sale"),
        ({"player": 2, "discards": ()}, "discards_empty"),
        ({"player": 2, "seats": [Seat()] * 3}, "wrong_count"),
        ({"player": 2, "drawer": 7}, "not_a_seat"),
    ],
)
def test_sales_that_cannot_be(facts: dict[str, object], code: str) -> None:
    setup = sale().play(DrawStock()).setup
    whole: dict[str, object] = {"stock": None, **facts}
    changed = attrs.evolve(setup, **whole)  # type: ignore[arg-type]  # fields by name
    assert code in codes_of(InvalidSetup, Round.from_setup, changed)


@pytest.mark.rule("LIV-BUY-01")
def test_nothing_is_bought_in_other_games() -> None:
    with pytest.raises(InvalidSetup, match="players cannot buy discards"):
        built(
            variant=LIVERPOOL.with_(drawing={"buy": None}),
            hands=["3♣", "4♣", "5♣"],
            discards="9♠",
            seats=[Seat(), Seat(bought=1), Seat()],
        )


@pytest.mark.rule("LIV-STOCK-02", "LIV-SCORE-04")
def test_hands_count_when_nothing_can_be_drawn() -> None:
    over = position(LIVERPOOL, cards("3♣ 4♣ Q♥"), player=1, phase="draw", discards=(), dealer=0, stock=0)
    assert (outcome_of(over).winner, outcome_of(over).stock_out) == (None, True)
    assert all(over.score().points(seat) > 0 for seat in range(4))


@pytest.mark.slow(every=3)
@pytest.mark.rule("LIV-CON-08", "LIV-MATCH-01")
def test_a_match_has_seven_hands_and_its_contracts_go_with_them() -> None:
    due: list[tuple[int, ...]] = []
    steps = [*matches(Match.start(LIVERPOOL, players=3, seed=11))]
    for match in steps:
        if not match.log[-1]:
            due.append(match.round.context.contracts)
            assert len(match.round.hands[0]) == (10 if match.round.context.number < 5 else 12)
    match = steps[-1]
    assert due == [(number,) * 3 for number in range(1, 8)]
    assert match.totals == tuple(sum(each.points(seat) for each in match.scores) for seat in range(3))
    assert min(match.totals) == match.totals[match.winners[0]]


@pytest.mark.rule("LIV-DEAL-01", "LIV-DEAL-02")
def test_simulated_rounds_are_the_hands_of_a_match_in_turn() -> None:
    house = LIVERPOOL.with_(match={"turn_cap": 30})
    games = simulate(house, 7, seed=4, players=3, bots=GreedyBot())
    assert simulate(house, 1, seed=4, players=3, bots=GreedyBot(), first=6).rounds == games.rounds[6:]
    # Only the winner has laid the contract of the last hand.
    assert sum(games[6].opened) <= 1
    again = simulate(house, 9, seed=2, players=4)
    assert simulate(house, 3, seed=2, players=4, first=6).rounds == again.rounds[6:]


@pytest.mark.rule("LIV-CON-08")
def test_the_context_of_a_round_says_which_contract_is_due() -> None:
    for number in (1, 5, 7, 9):
        start = Round.deal(LIVERPOOL, context=RoundContext(3, number=number), seed=1)
        assert start.context.contracts == (min(number, 7),) * 3


@pytest.mark.rule("LIV-BUY-01", "LIV-BUY-04", "LIV-BUY-05", "LIV-BUY-06")
@pytest.mark.parametrize(
    "options,asked,stock",
    [
        ({}, [2, 3], 28),
        ({"buy": None}, [], 29),
        ({"buy_price": 0}, [2, 3], 29),
        ({"buy_price": 2}, [2, 3], 27),
        ({"buy_limit": 1}, [3], 28),
        ({"buy_limit": None}, [2, 3], 28),
        ({"buy_when_down": True}, [2, 3], 28),
    ],
)
def test_the_last_player_in_order_buys(options: dict[str, object], asked: list[int], stock: int) -> None:
    house = LIVERPOOL.with_(drawing=options)  # type: ignore[arg-type]  # options by name
    bought = () if "buy" in options else (0, 0, 1, 0)
    facts = {"phase": "draw", "discards": cards("9♠"), "dealer": 0, "bought": bought}
    state = position(house, cards("3♣ 4♣ Q♥"), player=1, stock=30, **facts).play(DrawStock())  # type: ignore[arg-type]
    met: list[int] = []
    while state.phase is Phase.OFFER:
        met.append(state.player)
        state = state.play(TakeDiscard() if state.player == 3 else PassUpcard())
    assert (met, len(state.stock), state.player) == (asked, stock, 1)


@pytest.mark.rule("LIV-DOWN-03", "LIV-DOWN-04", "LIV-LAST-01", "LIV-CON-08")
def test_other_contracts() -> None:
    with pytest.raises(InvalidVariant, match="contracts at their own pace"):
        LIVERPOOL.with_(opening={"contract_due": "own"})
    next_to = LIVERPOOL.with_(opening={"run_gap": 1})
    verdict = next_to.check_opening(["2♣ 3♣ 4♣ 5♣", "6♣ 7♣ 8♣ 9♣"], contract=3)
    assert [str(each.code) for each in verdict.violations] == ["opening_neighbours"]
    assert next_to.check_opening(["2♣ 3♣ 4♣ 5♣", "6♦ 7♦ 8♦ 9♦"], contract=3).ok
    assert LIVERPOOL.check_opening(["2♣ 3♣ 4♣ 5♣", "6♣ 7♣ 8♣ 9♣"], contract=3).ok
    near = LIVERPOOL.with_(opening={"run_gap": 2})
    assert not near.check_opening(["2♣ 3♣ 4♣ 5♣", "7♣ 8♣ 9♣ T♣"], contract=3).ok
    assert near.check_opening(["2♣ 3♣ 4♣ 5♣", "8♣ 9♣ T♣ J♣"], contract=3).ok
    assert not near.check_opening(["2♣ 3♣ 4♣ 5♣", "4♣ 5♣ 6♣ 7♣"], contract=3).ok
    last = LIVERPOOL.for_round(4, number=7)
    assert last.settings()["opening.lay_down_all"] is True
    twelve = "2♣ 3♣ 4♣ 5♣ 5♥ 6♥ 7♥ 8♥ T♠ J♠ Q♠ K♠"
    assert [len(each.melds) for each in last.openings(f"{twelve} A♠", contract=7)] == [3]
    assert not list(last.openings(f"{twelve} 2♦", contract=7))
