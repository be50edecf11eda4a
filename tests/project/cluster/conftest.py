"""These tests need a Dask cluster; if `distributed` is not installed, they are not collected; see `nox -s cluster`."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("distributed") else ["test_*.py"]
