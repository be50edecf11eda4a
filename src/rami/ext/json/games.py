"""Values that the rules have to confirm: variants, rounds and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs
from cattrs import Converter

from rami import variants as games
from rami._cursor import clipped, expected, short
from rami.errors import InvalidText, RamiError, Reason, UnknownVariant, Violation
from rami.events import Event, TakenBack, standing
from rami.ext.json.converting import basic_converter, read_fields, read_object, write_fields
from rami.ext.json.kinds import Field, fields_of
from rami.ext.json.plain import MOST_PROBLEMS, described, is_list, is_object, within
from rami.ext.json.seeing import view_of
from rami.match import Match
from rami.notation.settings import Settings, named, settings_of
from rami.policies.options import SLOTS
from rami.policies.variant import Variant
from rami.round import Round
from rami.setup import Setup
from rami.views import PlayerView

__all__ = ["PARENT", "VARIANT", "game_converter"]

Known = Mapping[str, Variant]

PARENT: Final = (Field("slug", str), Field("version", int))
"""The fields of the parent of a variant."""

VARIANT: Final = (
    Field("slug", str),
    Field("version", int),
    Field("parent", dict),
    Field("options", dict),
    Field("policies", tuple[str, ...]),
)
"""The fields of a variant."""

# What a match is replayed from; everything else is compared with the replay.
_SOURCES: Final = ("variant", "players", "seed", "decks", "log")


def game_converter(known: Known) -> Converter:
    """A converter for all values.

    Parameters:
        known: variants by their slugs: for those with policies of somebody's own, and for parents that `rami.variants`
            does not have.
    """
    converter = basic_converter()
    converter.register_unstructure_hook(Variant, _write_variant)
    converter.register_structure_hook(Variant, _VariantReader(converter, known))
    write_setup = write_fields(converter, Setup)
    converter.register_unstructure_hook(Round, lambda position: write_setup(position.setup))
    converter.register_structure_hook(Round, read_fields(converter, Setup, make=_round))
    converter.register_unstructure_hook(PlayerView, write_fields(converter, PlayerView))
    converter.register_structure_hook(PlayerView, read_fields(converter, PlayerView, make=view_of))
    write_match = write_fields(converter, Match)
    converter.register_unstructure_hook(Match, lambda match: _without_the_obvious(write_match(match)))
    converter.register_structure_hook(Match, read_fields(converter, Match, make=_replayed))
    return converter


def _round(**facts: Any) -> Round:
    return Round.from_setup(Setup(**facts))


def _write_variant(variant: Variant) -> dict[str, Any]:
    settings = settings_of(variant)
    return {
        "slug": variant.slug,
        "version": variant.version,
        "parent": {"slug": settings.slug, "version": settings.version},
        "options": dict(settings.options),
        "policies": list(settings.policies),
    }


class _VariantReader:
    """Reads variants: the differences from a parent, or one of the variants that the reader was given."""

    def __init__(self, converter: Converter, known: Known) -> None:
        self.converter = converter
        self.known = known

    def __call__(self, data: object, _: object) -> Variant:
        told = self.fields(data, VARIANT, "a variant")
        try:
            told["parent"] = self.fields(told["parent"], PARENT, "the parent of a variant")
        except InvalidText as error:
            raise InvalidText(*within("parent", *error.violations)) from None
        settings = Settings(
            told["parent"]["slug"],
            told["parent"]["version"],
            tuple(_option(name, value) for name, value in told["options"].items()),
            told["policies"],
        )
        given = self.given(told)
        try:
            variant = settings.variant(given, known=self.known)
        except UnknownVariant as error:
            raise InvalidText(*within("parent", *within("slug", *error.violations))) from None
        except RamiError as error:
            raise InvalidText(*(_located(each, settings) for each in error.violations)) from None
        self.confirm(variant, told, settings)
        return variant

    def fields(self, data: object, fields: Iterable[Field], what: str) -> dict[str, Any]:
        if not is_object(data):
            raise InvalidText(expected(f"{what} as an object", described(data)))
        plan = [(each, self.reader(each.type)) for each in fields]
        return read_object(data, plan)

    def reader(self, kind: Any) -> Callable[[Any, Any], Any]:
        return _as_it_is if kind is dict else self.converter.get_structure_hook(kind)

    def given(self, told: Mapping[str, Any]) -> Variant | None:
        """The variant of that slug and version, where its policies have to come from the reader."""
        slug, slots = told["slug"], [slot for slot in told["policies"] if slot in SLOTS]
        if not told["policies"]:
            return None
        if slug in self.known:
            found = self.known[slug]
        elif slug in games.available():
            found = games.get(slug)
        else:
            return None
        if any(isinstance(getattr(found, slot), SLOTS[slot]) for slot in slots):
            return None
        if found.version != told["version"]:
            params = {"what": slug, "told": told["version"], "found": found.version}
            raise InvalidText(*within("version", Violation(Reason.OTHER_VERSION, None, params)))
        return found

    def confirm(self, variant: Variant, told: Mapping[str, Any], settings: Settings) -> None:
        """Refuse what is not exactly the way in which the variant is written."""
        problems: list[Violation] = []
        for name in ("slug", "version"):
            if getattr(variant, name) != told[name]:
                wrong = expected(described(getattr(variant, name)), described(told[name]))
                problems += within(name, wrong)
        found = settings_of(variant, named(settings.slug, self.known))
        options = dict(found.options)
        if found.policies != settings.policies:
            wrong = expected(described(" ".join(found.policies)), described(" ".join(settings.policies)))
            problems += within("policies", wrong)
        for name, value in settings.options:
            if name not in options:
                wrong = expected("an option that differs from the parent", described(value))
                problems += within("options", *within(name, wrong))
            elif not _same(options[name], value):
                wrong = expected(clipped(str(options[name])), described(value))
                problems += within("options", *within(name, wrong))
        if problems:
            raise InvalidText(*problems[:MOST_PROBLEMS])


def _as_it_is(data: object, _: object) -> dict[str, object]:
    if not is_object(data):
        raise InvalidText(expected("an object", described(data)))
    return data


def _option(name: str, value: Any) -> tuple[str, Any]:
    """An option with a value that may be compared and shown."""
    for each in value if is_list(value) else [value]:
        if type(each) not in (bool, int, str):
            what = 'a value such as 71, true, "none" or [2, 7]'
            raise InvalidText(*within("options", *within(name, expected(what, described(each)))))
    return name, value


def _same(one: object, other: object) -> bool:
    """Whether two plain values are equal, True not being 1."""
    if is_list(one) and is_list(other):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and one == other


def _located(problem: Violation, settings: Settings) -> Violation:
    """The problem with the path of the option or the slot that it names."""
    told = {name: value for name, value in problem.params if isinstance(value, str)}
    if problem.code == Reason.OTHER_VERSION:
        return within("parent", *within("version", problem))[0]
    named = [told.get("change", ""), told.get("field", ""), *told.get("other", "").split(", ")]
    options = dict(settings.options)
    for name in named:
        if name in options:
            return within("options", *within(name, problem))[0]
        if name in settings.policies:
            return within("policies", *within(settings.policies.index(name), problem))[0]
    return problem


def _without_the_obvious(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a match without its history, where that follows from the log: nothing was taken back."""
    if all(event["type"] != TakenBack.__name__ for chapter in data["history"] for event in chapter):
        data["history"] = None
    return data


def _replayed(**told: Any) -> Match:
    """The match that the moves give, if it is the one of which the fields tell."""
    decks, log = told.get("decks", ((),)), told.get("log", ((),))
    if not log or len(decks) != len(log):
        wrong = expected("a list of moves and a deck for each round", f"{len(log)} and {len(decks)}")
        raise InvalidText(*within("log", wrong))
    match: Match | None = None
    for number, (moves, deck) in enumerate(zip(log, decks, strict=True)):
        try:
            if match is None:
                match = Match.start(told["variant"], told["players"], told["seed"], deck=deck or None)
            else:
                match = match.next_round(deck=deck or None)
        except RamiError as error:
            raise InvalidText(*within("log", *within(number, *error.violations))) from None
        for place, logged in enumerate(moves):
            try:
                match = match.play(logged.move, logged.player)
            except RamiError as error:
                at = within("log", *within(number, *within(place, *error.violations)))
                raise InvalidText(*at) from None
    assert match is not None  # the log is not empty
    defaults = {each.name: each.default for each in attrs.fields(Match)}
    problems: list[Violation] = []
    for field in fields_of(Match):
        if field.name in _SOURCES or field.name == "history":
            continue
        mine, theirs = told.get(field.name, defaults[field.name]), getattr(match, field.name)
        if mine != theirs:
            params = {"told": short(str(mine)), "found": short(str(theirs))}
            problems += within(field.name, Violation(Reason.RECORD_DIFFERS, None, params))
    if problems:
        raise InvalidText(*problems)
    return match if told.get("history") is None else _with_history(match, told["history"])


def _with_history(match: Match, history: tuple[tuple[Event, ...], ...]) -> Match:
    """The match with its whole history, moves that were taken back among them."""
    (field,) = (each for each in fields_of(Match) if each.name == "history")
    chapters: tuple[tuple[Event, ...], ...] = getattr(match, field.attribute)
    if len(history) != len(chapters):
        wrong = expected(f"a list of events for each of {len(chapters)} rounds", str(len(history)))
        raise InvalidText(*within("history", wrong))
    for number, (chapter, events) in enumerate(zip(history, chapters, strict=True)):
        backward = any(isinstance(event, TakenBack) and event.events < 1 for event in chapter)
        try:
            left = None if backward else tuple(standing(chapter))
        except RamiError as error:
            raise InvalidText(*within("history", *within(number, *error.violations))) from None
        if left != events:
            params = {"told": "something else", "found": f"{len(events)} events that stand"}
            wrong = Violation(Reason.RECORD_DIFFERS, None, params)
            raise InvalidText(*within("history", *within(number, wrong)))
    return attrs.evolve(match, history=history)
