"""A limit on the steps of a search: the result is exact or an error, and an error leaves nothing damaged."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from time import thread_time

import pytest
from benchmarks.positions import suite
from tests.support.turn_facts import built

from rami import Match, RamiError, Round, TakeDiscard, Variant, variants
from rami.ext import json
from rami.notation import records
from rami.notation.positions import parse_position
from rami.rounds.budget import step_budget
from rami.rounds.selections import lay_downs
from rami.rounds.setup import RoundContext

pytestmark = pytest.mark.slow(every=2)

CLASSIC = (
    "rami position 1; variant classic-51 1; option opening.counts_layoffs = true; "
    "hands 4♣ 5♣ 7♣ 8♣ 6♦ 2♥ 3♥ T♥ J♥ K♥ A♠ 6♠ T♠ / 2♣; table 0:1 J♦ Q♦ K♦ A♦ / 1:1 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ / "
    "2:1 7♣ 7♥ 7♠ / 3:1 K♦ K♥ K♠ / 4:1 3♦ 3♥ 3♠ / 5:1 J♦ J♥ J♠ * / 6:1 A♦ 2♦ 3♦ 4♦ * / 7:1 A♣ 2♣ 3♣ 4♣ / "
    "8:1 * Q♠ K♠ A♠ / 9:1 4♦ 4♥ 4♠ * / 10:1 6♥ 7♥ 8♥ / 11:1 J♣ Q♣ K♣ A♣; discards 6♣; context seats 2"
)
# a hand that has to be parted: who opens goes out
GOING_OUT = suite()["okey-101-2"]["position"]
# two jokers may come back, and one of them may be laid off
OWED = (
    "rami position 1; variant kalooki-40 1; hands Q♦ 2♥ / 6♣ 9♦ Q♦ 6♥ T♥ 8♠ 9♠ T♠ Q♠ *; player 1; phase play; "
    "table 0:1 9♠ T♠ J♠ Q♠ / 1:1 8♣ 8♦ 8♥ 8♠ / 2:0 3♣ 4♣ 5♣ / 3:0 J♥ Q♥ K♥ / 4:0 7♣ 7♦ 7♥ / "
    "5:1 5♦ 6♦ 7♦ 8♦ * T♦ J♦ / 6:0 6♣ 6♦ 6♥ 6♠ / 7:0 7♣ 8♣ 9♣ T♣ J♣ Q♣ / 8:0 Q♣ K♣ A♣ / 9:1 9♣ T♣ J♣ / "
    "10:0 J♦ J♥ J♠; discards K♠ 9♥ K♣; turn_facts duties place_wild *; context seats 2"
)


def fresh(text: str) -> Round:
    return Round.from_setup(parse_position(text))


def code_of(ask: Callable[[], object], steps: int) -> str:
    with pytest.raises(RamiError) as caught, step_budget(steps):
        ask()
    return caught.value.violations[0].code


@pytest.mark.parametrize(
    "ask",
    [
        lambda: list(fresh(CLASSIC).legal_moves),
        lambda: list(fresh(GOING_OUT).legal_moves),
        lambda: fresh(CLASSIC).explain(TakeDiscard()),
        lambda: fresh(CLASSIC).play(TakeDiscard()),
    ],
)
def test_too_few_steps_are_an_error(ask: Callable[[], object]) -> None:
    assert code_of(ask, 2) == "steps_spent"


@pytest.mark.parametrize("text", [CLASSIC, GOING_OUT])
def test_nothing_is_lost_by_an_error(text: str) -> None:
    asked, exact = fresh(text), list(fresh(text).legal_moves)
    for steps in (1, 3, 10):
        with step_budget(steps), pytest.raises(RamiError):
            list(asked.legal_moves)
    assert list(asked.legal_moves) == exact


def test_enough_steps_change_nothing() -> None:
    with step_budget(1_000_000):
        assert list(fresh(CLASSIC).legal_moves) == list(fresh(CLASSIC).legal_moves)


def test_the_steps_of_a_block_count_together() -> None:
    def ask() -> list[object]:
        return list(fresh(GOING_OUT).legal_moves)

    enough = 1
    while not _suffices(ask, enough):
        enough += 50
    assert code_of(lambda: (ask(), ask()), enough) == "steps_spent"


def _suffices(ask: Callable[[], object], steps: int) -> bool:
    try:
        with step_budget(steps):
            ask()
    except RamiError:
        return False
    return True


def test_a_budget_ends_with_its_block_and_the_inner_one_counts() -> None:
    crowded = fresh(CLASSIC)
    with step_budget(1):
        pass
    assert TakeDiscard() in crowded.legal_moves
    with step_budget(1), step_budget(1_000_000):
        assert TakeDiscard() in fresh(CLASSIC).legal_moves


def test_another_thread_has_no_budget() -> None:
    with step_budget(1), ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: TakeDiscard() in fresh(CLASSIC).legal_moves).result()


USELESS = {
    # 3♣ has a place with threes alone, and 3♥ cannot both free one and lie beside it
    200: (
        "rami position 1; variant classic-51 1; hands 6♣ 7♣ T♣ 5♦ 6♦ 8♦ K♦ A♥ 3♥ K♥ 6♠ 7♠ / A♣; table 0:1 8♣ "
        "8♥ 8♠ / 1:0 Q♣ K♣ A♣ / 2:1 3♣ 3♦ 3♠ / 3:1 4♦ 4♥ * / 4:0 T♥ J♥ Q♥ K♥ A♥ / 5:0 4♦ 4♥ 4♠ * / 6:0 4♠ 5♠ "
        "6♠ 7♠ 8♠ 9♠ T♠ J♠ / 7:1 7♥ 8♥ 9♥ T♥ * Q♥ / 8:0 Q♠ K♠ A♠ / 9:0 * J♠ Q♠ K♠ A♠ / 10:0 6♣ 7♣ 8♣ 9♣ / "
        "11:1 5♣ 5♦ 5♥ 5♠ / 12:0 2♣ 2♦ 2♥ 2♠ / 13:1 T♦ J♦ Q♦; discards 3♣; context seats 2"
    ),
    # K♥ cannot be a second wild of the run with J♥, so T♥ never leaves it for T♦
    20: (
        "rami position 1; variant lebanese-14 1; hands 3♣ 4♣ 8♣ 9♣ A♦ 2♦ 9♦ K♦ Q♥ 2♠ 9♠ 9♠ * * / 2♣ / 5♣ / 6♣ / "
        "7♣ / 7♣; table 0:1 A♣ A♦ A♥ A♠ / 1:0 3♠ 4♠ 5♠ 6♠ 7♠ / 2:1 Q♥ K♥ A♥ / 3:0 5♥ 6♥ 7♥ 8♥ 9♥ T♥ * / 4:3 A♣ "
        "2♣ 3♣ 4♣ 5♣ 6♣ / 5:5 A♠ 2♠ 3♠ 4♠ 5♠ / 6:5 K♦ K♥ K♠ / 7:2 6♠ 7♠ 8♠; discards T♦; context seats 6; opened "
        "yes yes yes yes no yes"
    ),
    # 2♥ and 3♥ would have to leave their groups for 4♥, and each needs a wild in its place
    50: (
        "rami position 1; variant lebanese-14 1; hands 5♣ 6♣ Q♣ A♥ 6♥ 9♥ T♥ * / 6♦ K♠; table 0:0 7♣ 7♦ 7♥ 7♠ / 1:0 "
        "8♣ 8♥ 8♠ / 2:1 6♣ 7♣ 8♣ 9♣ T♣ / 3:0 7♥ 8♥ 9♥ T♥ J♥ / 4:1 3♦ 3♥ 3♠ / 5:1 A♠ 2♠ 3♠ 4♠ 5♠ 6♠ / 6:0 2♣ 2♥ 2♠ "
        "/ 7:0 7♠ 8♠ 9♠ T♠ J♠ Q♠ / 8:1 9♣ T♣ J♣ / 9:1 Q♣ Q♥ Q♠ / 10:0 J♣ J♥ J♠ / 11:0 * 9♠ T♠; discards 4♥; "
        "context seats 2; opened yes yes"
    ),
}
"""Positions in which the discard is of no use, by the steps in which that is found."""


@pytest.mark.parametrize("steps,text", USELESS.items(), ids=map(str, USELESS))
def test_a_useless_discard_is_found_out_soon(steps: int, text: str) -> None:
    with step_budget(steps):
        assert list(map(str, fresh(text).legal_moves)) == ["draw"]


@pytest.mark.parametrize(
    ("name", "steps", "moves"),
    [("okey-101-1", 1_500, 977), ("okey-101-2", 600, 54), ("rami-500-7", 300, 57), ("rami-500-8", 250, 17)],
)
def test_openings_that_must_go_out_take_few_steps(name: str, steps: int, moves: int) -> None:
    with step_budget(steps):
        assert len(list(fresh(suite()[name]["position"]).legal_moves)) == moves


def test_groups_that_need_wilds_are_found() -> None:
    # 7♥ and 6♥ leave their run for groups, each with a wild that comes back
    text = (
        "rami position 1; variant lebanese-14 1; hands A♣ 2♣ Q♣ 4♦ 6♦ 9♦ J♦ 6♥ 9♥ T♥ 4♠ Q♠ / 2♣; table 0:0 * 9♠ T♠ "
        "J♠ / 1:0 6♦ 7♦ 8♦ * / 2:0 7♣ 7♦ 7♥ 7♠ / 3:0 7♠ 8♠ 9♠ T♠ J♠ * / 4:0 J♦ Q♦ K♦ A♦ / 5:1 8♣ 9♣ T♣ / 6:0 3♣ "
        "3♦ 3♥ 3♠ / 7:1 4♣ 5♣ 6♣ 7♣ / 8:1 J♣ * K♣ / 9:1 J♣ Q♣ K♣ A♣ / 10:1 J♥ Q♥ K♥ A♥ / 11:1 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ "
        "/ 12:1 Q♠ K♠ A♠ / 13:1 J♥ Q♥ K♥ A♥; discards 5♠; context seats 2; opened yes yes"
    )
    taken = fresh(text).play(TakeDiscard())
    with step_budget(4_000):
        assert len(list(taken.legal_moves)) == 19


@pytest.mark.parametrize("steps", [0, -1, True, 2.5, None])
def test_a_budget_is_a_positive_integer(steps: object) -> None:
    with pytest.raises(RamiError, match="steps"), step_budget(steps):  # type: ignore[arg-type]
        pass


PACK = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in "A23456789TJQK"]
SUIT = PACK[:13]


@pytest.mark.parametrize(
    ("variant", "hand"),
    [
        (variants.FRUSTRATION, "A♣ 2♣ 3♣ 4♣ 6♣ 2♦ 3♦ 4♦ 5♦ 7♦ 2♥ 3♥ 4♥ 5♥ 6♥ 2♠ 3♠ 4♠ 5♠ 7♠ * * 4♣ 5♦"),
        (variants.CLASSIC_51, [*SUIT, *SUIT, *"****"]),
    ],
)
def test_the_best_melds_of_a_large_hand_have_a_budget_too(variant: Variant, hand: str | list[str]) -> None:
    with step_budget(10), pytest.raises(RamiError, match="10"):
        variant.best_melds(hand)


def test_a_step_of_a_budget_is_no_more_melds_than_a_hundred() -> None:
    # two ways to part the hand end its search, and each of them looks through thousands of melds
    with step_budget(1_000), pytest.raises(RamiError, match="1000"):
        variants.FRUSTRATION.deadwood([*SUIT, *SUIT])


def test_the_knocks_of_a_large_hand_have_a_budget_too() -> None:
    large = built(variant=variants.GIN, hands=[[*PACK[:40], "3♠"], "K♠"], phase="play", discards="Q♠")
    with step_budget(100), pytest.raises(RamiError, match="100"):
        list(large.legal_moves)


def test_a_joker_laid_off_in_vain_needs_no_search() -> None:
    """A recovered joker has to be laid in a new meld; another one that comes back would be owed as well."""
    with step_budget(100):
        assert len(list(fresh(OWED).legal_moves)) == 21


def test_records_and_documents_take_a_step_for_a_move() -> None:
    match = Match.start(variants.GIN, players=2, seed=1)
    while len(match.log[0]) < 30 and not match.round.over:
        match = match.play(next(iter(match.round.legal_moves)))
    moves = len(match.log[0])
    for read in (lambda: records.loads(records.dumps(match)), lambda: json.loads(json.dumps(match))):
        assert code_of(read, moves - 2) == "steps_spent"
        with step_budget(moves + 40):
            assert read() == match


LARGE = " ".join([*PACK, *"****"])
LARGE_TABLE = " / ".join(f"{number}:0 {LARGE}" for number in range(80))
ONE_SUIT_TWICE = " ".join([*SUIT, *SUIT, "*", "*"])
# a wild card may stand only for a card that is burnt, and the discard has to be used
BURNT = "T♥ Q♥ A♥ 5♥ 4♥ T♥ 9♥ 3♥ * * 6♥ * * 9♥ J♥ Q♥ 6♥ 7♥ 8♥ K♥ 5♥ 3♥ J♥ 8♥ A♥ 4♥ 2♥ 7♥ 2♥ K♥"


def holding(variant: Variant, hand: str, phase: str = "play") -> Round:
    context = RoundContext(variant.players[0])
    hands = [hand, *["3♣"] * (context.seats - 1)]
    discards = "5♠" if phase == "draw" else ()
    return built(variant=variant, hands=hands, phase=phase, context=context, discards=discards)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: variants.FRUSTRATION.meld(LARGE),
        lambda: variants.FRUSTRATION.readings(LARGE),
        lambda: variants.FRUSTRATION.check_opening([LARGE] * 100, contract=1),
        lambda: variants.CLASSIC_51.check_opening(["8♥ * 9♥"] * 20_000),
        lambda: variants.CLASSIC_51.meld("x " * 100_000),
        lambda: holding(variants.FRUSTRATION, "K♠ 3♦").explain(f"lay {LARGE}"),
        lambda: lay_downs(holding(variants.FRUSTRATION, LARGE), PACK[:40]),
        lambda: lay_downs(holding(variants.FRUSTRATION, LARGE), LARGE),
        lambda: parse_position(f"rami position 1; variant frustration 1; hands A♥ / 2♦; table {LARGE_TABLE}"),
        lambda: list(islice(holding(variants.LEBANESE_14, BURNT, "draw").turns(), 5)),
        lambda: variants.INDIAN_13.with_(name="cold").best_melds(ONE_SUIT_TWICE),
        lambda: variants.OKEY.with_(name="cold").best_melds(ONE_SUIT_TWICE),
        lambda: variants.RUMMY_500.with_(
            equipment={"packs": 8, "jokers": 16}, melding={"set_suits": "any", "set_max": None}
        ).openings(" ".join([card for card in PACK if card[0] == "7"] * 8 + ["*"] * 16)),
    ],
)
def test_hostile_questions_take_no_time_within_a_budget(ask: Callable[[], object]) -> None:
    """Each of these took from 0.6 seconds to minutes; the aim is 0.2 seconds of plain Python, on an idle machine."""
    begun = thread_time()
    with suppress(RamiError), step_budget(1_000):
        ask()
    assert thread_time() - begun < 1
