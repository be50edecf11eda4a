"""Settings that every test shares: runs are reproducible unless somebody asks for new examples."""

from __future__ import annotations

import os
from collections.abc import Iterator
from json import dumps

import pytest
from hypothesis import HealthCheck, Phase, settings

import rami
from rami.errors import RamiError, Violation

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "mutation",
    settings.get_profile("ci"),
    phases=[Phase.explicit, Phase.generate],
)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("RAMI_HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session", autouse=True)
def _plain_parameters() -> Iterator[None]:
    """Every error of every test has violations whose parameters JSON can carry."""
    usual = RamiError.__init__

    def checked(self: RamiError, *violations: Violation) -> None:
        for each in violations:
            dumps(dict(each.params))
        usual(self, *violations)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RamiError, "__init__", checked)
        yield


def pytest_report_header() -> str:
    return f"rami: the {'compiled' if rami.__compiled__ else 'pure'} build"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what makes sense for the other build only."""
    running = "compiled" if rami.__compiled__ else "pure"
    left_out = [item for item in items if any(mark.args[0] != running for mark in item.iter_markers("only"))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
