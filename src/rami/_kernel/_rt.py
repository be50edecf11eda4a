"""Native integers: the machine's own where mypyc compiles (see the stub beside this file), Python's elsewhere."""

from __future__ import annotations

i64 = int
