"""A contender whose import alone is measured."""

from __future__ import annotations

from benchmarks.contenders.task import Facts, Task

TASKS: dict[str, Task] = {}
FACTS: dict[str, Facts] = {}
