"""These tests run only in `nox -s server`."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("websockets") else ["test_*.py"]
