"""This folder contains a tool, not tests; only `nox -s mutation` runs it and installs its requirements."""

from __future__ import annotations

collect_ignore_glob = ["*.py"]
