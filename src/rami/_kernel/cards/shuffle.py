"""Shuffling, and random choices such as the first dealer, by an algorithm that any language with SHA-256 can follow.

`Dice` are a faster generator for simulated players, who choose at random; no shuffle uses them.

The stream of numbers
    A stream belongs to a seed (0 to 2**256 - 1) and a label. Block ``i`` (0, 1, 2, ...) is
    ``SHA-256(b"rami 1" + seed + label + i)``, with the seed as 32 bytes, the label in UTF-8 and ``i`` as 4
    bytes. The blocks are joined and read as two-byte numbers. The most significant byte always comes first.

A number below n
    The next number ``w`` of the stream gives ``w % n`` if ``w`` is below the largest multiple of ``n`` up to
    65,536. Otherwise it is skipped and the next number is tried, so that every result is equally likely. If ``n`` is
    larger than 65,536, several consecutive numbers are read as one.

A shuffle
    Fisher-Yates from the end: for ``i`` from the last index down to 1, take ``j``, a number below ``i + 1``,
    and swap the cards at ``i`` and ``j``. Shuffle number ``k`` reads the stream called ``shuffle k``;
    number 0 is the deal, number ``k`` is the k-th recycling of the discard pile, and number ``-k`` is the
    k-th return of a wild upcard to the stock.

A derived seed
    A derived seed is the first block of the stream called ``label number``, read as one number. So the stream
    ``round 3`` gives the seed of round 3 of a match.

Test vectors freeze all of this, because it must always be possible to replay a record made today. A different algorithm
would need a new `VERSION`; every record contains the version that it was made with.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypeVar, final

from .._rt import i64

T = TypeVar("T")

VERSION: Final = 1
SEED_LIMIT: Final = 1 << 256
NUMBERS: Final = 1 << 16
# The constants of Park and Miller's generator.
MODULUS: Final = 2**31 - 1
FACTOR: Final = 48271

_BITS: Final = 16
_NUMBERS_OF_BLOCK: Final = 16
# Six bytes keep the message of a deal within the 55 bytes that SHA-256 hashes in one step.
_DOMAIN: Final = b"rami 1"
# The numbers of the first 16 blocks, encoded for hashing; even a shuffle of four packs needs no more.
_COUNTERS: Final = tuple(block.to_bytes(4, "big") for block in range(16))
_FIRST: Final = _COUNTERS[0]


@final
class Stream:
    """The numbers that belong to a seed and a label, read one after another.

    The stream computes `ahead` blocks at a time, because it is faster to make all blocks of a shuffle together.
    """

    __slots__ = ("_ahead", "_at", "_blocks", "_data", "_prefix")

    def __init__(self, seed: int, label: str, ahead: int = 1) -> None:
        self._prefix: bytes = _DOMAIN + seed.to_bytes(32, "big") + label.encode("utf-8")
        self._ahead: int = ahead
        self._blocks: int = 0
        # The latest blocks, and the place in them where the next number begins.
        self._data: bytes = b""
        self._at: i64 = 0

    def number(self) -> int:
        """Return the next number, from 0 to 65,535."""
        data, at = self._data, self._at
        if at == len(data):
            data = self._read_blocks()
            at = 0
        self._at = at + 2
        high: i64 = data[at]
        low: i64 = data[at + 1]
        return high << 8 | low

    def _read_blocks(self) -> bytes:
        prefix, first, ahead = self._prefix, self._blocks, self._ahead
        counters = _COUNTERS[first : first + ahead]
        if len(counters) < ahead:
            counters = tuple((first + i).to_bytes(4, "big") for i in range(ahead))
        hashed = sha256
        data = b"".join([hashed(prefix + counter).digest() for counter in counters])
        self._data = data
        self._blocks = first + ahead
        return data

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely, however large n is."""
        limit, more = NUMBERS, 0
        while limit < n:
            limit <<= _BITS
            more += 1
        while True:
            number = self.number()
            for _ in range(more):
                number = number << _BITS | self.number()
            if number < limit - limit % n:
                return number % n

    def mix(self, cards: list[T], last: i64) -> None:
        """Shuffle at most 65,536 cards in place, until `last` cards at the end are in their places.

        The result is the same as that of calling `below` for each place. Every deal runs this loop, so it reads the
        bytes itself.
        """
        data, at = self._data, self._at
        i: i64 = len(cards) - 1
        stop: i64 = max(i - last, 0)
        while i > stop:
            if at == len(data):
                data = self._read_blocks()
                at = 0
            high: i64 = data[at]
            low: i64 = data[at + 1]
            number = high << 8 | low
            at += 2
            n = i + 1
            # The largest multiple of n up to 65,536 is close to 65,536, so few numbers need the exact check.
            if number < NUMBERS - n or number < NUMBERS - NUMBERS % n:
                j = number % n
                card = cards[i]
                cards[i] = cards[j]
                cards[j] = card
                i -= 1
        self._at = at


def mix(order: bytearray, numbers: Stream, last: int = NUMBERS) -> None:
    """Shuffle cards in place as `Stream.mix` does; by default, all of them."""
    cards = list(order)
    numbers.mix(cards, last)
    order[:] = bytes(cards)


def shuffled_list(cards: bytes, seed: int, stream: int) -> list[int]:
    """Return the cards in the order that results from shuffle number `stream` of this seed."""
    order = list(cards)
    Stream(seed, f"shuffle {stream}", len(cards) // _NUMBERS_OF_BLOCK + 1).mix(order, NUMBERS)
    return order


def shuffled(cards: bytes, seed: int, stream: int) -> bytes:
    """Return `shuffled_list` as bytes."""
    return bytes(shuffled_list(cards, seed, stream))


def derive(seed: int, label: str, number: int) -> int:
    """Return a 256-bit seed made from another seed, a label and a number from 0 up."""
    return Derived(seed, label).seed(number)


@final
class Derived:
    """The seeds derived from one seed under one label."""

    __slots__ = ("_prefix",)

    def __init__(self, seed: int, label: str) -> None:
        self._prefix: Final = _DOMAIN + seed.to_bytes(32, "big") + label.encode("utf-8") + b" "

    def seed(self, number: int) -> int:
        """Return the seed with this number; numbers count from 0."""
        return int.from_bytes(sha256(self._prefix + str(number).encode("ascii") + _FIRST).digest(), "big")


@final
class Dice:
    """Random numbers for simulated players, from Park and Miller's generator.

    Each step computes ``x = 48271 * x % (2**31 - 1)`` and returns ``x * n >> 31``, a number below n.
    """

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x: i64 = seed % (MODULUS - 1) + 1

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1."""
        x = self._x * FACTOR % MODULUS
        self._x = x
        return x * n >> 31
