"""These tests need learning libraries; if they are not installed, no test is collected; see `nox -s learning`."""

from __future__ import annotations

from importlib.util import find_spec

_NEEDED = ("gymnasium", "pettingzoo", "pyspiel")

collect_ignore_glob = [] if all(map(find_spec, _NEEDED)) else ["*.py"]
