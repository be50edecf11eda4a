"""The version of rami, and which of its two builds runs."""

from __future__ import annotations

from types import FunctionType
from typing import Final

from rami._kernel import hands

__version__: Final = "0.1.0"

__compiled__: Final[bool] = not isinstance(hands.count, FunctionType)
"""Whether the kernel runs as machine code (`True`) or as Python (`False`)."""
