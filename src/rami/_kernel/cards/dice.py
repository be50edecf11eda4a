"""The dice of players who choose at random: the generator of Park and Miller.

``x = 48271 * x % (2**31 - 1)``; a number below n is ``x * n >> 31``.  It is fast and the same on every platform;
shuffling does not use it.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64

MODULUS: Final = 2**31 - 1
FACTOR: Final = 48271


@final
class Dice:
    """The numbers that random players choose by."""

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x: i64 = seed % (MODULUS - 1) + 1

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1."""
        x = self._x * FACTOR % MODULUS
        self._x = x
        return x * n >> 31
