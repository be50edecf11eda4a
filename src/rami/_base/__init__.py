"""What every public value is, and how names are imported when they are first asked for.

Nothing here knows of rummy.  `drawers` holds what draws a value for a notebook, once something is there that can, and
`declarers` what adds the words that stand beside options to those of the errors.
"""

from __future__ import annotations

from collections.abc import Callable

drawers: list[Callable[[object], dict[str, str]]] = []
declarers: list[Callable[[], object]] = []
