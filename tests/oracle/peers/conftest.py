"""Skip these tests unless OpenSpiel is installed; see `nox -s peers`."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from tests.oracle.peers.tally import TALLY

collect_ignore_glob = [] if find_spec("pyspiel") else ["*.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the numbers of comparisons and of cases left out."""
    if TALLY:
        terminalreporter.section("compared with OpenSpiel")
        for what, number in sorted(TALLY.items()):
            terminalreporter.write_line(f"{number:>9} {what}")
