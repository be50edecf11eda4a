"""Matches: the first dealer, the deals, counted and void rounds, eliminations, winners, and the log."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Unpack

import attrs
import pytest
from tests.support.depth import numbers
from tests.support.refusals import codes_of, refusal
from tests.support.turn_facts import built

from rami import variants
from rami._kernel.cards.codes import JOKER
from rami.bots import GreedyBot
from rami.cards import Card, Cards
from rami.cards.moves import Discard
from rami.errors import IllegalMove, InvalidMatch, Reason
from rami.ext import json
from rami.matches.board import Board
from rami.matches.counting import Standing, answered, counted, first_count
from rami.matches.match import Match
from rami.matches.steps import Moved
from rami.notation import records
from rami.policies.declaring.overrides import MatchOptions
from rami.policies.results._verdicts import verdict_faults
from rami.policies.results.columns import Column
from rami.policies.results.outcomes import RoundFacts
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.match_format import MatchFacts, MatchVerdict
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

CLASSIC = variants.CLASSIC_51
MELDS = ("7♣ 8♣ 9♣", "7♦ 8♦ 9♦", "7♥ 8♥ 9♥", "7♠ 8♠ 9♠")
TENS = [rank + suit for rank in "KQJT" for suit in "♣♦♥♠"] * 2
LAST = Discard("2♠")


def house(**match: Unpack[MatchOptions]) -> Variant:
    return CLASSIC.with_(match=match)


def about_to_end(match: Match, winner: int, **points: int) -> Match:
    """Return the match one move before its end: with `LAST`, `winner` goes out, and `p1=30` leaves player 1 30 points.

    Players who are not named have not opened, and score 100.
    """
    tens = iter(TENS)
    held = {int(name[1:]): " ".join(islice(tens, each // 10)) for name, each in points.items()}
    assert match.round.context.playing == match.playing
    hands = [Cards() for _ in range(match.players)]
    for seat in match.playing:
        hands[seat] = Cards("2♠" if seat == winner else held.get(seat, "3♠ 4♠"))
    table = [(seat, MELDS[seat]) for seat in sorted({winner, *held})]
    facts: dict[str, Any] = {"hands": hands, "table": table, "discards": "5♠", "context": match.round.context}
    return attrs.evolve(match, round=built(variant=match.variant, player=winner, phase="play", **facts))


def ended(match: Match, winner: int, **points: int) -> Match:
    """Return the match after its round has been won by `winner`."""
    return about_to_end(match, winner, **points).play(LAST)


def plain(match: Match) -> Match:
    """Return the match after the first listed move in the discard phase, or the first one at all."""
    moves = list(match.round.legal_moves)
    return match.play(next((move for move in moves if isinstance(move, Discard)), moves[0]))


def test_a_new_match() -> None:
    match = Match.start(CLASSIC, players=3, seed=11)
    assert (match.variant, match.players, match.seed) == (CLASSIC, 3, 11)
    assert (match.totals, match.scores, match.winners, match.over) == ((0, 0, 0), (), (), False)
    assert (match.eliminated, match.playing, match.log) == ((), (0, 1, 2), ((),))
    assert match.standings == (Standing(1, 0, 0), Standing(1, 1, 0), Standing(1, 2, 0))
    assert match.round.context == RoundContext(seats=3, dealer=match.next_dealer, playing=(0, 1, 2))


def test_all_faults_of_a_match_are_reported() -> None:
    codes = codes_of(InvalidMatch, Match.start, CLASSIC, players=0, seed=-1)
    assert {*codes} == {Reason.PLAYER_COUNT, Reason.SEED_RANGE}


def test_a_round_knows_the_match() -> None:
    match = ended(Match.start(house(target=500), players=3, seed=5), 0, p1=30).next_round()
    context = match.round.context
    assert (context.number, context.totals, context.playing) == (2, (0, 30, 100), (0, 1, 2))
    assert [len(hand) for hand in match.round.hands].count(14) == 1


def test_equal_totals_share_rank_and_win() -> None:
    match = ended(Match.start(house(target=180), players=4, seed=5), 0, p1=60, p2=90, p3=90)
    match = ended(match.next_round(), 1, p0=60, p2=90)
    assert match.totals == (60, 60, 180, 190)
    assert match.winners == (0, 1)
    assert [(each.rank, each.player) for each in match.standings] == [(1, 0), (1, 1), (3, 2), (4, 3)]


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    match = Match.start(CLASSIC)
    assert codes_of(InvalidMatch, match.next_round) == [Reason.ROUND_NOT_OVER]


def test_an_illegal_move_changes_nothing() -> None:
    match = about_to_end(Match.start(CLASSIC, players=2), 0)
    with pytest.raises(IllegalMove):
        match.play(Discard("K♠"))
    assert refusal(IllegalMove, match.play, LAST, by=1).move == LAST
    over = match.play(LAST, by=0)
    with pytest.raises(IllegalMove):
        over.play(LAST)
    assert match.log == ((),)
    assert over.log == ((Moved(0, LAST),),)


@pytest.mark.parametrize("variant", [CLASSIC, variants.GIN, variants.FRUSTRATION], ids=lambda each: each.slug)
def test_a_match_is_over_with_the_round_announced_as_the_last(variant: Variant) -> None:
    """Whenever it is announced, by whom, and whatever is taken back; folds, records and JSON agree."""
    for seed in numbers(6):
        rng = Random(seed)
        match = Match.start(variant, players=2, seed=seed)
        boards = {viewer: Board.of(match.events(viewer), viewer) for viewer in (None, 0, 1)}
        while not match.round.over:
            if match.announced is None and rng.random() < 0.1:
                match = match.announce_last(rng.choice([None, 0, 1]))
                with pytest.raises(InvalidMatch, match="announced already"):
                    match.announce_last()
            elif match.log[-1] and rng.random() < 0.2:
                before = match
                match = match.undo(force=True)
                assert match.announced == before.announced
                assert match.round.context == before.round.context
            else:
                match = match.play(GreedyBot().choose(match.view(match.player)))
            for viewer in boards:
                board = Board.of(match.events(viewer), viewer)
                assert (board.context, board.table) == (match.round.context, match.round.table)
        assert match.over is (match.announced is not None)
        assert records.loads(records.dumps(match)) == match
        assert json.loads(json.dumps(match), Match) == match
        again = match.undo(force=True)
        assert (again.announced, again.over) == (match.announced, False)
        assert again.play(match.log[-1][-1].move) == match
        if match.over:
            assert match.winners
            with pytest.raises(InvalidMatch, match="match is over"):
                match.announce_last()


def test_a_void_last_round_is_replayed_as_the_last() -> None:
    match = capped(Match.start(house(turn_cap=5, first_dealer=1), players=3, seed=3).announce_last())
    assert not match.over
    match = match.next_round()
    assert match.round.context.last
    with pytest.raises(InvalidMatch, match="announced already"):
        match.announce_last()
    assert ended(match, 0, p1=30, p2=60).over


def capped(match: Match) -> Match:
    while not match.round.over:
        match = plain(match)
    return match


def test_a_void_round_counts_for_nothing_and_is_replayed() -> None:
    session = house(end="hands", hands=1, final_hand_multiplier=10, turn_cap=5, first_dealer=1)
    match = Match.start(session, players=3, seed=3)
    void = capped(match)
    assert [score.void for score in void.scores] == [True]
    assert (void.totals, void.over, void.winners) == ((0, 0, 0), False, ())
    again = void.next_round()
    assert (again.round.context.number, again.round.context.dealer) == (1, 2)
    assert again.round.hands != match.round.hands
    over = ended(again, 0, p1=30, p2=60)
    assert (over.totals, over.over, over.winners) == ((0, 300, 600), True, (0,))
    same = Match.start(session.with_(match={"dealer_after_void": "same"}), players=3, seed=3)
    assert capped(same).next_round().round.context.dealer == 1


def test_a_match_prints_neither_seed_nor_cards() -> None:
    match = Match.start(CLASSIC, players=2, seed=123456789)
    assert repr(match) == "<Match classic-51: 2 players, round 1, totals (0, 0)>"
    assert repr(ended(match, 1)) == "<Match classic-51: 2 players, won by (1,), totals (100, 0)>"


@attrs.frozen
class FirstRoundDecides:
    """A user's own match policy: the winner of the first round that is not void wins, and always deals."""

    def multiplier(self, number: int, last: bool) -> int:
        return 7

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        winner = facts.score.winner
        if winner is None:
            return MatchVerdict(False, (), (), facts.dealer, (facts.playing,))
        others = tuple(seat for seat in facts.playing if seat != winner)
        return MatchVerdict(True, (winner,), (), winner, ((winner,), others))


@attrs.frozen
class OneContractPerRound:
    """A user's own match policy: every round has its own contract, and points start at a thousand."""

    def multiplier(self, number: int, last: bool) -> int:
        return 1

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        totals = tuple(1000 + total for total in facts.totals)
        contracts = (len(facts.scores) + 1,) * facts.seats if facts.contracts else None
        return MatchVerdict(False, (), (), facts.dealer, (facts.playing,), totals, contracts=contracts)


def test_a_policy_of_ones_own_may_keep_the_totals_and_the_contracts() -> None:
    match = Match.start(CLASSIC.with_(match=OneContractPerRound()), players=3, seed=5)
    assert (match.totals, match.contracts) == ((0, 0, 0), ())
    match = ended(match, 0, p1=30)
    assert (match.totals, match.contracts) == ((1000, 1030, 1100), ())
    match = ended(match.next_round(), 0, p1=30)
    assert (match.totals, match.contracts) == ((1000, 1060, 1200), ())
    contracts = variants.FRUSTRATION.with_(match=OneContractPerRound())
    nobody = RoundScore(False, 0, ())
    after = counted(counted(first_count(contracts, 3, 0), contracts, nobody), contracts, nobody)
    assert (after.totals, after.contracts) == ((1000,) * 3, (3, 3, 3))


def test_an_answer_does_not_count_the_contract_again() -> None:
    pool = variants.LIVERPOOL.with_(match={"end": "elimination", "elimination_limit": 30, "buy_ins": 1})
    lost = RoundScore(False, 3, tuple(ScoreLine(seat, each) for seat, each in enumerate((47, 40, 27, 0))))
    asked = counted(first_count(pool, 4, 0), pool, lost)
    assert (asked.deciding, asked.contracts) == ((0, 1), (2, 2, 2, 2))
    after = answered(answered(asked, pool, True), pool, True)
    assert (after.deciding, after.contracts, after.totals) == ((), (2, 2, 2, 2), (27, 27, 27, 0))
    assert [each.added for each in after.buy_ins] == [-20, -13]


@attrs.frozen
class OnePointPerCard:
    """A user's own scoring."""

    def score(self, facts: RoundFacts) -> RoundScore:
        lines = tuple(ScoreLine(seat, len(facts.hands[seat]) * facts.multiplier) for seat in facts.playing)
        return RoundScore(facts.outcome.winner is None, facts.outcome.winner, lines)

    def hand_value(self, card: object) -> int:
        return 1


def test_policies_of_ones_own() -> None:
    variant = attrs.evolve(CLASSIC, match=FirstRoundDecides(), scoring=OnePointPerCard())
    over = ended(Match.start(variant, players=3, seed=5), 2, p0=60)
    assert (over.totals, over.winners) == ((42, 14, 0), (2,))
    assert [(each.rank, each.player) for each in over.standings] == [(1, 2), (2, 0), (2, 1)]


def test_the_next_round_may_be_dealt_from_a_given_pack() -> None:
    match = Match.start(CLASSIC, players=2, seed=7)
    order = [Card.from_id(number) for number in [*range(52), *range(52), *[JOKER] * 4]]
    over = ended(match, 0, p1=30)
    dealt = over.next_round(deck=order[::-1]).round
    left = dealt.setup.stock
    assert left is not None
    assert list(left) == order[: len(left)][::-1]
    assert over.next_round().round.setup.stock != left


def test_errors_of_matches_name_their_subject() -> None:
    third = house(first_dealer=3)
    assert str(refusal(InvalidMatch, Match.start, third, players=2)) == "player 3 is not in this round"
    match = Match.start(CLASSIC, players=2, seed=7)
    over = ended(match, 0)
    with pytest.raises(InvalidMatch, match="discard 2♠"):
        over.undo()


@attrs.frozen
class Says:
    """A user's own match policy that says the same after every round."""

    verdict_: object

    def multiplier(self, number: int, last: bool) -> int:
        return 1

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        return self.verdict_  # type: ignore[return-value]  # nonsense, to see what becomes of it


GOES_ON = MatchVerdict(False, (), (), 0, ((0,), (1,)))


@pytest.mark.parametrize(
    ("verdict", "field"),
    [
        (None, "verdict"),
        (attrs.evolve(GOES_ON, winners=(0,)), "winners"),
        (attrs.evolve(GOES_ON, over=True, winners=(9,)), "winners"),
        (attrs.evolve(GOES_ON, eliminated=(0, 1)), "next_dealer"),
        (attrs.evolve(GOES_ON, next_dealer=7), "next_dealer"),
        (attrs.evolve(GOES_ON, ranking=((0,),)), "ranking"),
        (attrs.evolve(GOES_ON, ranking=(0, 1)), "ranking"),  # type: ignore[arg-type]
        (attrs.evolve(GOES_ON, ranking=None), "ranking"),  # type: ignore[arg-type]
        (attrs.evolve(GOES_ON, ranking=((0, 0), (1,))), "ranking"),
        (attrs.evolve(GOES_ON, over=True, next_dealer=None), "next_dealer"),  # type: ignore[arg-type]
        (attrs.evolve(GOES_ON, totals="ab"), "totals"),
        (attrs.evolve(GOES_ON, totals=(None, "x")), "totals"),
        (attrs.evolve(GOES_ON, totals=(1.5, float("nan"))), r"totals\[1\]"),
        (attrs.evolve(GOES_ON, totals=(True, 3)), r"totals\[0\]"),
        (attrs.evolve(GOES_ON, totals=(3,)), "totals"),
        (attrs.evolve(GOES_ON, bonuses=(1, 2)), r"bonuses\[1\]"),
        (attrs.evolve(GOES_ON, bonuses=(ScoreLine(7, 1),)), "bonuses"),
        (attrs.evolve(GOES_ON, bonuses=(ScoreLine(0, "x"),)), "points"),  # type: ignore[arg-type]
        (attrs.evolve(GOES_ON, bonuses=(ScoreLine(0, 1, "x"),)), "reasons"),
        (attrs.evolve(GOES_ON, bonuses=(ScoreLine(0, 1, [3]),)), "reasons"),
        (attrs.evolve(GOES_ON, columns=3), "columns"),  # type: ignore[arg-type]
        (attrs.evolve(GOES_ON, columns=[3]), r"columns\[0\]"),
        (attrs.evolve(GOES_ON, columns=[Column((1, 2), (0, -1))]), r"columns\[0\].hands_won\[1\]"),
        (attrs.evolve(GOES_ON, columns=[Column((1,), (0, 0), (5,))]), r"columns\[0\].winners"),
        (attrs.evolve(GOES_ON, contracts=(9, 9)), "contracts"),
    ],
)
def test_nonsense_of_an_own_match_policy_is_refused(verdict: object, field: str) -> None:
    match = Match.start(CLASSIC.with_(match=Says(verdict)), players=2, seed=3)
    with pytest.raises(InvalidMatch, match=field):
        ended(match, 0, p1=30)


def test_contracts_of_an_own_match_policy_are_those_of_the_game() -> None:
    facts = MatchFacts(RoundScore(False, 0, ()), 1, 2, (0, 1), (0, 0), contracts=(1, 2), contracts_total=3)
    for contracts, wrong in (((1, 4), 0), ((1, 5), 1), ((0, 2), 1), ((1,), 1), (("1", 2), 1)):
        verdict = attrs.evolve(GOES_ON, contracts=contracts)
        assert len([*verdict_faults(verdict, facts)]) == wrong


def test_lists_of_an_own_match_policy_become_tuples() -> None:
    line = ScoreLine(0, 5, [ScoreReason("bonus", 5)])
    columns = [Column([1, 2], [1, 0], [0], [line])]
    verdict = MatchVerdict(True, [0], [], 0, [[0], [1]], [9, Fraction(1, 2)], [line], columns, [])
    match = Match.start(CLASSIC.with_(match=Says(verdict)), players=2, seed=3)
    over = ended(match, 0, p1=30)
    assert (over.ranking, over.winners, over.totals) == (((0,), (1,)), (0,), (9, Fraction(1, 2)))
    assert hash(over) == hash(pickle.loads(pickle.dumps(over)))
