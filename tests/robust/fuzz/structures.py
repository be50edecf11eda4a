"""Values changed part by part.

Texts with changed letters (`tests.robust.fuzz.edits`) seldom get past a parser, so the code that checks facts hardly
runs. Here a part of a value is replaced with a part of another value: a fact of a position, a value of a JSON document,
or a row of a session. Nearly all results can be parsed, so the rules must refuse them. Rows and documents are Python
values, and some of these could not even be written as text. Records are changed letter by letter and get a new digest,
so that the replay must refuse them.

A refusal must be a `RamiError` whose reasons can be printed. A value that is accepted must be unchanged when it is
written and read again.
"""

from __future__ import annotations

import copy
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

import attrs
import jsonschema
from tests.robust.fuzz.bases import bases
from tests.robust.fuzz.edits import forged, mutated, plain
from tests.robust.fuzz.targets import TARGETS, check_refusal
from tests.support.depth import numbers, share_of
from tests.support.examples import small
from tests.support.strategies import VARIANTS, walk

from rami import PlayerView, RamiError, Variant, variants
from rami.bots import GreedyBot
from rami.errors import InvalidText
from rami.ext import json as documents
from rami.notation import position_text
from rami.notation.records import dumps
from rami.sessions.session import Session

SLOWEST = 10.0
REPLIES = variants.GIN.with_(closing={"settle": "moves"})

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 7, 53, 2**31, 2**256, 10**400, 10**5000, -(10**5000), 0.5),
    *(float("inf"), float("nan"), "", "-1", "?", "K♥", "7♠ 8♠ 9♠", "take", "\ud800", "x" * 3000, b"7"),
    *([], {}, [[]], {"": None}, {10**5000: 1}, object()),
)
"""Values for a place that needs another kind of value; some of them cannot be written as text."""

_CARD = re.compile(r"(?<![\w.])(?:[A2-9TJQK][♣♦♥♠]|\*|\?)(?![\w.])")
_NUMBER = re.compile(r"\b\d{1,3}\b")


@attrs.frozen
class Case:
    """A changed value: a function that prints it, and its check, which raises the errors of the reader."""

    shown: Callable[[], str]
    check: Callable[[], None]


# Positions


@cache
def positions() -> tuple[str, ...]:
    """Return positions of random rounds, for each variant, phase and set of facts; half of them lack the stock."""
    found: dict[tuple[Any, ...], str] = {}
    for variant in share_of((*VARIANTS, REPLIES)):
        for seed in numbers(3):
            for number, position in enumerate(walk(variant, seed)):
                setup = position.setup
                fields = attrs.fields(type(setup))
                facts = tuple(bool(getattr(setup, each.name)) for each in fields if each.eq)
                key = (variant, setup.phase, setup.knock is None, *facts)
                if number % 2:
                    setup = attrs.evolve(setup, stock=None)
                found.setdefault(key, position_text(setup))
    return tuple(found.values())


def _position(rng: random.Random) -> Case:
    facts = rng.choice(positions()).split("; ")
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        at = rng.randrange(1, len(facts))
        others = rng.choice(positions()).split("; ")
        name = facts[at].split(" ")[0]
        match rng.randrange(8):
            case 0 | 1:
                same = [each for each in others if each.split(" ")[0] == name]
                facts[at] = rng.choice(same) if same else facts[at]
            case 2:
                facts.insert(at, rng.choice(others))
            case 3 if len(facts) > 2:
                del facts[at]
            case 4 | 5:
                facts[at] = _exchanged(facts[at], _CARD, _CARD.findall("; ".join(others)) or ["*"], rng)
            case _:
                facts[at] = _exchanged(facts[at], _NUMBER, [*"0123456789", "10", "13", "52", "255"], rng)
    text = "; ".join(facts)
    return Case(lambda: text, lambda: TARGETS["position"](text))


def _exchanged(text: str, part: re.Pattern[str], others: Sequence[str], rng: random.Random) -> str:
    """Return the text with one of its parts exchanged for another."""
    places = list(part.finditer(text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + rng.choice(others) + text[place.end() :]


# Documents


@cache
def documents_of_all_kinds() -> tuple[Any, ...]:
    """Return documents of every kind, as data."""
    found = [documents.to_data(value) for values in small().values() for value in values]
    for variant in share_of((*VARIANTS[::3], REPLIES)):
        steps = walk(variant, 1)
        for position in steps[:: max(1, len(steps) // 3)]:
            view = position.view(position.player)
            found += [documents.to_data(position), documents.to_data(position.setup), documents.to_data(view)]
    found += (documents.to_data(session.match) for session in sessions())
    return tuple(found)


Path = tuple[Any, ...]


def _paths(value: Any, at: Path = ()) -> Iterator[Path]:
    yield at
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _paths(each, (*at, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _paths(each, (*at, number))


def _reached(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def _altered(value: Any, others: Sequence[Any], rng: random.Random) -> Any:
    """Return the value with a part changed, removed, doubled, or exchanged for a part of another value."""
    paths = [path for path in _paths(value) if path]
    if not paths:
        return rng.choice(ODD)
    *before, key = rng.choice(paths)
    holder = _reached(value, tuple(before))
    other = rng.choice(others)
    alike = [path for path in _paths(other) if path and (path[-1] == key or rng.random() < 0.02)]
    match rng.randrange(6):
        case 0:
            holder[key] = rng.choice(ODD)
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 1:
            holder[rng.choice(["player", "type", "seat", "meld", 10**5000])] = holder[key]
        case 2:
            del holder[key]
        case 3 if isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += rng.choice((-10, -1, 1, 1, 10))
        case _ if alike:
            holder[key] = copy.deepcopy(_reached(other, rng.choice(alike)))
        case _:
            holder[key] = rng.choice(ODD)
    return value


@cache
def _schema(kind: str) -> jsonschema.Draft202012Validator:
    """Return the schema of the documents that are accepted for a kind of value."""
    return jsonschema.Draft202012Validator(documents.schema(kind, accepted=True))


def _document(rng: random.Random) -> Case:
    value: Any = copy.deepcopy(rng.choice(documents_of_all_kinds()))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = _altered(value, documents_of_all_kinds(), rng)

    def check() -> None:
        try:
            read = documents.from_data(value)
        except RamiError as error:
            assert type(error) is InvalidText, repr(error)  # noqa: PT017
            check_refusal(error, "path")
            raise
        assert _schema(value["type"]).is_valid(value), "accepted, but not by the schema"
        if isinstance(read, PlayerView):
            assert all(move in read.legal_moves for move in islice(read.legal_moves, 5))
        written = documents.to_data(read)
        again = documents.from_data(written)
        assert documents.to_data(again) == written
        assert isinstance(again, RamiError) or again == read

    return Case(lambda: _shown(value), check)


def _shown(value: Any) -> str:
    """Return the value as text, with only the size of numbers that are too long."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_shown(key)}: {_shown(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, int) and value.bit_length() > 512:
        return f"<a number of {value.bit_length()} bits>"
    return repr(value)


# Rows of sessions


@cache
def sessions() -> tuple[Session, ...]:
    """Return sessions with steps of every kind."""
    return tuple(_lively(variant, seed) for variant in share_of(VARIANTS[::4]) for seed in range(2))


def _lively(variant: Variant, seed: int) -> Session:
    rng = random.Random(f"{variant.slug}/{seed}")
    session = Session.start(variant, [f"P{seat}" for seat in range(variant.usual_players)], seed)
    steps: tuple[Callable[[Session, int], Session], ...] = (
        lambda now, seat: now.undo(rng.choice((seat, None))),
        lambda now, seat: now.redo(rng.choice((seat, None))),
        lambda now, seat: now.leave(seat),
        lambda now, seat: now.rejoin(seat),
        lambda now, seat: now.comment("hm", seat),
        lambda now, seat: now.tag("who", str(seat)),
        lambda now, seat: now.ready(seat),
        lambda now, seat: now.announce_last(seat) if rng.random() < 0.1 else now,
        lambda now, seat: now.stand_in(now.match.player),
        lambda now, seat: now.time_out(now.match.player),
        *(lambda now, seat: now.play(GreedyBot().choose(now.match.view(now.match.player)), now.match.player),)
        * 12,
    )
    for _ in range(40):
        try:
            session = rng.choice(steps)(session, rng.randrange(session.match.players))
        except RamiError:
            continue
    return session


@cache
def _all_rows() -> tuple[list[dict[str, Any]], ...]:
    return tuple([dict(row) for row in session.rows()] for session in sessions())


def _rows(rng: random.Random) -> Case:
    rows: Any = copy.deepcopy(rng.choice(_all_rows()))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not isinstance(rows, list) or len(rows) < 2 or rng.random() < 0.6:
            rows = _altered(rows, _all_rows(), rng)
            continue
        one, two = rng.randrange(1, len(rows)), rng.randrange(1, len(rows))
        rows[one], rows[two] = rows[two], rows[one]

    def check() -> None:
        try:
            session = Session.from_rows(rows)
        except InvalidText as error:
            _check_lines(rows, error)
            raise
        assert Session.from_rows(session.rows()) == session

    return Case(lambda: _shown(rows), check)


def _check_lines(rows: Any, error: InvalidText) -> None:
    """Check that a refusal of rows gives the number of the row."""
    lines = ["line" in dict(each.params) for each in error.violations]
    assert all(lines) or not isinstance(rows, list), f"no line: {error}"


# Records


def _record(rng: random.Random) -> Case:
    """Return a record with changed letters; three in four are signed again, so that only the rules can refuse them."""
    base = rng.choice(bases())
    changed = mutated(base.text, rng, [rng.choice(bases()).text for _ in range(4)])
    text = forged(changed) if rng.random() < 0.75 else changed

    def check() -> None:
        try:
            match = base.read(text)
        except RamiError as error:
            _check_line_numbers(error, text.count("\n") + 2)
            raise
        again = dumps(match, reveal="\nseed " in text)
        assert plain(again) == plain(text), "accepted, but not as it is written"
        assert base.read(again) == match, "accepted, but another match when written and read"

    return Case(lambda: text, check)


def _check_line_numbers(error: RamiError, most: int) -> None:
    """Check that a refusal of a record gives lines that it has."""
    assert isinstance(error, InvalidText), repr(error)
    lines = [dict(each.params).get("line") for each in error.violations]
    assert all(type(line) is int and 1 <= line <= most for line in lines), f"no such line: {error}"


KINDS: Mapping[str, Callable[[random.Random], Case]] = {
    "position": _position,
    "document": _document,
    "rows": _rows,
    "record": _record,
}


# Running


def judged(found: Case) -> str:
    """Return "refused" or "accepted" for a value; any other error is a fault."""
    begun = time.thread_time()
    try:
        found.check()
    except RamiError as error:
        check_refusal(error)
        return "refused"
    finally:
        assert time.thread_time() - begun < SLOWEST, "too slow"
    return "accepted"


def batch(kind: str, seed: int, numbers: Iterable[int]) -> Counter[str]:
    """Check the values with these numbers, and count the verdicts.

    Raises:
        AssertionError: a fault, with its value.
    """
    seen: Counter[str] = Counter()
    for number in numbers:
        case = KINDS[kind](random.Random(f"{kind}/{seed}/{number}"))
        try:
            seen[f"{kind} {judged(case)}"] += 1
        except Exception as error:
            raise AssertionError(f"{kind}, seed {seed}, number {number}:\n{case.shown()}") from error
    return seen
