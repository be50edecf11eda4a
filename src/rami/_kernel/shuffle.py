r"""Shuffling and drawing lots: a documented algorithm of its own, the same on every platform.

The stream of numbers
    A stream belongs to a seed (0 to 2**256 - 1) and a label.  Its key is
    ``SHA-256(b"rami stream 1\0" + seed + label)``, the seed as 32 bytes, most significant first, the label in
    UTF-8.  Block ``i`` (0, 1, 2, ...) is ``SHA-256(key + i)``, ``i`` as 8 bytes, most significant first.  The blocks,
    one after another, are read as 32-bit words, most significant byte first.

A number below n
    The next word ``w`` gives ``w % n``, unless ``w`` is not below the largest multiple of ``n`` up to 2**32: such
    a word is dropped and the following one is tried, so every number is equally likely.

A shuffle
    Fisher-Yates from the end: for ``i`` from the last index down to 1, exchange the cards at ``i`` and at a number
    below ``i + 1``.  Shuffle number ``k`` reads the stream called ``shuffle k``; number 0 is the deal, number ``k``
    the k-th recycling of the discard pile.

A derived seed
    ``SHA-256(b"rami derive 1\0" + seed + number + label)``, the number as 8 bytes, read as one number.

Frozen test vectors keep all this as it is: a record made today must replay for ever.
"""

from __future__ import annotations

from hashlib import sha256
from struct import unpack
from typing import Final

SEED_LIMIT: Final = 1 << 256
WORDS: Final = 1 << 32

_STREAM: Final = b"rami stream 1\0"
_DERIVE: Final = b"rami derive 1\0"


class Stream:
    """The numbers that belong to a seed and a label, read one after another."""

    __slots__ = ("_at", "_blocks", "_key", "_words")

    def __init__(self, seed: int, label: str) -> None:
        self._key: bytes = sha256(_STREAM + seed.to_bytes(32, "big") + label.encode("utf-8")).digest()
        self._blocks: int = 0
        self._words: tuple[int, ...] = ()
        self._at: int = 8

    def word(self) -> int:
        """The next 32-bit word."""
        at = self._at
        if at == 8:
            block = sha256(self._key + self._blocks.to_bytes(8, "big")).digest()
            self._words = unpack(">8I", block)
            self._blocks += 1
            at = 0
        self._at = at + 1
        return self._words[at]

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; n from 1 to 2**32."""
        word = self.word()
        # the largest multiple of n is nearer to 2**32 than n, so hardly any word needs a closer look
        while word >= WORDS - n and word >= WORDS - WORDS % n:
            word = self.word()
        return word % n


def mix(order: bytearray, numbers: Stream, last: int = -1) -> None:
    """Shuffle in place; with `last` only so far that so many cards at the end are drawn from all."""
    stop = 0 if last < 0 else max(0, len(order) - 1 - last)
    for i in range(len(order) - 1, stop, -1):
        j = numbers.below(i + 1)
        order[i], order[j] = order[j], order[i]


def shuffled(cards: bytes, seed: int, stream: int) -> bytes:
    """The cards in the order of shuffle number `stream` of that seed."""
    order = bytearray(cards)
    mix(order, Stream(seed, f"shuffle {stream}"))
    return bytes(order)


def derive(seed: int, label: str, number: int) -> int:
    """A seed of 256 bits made from another one, a label and a number from 0 to 2**64 - 1."""
    data = _DERIVE + seed.to_bytes(32, "big") + number.to_bytes(8, "big") + label.encode("utf-8")
    return int.from_bytes(sha256(data).digest(), "big")
