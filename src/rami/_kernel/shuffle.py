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
from typing import Final, final

from ._rt import i64

SEED_LIMIT: Final = 1 << 256
WORDS: Final = 1 << 32

_WORDS_OF_BLOCK: Final = 8
_STREAM: Final = b"rami stream 1\0"
_DERIVE: Final = b"rami derive 1\0"
# the numbers of the first blocks, as they are hashed: enough for two packs
_NUMBERS: Final = tuple(number.to_bytes(8, "big") for number in range(16))


@final
class Stream:
    """The numbers that belong to a seed and a label, read one after another.

    Blocks are made `ahead` at a time: as many as will be needed is quicker than one after another.
    """

    __slots__ = ("_ahead", "_at", "_blocks", "_key", "_words")

    def __init__(self, seed: int, label: str, ahead: int = 1) -> None:
        self._key: bytes = sha256(_STREAM + seed.to_bytes(32, "big") + label.encode("utf-8")).digest()
        self._ahead: int = ahead
        self._blocks: int = 0
        self._words: tuple[int, ...] = ()
        self._at: int = 0

    def word(self) -> int:
        """The next 32-bit word."""
        at = self._at
        if at == len(self._words):
            self._read_blocks()
            at = 0
        self._at = at + 1
        return self._words[at]

    def _read_blocks(self) -> None:
        key, first, ahead = self._key, self._blocks, self._ahead
        numbers = _NUMBERS[first : first + ahead]
        if len(numbers) < ahead:
            numbers = tuple((first + i).to_bytes(8, "big") for i in range(ahead))
        data = b"".join([sha256(key + number).digest() for number in numbers])
        self._words = unpack(f">{_WORDS_OF_BLOCK * ahead}I", data)
        self._blocks = first + ahead

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely; n from 1 to 2**32."""
        word: i64 = self.word()
        # the largest multiple of n is nearer to 2**32 than n, so hardly any word needs a closer look
        while word >= WORDS - n and word >= WORDS - WORDS % n:
            word = self.word()
        return word % n


def mix(order: bytearray, numbers: Stream, last: int = -1) -> None:
    """Shuffle in place; with `last` only so far that so many cards at the end are drawn from all."""
    cards = list(order)
    stop: i64 = 0 if last < 0 else max(0, len(order) - 1 - last)
    i: i64 = len(cards) - 1
    while i > stop:
        j = numbers.below(i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
        i -= 1
    order[:] = bytes(cards)


def shuffled(cards: bytes, seed: int, stream: int) -> bytes:
    """The cards in the order of shuffle number `stream` of that seed."""
    order = bytearray(cards)
    mix(order, Stream(seed, f"shuffle {stream}", len(cards) // _WORDS_OF_BLOCK + 1))
    return bytes(order)


def derive(seed: int, label: str, number: int) -> int:
    """A seed of 256 bits made from another one, a label and a number from 0 to 2**64 - 1."""
    data = _DERIVE + seed.to_bytes(32, "big") + number.to_bytes(8, "big") + label.encode("utf-8")
    return int.from_bytes(sha256(data).digest(), "big")
