"""Random changes to texts, such as an accident, an editor or an attacker might make to a file."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from tests.support.record_edits import signed

from rami.errors import InvalidMatch
from rami.notation.commitments import commitment

ALPHABET = "0123456789 ;:>@+-/.,=()[]{}\"'\\\n♣♦♥♠♤*?AKTQJdrawtkelyopsux\x00\x1b\r\t\x85\u2028\ufe0f\ufeff\ud800é🂡０９"
NUMBERS = (
    *("0", "-0", "-1", "00", "1", "2", "7", "53", "255"),
    *("9" * size for size in (9, 80, 81, 4400)),
    *("1e9", "0x7"),
)
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|\s+")
_NUMBER = re.compile(r"\d+")
_CARD = re.compile("[A2-9TJQK][♣♦♥♠]")
_SEED = re.compile(r"^seed (0|[1-9][0-9]{0,79})$", re.MULTILINE)
_COMMITMENT = re.compile(r"^commitment [0-9a-f]{64}$", re.MULTILINE)
LARGEST = 200_000


def mutated(text: str, rng: random.Random, others: Sequence[str]) -> str:
    """Return the text with one or more random changes; `others` are texts of the same kind."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice(CHANGES)(text, rng, others)[:LARGEST]
    return text


def forged(text: str) -> str:
    """Return the record with the right commitment for its seed and the right digest for its lines."""
    seed = _SEED.search(text)
    if seed is not None:
        with suppress(InvalidMatch):
            text = _COMMITMENT.sub(f"commitment {commitment(int(seed[1]))}", text, count=1)
    return signed(text)


def _size(rng: random.Random) -> int:
    return rng.choice((1, 1, 1, 2, 3, 10, 100))


def _deleted(text: str, rng: random.Random, others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + _size(rng) :]


def _inserted(text: str, rng: random.Random, others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(ALPHABET) * rng.choice((1, 1, 1, 2, 30)) + text[at:]


def _replaced(text: str, rng: random.Random, others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(ALPHABET) + text[at + 1 :]


def _flipped(text: str, rng: random.Random, others: Sequence[str]) -> str:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode("utf-8", rng.choice(("replace", "surrogateescape")))


def _truncated(text: str, rng: random.Random, others: Sequence[str]) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _spliced(text: str, rng: random.Random, others: Sequence[str]) -> str:
    other = rng.choice(others)
    if rng.random() < 0.5:
        at = rng.randrange(len(text) + 1)
        return text[:at] + other[at:]
    mine, theirs = text.split("\n"), other.split("\n")
    return "\n".join(mine[: rng.randrange(len(mine) + 1)] + theirs[rng.randrange(len(theirs) + 1) :])


def _lines_swapped(text: str, rng: random.Random, others: Sequence[str]) -> str:
    lines = text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def _line_doubled(text: str, rng: random.Random, others: Sequence[str]) -> str:
    lines = text.split("\n")
    one = rng.randrange(len(lines))
    return "\n".join(lines[: one + 1] + lines[one : one + 1] * (_size(rng) - 1) + lines[one:])


def _line_dropped(text: str, rng: random.Random, others: Sequence[str]) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _line_of_another(text: str, rng: random.Random, others: Sequence[str]) -> str:
    lines = text.split("\n")
    lines[rng.randrange(len(lines))] = rng.choice(rng.choice(others).split("\n"))
    return "\n".join(lines)


def _tokens_swapped(text: str, rng: random.Random, others: Sequence[str]) -> str:
    tokens = _TOKEN.findall(text)
    if len(tokens) > 1:
        one = rng.randrange(len(tokens))
        two = rng.randrange(max(0, one - 8), min(len(tokens), one + 8))
        tokens[one], tokens[two] = tokens[two], tokens[one]
    return "".join(tokens)


def _token_of_another(text: str, rng: random.Random, others: Sequence[str]) -> str:
    tokens, theirs = _TOKEN.findall(text), _TOKEN.findall(rng.choice(others))
    if tokens and theirs:
        tokens[rng.randrange(len(tokens))] = rng.choice(theirs)
    return "".join(tokens)


def _token_lengthened(text: str, rng: random.Random, others: Sequence[str]) -> str:
    tokens = _TOKEN.findall(text)
    if tokens:
        one = rng.randrange(len(tokens))
        times = rng.choice((2, 2, 10, 1_000, 20_000))
        tokens[one] *= min(times, LARGEST // len(tokens[one]) + 1)
    return "".join(tokens)


def _number_changed(text: str, rng: random.Random, others: Sequence[str]) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    number = rng.choice(found)
    if rng.random() < 0.5 and len(number[0]) < 300:
        new = str(abs(int(number[0]) + rng.choice((-10, -1, 1, 1, 10))))
    else:
        new = rng.choice(NUMBERS)
    return text[: number.start()] + new + text[number.end() :]


def _cards_inserted(text: str, rng: random.Random, others: Sequence[str]) -> str:
    """Insert many cards after one: one or two packs, a suit, a rank, or wild cards, in some order."""
    suits = rng.sample("♣♦♥♠", rng.randint(1, 4))
    ranks = rng.sample("A23456789TJQK", rng.choice((1, 2, 13, 13)))
    cards = [rank + suit for suit in suits for rank in ranks] * rng.randint(1, 2)
    cards += ["*"] * rng.choice((0, 2, 4, 12))
    if rng.random() < 0.7:
        rng.shuffle(cards)
    at = rng.choice([found.end() for found in _CARD.finditer(text)] or [len(text)])
    return f"{text[:at]} {' '.join(cards)} {text[at:]}"


CHANGES: tuple[Callable[[str, random.Random, Sequence[str]], str], ...] = (
    _deleted,
    _inserted,
    _replaced,
    _flipped,
    _truncated,
    _spliced,
    _lines_swapped,
    _line_doubled,
    _line_dropped,
    _line_of_another,
    _tokens_swapped,
    _token_of_another,
    _token_lengthened,
    _number_changed,
    _number_changed,
    _cards_inserted,
    _cards_inserted,
)


def plain(record: str) -> tuple[list[str], str]:
    """Return the sorted lines of a record's header, except for the optional shuffle line, and its rounds."""
    head, _, rounds = "\n".join(record.splitlines()[2:-1]).partition("\n\n")
    return sorted({*head.splitlines()} - {"shuffle 1"}), rounds
