"""Values that the rules have to confirm: variants, rounds and matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs
from cattrs import Converter

from rami import variants as games
from rami.errors import InvalidText, RamiError, Reason, UnknownVariant, Violation, reject
from rami.events import Event, TakenBack, standing
from rami.ext.json._converting import basic_converter, class_reader, class_writer
from rami.ext.json._seeing import view_of
from rami.ext.json.kinds import Options, Parent, VariantRecord, types_of
from rami.ext.json.plain import within
from rami.match import Match
from rami.notation._settings import Settings, named, settings_of
from rami.policies.options import SLOTS
from rami.policies.variant import Variant
from rami.round import Round
from rami.setup import Setup
from rami.views import PlayerView

__all__ = ["game_converter"]

Known = Mapping[str, Variant]

# What a match is replayed from; everything else is compared with the replay.
_SOURCES: Final = ("variant", "players", "seed", "decks", "log", "_history")


def game_converter(known: Known) -> Converter:
    """Return a converter for all values.

    Parameters:
        known: variants by their slugs: for those with custom policies, and for parents that `rami.variants` does not
            have.
    """
    converter = basic_converter()
    read_record = converter.get_structure_hook(VariantRecord)
    converter.register_unstructure_hook(Variant, lambda variant: converter.unstructure(_record_of(variant)))
    converter.register_structure_hook(
        Variant, lambda data, _: _variant(read_record(data, VariantRecord), known)
    )
    read_setup, write_setup = converter.get_structure_hook(Setup), converter.get_unstructure_hook(Setup)
    converter.register_unstructure_hook(Round, lambda position: write_setup(position.setup))
    converter.register_structure_hook(Round, lambda data, _: Round.from_setup(read_setup(data, Setup)))
    read_view = class_reader(PlayerView, converter)
    converter.register_unstructure_hook(PlayerView, class_writer(PlayerView, converter))
    converter.register_structure_hook(PlayerView, lambda data, kind: view_of(read_view(data, kind)))
    read_match, write_match = class_reader(Match, converter), class_writer(Match, converter)
    converter.register_unstructure_hook(Match, lambda match: _without_the_obvious(write_match(match)))
    converter.register_structure_hook(Match, lambda data, kind: _replayed(read_match(data, kind)))
    return converter


def _record_of(variant: Variant) -> VariantRecord:
    settings = settings_of(variant)
    parent = Parent(settings.slug, settings.version or 0)
    return VariantRecord(
        variant.slug, variant.version, parent, Options(dict(settings.options)), settings.policies
    )


def _variant(record: VariantRecord, known: Known) -> Variant:
    """The variant of a record: the differences from a parent, or one of those that the reader was given."""
    options = dict(record.options)
    settings = Settings(record.parent.slug, record.parent.version, tuple(options.items()), record.policies)
    given = _given(record, known)
    try:
        variant = settings.variant(given, known=known)
    except UnknownVariant as error:
        raise InvalidText(*within("parent", within("slug", error.violations))) from None
    except RamiError as error:
        raise InvalidText(*(_located(each, settings) for each in error.violations)) from None
    found = settings_of(variant, named(settings.slug, known))
    written = dict(found.options)
    facts = {
        "slug": variant.slug == record.slug,
        "version": variant.version == record.version,
        "policies": found.policies == settings.policies,
    }
    # plain values have the same text if they are the same, and True is not 1
    same = {name: name in written and repr(written[name]) == repr(value) for name, value in options.items()}
    reject(InvalidText, [*_differing(facts), *within("options", _differing(same))])
    return variant


def _differing(same: Mapping[str, bool]) -> Iterator[Violation]:
    for name, is_same in same.items():
        if not is_same:
            yield from within(name, [Violation(Reason.DOCUMENT_DIFFERS, None, {"field": name})])


def _given(record: VariantRecord, known: Known) -> Variant | None:
    """The variant of that slug and version, where its policies have to come from the reader."""
    if not record.policies or (record.slug not in known and record.slug not in games.available()):
        return None
    found = known[record.slug] if record.slug in known else games.get(record.slug)
    if any(isinstance(getattr(found, slot), SLOTS[slot]) for slot in record.policies if slot in SLOTS):
        return None
    if found.version != record.version:
        params = {"variant": record.slug, "told": record.version, "found": found.version}
        raise InvalidText(*within("version", [Violation(Reason.OTHER_VERSION, None, params)]))
    return found


def _located(problem: Violation, settings: Settings) -> Violation:
    """The problem with the path of the option or the slot that it names."""
    told = {name: value for name, value in problem.params if isinstance(value, str)}
    if problem.code == Reason.OTHER_VERSION:
        return next(within("parent", within("version", [problem])))
    options = dict(settings.options)
    for name in (told.get("change", ""), told.get("field", ""), *told.get("other", "").split(", ")):
        if name in options:
            return next(within("options", within(name, [problem])))
        if name in settings.policies:
            return next(within("policies", within(settings.policies.index(name), [problem])))
    return problem


def _without_the_obvious(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a match without its history, where the log says the same: nothing was taken back."""
    if all(event["type"] != TakenBack.__name__ for chapter in data["history"] for event in chapter):
        data["history"] = None
    return data


def _replayed(record: Match) -> Match:
    """The match that the moves give, if it is the one of the record."""
    if len(record.decks) != len(record.log) or not record.log:
        params = {"field": "log", "count": len(record.log), "expected": max(1, len(record.decks))}
        raise InvalidText(*within("log", [Violation(Reason.WRONG_COUNT, None, params)]))
    match: Match | None = None
    for number, (moves, deck) in enumerate(zip(record.log, record.decks, strict=True)):
        played: int | None = None
        try:
            if match is None:
                match = Match.start(record.variant, record.players, record.seed, deck=deck or None)
            else:
                match = match.next_round(deck=deck or None)
            for played, logged in enumerate(moves):  # noqa: B007 - it says where an error was
                match = match.play(logged.move, logged.player)
        except RamiError as error:
            found = error.violations if played is None else within(played, error.violations)
            raise InvalidText(*within("log", within(number, found))) from None
    assert match is not None  # the log is not empty
    compared = [name for name in types_of(Match) if name not in _SOURCES]
    same = {name: getattr(record, name) == getattr(match, name) for name in compared}
    reject(InvalidText, _differing(same))
    history = getattr(record, "_history")  # noqa: B009 - a field that is kept, but is no part of the interface
    return match if history is None else _with_history(match, history)


def _with_history(match: Match, history: tuple[tuple[Event, ...], ...]) -> Match:
    """The match with all events, those of moves that were taken back among them."""
    chapters: tuple[tuple[Event, ...], ...] = getattr(match, "_history")  # noqa: B009 - as above
    if len(history) != len(chapters):
        params = {"field": "history", "count": len(history), "expected": len(chapters)}
        raise InvalidText(*within("history", [Violation(Reason.WRONG_COUNT, None, params)]))
    for number, (chapter, events) in enumerate(zip(history, chapters, strict=True)):
        backward = any(isinstance(event, TakenBack) and event.events < 1 for event in chapter)
        try:
            left = None if backward else tuple(standing(chapter))
        except RamiError as error:
            raise InvalidText(*within("history", within(number, error.violations))) from None
        if left != events:
            wrong = Violation(Reason.DOCUMENT_DIFFERS, None, {"field": "history"})
            raise InvalidText(*within("history", within(number, [wrong])))
    return attrs.evolve(match, history=history)
