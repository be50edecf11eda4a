"""Check the search of `soak`: it meets all pairs of options and reports differences, and a part of it always runs."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from tests.oracle.differential import soak
from tests.oracle.differential.cases import Case, Difference, compared
from tests.oracle.differential.domains import PRESETS, SAMPLES, VALUES, kind_of
from tests.oracle.differential.pairwise import Space, pairs_met
from tests.oracle.differential.positions import CROWDED
from tests.support.depth import enough, numbers
from tests.support.flat import with_options

from rami import Variant, variants
from rami._kernel.turns.completion.going_out import GoingOut
from rami._kernel.turns.completion.relaxed import Relaxed
from rami.errors import InvalidVariant
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.results.scores import RoundScore
from rami.policies.slots.scoring import Scoring

SEED = 2
CHANGED = 40
"""Options of a house to change, where other options allow it."""
KINDS = {kind_of(PRESETS[slug]): slug for slug in reversed(tuple(PRESETS))}
"""A preset of each kind; the soak itself takes them all."""
DECLARED = {
    "closing.knock_limit": ("all_matched",),
    "melding.min_natural": (0,),
    "closing.last_turns": ("others_once",),
    "closing.declare_runs": (1, 2),
    "closing.declare_pure_runs": (1, 2),
}
"""Values of games that end with a declaration, which test_declaring plays."""
only_policies = pytest.mark.only("pure", why="policies are asked, which are never compiled")
each_kind = pytest.mark.parametrize("slug", KINDS.values())


def text(value: object) -> str:
    """Return a text unique to each value."""
    return repr(sorted(value)) if isinstance(value, frozenset) else repr(value)


def house_of(slug: str) -> Variant:
    space = Space(PRESETS[slug])
    return space.house(Random(f"house {slug}"), space.names, CHANGED)


def test_every_option_with_several_values_is_played() -> None:
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            field = f"{slot}.{name}"
            played = VALUES.get(field, ())
            assert all(map(option.values.accepts, played))
            for word in option.values.allowed if field in SAMPLES else ():
                # The reference of Rummikub has the value "pass".
                assert word in (*played, "pass") or not (isinstance(word, str) and word.isidentifier())
            own = {repr(variant.settings()[field]) for variant in PRESETS.values()}
            assert field in VALUES or len(own) == 1


@pytest.mark.slow
@only_policies
def test_every_value_is_played_in_some_game() -> None:
    spaces = [Space(preset) for preset in PRESETS.values()]
    for name, values in VALUES.items():
        for value in values:
            if value not in DECLARED.get(name, ()):
                assert any(space.reached((name, value)) for space in spaces), f"{name} = {value}"


@pytest.mark.slow
@only_policies
@each_kind
def test_every_pair_is_met_or_refused(slug: str) -> None:
    """Every pair is met, or refused in any company that a lot gives it."""
    space = Space(PRESETS[slug])
    coverage = space.covering(Random(f"soak {SEED}"))
    met: set[tuple[tuple[str, str], tuple[str, str]]] = set()
    for row in coverage.rows:
        settings = row.settings()
        given = [(name, text(settings[name])) for name in space.names]
        met.update(combinations(given, 2))
    refused = {
        tuple(sorted(((one[0], text(one[1])), (two[0], text(two[1]))))) for one, two in coverage.refused
    }
    wanted = {
        ((one, text(value)), (two, text(other)))
        for one, two in combinations(space.names, 2)
        for value in space.values[one]
        for other in space.values[two]
    }
    assert len(wanted) == coverage.pairs
    assert pairs_met(space.preset, coverage.rows) == len(met)
    assert wanted - met == refused
    assert not met & refused
    rng = Random(f"refused {slug}")
    for one, two in rng.sample(coverage.refused, 60):
        for _ in range(4):
            others = rng.sample(space.names, rng.randint(0, 4))
            settings = {name: rng.choice(space.values[name]) for name in others}
            with pytest.raises(InvalidVariant):
                with_options(space.preset, {**settings, **dict([one, two])})


@pytest.mark.search(cases=1)
@each_kind
def test_a_house(slug: str) -> None:
    tally = soak.Tally()
    soak.soak_house(house_of(slug), Random(slug), tally)
    assert sum(tally.found.values()) > 100


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("slug", [slug for kind, slug in KINDS.items() if kind != "knocking"])
def test_some_crowded_tables(slug: str) -> None:
    tally = soak.Tally()
    for variant in (PRESETS[slug], house_of(slug)):
        state = soak.made_position(variant, Random(f"crowded {slug}"), CROWDED)
        for check in ("walks", "shortcuts"):
            tally.run(check, state, Random(1))
    assert sum(tally.found.values()) > 10


@pytest.mark.only("pure", why="functions of the kernel are replaced")
@pytest.mark.parametrize(
    ("variant", "owner", "shortcut"),
    [(variants.CLASSIC_51, Relaxed, "placeable"), (variants.RAMI_500, GoingOut, "division")],
)
def test_a_wrong_no_is_noticed(
    variant: Variant, owner: type[object], shortcut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, shortcut, lambda *_: None)
    with pytest.raises(Difference, match="only without: "):
        compare_shortcuts(variant, 60)


def compare_shortcuts(variant: Variant, count: int) -> None:
    for number in range(count):
        state = soak.made_position(variant, Random(f"wrong {number}"), CROWDED)
        compared("shortcuts", state, number)


def test_larger_houses_are_accepted() -> None:
    for slug, preset in PRESETS.items():
        space, rng = Space(preset), Random(f"larger {slug}")
        changes = [len(space.house(rng, space.names, 12).differences(preset)) for _ in numbers(20)]
        assert max(changes) >= enough(7)


@pytest.mark.slow
def test_a_difference_ends_the_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The printed line fails while the engine is broken, and passes once it is repaired."""
    arguments = ["--seconds", "60", "--seed", "5", "--preset", "gin"]
    with monkeypatch.context() as broken:
        broken.setattr(Scoring, "score", void)
        assert soak.main(arguments) == 1
        lines = capsys.readouterr().out.splitlines()
        line = lines[lines.index("add this line to a file of tests/data/regressions:") + 1]
        assert Case.parse(line).problem() is not None
        assert lines[-1] == "seed 5: 1 differences"
    assert Case.parse(line).problem() is None
    assert soak.main(["--line", line]) == 0


def void(_self: object, _facts: object) -> RoundScore:
    """Return a score without a winner."""
    return RoundScore(True, None, ())
