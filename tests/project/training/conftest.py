"""These tests also need PyTorch; if it is not installed, they are not collected; see `nox -s training`."""

from __future__ import annotations

from importlib.util import find_spec

_NEEDED = ("gymnasium", "pyspiel", "stable_baselines3", "torch", "tree")

collect_ignore_glob = [] if all(map(find_spec, _NEEDED)) else ["*.py"]
