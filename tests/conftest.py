"""Settings for all tests: runs are reproducible unless the profile "explore" asks for new random examples."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from json import dumps
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from tests.support import depth

import rami
from rami.errors import RamiError, Violation

TESTS = Path(__file__).parent

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("mutation", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("quick", settings.get_profile("ci"), max_examples=8)
settings.register_profile("explore", deadline=None, max_examples=2000)


def pytest_addoption(parser: pytest.Parser) -> None:
    depth.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the depth of the searches before pytest imports any test."""
    depth.configure(config)
    usual = "ci" if depth.is_full() else "quick"
    settings.load_profile(os.environ.get("RAMI_HYPOTHESIS_PROFILE", usual))
    # Collection makes no garbage, but the search for garbage takes a quarter of its time.
    gc.disable()


def pytest_collection_finish() -> None:
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _plain_parameters() -> Iterator[None]:
    """Check that JSON can carry the parameters of every violation that a test raises."""
    usual = RamiError.__init__

    def checked(self: RamiError, *violations: Violation) -> None:
        usual(self, *violations)
        for each in violations:
            dumps(dict(each.params))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RamiError, "__init__", checked)
        yield


def pytest_report_header() -> str:
    return f"rami: the {'compiled' if rami.__compiled__ else 'pure'} build, {depth.header()}"


INTERPRETED = (
    *("oracle/reference", "project/test_", "robust/breaks", "robust/fuzz", "robust/mutation"),
    *("unit/cli", "unit/errors", "unit/ext", "unit/locales", "unit/rounds/test_on_screen.py"),
    # The tests of simulations and statistics in this folder run in the kernel.
    *(f"unit/bots/test_{name}" for name in ("bots", "concealed", "contracts", "executors", "expert")),
    *(f"unit/bots/test_{name}" for name in ("neutral", "search", "stakes", "tournaments")),
    *(f"unit/policies/test_{name}" for name in ("conflicts", "fields", "options", "variant")),
    *("unit/sessions/test_session.py", "unit/testing/test_check.py", "unit/testing/test_outside_package.py"),
)
"""Files and folders with tests of code that is never compiled and that adds no case to the kernel."""

SHARE = 3
"""The compiled build runs one in this number of cases of each comparison with the reference. The pure build runs them
all, both builds come from one source, and `tests/project/builds` compares them.
"""


def is_for_machine_code(item: pytest.Item, count: Counter[str]) -> bool:
    """Return whether the compiled build runs a test; the pure build tests the code that is never compiled."""
    place = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
    if place.startswith("oracle/differential/"):
        name = item.nodeid.partition("[")[0]
        count[name] += 1
        return count[name] % SHARE == 1
    return not place.startswith(INTERPRETED)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that only the other build runs, and the searches that a quick run skips today."""
    running = "compiled" if rami.__compiled__ else "pure"
    left_out = {item for item in items if any(mark.args[0] != running for mark in item.iter_markers("only"))}
    if rami.__compiled__:
        cases = Counter[str]()
        left_out |= {item for item in items if not is_for_machine_code(item, cases)}
    if not any(
        "::" in argument for argument in config.args
    ):  # A test that is named by its address always runs.
        left_out |= depth.left_out([item for item in items if item not in left_out])
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
