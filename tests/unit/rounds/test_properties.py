"""Properties of every position, under any house rules, tested by random play."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, islice, pairwise
from typing import Any

import attrs
import pytest
from tests.oracle.differential.houses import PLAY, STOCK, house
from tests.support.custom import hidden
from tests.support.flat import with_options
from tests.support.refusals import codes_in
from tests.support.turn_facts import built

from rami import Discard, DrawStock, LayDown, LayOff, Round, SwapWild, TakeDiscard, variants
from rami._kernel.cards.shuffle import Stream
from rami.cards.moves import Move, TouchDiscard
from rami.errors import InvalidSetup
from rami.rounds.setup import Phase, TableMeld
from rami.testing import check_position
from rami.testing._pool import other_moves
from rami.testing._positions import check_conserved
from rami.testing._walks import capped, listed, walk

pytestmark = pytest.mark.slow(every=2)

CLASSIC = variants.CLASSIC_51
CAP = 25
SEATS = 3
EASY = with_options(CLASSIC, {"opening.minimum": 15, "opening.clean": None})
HOUSES = {
    "classic": CLASSIC,
    "easy": EASY,
    "announced": CLASSIC.with_(
        conduct={"mode": "explicit", "announce_at": 2},
        table={"recovered_joker": "meld_or_layoff", "recovered_when": "same_turn"},
        opening={"first_round_melds": False, "escalates": True},
    ),
    # the factors make the game count the jokers placed, as a game with a custom scoring does
    "many jokers": with_options(
        EASY,
        {"jokers": 12, "max_wild": 2, "recovered_joker": "meld_or_layoff", "all_at_once_factors": (2, 1)},
    ),
    **{
        f"house {seed}": made
        for seed in range(6, 23)
        if (made := house(random.Random(seed), [*PLAY, *STOCK], 12, EASY)).players[1] >= SEATS
    },
}
each_house = pytest.mark.parametrize("name", HOUSES)


@cache
def walked(name: str, number: int) -> tuple[Round, ...]:
    """Return the positions of a random round, from the deal to the end."""
    return tuple(step.position for step in walk(capped(HOUSES[name], CAP), SEATS, 7, number))


def sampled(name: str, number: int, count: int) -> list[Round]:
    """Return some positions of a round with legal moves, the busy ones preferred."""
    rng = random.Random(number)
    live = [position for position in walked(name, number) if not position.over]
    busy = [position for position in live if position.table and position.phase is Phase.PLAY]
    return rng.sample(busy, min(count, len(busy))) + rng.sample(live, min(max(1, count // 3), len(live)))


@pytest.mark.search(cases=3)
@each_house
@pytest.mark.parametrize("number", range(2))
def test_all_queries_agree_at_every_position(name: str, number: int) -> None:
    positions = walked(name, number)
    for before, after in pairwise(positions):
        check_conserved(after, before, None)
        assert Round.from_setup(after.setup) == after
    for position in [*sampled(name, number, 3), positions[-1]]:
        check_position(position, seed=number, breadth=24)


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("settle", ["best", "moves"])
@pytest.mark.parametrize("options", [{}, {"fiftieth_card": True, "upcard_offer": "none"}], ids=str)
def test_all_queries_agree_in_gin(settle: str, options: dict[str, Any]) -> None:
    """The knocker's discard lies face down, and an upcard or the last discard is offered."""
    variant = with_options(variants.GIN, {"settle": settle, **options})
    for number in range(2):
        *before, end = (step.position for step in walk(variant, 2, 7, number))
        for position in (*before[::9], *before[-2:], end):
            check_position(position, seed=number, breadth=24)


def test_a_taken_joker_may_be_recovered_where_its_lay_off_does_not_count() -> None:
    house = variants.GAMEVELVET.with_(
        drawing={"discard_use": ["meld", "swap"]},
        melding={"run_min": 4},
        table={"layoff_requires_open": False},
    )
    melds = "8♠ 9♠ T♠ J♠ Q♠", "5♥ 6♥ * 8♥ 9♥", "3♣ 3♦ 3♥ 3♠", "3♠ 4♠ 5♠ 6♠ 7♠ 8♠"
    hands, table = ["6♣ 2♦ 8♦ 3♥ 2♠ 2♠ 6♠", "A♣ K♦"], [(0, meld) for meld in melds]
    taken = built(variant=house, hands=hands, table=table, discards="*").play("take")
    off = taken.play("off * > 3 low")
    assert [str(duty.card) for duty in off.duties] == ["*"]
    assert "swap 2♠ > 3" in map(str, off.legal_moves)
    assert Round.from_setup(off.setup) == off
    for move in taken.legal_moves:
        after = taken.play(move)
        assert Round.from_setup(after.setup) == after
    # there has to be a card for which it comes back
    hands = ["6♣ 2♦ 8♦ 3♥ 2♥ 6♠", "A♣ K♦"]
    with pytest.raises(InvalidSetup, match="could not be completed"):
        Round.from_setup(attrs.evolve(off.setup, hands=hands, stock=None))


@pytest.mark.search(cases=5)
@each_house
def test_moves_come_by_kind_in_the_order_of_a_turn(name: str) -> None:
    kinds = (DrawStock, TakeDiscard, TouchDiscard, LayDown, LayOff, SwapWild, LayDown, Discard)
    for position in sampled(name, 2, 6):
        at = 0
        for move in listed(position, 400):
            while kinds[at] is not type(move):
                at += 1


@pytest.mark.parametrize(
    "options", [{}, {"scoring.all_at_once_help": False}], ids=["classic", "without help"]
)
@pytest.mark.parametrize(
    "meld,kind,one,other",
    [
        ("7♠ 8♠ 9♠", LayOff, "off T♠ > 0", "off T♠ > 1"),
        ("2♥ 3♥ *", SwapWild, "swap 4♥ > 0", "swap 4♥ > 1"),
        ("8♣ 9♣ T♣ J♣", LayDown, "lay J♣ J♦ J♥ from 0:J♣", "lay J♣ J♦ J♥ from 1:J♣"),
    ],
    ids=["lay-off", "swap", "take"],
)
def test_equal_melds_of_one_owner_are_one_choice(
    options: dict[str, Any], meld: str, kind: type[Move], one: str, other: str
) -> None:
    hands, variant = ["T♠ 4♥ 5♦ 5♣ J♦ J♥ K♦", "2♣ 4♦"], with_options(CLASSIC, options)
    position = built(variant=variant, hands=hands, phase="play", table=[(0, meld)] * 2)
    assert position.play(one) == position.play(other)
    listed = [move for move in position.legal_moves if isinstance(move, kind)]
    assert len(listed) == 1
    assert position.canonical(one) == position.canonical(other) == tuple(listed)


def test_equal_melds_of_two_owners_are_two_choices() -> None:
    table = [(0, "7♠ 8♠ 9♠"), (1, "7♠ 8♠ 9♠")]
    position = built(variant=CLASSIC, hands=["T♠ K♦", "2♣ 4♦"], phase="play", table=table)
    assert len([move for move in position.legal_moves if isinstance(move, LayOff)]) == 2
    assert position.play(LayOff("T♠", 0)) != position.play(LayOff("T♠", 1))


def test_help_from_the_table_is_distinguished_from_a_meld_of_this_turn() -> None:
    variant = with_options(CLASSIC, {"scoring.all_at_once_help": False})
    hand = "7♠ 8♠ 9♠ A♦ A♣ A♥ T♠ K♦"
    table = [(0, "7♠ 8♠ 9♠")]
    start = built(variant=variant, hands=["2♣ 4♦", hand], player=1, phase="play", table=table)
    opened = start.play("lay 7♠ 8♠ 9♠ + A♦ A♣ A♥")
    assert len([move for move in opened.legal_moves if isinstance(move, LayOff)]) == 2
    assert opened.play(LayOff("T♠", 0)).setup.turn_facts.helped
    assert not opened.play(LayOff("T♠", 1)).setup.turn_facts.helped


@pytest.mark.parametrize("cap", [1, 2, 7])
def test_a_cap_ends_the_round_without_a_winner(cap: int) -> None:
    position = Round.deal(CLASSIC.with_(match={"turn_cap": cap}), players=3, seed=5)
    for _ in range(3 * cap):
        if position.over:
            break
        position = position.play(listed(position)[-1])
    assert position.over
    assert position.turn == cap
    assert position.score().void


@pytest.mark.search(cases=5)
@each_house
def test_ids_of_melds_do_not_count(name: str) -> None:
    rng = random.Random(name)
    for position in sampled(name, 1, 8):
        setup = position.setup
        turn = setup.turn_facts
        if turn.opened_now and turn.fresh:
            continue
        ids = [item.id for item in setup.table]
        new = dict(zip(ids, rng.sample(range(100, 200), len(ids)), strict=True))
        table = [TableMeld(new[item.id], item.owner, item.meld) for item in setup.table]
        rng.shuffle(table)
        turn = attrs.evolve(turn, wilds_placed=[new[number] for number in turn.wilds_placed])
        same = Round.from_setup(attrs.evolve(setup, table=tuple(table), turn_facts=turn))
        assert same == position
        assert hash(same) == hash(position)
        reached = {position.play(move) for move in listed(position)}
        again = {same.play(move) for move in listed(same, 400)}
        assert reached <= again or len(again) == 400


def test_a_turn_may_be_played_in_another_order() -> None:
    """Two acts that do not need one another lead to the same position in either order."""
    tried: Counter[str] = Counter()
    for name in HOUSES:
        for position in sampled(name, 0, 8) + sampled(name, 1, 8):
            if not position.opened[position.player]:
                continue
            acts = [
                move
                for move in listed(position, 40)
                if isinstance(move, (LayOff, SwapWild)) or (isinstance(move, LayDown) and not move.sources)
            ]
            for one, other in islice(combinations(acts, 2), 30):
                ends = [_both(position, one, other), _both(position, other, one)]
                if None not in ends and _apart(one, other):
                    assert ends[0] == ends[1], (name, str(one), str(other))
                    tried[name] += 1
    assert tried.total() > 50
    assert len(tried) > 5


def _both(position: Round, first: Move, second: Move) -> Round | None:
    between = position.play(first)
    return None if between.over or between.explain(second) else between.play(second)


def _apart(one: Move, other: Move) -> bool:
    """Return whether the acts name different cards and different melds."""
    if isinstance(one, (LayOff, SwapWild)) and isinstance(other, (LayOff, SwapWild)):
        return one.meld != other.meld and one.card != other.card
    return True


# a user's own policies


@pytest.mark.parametrize("name", ["classic", "easy", "many jokers"])
@pytest.mark.parametrize("number", range(4))
def test_a_game_with_hidden_tables_plays_alike(name: str, number: int) -> None:
    shown = walked(name, number)
    position = Round.from_setup(attrs.evolve(shown[0].setup, variant=hidden(HOUSES[name], CAP)))
    stream = Stream(number, "hidden")
    for before, after in pairwise(shown):
        moves = listed(before, 60)
        assert listed(position, 60) == moves
        for move in other_moves(before, stream, moves, 2):
            assert codes_in(position.explain(move)) == codes_in(before.explain(move))
        position = position.play(next(move for move in before.legal_moves if before.play(move) == after))
        assert (position.hands, position.table, position.stock) == (after.hands, after.table, after.stock)
    assert position.phase is shown[-1].phase is Phase.OVER
    assert position.score() == shown[-1].score()
