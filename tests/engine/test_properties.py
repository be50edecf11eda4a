"""What holds at every position, whatever the house rules, shown on random play."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, islice, pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.walks import (
    CAP,
    CLASSIC,
    HOUSES,
    LISTED,
    everything,
    first_moves,
    random_moves,
    sampled,
    walk,
)
from tests.flat import with_options

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    IllegalMove,
    LayDown,
    LayOff,
    Move,
    Round,
    RoundScore,
    Setup,
    Source,
    SwapWild,
    TakeDiscard,
    Variant,
    Violation,
)
from rami.policies import OpeningFacts, OpeningVerdict
from rami.policies.match_format import MatchFacts, MatchVerdict
from rami.policies.outcomes import RoundFacts
from rami.policies.protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from rami.setup import Phase, TableMeld

each_house = pytest.mark.parametrize("house", HOUSES)
SEEDS = range(3)


# one truth


def agreed(position: Round, move: Move) -> Round | None:
    """What a move leads to, None if it is illegal: explanation, membership and play tell the same."""
    found = position.explain(move)
    assert (move in position.legal_moves) == (found == ()), str(move)
    if found:
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert caught.value.violations == found
        with pytest.raises(IllegalMove):
            position.canonical(move)
        return None
    reached = position.play(move)
    assert position.step(move)[0] == reached
    return reached


def follow(position: Round, moves: tuple[Move, ...]) -> Round:
    """The position after listed moves."""
    for move in moves:
        listed = first_moves(position)
        assert move in listed or len(listed) == LISTED, str(move)
        position = position.play(move)
    return position


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_listed_moves_are_legal(house: str, seed: int) -> None:
    rng = random.Random(seed)
    for position in sampled(house, seed, 8):
        moves = first_moves(position)
        for move in rng.sample(moves, min(8, len(moves))):
            assert agreed(position, move) is not None
            assert position.canonical(move) == (move,)


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_random_moves_are_judged_alike_and_reach_what_listed_moves_reach(house: str, seed: int) -> None:
    rng = random.Random(seed)
    verdicts: Counter[bool] = Counter()
    for position in sampled(house, seed, 10):
        for move in random_moves(position, rng, 24):
            reached = agreed(position, move)
            verdicts[reached is not None] += 1
            if reached is not None:
                assert follow(position, position.canonical(move)) == reached, str(move)
    assert min(verdicts[True], verdicts[False]) > 10


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_each_position_is_listed_once(house: str, seed: int) -> None:
    for position in sampled(house, seed, 4):
        moves = first_moves(position, 80)
        assert len(set(moves)) == len(moves)
        reached = [position.play(move) for move in moves]
        doubled = [str(move) for move, end in zip(moves, reached, strict=True) if reached.count(end) > 1]
        assert not doubled


@pytest.mark.parametrize(
    "options", [{}, {"scoring.all_at_once_help": False}], ids=["classic", "without help"]
)
@pytest.mark.parametrize(
    "table,kind,names",
    [
        (["7♠ 8♠ 9♠", "7♠ 8♠ 9♠"], LayOff, [LayOff("T♠", 0), LayOff("T♠", 1)]),
        (["2♥ 3♥ *", "2♥ 3♥ *"], SwapWild, [SwapWild(0, None, "4♥"), SwapWild(1, None, "4♥")]),
        (
            ["8♣ 9♣ T♣ J♣", "8♣ 9♣ T♣ J♣"],
            LayDown,
            [LayDown("J♣ J♦ J♥", Source("J♣", 0)), LayDown("J♣ J♦ J♥", Source("J♣", 1))],
        ),
    ],
    ids=["lay-off", "swap", "take"],
)
def test_equal_melds_of_one_owner_are_one_choice(
    options: dict[str, Any], table: list[str], kind: type[Move], names: list[Move]
) -> None:
    hand = "T♠ 4♥ 5♦ 5♣ J♦ J♥ K♦"
    position = Round.from_setup(
        Setup(
            variant=with_options(CLASSIC, options),
            hands=[hand, "2♣ 4♦"],
            phase="play",
            table=[(0, meld) for meld in table],
        )
    )
    one, other = names
    assert agreed(position, one) == agreed(position, other) is not None
    listed = [move for move in position.legal_moves if isinstance(move, kind)]
    assert len(listed) == 1
    assert position.canonical(one) == position.canonical(other) == tuple(listed)


def test_equal_melds_of_two_owners_are_two_choices() -> None:
    table = [(0, "7♠ 8♠ 9♠"), (1, "7♠ 8♠ 9♠")]
    position = Round.from_setup(Setup(variant=CLASSIC, hands=["T♠ K♦", "2♣ 4♦"], phase="play", table=table))
    assert len([move for move in position.legal_moves if isinstance(move, LayOff)]) == 2
    assert position.play(LayOff("T♠", 0)) != position.play(LayOff("T♠", 1))


def test_help_from_the_table_is_told_from_a_meld_of_this_turn() -> None:
    variant = with_options(CLASSIC, {"scoring.all_at_once_help": False})
    hand = "7♠ 8♠ 9♠ A♦ A♣ A♥ T♠ K♦"
    table = [(0, "7♠ 8♠ 9♠")]
    setup = Setup(variant=variant, hands=["2♣ 4♦", hand], player=1, phase="play", table=table)
    opened = Round.from_setup(setup).play(LayDown(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))
    assert len([move for move in opened.legal_moves if isinstance(move, LayOff)]) == 2
    assert opened.play(LayOff("T♠", 0)).setup.helped
    assert not opened.play(LayOff("T♠", 1)).setup.helped


# lazy and deterministic


@attrs.frozen
class Counting:
    """An opening that counts how often it is asked."""

    inner: OpeningPolicy = attrs.field(eq=False, hash=False)
    calls: list[OpeningFacts] = attrs.field(factory=list, eq=False, hash=False)

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        self.calls.append(facts)
        return self.inner.verdict(facts)


def test_the_list_is_made_only_as_far_as_it_is_asked_for() -> None:
    counting = Counting(CLASSIC.opening)
    variant = CLASSIC.with_(opening=counting)
    hand = "7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♦ A♣ A♥ K♦ K♣ * *"
    position = Round.from_setup(Setup(variant=variant, hands=[hand, "2♣ 4♦"], phase="play", discards="J♦"))
    moves = position.legal_moves

    def asked(question: Callable[[], object]) -> int:
        counting.calls.clear()
        question()
        return len(counting.calls)

    everything_asked = asked(lambda: len(moves))
    assert everything_asked > 1000
    assert asked(lambda: bool(moves)) < everything_asked / 50
    assert asked(lambda: next(iter(moves))) < everything_asked / 50
    for move in islice(moves, 3):
        assert asked(lambda tried=move: tried in moves) <= 3  # type: ignore[misc]  # the loop's own value
        assert asked(lambda tried=move: position.play(tried)) <= 3  # type: ignore[misc]  # the loop's own value
    assert asked(lambda: Discard("K♦") in moves) == 0


@each_house
def test_the_same_position_lists_the_same_moves_in_the_same_order(house: str) -> None:
    for position in sampled(house, 1, 6):
        moves = first_moves(position)
        for same in (Round.from_setup(position.setup), pickle.loads(pickle.dumps(position))):
            assert first_moves(same) == moves
        known = position.view(position.player).legal_moves
        assert list(islice(known, LISTED)) == moves


@each_house
def test_moves_come_by_kind_in_the_order_of_a_turn(house: str) -> None:
    kinds = (DrawStock, TakeDiscard, LayDown, LayOff, SwapWild, LayDown, Discard)
    for position in sampled(house, 2, 6):
        at = 0
        for move in first_moves(position):
            while kinds[at] is not type(move):
                at += 1


# conserved, no dead end, terminating


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_the_cards_of_every_position_are_the_pack(house: str, seed: int) -> None:
    positions = walk(house, seed)
    pack = everything(positions[0])
    equipment = HOUSES[house].equipment
    assert len(pack) == 52 * equipment.packs + equipment.jokers
    assert all(everything(position) == pack for position in positions)


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_always_something_to_do_until_the_round_is_over(house: str, seed: int) -> None:
    *going, last = walk(house, seed)
    assert all(position.legal_moves and not position.over for position in going)
    assert last.over
    assert not last.legal_moves
    assert last.turn <= CAP
    score = last.score()
    assert score.void == (score.winner is None)
    if score.winner is not None:
        assert not last.hands[score.winner]
        assert score.points(score.winner) == 0


@each_house
def test_every_listed_act_leaves_a_way_to_end_the_turn(house: str) -> None:
    """After any act the discards or further acts lead out of the turn."""
    rng = random.Random(house)
    for start in sampled(house, 0, 5):
        for move in rng.sample(first_moves(start, 60), min(6, len(first_moves(start, 60)))):
            position = start.play(move)
            for _ in range(60):
                if position.over or position.player != start.player or position.turn != start.turn:
                    break
                position = position.play(rng.choice(first_moves(position, 60)))
            else:
                raise AssertionError("the turn does not end")


@given(seed=st.integers(0, 2**256 - 1), players=st.integers(2, 7))
@settings(max_examples=12)
def test_any_seed_can_be_played_to_the_end(seed: int, players: int) -> None:
    rng = random.Random(seed)
    position = Round.deal(CLASSIC.with_(match={"turn_cap": 25}), players=players, seed=seed)
    pack = everything(position)
    while not position.over:
        position = position.play(rng.choice(first_moves(position, 50)))
    assert everything(position) == pack
    assert position.turn <= 25


@pytest.mark.parametrize("cap", [1, 2, 7])
def test_a_cap_ends_the_round_without_a_winner(cap: int) -> None:
    position = Round.deal(CLASSIC.with_(match={"turn_cap": cap}), players=3, seed=5)
    for _ in range(3 * cap):
        if position.over:
            break
        position = position.play(first_moves(position)[-1])
    assert position.over
    assert position.turn == cap
    assert position.score().void


# values


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_positions_are_values(house: str, seed: int) -> None:
    for position in sampled(house, seed, 6):
        setup, number = position.setup, hash(position)
        for move in first_moves(position, 20):
            position.play(move)
        assert position.setup == setup
        assert hash(position) == number
        copy = pickle.loads(pickle.dumps(position))
        assert copy == position
        assert hash(copy) == number
        assert copy.setup == setup
        assert copy != position.play(first_moves(position)[0])
        for value in (position, position.legal_moves):
            for name in [name for name in dir(value) if not name.startswith("_")] + ["another"]:
                with pytest.raises(AttributeError):
                    setattr(value, name, None)


@each_house
@pytest.mark.parametrize("seed", SEEDS)
def test_a_setup_gives_its_position_back(house: str, seed: int) -> None:
    for position in [*sampled(house, seed, 8), walk(house, seed)[-1]]:
        again = Round.from_setup(position.setup)
        assert again == position
        assert hash(again) == hash(position)
        assert again.setup == position.setup
        assert pickle.loads(pickle.dumps(position.setup)) == position.setup
        if position.over:
            assert again.score() == position.score()


@each_house
def test_ids_of_melds_do_not_count(house: str) -> None:
    rng = random.Random(house)
    for position in sampled(house, 1, 8):
        setup = position.setup
        if setup.opened_now and setup.fresh:
            continue
        ids = [item.id for item in setup.table]
        new = dict(zip(ids, rng.sample(range(100, 200), len(ids)), strict=True))
        table = [TableMeld(new[item.id], item.owner, item.meld) for item in setup.table]
        rng.shuffle(table)
        same = Round.from_setup(attrs.evolve(setup, table=tuple(table)))
        assert same == position
        assert hash(same) == hash(position)
        reached = {position.play(move) for move in first_moves(position, 60)}
        again = {same.play(move) for move in first_moves(same)}
        assert reached <= again or len(again) == LISTED


def test_a_turn_may_be_played_in_another_order() -> None:
    """Two acts that do not need one another lead to the same position in either order."""
    tried: Counter[str] = Counter()
    for house in HOUSES:
        for position in sampled(house, 0, 8) + sampled(house, 1, 8):
            if not position.opened[position.player]:
                continue
            acts = [
                move
                for move in first_moves(position, 40)
                if isinstance(move, (LayOff, SwapWild)) or (isinstance(move, LayDown) and not move.sources)
            ]
            for one, other in islice(combinations(acts, 2), 30):
                ends = [_both(position, one, other), _both(position, other, one)]
                if None not in ends and _apart(one, other):
                    assert ends[0] == ends[1], (house, str(one), str(other))
                    tried[house] += 1
    assert tried.total() > 50
    assert len(tried) > 5


def _both(position: Round, first: Move, second: Move) -> Round | None:
    between = position.play(first)
    return None if between.over or between.explain(second) else between.play(second)


def _apart(one: Move, other: Move) -> bool:
    """Whether the acts name different cards and different melds."""
    if isinstance(one, (LayOff, SwapWild)) and isinstance(other, (LayOff, SwapWild)):
        return one.meld != other.meld and one.card != other.card
    return True


# what the acting player does not know


@each_house
def test_legality_is_what_the_acting_player_knows(house: str) -> None:
    rng = random.Random(house)
    for position in sampled(house, 2, 6):
        setup = position.setup
        seat = position.player
        hidden = [
            *position.stock,
            *(card for other, hand in enumerate(setup.hands) if other != seat for card in hand),
        ]
        rng.shuffle(hidden)
        hands = []
        for other, hand in enumerate(setup.hands):
            if other == seat:
                hands.append(hand)
            else:
                hands.append(Cards(hidden[: len(hand)]))
                del hidden[: len(hand)]
        dealt_otherwise = Round.from_setup(
            attrs.evolve(setup, hands=tuple(hands), stock=tuple(hidden), seed=99)
        )
        moves = first_moves(position)
        assert first_moves(dealt_otherwise) == moves
        for move in random_moves(position, rng, 10):
            assert dealt_otherwise.explain(move) == position.explain(move)
        assert dealt_otherwise.view(seat) == position.view(seat)


# a user's own policies


@attrs.frozen
class HiddenOpening:
    inner: OpeningPolicy

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return self.inner.verdict(facts)


@attrs.frozen
class HiddenClosing:
    inner: ClosingPolicy

    def finish_by_placing(self) -> tuple[Violation, ...]:
        return self.inner.finish_by_placing()

    def finish_by_discard(self, card: Card) -> tuple[Violation, ...]:
        return self.inner.finish_by_discard(card)


@attrs.frozen
class HiddenScoring:
    inner: ScoringPolicy

    def score(self, facts: RoundFacts) -> RoundScore:
        return self.inner.score(facts)

    def hand_value(self, card: Card) -> int:
        return self.inner.hand_value(card)


@attrs.frozen
class HiddenMatch:
    inner: MatchPolicy
    turn_cap: int = CAP

    def multiplier(self, number: int) -> int:
        return self.inner.multiplier(number)

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        return self.inner.verdict(facts)


def hidden(variant: Variant) -> Variant:
    return variant.with_(
        opening=HiddenOpening(variant.opening),
        closing=HiddenClosing(variant.closing),
        scoring=HiddenScoring(variant.scoring),
        match=HiddenMatch(variant.match),
    )


PLAIN = ["classic", "easy", "free draw", "many jokers", "round the corner", "jokers at the ends"]


@pytest.mark.parametrize("house", PLAIN)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_whose_tables_are_hidden_plays_the_same(house: str, seed: int) -> None:
    shown = walk(house, seed)
    position = Round.deal(hidden(HOUSES[house]), players=3, seed=seed, dealer=seed % 3)
    rng = random.Random(seed)
    for before, after in pairwise(shown):
        assert first_moves(position, 60) == first_moves(before, 60)
        for move in random_moves(before, rng, 2):
            assert [each.code for each in position.explain(move)] == [
                each.code for each in before.explain(move)
            ]
        position = position.play(next(move for move in first_moves(before) if before.play(move) == after))
        assert (position.hands, position.table, position.stock) == (after.hands, after.table, after.stock)
    assert position.over == shown[-1].over
    assert position.phase is Phase.OVER
    assert position.score() == shown[-1].score()
