r"""Shuffling and drawing lots: a documented algorithm of its own, the same on every platform.

`Dice` are for players who choose at random. They are faster, and no shuffle uses them.

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
    the k-th recycling of the discard pile, number ``-k`` the k-th time that a wild upcard goes back into the stock.

A derived seed
    ``SHA-256(b"rami derive 1\0" + seed + number + label)``, the number as 8 bytes, read as one number.

Frozen test vectors keep all this as it is: a record made today must replay for ever.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypeVar, final

from .._rt import i64

T = TypeVar("T")

SEED_LIMIT: Final = 1 << 256
WORDS: Final = 1 << 32
# the generator of Park and Miller
MODULUS: Final = 2**31 - 1
FACTOR: Final = 48271

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

    __slots__ = ("_ahead", "_at", "_blocks", "_data", "_key")

    def __init__(self, seed: int, label: str, ahead: int = 1) -> None:
        self._key: bytes = sha256(_STREAM + seed.to_bytes(32, "big") + label.encode("utf-8")).digest()
        self._ahead: int = ahead
        self._blocks: int = 0
        # blocks, and where the next word begins
        self._data: bytes = b""
        self._at: i64 = 0

    def word(self) -> int:
        """The next 32-bit word."""
        data, at = self._data, self._at
        if at == len(data):
            data = self._read_blocks()
            at = 0
        self._at = at + 4
        a: i64 = data[at]
        b: i64 = data[at + 1]
        c: i64 = data[at + 2]
        d: i64 = data[at + 3]
        return a << 24 | b << 16 | c << 8 | d

    def _read_blocks(self) -> bytes:
        key, first, ahead = self._key, self._blocks, self._ahead
        numbers = _NUMBERS[first : first + ahead]
        if len(numbers) < ahead:
            numbers = tuple((first + i).to_bytes(8, "big") for i in range(ahead))
        hashed = sha256
        data = b"".join([hashed(key + number).digest() for number in numbers])
        self._data = data
        self._blocks = first + ahead
        return data

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely; n from 1 to 2**32."""
        word: i64 = self.word()
        # the largest multiple of n is nearer to 2**32 than n, so hardly any word needs a closer look
        while word >= WORDS - n and word >= WORDS - WORDS % n:
            word = self.word()
        return word % n

    def mix(self, cards: list[T], stop: i64) -> None:
        """Shuffle in place, from the end to the place after `stop`: as with `below` for each, in one go."""
        data, at = self._data, self._at
        i: i64 = len(cards) - 1
        while i > stop:
            if at == len(data):
                data = self._read_blocks()
                at = 0
            a: i64 = data[at]
            b: i64 = data[at + 1]
            c: i64 = data[at + 2]
            d: i64 = data[at + 3]
            word = a << 24 | b << 16 | c << 8 | d
            at += 4
            n = i + 1
            if word < WORDS - n or word < WORDS - WORDS % n:
                j = word % n
                card = cards[i]
                cards[i] = cards[j]
                cards[j] = card
                i -= 1
        self._at = at


def mix(order: bytearray, numbers: Stream, last: int = -1) -> None:
    """Shuffle in place; with `last`, only until the last cards, that many of them, are drawn from all."""
    cards = list(order)
    numbers.mix(cards, 0 if last < 0 else max(0, len(order) - 1 - last))
    order[:] = bytes(cards)


def shuffled_list(cards: bytes, seed: int, stream: int) -> list[int]:
    """The cards in the order of shuffle number `stream` of that seed."""
    order = list(cards)
    Stream(seed, f"shuffle {stream}", len(cards) // _WORDS_OF_BLOCK + 1).mix(order, 0)
    return order


def shuffled(cards: bytes, seed: int, stream: int) -> bytes:
    """The same in bytes."""
    return bytes(shuffled_list(cards, seed, stream))


def derive(seed: int, label: str, number: int) -> int:
    """A seed of 256 bits made from another one, a label and a number from 0 to 2**64 - 1."""
    return Derived(seed, label).seed(number)


@final
class Derived:
    """The seeds derived from a seed with a label."""

    __slots__ = ("_label", "_prefix")

    def __init__(self, seed: int, label: str) -> None:
        self._prefix: Final = _DERIVE + seed.to_bytes(32, "big")
        self._label: Final = label.encode("utf-8")

    def seed(self, number: int) -> int:
        """The seed with a number from 0 to 2**64 - 1."""
        data = self._prefix + number.to_bytes(8, "big") + self._label
        return int.from_bytes(sha256(data).digest(), "big")


@final
class Dice:
    """The numbers by which random players choose, from the generator of Park and Miller.

    ``x = 48271 * x % (2**31 - 1)``, and a number below n is ``x * n >> 31``: the same on every platform.
    """

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x: i64 = seed % (MODULUS - 1) + 1

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1."""
        x = self._x * FACTOR % MODULUS
        self._x = x
        return x * n >> 31
