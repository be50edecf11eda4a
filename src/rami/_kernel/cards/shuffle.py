"""Shuffling and drawing lots: a documented algorithm, the same on every platform and in any language that has SHA-256.

`Dice` are for players who choose at random. They are faster, and no shuffle uses them.

The stream of numbers
    A stream belongs to a seed (0 to 2**256 - 1) and a label. Block ``i`` (0, 1, 2, ...) is
    ``SHA-256(b"rami 1" + seed + label + i)``, the seed as 32 bytes, the label in UTF-8, ``i`` as 4 bytes. The
    blocks, one after another, are read as numbers of two bytes. The most significant byte comes first everywhere.

A number below n
    The next number ``w`` gives ``w % n``, unless ``w`` is not below the largest multiple of ``n`` up to 65,536: such a
    number is dropped and the following one is tried, so every result is equally likely. For a larger ``n``, as many
    numbers in a row as it needs are read as one.

A shuffle
    Fisher-Yates from the end: for ``i`` from the last index down to 1, exchange the cards at ``i`` and at a number
    below ``i + 1``. Shuffle number ``k`` reads the stream called ``shuffle k``; number 0 is the deal, number ``k``
    the k-th recycling of the discard pile, number ``-k`` the k-th time that a wild upcard goes back into the stock.

A derived seed
    The first block of the stream called ``label number``, read as one number: round 3 of a match has the seed that
    ``round 3`` gives.

Frozen test vectors keep all this as it is. A record made today must replay for ever, so another algorithm would need
another `VERSION`, which records name.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypeVar, final

from .._rt import i64

T = TypeVar("T")

VERSION: Final = 1
SEED_LIMIT: Final = 1 << 256
NUMBERS: Final = 1 << 16
# The generator of Park and Miller.
MODULUS: Final = 2**31 - 1
FACTOR: Final = 48271

_BITS: Final = 16
_NUMBERS_OF_BLOCK: Final = 16
# Six bytes, so that the message of a deal fits the 55 bytes that SHA-256 takes in one step.
_DOMAIN: Final = b"rami 1"
# The numbers of the first blocks as they are hashed, enough for four packs.
_COUNTERS: Final = tuple(block.to_bytes(4, "big") for block in range(16))
_FIRST: Final = _COUNTERS[0]


@final
class Stream:
    """The stream of numbers of a seed and a label, read one after another.

    Blocks are made `ahead` at a time: making as many as will be needed is quicker than one after another.
    """

    __slots__ = ("_ahead", "_at", "_blocks", "_data", "_prefix")

    def __init__(self, seed: int, label: str, ahead: int = 1) -> None:
        self._prefix: bytes = _DOMAIN + seed.to_bytes(32, "big") + label.encode("utf-8")
        self._ahead: int = ahead
        self._blocks: int = 0
        # The blocks made last, and where the next number begins in them.
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

    def mix(self, cards: list[T], stop: i64) -> None:
        """Shuffle at most 65,536 cards in place, from the last place down to the one after `stop`.

        It gives what `below` for each place would give: this is the loop of every deal, so it reads the bytes itself.
        """
        data, at = self._data, self._at
        i: i64 = len(cards) - 1
        while i > stop:
            if at == len(data):
                data = self._read_blocks()
                at = 0
            high: i64 = data[at]
            low: i64 = data[at + 1]
            number = high << 8 | low
            at += 2
            n = i + 1
            # The largest multiple of n is nearer to 65,536 than n, so hardly any number needs a closer look.
            if number < NUMBERS - n or number < NUMBERS - NUMBERS % n:
                j = number % n
                card = cards[i]
                cards[i] = cards[j]
                cards[j] = card
                i -= 1
        self._at = at


def mix(order: bytearray, numbers: Stream, last: int = -1) -> None:
    """Shuffle in place, or only draw the final `last` cards at random from all."""
    cards = list(order)
    numbers.mix(cards, 0 if last < 0 else max(0, len(order) - 1 - last))
    order[:] = bytes(cards)


def shuffled_list(cards: bytes, seed: int, stream: int) -> list[int]:
    """Return the cards in the order of shuffle number `stream` of this seed."""
    order = list(cards)
    Stream(seed, f"shuffle {stream}", len(cards) // _NUMBERS_OF_BLOCK + 1).mix(order, 0)
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
        """Return the seed of this number, from 0 up."""
        return int.from_bytes(sha256(self._prefix + str(number).encode("ascii") + _FIRST).digest(), "big")


@final
class Dice:
    """The random numbers of simulated players, from the generator of Park and Miller.

    ``x = 48271 * x % (2**31 - 1)``, and a number below n is ``x * n >> 31``: the same on every platform.
    """

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x: i64 = seed % (MODULUS - 1) + 1

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1."""
        x = self._x * FACTOR % MODULUS
        self._x = x
        return x * n >> 31
