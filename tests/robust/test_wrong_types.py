"""Values of a wrong type and infinite collections are refused immediately, with a readable error."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from enum import Enum
from functools import cache, partial
from importlib import import_module
from io import StringIO
from itertools import repeat
from pathlib import Path
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import Any

import pytest
from tests.project.test_layers import NEEDS_MORE
from tests.support.depth import share_of
from tests.support.refusals import codes_of
from tests.unit.base.test_immutable import values_of_every_kind

import rami
from rami import Cards, Match, RamiError, Round, Setup, load_variant, variants
from rami.bots import GreedyBot
from rami.bots.statistics import Distribution
from rami.errors import InvalidText, Reason, Violation, violations
from rami.ext.learning import Episode
from rami.matches.board import Board
from rami.matches.pieces import Pieces
from rami.notation import records
from rami.policies import Outcome
from rami.testing import check_variant

GIN, CLASSIC = variants.GIN, variants.CLASSIC_51
MOST = 1_000


class Unbounded(BaseException):
    """An error for code that reads more than it can need."""


class Endless:
    """A collection without an end."""

    def __iter__(self) -> Iterator[str]:
        yield from repeat("7♠", MOST + 1)
        raise Unbounded


def deep() -> list[Any]:
    """Return a list nested so deep that its text cannot be written."""
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    return nested


WRONG: tuple[Any, ...] = (
    *(None, True, 1, -1, 10**5000, 1.5, float("nan"), "", "x", "\ud800", b"x", object(), int, Endless()),
    *([], [1], [None], ["x"], [("x",)], {}, {"a": 1}, lambda *given: 1, GIN.opening, deep()),
)
"""Values that hardly any parameter accepts."""

LABOURS = {"divide", "perft", "after_turns"}
"""Functions that work as long as their arguments demand; `check_variant` has a separate test."""


@cache
def samples() -> dict[str, Any]:
    """Return a value of every public class, and of every annotation of a parameter, by name."""
    start = Round.deal(GIN, players=2, seed=7, dealer=0)
    values = (*values_of_every_kind(), start, start.view(0), GIN, Episode(GIN))
    named: dict[str, Any] = {type(value).__name__: value for value in values}
    named.update(int=1, str="7♠ 8♠ 9♠", bool=True, float=1.0, object=1, Points=3, Seed=7, Callable=len)
    named.update(CardsLike="7♠ 8♠ 9♠", CardLike="7♠", MeldLike="7♠ 8♠ 9♠", MoveLike="draw")
    return named


COLLECTIONS = {"Iterable", "Sequence", "Collection", "Mapping", "tuple", "list"}


def fitting(parameter: inspect.Parameter) -> Any:
    """Return a value that fits the annotation of a parameter."""
    words = re.findall(r"\w+", str(parameter.annotation))
    known = next((word for word in words if word in samples()), None)
    value = samples().get(str(known))
    return (value,) if known and COLLECTIONS & set(words[: words.index(known)]) else value


@cache
def offered() -> dict[str, Any]:
    """Return every function and class of the public modules, and every method of public values, once each, by name."""
    found: dict[Any, str] = {}
    for module in walk_packages(rami.__path__, "rami."):
        if "._" in module.name or module.name in NEEDS_MORE:
            continue
        home = import_module(module.name)
        for name in getattr(home, "__all__", ()):
            thing, value = getattr(home, name), samples().get(name)
            if not callable(thing) or not thing.__module__.startswith("rami."):
                continue
            if not getattr(thing, "_is_protocol", False) and not (
                isinstance(thing, type) and issubclass(thing, (Enum, dict))
            ):
                found.setdefault(thing, f"{module.name}.{name}")
            for at in methods_of(type(value)) if type(value) is thing else ():
                found.setdefault(getattr(value, at.name), f"{module.name}.{name}.{at.name}")
    return {name: thing for thing, name in found.items() if thing is not check_variant}


def test_a_class_has_a_sample() -> None:
    for thing in offered().values():
        if isinstance(thing, type) and not issubclass(thing, RamiError) and methods_of(thing):
            assert any(isinstance(value, thing) for value in samples().values())


def methods_of(thing: type[Any]) -> list[inspect.Attribute]:
    """Return the public methods that a class has from the package."""
    listed = inspect.classify_class_attrs(thing)
    ours = [each for each in listed if each.defining_class.__module__.startswith("rami.")]
    return [each for each in ours if "method" in each.kind and each.name[0] != "_"]


def calls(function: Callable[..., Any], wrong: object) -> Iterator[Callable[[], Any]]:
    """Yield the calls with this value for one parameter, and fitting values for the others without defaults."""
    signature = inspect.signature(function)
    for chosen in signature.parameters.values():
        bound = signature.bind_partial()
        for name, each in signature.parameters.items():
            several = each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
            if each is chosen:
                bound.arguments[name] = (
                    wrong if not several else (wrong,) if each.kind == each.VAR_POSITIONAL else {"x": wrong}
                )
            elif each.default is each.empty and not several:
                bound.arguments[name] = fitting(each)
        yield partial(function, *bound.args, **bound.kwargs)


def test_a_value_of_a_wrong_type_is_refused_or_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # Some of the values are names of files.
    monkeypatch.setattr(violations, "_MOST_ITEMS", MOST)
    speechless = {name: value for name in share_of([*offered()]) for value in refused_in_silence(name)}
    assert speechless == {}


def refused_in_silence(name: str) -> Iterator[object]:
    """Yield the values that a function or class refuses without a message."""
    function = offered()[name]
    for wrong in WRONG:
        if name.rpartition(".")[2] in LABOURS and (wrong is None or isinstance(wrong, (int, type))):
            continue
        for call in calls(function, wrong):
            try:
                made = call()
                if isinstance(made, Iterator):
                    next(made, None)
            except (TypeError, ValueError, OSError) as error:
                if not str(error):
                    yield wrong
            except KeyError:
                if "KeyError" not in str(function.__doc__):
                    yield wrong
            except BaseException as error:
                error.add_note(f"{name} of {type(wrong).__name__}")
                raise


NUMBERS: dict[str, tuple[Any, ...]] = {
    "int": ("4", 1.5, True, [1], None),
    "Seed": ("4", 1.5, True, [1], None),
    "Points": ("4", [1], None),
    "float": ("4", [1], None),
    "bool": ("yes", 1, [1], None),
}
"""Values that are no numbers or no flags, by the first word of the annotation; values that fit it are not tried."""

FITTING: dict[str, Any] = {
    "players": 2,
    "seats": 2,
    "seat": 0,
    "by": 0,
    "viewer": 0,
    "player": 0,
    "lang": "en",
    "move": "pass",
    "turn": "pass",
    "card": "7♠",
    "discard": "7♠",
    "wins": (1,),
    "openings": (1,),
    "text": "",
    "names": ["Ana", "Bo"],
    "steps": (),
    "events": (),
    "departures": (),
    "parse": str,
    "playing": (0, 1),
    "catalogue": b"",
    "source": StringIO(),
    "scores": (CLASSIC.score(["", "7♠"], winner=0),),
    "bots": [GreedyBot(), GreedyBot()],
    "target": StringIO(),
    "melds": (),
    "outcome": Outcome(),
    "hands": ["7♠", "K♥"],
}
"""Values by the name of the parameter, if another value of its type would be refused for another reason."""

FITTING_THERE: dict[str, dict[str, Any]] = {
    "rami.sessions.session.Session.repeat": {"kind": "comment"},
    "rami.policies.KnockFact": {"kind": "knock"},
    "rami.rounds.setup.Duty": {"kind": "go_out"},
    "rami.ext.learning.Rewards.shared": {"points": (3, 4)},
    "rami.matches.ScoreSheet.enter_typed": {"typed": ("", "35", "no")},
    "rami.bots.statistics.Statistics": {"points": (Distribution([(1, 1)]),)},
}
"""The values for single functions."""

TYPE_CODES = {
    *(Reason.NOT_AN_INTEGER, Reason.NOT_A_FLAG, Reason.NOT_A_NUMBER, Reason.WRONG_TYPE),
    *(Reason.NOT_A_TEXT, Reason.NOT_CARDS, Reason.NOT_ONE_OF, Reason.OPTION_VALUE, Reason.OPTION_RESERVED),
}

PLUMBING = {"rami.policies.slots.contracts.contract_of", "rami.policies.slots.opening.opening_of_hand"}
"""Functions that the library calls for each hand with its own numbers."""


def numbers() -> Iterator[tuple[str, str]]:
    """Yield every public function or class with the name of each parameter for a number or a flag."""
    for name, function in offered().items():
        for parameter in inspect.signature(function).parameters.values():
            if first_word(parameter) in NUMBERS and name not in PLUMBING:
                yield name, parameter.name


def first_word(parameter: inspect.Parameter) -> str:
    found = re.match(r"\w+", str(parameter.annotation))
    return found[0] if found else ""


def allowed(parameter: inspect.Parameter, value: object) -> bool:
    """Return whether a value fits the annotation of a parameter."""
    words = set(re.findall(r"\w+", str(parameter.annotation)))
    kinds = {"None"} if value is None else {type(value).__name__}
    kinds |= {"Literal"} if isinstance(value, (str, int)) else set()
    kinds |= COLLECTIONS if isinstance(value, list) else set()
    return bool(words & kinds)


def test_a_refusal_names_the_parameter_that_should_be_a_number_or_flag() -> None:
    unnamed = {
        (name, parameter): refused
        for name, parameter in numbers()
        for refused in refused_without_its_name(name, parameter)
    }
    assert unnamed == {}


def refused_without_its_name(name: str, parameter: str) -> Iterator[tuple[object, tuple[Violation, ...]]]:
    """Yield the values of a wrong type that are accepted, or refused by violations that do not name the parameter."""
    function = offered()[name]
    parameters = inspect.signature(function).parameters
    chosen, values = parameters[parameter], FITTING | FITTING_THERE.get(name, {})
    given = {
        each.name: values.get(each.name, fitting(each))
        for each in parameters.values()
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    }
    for wrong in NUMBERS[first_word(chosen)]:
        if not allowed(chosen, wrong):
            found = violations_of(partial(function, **{**given, parameter: wrong}))
            # The library makes records of facts; other code may fill them with anything.
            if not found and isinstance(function, type):
                continue
            fields = {str(dict(each.params).get("field")) for each in found if each.code in TYPE_CODES}
            if not any(field.rpartition(".")[2].startswith(parameter) for field in fields):
                yield wrong, found


def violations_of(call: Callable[[], Any]) -> tuple[Violation, ...]:
    """Return the violations that a call raises or returns."""
    try:
        made = call()
        if isinstance(made, AbstractContextManager):
            made.__enter__()
        answer = next(made, None) if isinstance(made, Iterator) else made
    except RamiError as error:
        return error.violations
    if isinstance(answer, tuple) and all(isinstance(each, Violation) for each in answer):
        return answer
    return ()


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
def test_nothing_but_a_variant_is_checked(wrong: object) -> None:
    with pytest.raises((TypeError, RamiError)):
        check_variant(wrong)  # type: ignore[arg-type]  # meant


@pytest.mark.parametrize("wrong", ["x", ["abc"], [1], 1])
def test_parameters_of_a_refusal_are_pairs(wrong: Any) -> None:
    with pytest.raises(TypeError):
        Violation("x", None, wrong)


def test_a_collection_without_end_is_refused() -> None:
    for make in (
        Cards,
        lambda endless: Setup(variant=GIN, hands=endless),
        lambda endless: Board.of(endless, 0),
    ):
        assert codes_of(RamiError, make, repeat("7♠")) == ["too_many_items"]


@pytest.mark.parametrize("follow", [Board.of, Pieces.of])
def test_events_are_a_collection(follow: Any) -> None:
    with pytest.raises(RamiError, match="events must be a collection, not int"):
        follow(1, 0)


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_a_name_that_no_file_has(path: str) -> None:
    with pytest.raises(FileNotFoundError):
        load_variant(path)


def test_nothing_is_written_to_a_name_that_no_file_has() -> None:
    with pytest.raises(FileNotFoundError):
        records.dump(Match.start(GIN, players=2, seed=7), "a\0b")


def test_a_file_that_has_nothing_to_read_yet() -> None:
    file: Any = SimpleNamespace(read=lambda most: None)
    with pytest.raises(InvalidText):
        load_variant(file)
