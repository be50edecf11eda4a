"""Indian Rummy: deals, dropping out and matches."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.depth import shorter, some
from tests.support.ends import outcome_of
from tests.support.refusals import codes_against, codes_of
from tests.support.worked.scenes import everything

from rami import Card, Cards, Discard, Knock, Match, Round, Setup, TakeDiscard, Variant
from rami.bots.simulation import simulate
from rami.cards.moves import Fold
from rami.errors import InvalidSetup, InvalidVariant
from rami.locales import text
from rami.policies.results.scores import RoundScore, ScoreLine
from rami.policies.results.seats import Seat
from rami.policies.slots.match_format import MatchFacts, MatchVerdict
from rami.rounds.events import PlayerFolded, RoundScored, seen_by
from rami.rounds.setup import RoundContext
from rami.testing import check_variant
from rami.variants import CLASSIC_51, FRUSTRATION, INDIAN_13

POOL = INDIAN_13.with_(
    scoring={"kind": "penalty", "winner_collects": None},
    match={"end": "elimination", "elimination_limit": 101},
)


@pytest.mark.rule("IND-DEAL-04", "IND-WILD-02", "IND-WILD-03")
def test_the_turned_card_is_a_fact_of_the_position() -> None:
    deck = [Card.from_id(number) for number in range(52)]
    start = Round.deal(INDIAN_13, players=2, seed=1, dealer=1, deck=[*deck[:27], Card("*"), *deck[27:]])
    assert (start.setup.turned, start.variant.equipment.wild_ranks) == (Card("*"), frozenset({1}))
    given: dict[str, Any] = {"variant": INDIAN_13, "hands": ["2♣ 3♣ 4♣", "K♠ K♥ K♦"]}
    assert Setup(**given, turned="7♣").variant.wilds("5♥ 6♥ 7♠") == (2,)
    assert Setup(**given, turned="7♣") != Setup(**given, turned="7♦")
    assert Round.from_setup(Setup(**given, turned="7♣")) == Round.from_setup(Setup(**given, turned="7♣"))
    for setup, code in (
        (Setup(**given), "turned_missing"),
        (Setup(variant=CLASSIC_51, hands=["2♣ 3♣", "K♠ K♥"], turned="7♣"), "turned_unread"),
        (Setup(**given, turned="2♣"), "cards_doubled"),
    ):
        assert code in codes_of(InvalidSetup, Round.from_setup, setup)


def test_open_options_are_decided_for_a_round() -> None:
    assert CLASSIC_51.for_round(3) is CLASSIC_51
    two, six = INDIAN_13.for_round(2), INDIAN_13.for_round(6, turned="*")
    assert (two.equipment.packs, two.equipment.jokers, two.equipment.wild_ranks) == (1, 1, frozenset())
    assert (six.equipment.packs, six.equipment.jokers, six.equipment.wild_ranks) == (2, 2, frozenset({1}))
    assert six.for_round(6, turned="6♥").equipment.wild_ranks == {6}
    house = CLASSIC_51.with_(equipment={"packs": (1, 2, 3), "jokers": (2, 4)}, dealing={"hand_size": 10})
    sizes = [sum(map(len, Round.deal(house, players=n, seed=1).hands)) for n in (2, 3, 4, 5)]
    assert sizes == [21, 31, 41, 51]
    assert [house.for_round(n).equipment.packs for n in (2, 3, 4, 5)] == [1, 2, 3, 3]


def test_a_turned_card_in_a_game_with_melds_on_the_table() -> None:
    house = FRUSTRATION.with_(equipment={"wild_ranks": ()}, dealing={"turned_card": "wild_rank"})
    start = Round.deal(house, players=3, seed=4)
    assert start.setup.turned is not None
    assert start.variant.equipment.wild_ranks == {start.setup.turned.rank}
    assert len(start.stock) == len(Round.deal(FRUSTRATION, players=3, seed=4).stock) - 1
    assert Round.from_setup(start.setup) == start


@pytest.mark.rule("IND-FOLD-01", "IND-FOLD-05", "IND-FOLD-06", "IND-STOCK-02")
def test_a_player_who_drops_out_shows_no_cards() -> None:
    start = Round.deal(INDIAN_13, players=3, seed=4, dealer=2)
    after, events = start.step(Fold())
    assert (events[0], after.player, after.turn) == (PlayerFolded(0, 20), 1, 0)
    assert after.hands[0] == start.hands[0]
    assert set(map(str, after.view(1).hands[0])) == {"?"}
    assert after.view(0).hands[0] == start.hands[0]
    assert TakeDiscard() in after.legal_moves
    assert Round.from_setup(after.setup) == after
    over, events = after.step("fold")
    assert outcome_of(over).winner == 2
    assert [line.points for line in over.score().lines] == [-20, -20, 40]
    (scored,) = (event for event in events if isinstance(event, RoundScored))
    assert scored.hands == ()
    assert set(map(str, over.view(2).hands[1])) == {"?"}
    assert Round.from_setup(over.setup) == over


@pytest.mark.rule("IND-FOLD-05", "IND-STOCK-02")
def test_a_dropped_hand_stays_face_down_and_is_not_shuffled_again() -> None:
    winner = "A♣ 2♣ 3♣ 4♣ 5♠ 6♠ 7♠ 6♦ 7♦ 8♦ T♠ T♦ T♣ J♠"
    hands = [winner, "2♥ 3♥ 9♦", "K♥ K♦ 5♣"]
    facts: dict[str, Any] = {"variant": INDIAN_13, "turned": "4♠", "phase": "play"}
    facts["seats"] = [Seat(), Seat(folded=40), Seat()]
    over, events = Round.from_setup(Setup(hands=hands, **facts)).step("knock J♠")
    assert [line.points for line in over.score().lines] == [65, -40, -25]
    assert [str(cards) for cards in outcome_of(over).deadwood] == ["", "", "5♣ K♦ K♥"]
    (scored,) = (event for event in events if isinstance(event, RoundScored))
    assert (scored.hands, scored.kept) == (over.hands, (1,))
    for viewer, seen in ((0, "? ? ?"), (1, "9♦ 2♥ 3♥"), (2, "? ? ?"), (None, "? ? ?")):
        shown = seen_by(scored, viewer)
        assert isinstance(shown, RoundScored)
        assert [str(cards) for cards in shown.hands] == ["", seen, "5♣ K♦ K♥"]
        assert shown.hands == over.view(viewer).hands
        assert seen_by(shown, viewer) == shown
    dry: dict[str, Any] = {**facts, "phase": "draw", "discards": "Q♣ Q♦ 9♠"}
    rest = Round.from_setup(Setup(hands=["2♣", "2♥ 3♥ 9♦", "K♥"], **dry)).stock
    drawn = Round.from_setup(Setup(hands=["2♣", "2♥ 3♥ 9♦", ["K♥", *rest]], stock=(), **dry)).play("draw")
    (card,) = drawn.hands[0] - Cards("2♣")
    assert {card, *drawn.stock} == {Card("Q♣"), Card("Q♦")}


@pytest.mark.rule("IND-FOLD-01")
def test_positions_with_players_who_dropped_out_are_checked() -> None:
    facts: dict[str, Any] = {"variant": INDIAN_13, "turned": "4♠", "hands": ["2♣", "3♣", "5♣"]}
    for folded, code in (
        ((0, 30, 0), "folded_price"),
        ((20, 0, 0), "folded_plays"),
        ((0, 20, 40), "folded_alone"),
        ((0, 20), "wrong_count"),
    ):
        setup = Setup(**facts, seats=[Seat(folded=price) for price in folded])
        assert code in codes_of(InvalidSetup, Round.from_setup, setup)
    setup = Setup(variant=CLASSIC_51, hands=["2♣", "3♣"], seats=[Seat(folded=20), Seat()])
    assert codes_of(InvalidSetup, Round.from_setup, setup) == ["no_folding"]


def deals(prices: tuple[int, int] | None) -> Variant:
    """Return the rules of a match of two deals between two players."""
    return INDIAN_13.with_(
        equipment={"players": (2, 2), "packs": 1, "jokers": 1},
        scoring={"fold_prices": prices},
        match={"hands": 2},
    )


@pytest.mark.rule("IND-FOLD-07", "IND-FOLD-08")
def test_other_prices_and_none() -> None:
    pool = POOL.with_(scoring={"fold_prices": (25, 50)}, match={"elimination_limit": 201})
    start = Round.deal(pool, players=3, seed=4)
    assert start.play("fold").setup.folded == (0, 25, 0)
    start = Round.deal(deals(None), players=2, seed=4)
    assert codes_against(start, "fold") == ["no_folding"]
    assert "fold" not in map(str, start.legal_moves)
    with pytest.raises(InvalidVariant):
        CLASSIC_51.with_(scoring={"fold_prices": (20, 40)})


@pytest.mark.rule("IND-PAY-01", "IND-SCORE-03")
def test_one_deal_is_paid_at_once() -> None:
    match = Match.start(INDIAN_13, players=3, seed=4)
    match = match.play("fold").play("fold")
    assert match.over
    assert sorted(match.totals) == [-20, -20, 40]
    assert match.winners == (match.round.score().winner,)


@pytest.mark.rule("IND-POOL-03", "IND-POOL-04")
@pytest.mark.parametrize(
    "limit,ceiling,totals,back",
    [
        (101, 79, (105, 79, 40), 80),
        (101, 79, (105, 80, 40), None),
        (201, 174, (230, 12, 174), 175),
        (201, 174, (230, 12, 175), None),
    ],
)
def test_coming_back_into_a_pool(limit: int, ceiling: int, totals: tuple[int, ...], back: int | None) -> None:
    pool = POOL.with_(
        match={
            "elimination_limit": limit,
            "buy_ins": 1,
            "buy_in_total": "one_above",
            "buy_in_ceiling": ceiling,
        }
    )
    facts = MatchFacts(RoundScore(False, 2, (ScoreLine(0, 80),)), 4, 3, (0, 1, 2), totals)
    verdict = pool.match.verdict(facts)
    assert verdict.deciding == (() if back is None else (0,))
    assert verdict.eliminated == ((0,) if back is None else ())
    if back is not None:
        returned = pool.match.verdict(attrs.evolve(facts, answers=((0, True),)))
        assert returned.totals == (back, *totals[1:])
        assert (returned.eliminated, returned.over) == ((), False)


@pytest.mark.rule("IND-DEALS-01", "IND-DEALS-03", "IND-DEALS-04")
def test_deals_are_a_fixed_number_and_the_most_chips_win() -> None:
    match = Match.start(deals((20, 40)), players=2, seed=4)
    first = match.play("fold")
    assert not first.over
    assert sorted(first.totals) == [-20, 20]
    loser = first.round.context.playing[first.totals.index(20)]
    second = first.next_round()
    while not second.over:
        second = second.play("fold" if second.player == loser else next(iter(second.legal_moves)))
        if not second.over and second.player != loser and str(second.phase) == "play":
            second = second.play(next(move for move in second.legal_moves if str(move).startswith("discard")))
    assert second.over
    assert sum(second.totals) == 0


STRICT = INDIAN_13.with_(conduct={"mode": "explicit", "wrong_declaration": 80})


@pytest.mark.rule("IND-WRONG-01", "IND-WRONG-02", "IND-WRONG-03", "IND-WRONG-04")
def test_a_wrong_declaration_costs_the_round() -> None:
    for rules in (STRICT, STRICT.with_(scoring={"kind": "penalty", "winner_collects": None})):
        start = Round.deal(rules, players=3, seed=4, dealer=2)
        drawn = start.play("draw")
        discarded = next(iter(drawn.hands[0]))
        wrong, listed = Knock(max(drawn.hands[0])), Knock(discarded, ())
        assert drawn.explain(wrong) == drawn.explain(listed) == ()
        assert drawn.canonical(wrong) == (listed,)
        assert [move for move in drawn.legal_moves if not isinstance(move, Discard)] == [listed]
        assert list(drawn.legal_moves)[-1] == listed
        assert list(drawn.legal_moves.involving(discarded)) == [Discard(discarded), listed]
        assert codes_against(drawn, "fold") == ["wrong_phase"]
        assert str(listed) == f"knock {discarded} with nothing"
        assert text(drawn.parse(str(listed)), "en").startswith("declare wrongly and discard ")
        after, events = drawn.step(wrong)
        assert after == drawn.play(listed)
        assert events[0] == PlayerFolded(0, 80, declared=True)
        assert (after.player, after.phase, after.setup.folded) == (1, "draw", (80, 0, 0))
        assert (after.hands[0], after.discards) == (drawn.hands[0], drawn.discards)
        assert Card("?") in after.view(1).hands[0]
        assert Round.from_setup(after.setup) == after
        second = after.play("draw")
        assert codes_against(second, Knock("A♠", [])) or not second.explain(
            Knock(next(iter(second.hands[1])))
        )
        end = second.play(Knock(next(iter(second.hands[1])), []))
        assert outcome_of(end).winner == 2
        points = [end.score().points(seat) for seat in range(3)]
        assert points == ([-80, -80, 160] if rules is STRICT else [80, 80, 0])


@pytest.mark.rule("IND-WRONG-01")
def test_a_wrong_declaration_is_refused_unless_it_has_a_penalty() -> None:
    drawn = Round.deal(INDIAN_13, players=3, seed=1, dealer=2).play("draw")
    discarded = next(iter(drawn.hands[0]))
    assert codes_against(drawn, Knock(discarded)) == ["not_all_matched", "demand_unmet"]
    assert codes_against(drawn, "fold") == ["wrong_phase"]
    silent = STRICT.with_(conduct={"mode": "auto"})
    assert "fold" not in Round.deal(silent, players=3, seed=4, dealer=2).play("draw").legal_moves
    with pytest.raises(InvalidVariant):
        STRICT.with_(conduct={"wrong_declaration": None})


@pytest.mark.slow(every=3)
def test_a_game_with_wrong_declarations_passes_the_exam() -> None:
    check_variant(STRICT, seed=3, rounds=some(3), turn_cap=shorter(40))


@pytest.mark.rule("IND-WRONG-01")
def test_a_hand_that_does_is_never_declared_wrongly() -> None:
    good = "A♥ 2♥ 3♥ 5♣ 6♣ 7♣ 9♠ 9♥ 9♦ K♠ K♥ K♦ K♣ 2♦"
    rest = everything(Round.deal(STRICT, players=3, seed=1)) - Cards(f"{good} 4♠")
    others = [*rest][:26:2], [*rest][1:27:2]
    setup = Setup(
        variant=STRICT,
        hands=[good, *others],
        turned="4♠",
        phase="play",
        context=RoundContext(3, dealer=2),
        turn=6,
    )
    position = Round.from_setup(setup)
    assert position.play(Knock("2♦")).over
    named = Knock("2♦", ["A♥ 2♥ 3♥", "5♣ 6♣ 7♣", "9♠ 9♥ 9♦", "K♠ K♥ K♦"])
    assert position.play(named) == position.play(Knock("A♥", ()))
    assert not position.play(named).over
    (*shown, wrong) = (move for move in position.legal_moves if isinstance(move, Knock))
    assert shown
    assert all(move.melds for move in shown)
    assert wrong == Knock(min(position.hands[0]), ())


@pytest.mark.rule("IND-DEALS-05")
def test_players_who_share_the_lead_play_one_more_deal() -> None:
    rules = INDIAN_13.with_(match={"hands": 3, "lowest_tie": "extra_hand"}).match
    score = RoundScore(False, 0, (ScoreLine(0, 5),), credit=True)

    def after(hand: int, totals: tuple[int, ...], *gone: int) -> MatchVerdict:
        playing = tuple(seat for seat in range(4) if seat not in gone)
        out = (gone,) if gone else ()
        return rules.verdict(MatchFacts(score, hand, 4, playing, totals, out, dealer=1))

    assert not after(2, (40, 40, -60, -20)).eliminated
    tied = after(3, (40, 40, -60, -20))
    assert (tied.over, tied.winners, tied.eliminated, tied.next_dealer) == (False, (), (2, 3), 0)
    assert tied.ranking == ((0, 1), (3,), (2,))
    again = after(4, (40, 40, -60, -20), 2, 3)
    assert (again.over, again.eliminated) == (False, ())
    end = after(5, (12, 68, -60, -20), 2, 3)
    assert (end.over, end.winners, end.ranking) == (True, (1,), ((1,), (0,), (3,), (2,)))
    shared = INDIAN_13.with_(match={"hands": 3}).match
    assert shared.verdict(MatchFacts(score, 3, 3, (0, 1, 2), (40, 40, -80))).winners == (0, 1)


@pytest.mark.rule("IND-DEAL-04", "IND-WILD-02")
def test_simulated_rounds_have_the_wild_rank_of_their_own_card() -> None:
    results = list(simulate(INDIAN_13, 12, players=3, seed=5))
    assert all(sum(result.points) == 0 for result in results)
    assert any(result.winner is not None for result in results)
