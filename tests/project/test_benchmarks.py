"""The benchmarks run: all tasks of rami, all hard positions, and the report of the results."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

import pytest
from benchmarks import baselines, hands, learn, measure, plots, positions, report
from benchmarks.contenders import counted, curves, packing
from benchmarks.contenders import rami as contender
from benchmarks.contenders.moves import Times
from benchmarks.contenders.positions import TILES, ask
from benchmarks.environments import CONTENDERS
from benchmarks.rows import ROWS
from tests.support.presets import SLUGS
from tests.support.refusals import codes_against

from rami import Card, Cards, Discard, DrawStock, Knock, Round, Setup, TakeDiscard, variants
from rami.bots._weighing import MANNER
from rami.cards.moves import Move
from rami.notation import parse_position
from rami.rounds.budget import step_budget

SUITE = positions.suite()


MEASURED = Times()
for _ in range(2_000):
    MEASURED.of("list", int)


class Here:
    """A worker in this process with invented times."""

    about: ClassVar = {"tasks": list(contender.TASKS), "facts": ["by hand size"]}

    def ask(self, question: dict[str, Any], limit: float | None = None) -> dict[str, Any]:
        if "task" in question:
            return {"seconds": 0.5, "units": contender.TASKS[question["task"]](1, question["number"])()}
        if "facts" in question:
            return {"2 first move": 1e-6, "2 list": 1e-5, "2 explain": 1e-4}
        return {"seconds": 0.001}


@pytest.mark.parametrize("name", contender.TASKS)
def test_task_does_one_unit(name: str) -> None:
    assert contender.TASKS[name](1, 3)() == 1


def test_every_row_names_tasks_that_there_are() -> None:
    keys = {each.key for each in CONTENDERS}
    for row in ROWS:
        assert set(row.tasks) <= keys
        assert {row.tasks["pure"], row.tasks["compiled"]} <= set(contender.TASKS)
        assert {goal.against for goal in row.goals} <= keys
    assert set(counted.SIZES) <= set(contender.TASKS)
    assert set(counted.HARD) <= set(SUITE)


@pytest.mark.parametrize("name", SUITE)
def test_hard_positions_are_answered(name: str) -> None:
    kept = SUITE[name]
    if "position" in kept:
        Round.from_setup(parse_position(kept["position"]))
    else:
        assert ask(kept, "first move") > 0
    if "table" in kept:
        play = TILES.best_play(Cards(kept["table"]), Cards(kept["rack"]))
        assert len(play.laid) == int(kept["tiles"])


def test_solvers_are_given_the_melds_of_the_hand() -> None:
    for hand in hands.random_hands(20, 1):
        least, held, melds = packing.problem(hand)
        assert not any(least)
        assert sum(held) == len(hand)
        best = max((points for _, points in melds), default=0)
        arranged = variants.CLASSIC_51.best_melds(Cards.from_ids(hand))
        assert best <= arranged.points
        assert bool(melds) == bool(arranged.melds)
        if len(arranged.melds) == 1:
            assert best == arranged.points


def test_solvers_are_given_the_melds_of_the_table() -> None:
    for table, rack in hands.tables(20, 1):
        least, most, melds = packing.table_problem(table, rack)
        assert (sum(least), sum(most)) == (len(table), len(table) + len(rack))
        given = dict(melds)
        for meld in TILES.best_play(Cards.from_ids(sorted(table)), Cards.from_ids(sorted(rack))).melds:
            # A longer run counts as several of these melds.
            if len(meld) <= 5:
                assert given[tuple(sorted(card.id for card in meld.cards))] == len(meld)


def test_all_peers_get_the_same_hands() -> None:
    assert hands.gin_hands(1, 1) == hands.gin_hands(2, 1)[:1]
    assert len(hands.built_hands(1, 1)[0]) == 14


def test_results_are_printed_and_drawn() -> None:
    here: Any = Here()
    workers = {"pure": here, "compiled": here}
    few = {
        "machine": {
            "implementation": "X",
            "python": "3",
            "system": "Y",
            "architecture": "Z",
            "processors": 1,
        },
        "contenders": {key: {"title": key, "versions": {}} for key in workers},
        "not measured": {"rlcard": "no wheel"},
        "rounds": 1,
        "table": [measure.row_result(row, workers, 0.0, 1) for row in ROWS[-2:]],
        "memory": {"pure": {"gin": measure.spread([800.0])}},
        "imports": {"pure": measure.spread([0.05]), "chess": measure.spread([0.04])},
        "moves": {"pure": {name: measure.spread([took]) for name, took in MEASURED.told("gin")}},
        "cores": {"pure": {f"gin: {name}": measure.spread([9.0]) for name in ("no executor", "2 processes")}},
        "curves": {"hand size": measure.facts(workers, "by hand size", 1)},
        "positions": {"limit": 1.0, "found": {"x": {"pure": positions.measured(here, SUITE["gin-1"], 1.0)}}},
    }
    text = report.text(few)
    assert "**no**" in text
    assert "not measured" in text.lower()
    for drawn in plots.drawn(few).values():
        ET.fromstring(drawn)
    assert set(curves.CURVES) <= set(contender.FACTS)


def test_kept_results_are_printed_as_they_are() -> None:
    kept = Path(measure.__file__).with_name("results")
    results = json.loads((kept / "latest.json").read_text(encoding="utf-8"))
    assert (kept / "latest.md").read_text(encoding="utf-8") == report.text(results) + "\n"
    for name, drawn in plots.drawn(results).items():
        assert (kept / f"latest-{name}.svg").read_text(encoding="utf-8") == drawn


@pytest.mark.slow
def test_a_match_of_a_duel_has_a_winner() -> None:
    one, rounds = baselines.shares("gin", 2, "simple", "greedy", 5, 0)
    other, same = baselines.shares("gin", 2, "greedy", "simple", 5, 0)
    assert one + other == 1
    assert rounds == same
    assert baselines.shares("gin", 2, "greedy", "random", 5, 0)[0] == 1


def test_the_simple_player_takes_cards_that_make_a_meld_and_knocks_at_once() -> None:
    def chosen(hand: str, phase: str, discards: str) -> Move:
        setup = Setup(variant=variants.GIN, hands=[hand, "2♦ 4♦"], phase=phase, discards=discards, turn=3)
        return baselines.SimplePlayer(1).choose(Round.from_setup(setup).view(0))

    held = "A♠ 2♠ 3♠ 5♥ 5♦ 7♣ 9♦ J♥ K♣ K♠"
    assert chosen(held, "draw", "5♣") == TakeDiscard()
    assert chosen(held, "draw", "7♦") == DrawStock()
    assert chosen(f"{held} T♣", "play", "7♦") in {Discard(card) for card in ["K♣", "K♠", "J♥", "T♣"]}
    knock = chosen("A♠ 2♠ 3♠ 5♥ 5♦ 5♣ 9♦ 9♥ 9♠ 2♣ K♠", "play", "7♦")
    assert isinstance(knock, Knock)
    assert knock.discard == Card("K♠")


def test_the_baselines_that_are_kept_are_those_of_the_page() -> None:
    found = json.loads((baselines.RESULTS / "baselines.json").read_text(encoding="utf-8"))
    assert baselines.tables(found) == (baselines.RESULTS / "baselines.md").read_text(encoding="utf-8")
    assert tuple(found["presets"]) == SLUGS


def test_learning_keeps_what_does_better() -> None:
    start = {"chances": 1.0, "hopes": 3.0}
    best = learn.climbed(start, ("chances", "hopes"), lambda tried: -abs(dict(tried)["chances"] - 1.4))
    assert best == {"chances": 1.4, "hopes": 3.0}


@pytest.mark.slow
def test_a_small_run_learns_all_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = "--deals 1 --target 1 --rounds 1 --positions 2 --worlds 1 --repeats 1 --processes 1"
    monkeypatch.setattr("sys.argv", ["learn", *small.split()])
    learn.main()
    lines = capsys.readouterr().out.splitlines()
    named = (line.split(maxsplit=1) for line in lines if line[0].isupper())
    learnt = {name: ast.literal_eval(value) for name, value in named}
    assert set(learnt) == {"WEIGHTS", "TABLE", "PROSPECTS", "MANNER"}
    assert set(learnt["TABLE"]) == {*learn.PARTS, "melded"}


def test_weights_explain_values() -> None:
    # The value of a discard is twice its first part minus its second.
    rows = [
        ([float(one), float(two)], 2.0 * one - two) for one in range(-50, 51, 5) for two in range(-40, 41, 8)
    ]
    assert learn.explained(rows) == pytest.approx([2, -1], abs=0.01)


def test_the_manner_that_was_learnt_tells_true_hands_from_random_ones() -> None:
    known = learn.positions(2, 3)
    assert learn.told(tuple(learn.listed(MANNER, learn.HABITS).items()), known) > 0.3
    assert learn.told(tuple((name, 0.0) for name in learn.HABITS), known) == pytest.approx(0)


def test_a_card_laid_off_where_that_does_not_count_is_never_placed() -> None:
    state = Round.from_setup(parse_position(SUITE["kalooki-40-1"]["position"]))
    with step_budget(1000):
        assert codes_against(state, TakeDiscard()) == ["discard_unusable"]
