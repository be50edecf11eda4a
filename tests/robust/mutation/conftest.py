"""This is a tool, not tests: `nox -s mutation` runs it, and only there are its requirements installed."""

from __future__ import annotations

collect_ignore_glob = ["*.py"]
