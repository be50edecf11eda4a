"""Frustration: the pack, the deal, draws and discards, the stock, the end of a round, the match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest
from tests.flat import with_options
from tests.rules.scenes import allowed, before_draw, everything, refused, scene, with_taken

from rami import (
    JOKER,
    Card,
    Cards,
    Discard,
    DrawStock,
    InvalidSetup,
    InvalidVariant,
    LayDown,
    LayOff,
    Match,
    Phase,
    Round,
    RoundContext,
    Setup,
    TakeDiscard,
    variants,
)
from rami.events import RoundEnded, RoundScored

FRU = variants.FRUSTRATION
PAIR_OF_RUNS = ["5♥ 6♥ 7♥ 8♥", "5♠ 6♠ 7♠ 8♠"]
FIVES = "5♠ 5♦ 5♦"
RUN = "7♥ 8♥ 9♥ T♥"


def context(*contracts: int, **more: Any) -> RoundContext:
    """As many seats as contracts due; the last one deals."""
    return RoundContext(len(contracts), dealer=len(contracts) - 1, contracts=contracts, **more)


@pytest.mark.rule("FRU-MAT-01")
def test_two_packs_with_four_jokers() -> None:
    start = Round.deal(FRU, players=4, seed=11)
    assert Counter(everything(start)) == Counter({**{Card.from_id(n): 2 for n in range(52)}, JOKER: 4})
    assert Round.deal(FRU, players=4, seed=12).stock != start.stock


@pytest.mark.rule("FRU-MAT-02")
def test_two_to_five_players() -> None:
    for players in range(2, 6):
        assert len(Round.deal(FRU, players=players, seed=1).hands) == players
    for players in (1, 6):
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(FRU, players=players, seed=1)
        assert [each.code for each in caught.value.violations] == ["player_count"]


@pytest.mark.rule("FRU-DEAL-01", "FRU-DEAL-02", "FRU-TURN-02")
@pytest.mark.parametrize("players,dealer", [(2, 0), (3, 2), (5, 4)])
def test_thirteen_cards_each_and_one_turned_up(players: int, dealer: int) -> None:
    pack = list(everything(Round.deal(FRU, players=4, seed=7)))
    start = Round.deal(FRU, players=players, dealer=dealer, deck=pack)
    for step in range(players):
        assert start.hands[(dealer + 1 + step) % players] == Cards(pack[step : 13 * players : players])
    assert start.discards == (pack[13 * players],)
    assert start.stock == tuple(pack[13 * players + 1 :])
    assert (start.player, start.phase) == ((dealer + 1) % players, Phase.DRAW)
    others = start.view(start.player).hands[start.player - 1]
    assert others == Cards(["?"] * 13)


@pytest.mark.rule("FRU-TURN-02", "FRU-DEAL-01")
def test_the_deal_and_the_turn_go_round_clockwise() -> None:
    match = Match.start(FRU.with_(match={"turn_cap": 5, "first_dealer": 2}), players=4, seed=7)
    for dealer in (2, 3, 0):
        assert match.round.context.dealer == dealer
        for step in range(5):
            assert match.round.player == (dealer + 1 + step) % 4
            match = match.play(DrawStock())
            match = match.play(Discard(min(match.round.hands[match.round.player])))
        match = match.next_round()


@pytest.mark.rule("FRU-TURN-01")
def test_one_card_is_taken_and_one_thrown() -> None:
    start = before_draw("3♦ 9♦ K♥", variant=FRU, discards="J♦ Q♣", others=["4♣", "4♠"])
    for draw in (DrawStock(), TakeDiscard()):
        drawn = allowed(start, draw)
        assert len(drawn.hands[0]) == 4
        refused(drawn, draw, "wrong_phase FRU-TURN-01")
        after = allowed(drawn, Discard("9♦"))
        assert (after.player, after.phase, after.discards[-1]) == (1, Phase.DRAW, Card("9♦"))
        assert len(after.hands[0]) == 3
    refused(start, Discard("9♦"), "wrong_phase FRU-TURN-01")


@pytest.mark.rule("FRU-TURN-01")
def test_the_discard_is_free_but_does_not_go_back() -> None:
    """Nothing asks for a use of the card taken, before or after the contract, in the first turn or later."""
    for table in ([], [(0, FIVES), (0, RUN)]):
        for turn in (0, 6):
            taken = allowed(with_taken("Q♣", "3♦ 9♦ K♥", table, variant=FRU, turn=turn), TakeDiscard())
            assert taken.duties == ()
            refused(taken, Discard("Q♣"), "returned_discard FRU-TURN-01")
            allowed(taken, Discard("K♥"))
    twins = allowed(with_taken("Q♣", "3♦ Q♣ K♥", variant=FRU), TakeDiscard())
    allowed(twins, Discard("Q♣"))
    house = FRU.with_(drawing={"allow_return_discard": True})
    allowed(with_taken("Q♣", "3♦ 9♦ K♥", variant=house), TakeDiscard(), Discard("Q♣"))


@pytest.mark.rule("FRU-STOCK-01")
def test_all_discards_but_the_top_one_become_the_stock() -> None:
    pack = everything(Round.deal(FRU, players=2, seed=1))
    pile = "2♥ 9♣ K♦ 4♠ 7♥"
    rest = pack - Cards(pile) - Cards("3♦ 9♦")
    start = Round.from_setup(
        Setup(variant=FRU, hands=("3♦ 9♦", tuple(rest)), discards=pile, stock="", context=context(1, 1))
    )
    for _ in range(2):
        after = allowed(start, DrawStock())
        assert after.discards == (Card("7♥"),)
        assert len(after.stock) == 3
        assert Cards(after.stock) + (after.hands[0] - Cards("3♦ 9♦")) == Cards("2♥ 9♣ K♦ 4♠")


# the end of a round


@pytest.mark.rule("FRU-END-01")
def test_the_round_ends_when_a_hand_is_empty() -> None:
    start = scene("K♦", [(0, FIVES), (0, RUN)], variant=FRU, others=["4♣ 9♦"], context=context(2, 2))
    end = allowed(start, Discard("K♦"))
    assert end.over
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.void, end.outcome.complete) == (0, False, False)
    score = end.score()
    assert (score.winner, score.void, score.completed) == (0, False, (0,))
    assert [line.points for line in score.lines] == [0, 0]
    refused(end, DrawStock(), "round_over FRU-END-01")


@pytest.mark.rule("FRU-END-01", "FRU-OPEN-01")
def test_a_hand_is_not_emptied_without_the_contract() -> None:
    """Two cards cannot both leave a hand whose contract is not laid."""
    start = scene("K♦ 9♦", [(1, FIVES), (1, RUN)], variant=FRU, context=context(2, 2))
    refused(start, LayOff("9♦", 1), "opening_needed FRU-POST-01", "does_not_fit FRU-POST-01")
    after = allowed(start, Discard("K♦"))
    assert not after.over


def three_with_one_to_lay(**options: Any) -> Round:
    """Seats 2 and 1 have laid their contracts; seat 0 holds its own and two more cards."""
    variant = with_options(FRU, options)
    table = [(2, FIVES), (2, RUN), (1, "9♠ 9♦ 9♣"), (1, "3♣ 4♣ 5♣ 6♣")]
    hand = f"{' '.join(PAIR_OF_RUNS)} K♦ Q♣"
    return scene(
        hand, table, variant=variant, others=["A♣ T♦", "J♣ J♠"], context=context(5, 2, 2), completed=(2, 1)
    )


@pytest.mark.rule("FRU-END-02")
def test_the_round_ends_at_once_when_all_have_completed() -> None:
    start = three_with_one_to_lay()
    assert start.completed == (2, 1)
    end, events = start.step(LayDown(PAIR_OF_RUNS))
    assert end.over
    assert end.outcome is not None
    assert events[-2:] == (RoundEnded(end.outcome), RoundScored(end.score(), end.hands))
    assert (end.outcome.winner, end.outcome.void, end.outcome.complete) == (None, False, True)
    assert end.hands[0] == Cards("K♦ Q♣")
    score = end.score()
    assert (score.winner, score.void, score.completed) == (None, False, (2, 1, 0))
    assert [line.points for line in score.lines] == [0, 0, 0]
    assert Round.from_setup(end.setup) == end
    assert list(end.legal_moves) == []


@pytest.mark.rule("FRU-END-02", "FRU-TURN-01")
def test_the_last_contract_leaves_a_card_all_the_same() -> None:
    table = [(1, FIVES), (1, RUN)]
    start = scene(" ".join(PAIR_OF_RUNS), table, variant=FRU, context=context(5, 2))
    refused(start, LayDown(PAIR_OF_RUNS), "last_card_placed FRU-TURN-01")


@pytest.mark.rule("FRU-END-02", "FRU-TURN-01")
def test_the_last_contract_may_leave_the_card_just_taken() -> None:
    """It could not be thrown, but nothing is thrown any more."""
    cards = " ".join(PAIR_OF_RUNS)
    alone = allowed(
        with_taken("Q♣", cards, [(1, FIVES)], variant=FRU, others=["A♣ T♦"], context=context(5, 2)),
        TakeDiscard(),
    )
    assert allowed(alone, LayDown(PAIR_OF_RUNS)).over
    three = with_taken(
        "Q♣", cards, [(1, FIVES)], variant=FRU, others=["A♣ T♦", "9♦"], context=context(5, 2, 2)
    )
    refused(allowed(three, TakeDiscard()), LayDown(PAIR_OF_RUNS), "duty_unmeetable")


@pytest.mark.rule("FRU-END-02")
def test_the_turn_may_be_finished_first() -> None:
    start = three_with_one_to_lay(end_when_all_complete="end_of_turn")
    laid = allowed(start, LayDown(PAIR_OF_RUNS))
    assert not laid.over
    end = allowed(laid, Discard("K♦"))
    assert end.outcome is not None
    assert (end.over, end.outcome.complete, end.outcome.winner) == (True, True, None)
    assert (end.hands[0], end.discards[-1]) == (Cards("Q♣"), Card("K♦"))
    assert end.score().completed == (2, 1, 0)
    assert Round.from_setup(end.setup) == end


@pytest.mark.rule("FRU-END-02", "FRU-END-01")
def test_who_empties_the_hand_in_that_turn_has_gone_out() -> None:
    table = [(1, FIVES), (1, RUN)]
    variant = with_options(FRU, {"end_when_all_complete": "end_of_turn"})
    start = scene(f"{' '.join(PAIR_OF_RUNS)} K♦", table, variant=variant, context=context(5, 2))
    end = allowed(start, LayDown(PAIR_OF_RUNS), Discard("K♦"))
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.complete) == (0, False)


@pytest.mark.rule("FRU-END-02")
def test_the_round_may_go_on_until_a_hand_is_empty() -> None:
    start = three_with_one_to_lay(end_when_all_complete="never")
    after = allowed(start, LayDown(PAIR_OF_RUNS), Discard("K♦"))
    assert not after.over
    assert after.completed == (2, 1, 0)


def test_nobody_is_waited_for_who_does_not_play() -> None:
    """The seats of the round decide, not those of the match."""
    table = [(2, FIVES), (2, RUN)]
    start = scene(
        f"{' '.join(PAIR_OF_RUNS)} K♦",
        table,
        variant=FRU,
        others=["", "9♦ A♣"],
        context=context(5, 2, 2, playing=(0, 2)),
    )
    assert allowed(start, LayDown(PAIR_OF_RUNS)).over


def test_a_void_round_completes_nothing() -> None:
    capped = FRU.with_(match={"turn_cap": 7})
    start = scene(
        f"{' '.join(PAIR_OF_RUNS)} K♦ 9♦ A♠",
        variant=capped,
        others=["4♣", "4♠"],
        context=context(5, 1, 1),
        turn=6,
    )
    end = allowed(start, LayDown(PAIR_OF_RUNS), Discard("K♦"))
    assert end.over
    assert end.outcome is not None
    assert end.outcome.void
    assert end.completed == (0,)
    assert (end.score().void, end.score().completed) == (True, ())


# the match


def ended(match: Match, out: int, *completed: int) -> Match:
    """The match after a round in which these players have laid a contract, and one of them goes out."""
    groups = ["3♠ 3♦ 3♥", "5♠ 5♦ 5♥", "7♠ 7♦ 7♥", "9♠ 9♦ 9♥", "J♠ J♦ J♥"]
    hands = ["A♣"] * match.players
    hands[out] = "K♦"
    for seat, card in enumerate(["4♣", "6♣", "8♣", "T♣", "Q♣"][: match.players]):
        hands[seat] = hands[seat] if seat == out else card
    start = Round.from_setup(
        Setup(
            variant=match.variant,
            hands=hands,
            player=out,
            phase="play",
            discards="A♠",
            table=[(seat, groups[seat]) for seat in completed],
            context=match.round.context,
        )
    )
    return attrs.evolve(match, round=start).play(Discard("K♦"))


@pytest.mark.rule("FRU-ADV-01", "FRU-ADV-02")
def test_who_completed_has_the_next_contract_and_the_others_the_same() -> None:
    match = Match.start(FRU, players=3, seed=7)
    assert match.contracts == match.round.context.contracts == (1, 1, 1)
    match = ended(match, 1, 2, 1)
    assert (match.contracts, match.over) == ((1, 2, 2), False)
    match = ended(match.next_round(), 1, 1)
    assert match.contracts == (1, 3, 2)
    following = match.next_round().round
    assert following.context.contracts == (1, 3, 2)
    assert following.view(0).context.contracts == (1, 3, 2)


@pytest.mark.rule("FRU-MATCH-01", "FRU-OBJ-01", "FRU-C14")
def test_the_first_with_all_contracts_wins() -> None:
    match = Match.start(FRU, players=2, seed=7)
    for number in range(1, 15):
        assert match.round.context.contracts == (number, 1)
        match = ended(match, 0, 0)
        assert match.over == (number == 14)
        match = match if match.over else match.next_round()
    assert match.winners == (0,)
    assert match.contracts == (15, 1)


@pytest.mark.rule("FRU-MATCH-01")
@pytest.mark.parametrize("tie,winners", [("first_laid", (2,)), ("shared", (0, 2))])
def test_two_players_complete_the_last_contract_in_one_round(tie: Any, winners: tuple[int, ...]) -> None:
    match = Match.start(FRU.with_(match={"contract_tie": tie}), players=3, seed=7)
    contracts = (14, 14, 14)
    due = attrs.evolve(match.round.context, contracts=contracts)
    start = Round.deal(match.variant, seed=1, context=due)
    match = attrs.evolve(match, contracts=contracts, round=start)
    over = ended(match, 0, 2, 0)
    assert (over.over, over.winners) == (True, winners)


def test_contracts_that_cannot_be() -> None:
    for contracts in ((1, 15), (0, 1), (1,), (1, 1, 1)):
        with pytest.raises(InvalidSetup):
            Round.deal(FRU, context=RoundContext(2, contracts=contracts))
    assert Round.deal(FRU, players=2, seed=1).context.contracts == (1, 1)


@pytest.mark.parametrize("completed", [(0,), (1, 1), (1, 0, 0), (2, 1), ()])
def test_an_order_of_completion_that_cannot_be(completed: tuple[int, ...]) -> None:
    with pytest.raises(InvalidSetup):
        scene("K♦ 9♦", [(1, FIVES), (0, RUN)], variant=FRU, completed=completed)
    both = scene("K♦ 9♦", [(1, FIVES), (0, RUN)], variant=FRU)
    assert both.completed == (1, 0)
    other = scene("K♦ 9♦", [(1, FIVES), (0, RUN)], variant=FRU, completed=(0, 1))
    assert other != both
    assert Round.from_setup(other.setup) == other


@pytest.mark.rule("FRU-END-02")
def test_cards_have_no_points() -> None:
    with pytest.raises(InvalidVariant) as caught:
        with_options(FRU, {"fru_points": True})
    assert [(each.code, each["field"]) for each in caught.value.violations] == [
        ("option_reserved", "scoring.contract_points")
    ]
    start = scene("K♦", [(0, FIVES)], variant=FRU, others=["A♠ A♥ * 2♦"], context=context(2, 2))
    assert [line.points for line in allowed(start, Discard("K♦")).score().lines] == [0, 0]
