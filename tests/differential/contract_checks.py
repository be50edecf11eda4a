"""Comparisons for games of contracts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rami import Round

CHECKS: Mapping[str, Callable[[Round, Random], int]] = {}
