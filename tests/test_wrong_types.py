"""Values of a wrong type, and collections without end: refused at once, with an error that can be read."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, partial
from importlib import import_module
from itertools import repeat
from pathlib import Path
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import Any

import pytest
from tests.test_immutable import shown
from tests.test_layers import NEEDS_MORE

import rami
from rami import (
    Cards,
    InvalidText,
    Match,
    RamiError,
    Round,
    Setup,
    Violation,
    errors,
    load_variant,
    variants,
)
from rami.board import Board
from rami.ext.learning import Episode
from rami.notation import records
from rami.testing import check_variant

GIN, CLASSIC = variants.GIN, variants.CLASSIC_51
MOST = 1_000


class Unbounded(BaseException):
    """More was read than is ever needed."""


class Endless:
    """A collection without end."""

    def __iter__(self) -> Iterator[str]:
        yield from repeat("7♠", MOST + 1)
        raise Unbounded


WRONG: tuple[Any, ...] = (
    *(None, True, 1, -1, 10**5000, 1.5, float("nan"), "", "x", "\ud800", b"x", object(), int, Endless()),
    *([], [1], [None], ["x"], [("x",)], {}, {"a": 1}, lambda *given: 1, GIN.opening),
)
"""What no parameter can be, or hardly one."""

LABOURS = {"divide", "perft", "after_turns"}
"""Functions that work as long as they are told to; `check_variant` has a test of its own."""


@cache
def samples() -> dict[str, Any]:
    """A value of every public class, and of everything that parameters are annotated with, by name."""
    start = Round.deal(GIN, players=2, seed=7, dealer=0)
    values = (*shown(), start, start.view(0), GIN, Episode(GIN))
    named: dict[str, Any] = {type(value).__name__: value for value in values}
    named.update(int=1, str="7♠ 8♠ 9♠", bool=True, float=1.0, object=1, Points=3, Seed=7, Callable=len)
    named.update(CardsLike="7♠ 8♠ 9♠", CardLike="7♠", MeldLike="7♠ 8♠ 9♠", MoveLike="draw")
    return named


COLLECTIONS = {"Iterable", "Sequence", "Collection", "Mapping", "tuple", "list"}


def fitting(parameter: inspect.Parameter) -> Any:
    """A value that the parameter may be, as its annotation says."""
    words = re.findall(r"\w+", str(parameter.annotation))
    known = next((word for word in words if word in samples()), None)
    value = samples().get(str(known))
    return (value,) if known and COLLECTIONS & set(words[: words.index(known)]) else value


def offered() -> dict[str, Any]:
    """Every function and class of the public modules, and every method of public values, each once, by name."""
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


def test_a_class_has_a_value_to_be_asked() -> None:
    for thing in offered().values():
        if isinstance(thing, type) and not issubclass(thing, RamiError) and methods_of(thing):
            assert thing.__name__ in samples()


def methods_of(thing: type[Any]) -> list[inspect.Attribute]:
    """The public methods that a class has from the package."""
    listed = inspect.classify_class_attrs(thing)
    ours = [each for each in listed if each.defining_class.__module__.startswith("rami.")]
    return [each for each in ours if "method" in each.kind and each.name[0] != "_"]


def calls(function: Callable[..., Any], wrong: object) -> Iterator[Callable[[], Any]]:
    """The calls with that value for one parameter, and fitting ones for the others that have to be given."""
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


@pytest.mark.search(cases=46)
@pytest.mark.parametrize("name", offered())
def test_a_value_of_a_wrong_type_is_refused_or_taken(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # some of the values are names of files
    monkeypatch.setattr(errors, "_MOST_ITEMS", MOST)
    function, said = offered()[name], list[object]()
    for wrong in WRONG:
        if name.rpartition(".")[2] in LABOURS and (wrong is None or isinstance(wrong, (int, type))):
            continue
        for call in calls(function, wrong):
            try:
                made = call()
                if isinstance(made, Iterator):
                    next(made, None)
            except (TypeError, ValueError, OSError) as error:
                said.append(str(error))
            except KeyError:
                said.append("KeyError" in str(function.__doc__))
    assert all(said)


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
        with pytest.raises(RamiError) as caught:
            make(repeat("7♠"))
        assert [str(each.code) for each in caught.value.violations] == ["too_many_items"]


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
