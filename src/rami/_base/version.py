"""The version of rami, and whether its kernel is compiled or pure Python."""

from __future__ import annotations

from typing import Final

from rami._kernel.results import COMPILED

__version__: Final = "0.1.0"

__compiled__: Final[bool] = COMPILED
"""Whether the kernel runs as machine code (`True`) or as Python (`False`)."""
