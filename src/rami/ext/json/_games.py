"""Values that the rules have to confirm: variants, rounds, views and matches.

A reader trusts no document. Variants are rebuilt from their parents, and refused unless the differences are exactly as
written. Matches are replayed from the first deal. A view is accepted only if `PlayerView.from_setup` makes an equal
view from its position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rami import variants as games
from rami._kernel.budget import Meter
from rami.cards import UNKNOWN
from rami.errors import (
    InvalidSetup,
    InvalidText,
    RamiError,
    Reason,
    UnknownVariant,
    Violation,
    checks,
    reject,
)
from rami.ext.json.kinds import MatchRecord, Options, Parent, VariantRecord
from rami.ext.json.plain import fault, located, within
from rami.matches.match import Match
from rami.notation._differences import RENAMED, Differences, differences_of, named
from rami.policies._validity import named_in
from rami.policies.declaring.options import SLOTS
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds.memory import Memory
from rami.rounds.setup import outside_stock
from rami.rounds.views import PlayerView

Known = Mapping[str, Variant]


def _differing(same: Mapping[str, bool]) -> Iterator[Violation]:
    for name, is_same in same.items():
        if not is_same:
            yield from within([Violation(Reason.DOCUMENT_DIFFERS, None, {"field": name})], name)


def record_of(variant: Variant) -> VariantRecord:
    """Return a variant as the record that JSON stores: its parent and the differences from it."""
    differences = differences_of(variant)
    parent = Parent(differences.slug, differences.version or 0)
    return VariantRecord(
        variant.slug, variant.version, parent, Options(dict(differences.options)), differences.policies
    )


def variant_of(record: VariantRecord, known: Known) -> Variant:
    """Return the variant that a record describes: its parent with the changes, or one of the caller's own variants."""
    options = tuple(record.options.items())
    try:
        differences = Differences(record.parent.slug, record.parent.version, options, record.policies)
    except RamiError as error:
        raise InvalidText(*within(error.violations, "options")) from None
    given = _variant_with_policies(record, known)
    try:
        variant = differences.variant(given, known=known)
    except UnknownVariant as error:
        raise InvalidText(*within(error.violations, "parent", "slug")) from None
    except RamiError as error:
        raise InvalidText(*(_at_option(each, record) for each in error.violations)) from None
    # Each variant has only one written form, so refuse a difference that changes nothing or that rami spells otherwise.
    found = differences_of(variant, named(differences.slug, known))
    written = dict(found.options)
    facts = {
        "slug": variant.slug == record.slug,
        "version": variant.version == record.version,
        "policies": found.policies == differences.policies,
    }
    # Compare the `repr`, because True == 1 in Python, but not in JSON.
    same = {
        name: current in written and repr(written[current]) == repr(value)
        for name, (current, value) in zip(record.options, differences.options, strict=True)
    }
    reject(InvalidText, [*_differing(facts), *within(_differing(same), "options")])
    return variant


def _variant_with_policies(record: VariantRecord, known: Known) -> Variant | None:
    """Return the known variant with the slug of a record that has custom policies; None if there is no such variant."""
    if not record.policies or (record.slug not in known and record.slug not in games.available()):
        return None
    found = known[record.slug] if record.slug in known else games.get(record.slug)
    # The document names slots with custom policies. If the caller's variant has rami's own policy there, it is a
    # different game.
    if any(isinstance(getattr(found, slot), SLOTS[slot]) for slot in record.policies if slot in SLOTS):
        return None
    if found.version != record.version:
        params = {"variant": record.slug, "recorded": record.version, "found": found.version}
        raise fault(Reason.OTHER_VERSION, "version", **params)
    return found


def _at_option(problem: Violation, record: VariantRecord) -> Violation:
    """Return the violation with the path of the option or slot that it names."""
    if problem.code == Reason.OTHER_VERSION:
        return next(within([problem], "parent", "version"))
    options = {RENAMED.get(name, name): name for name in record.options}
    for name in named_in(problem):
        if name in options:
            return next(within([problem], "options", options[name]))
        if name in record.policies:
            return next(within([problem], "policies", record.policies.index(name)))
    return problem


def match_record(match: Match) -> MatchRecord:
    """Return a match as the record that JSON stores."""
    return MatchRecord(match.variant, match.players, match.seed, match.steps)


def replayed(record: MatchRecord) -> Match:
    """Replay a match step by step and return it."""
    if not record.steps:
        raise fault(Reason.NO_DEAL, "steps")
    # The first step deals. Apply the others one by one, so that an error has the path of its step.
    with located("steps", 0):
        match = Match.replay(record.variant, record.players, record.seed, record.steps[:1])
    # A hostile document may contain a very long match, so `step_budget` limits this loop too.
    played = Meter(1)
    for number, step in enumerate(record.steps[1:], 1):
        played.count()
        with located("steps", number):
            match = match.after(step)
    return match


def confirmed(view: PlayerView) -> PlayerView:
    """Return the view if some arrangement of the hidden cards makes it possible; otherwise refuse it."""
    reject(InvalidText, _faults_of_sizes(view))
    fits = view.memory is None or _fits(view.memory, view)
    wrong = [] if fits else [*within([Violation(Reason.MEMORY_MISFIT)], "memory")]
    try:
        found = PlayerView.from_setup(view.setup, view.viewer)
    except InvalidSetup as error:
        raise InvalidText(*error.violations, *wrong) from None
    reject(InvalidText, wrong)
    # Each field of the view must follow from the position, so that a document cannot contain invented facts.
    compared = [field.name for field in attrs.fields(PlayerView) if field.eq]
    reject(InvalidText, _differing({name: getattr(view, name) == getattr(found, name) for name in compared}))
    return view


def _faults_of_sizes(view: PlayerView) -> Iterator[Violation]:
    """Check the sizes that must be right before the view can be compared."""
    seats = view.context.seats
    yield from within(checks.viewer("viewer", view.viewer, range(seats)), "viewer")
    for name in ("hands", "hand_sizes", "seats"):
        yield from within(checks.count(name, len(getattr(view, name)), seats), name)
    yield from within(checks.player("player", view.player, range(seats)), "player")
    # The view counts the hidden cards of every hand, so all cards of the pack that are nowhere else are in the stock.
    left = len(pack_of(view.variant)) - len([*outside_stock(view)])
    yield from within(checks.count("stock_size", view.stock_size, left), "stock_size")


def _fits(memory: Memory, view: PlayerView) -> bool:
    """Return whether the viewer of this position can have this memory."""
    seats = view.context.seats
    known = (memory.recycled, memory.in_hands, memory.anywhere, memory.stock)
    seen = (*memory.holds, *memory.discarded, *memory.picked_up)
    return (
        memory.viewer == view.viewer
        and len(memory.holds) == len(memory.draws) == seats
        # These fields may be empty in a handmade memory; otherwise each has an entry for every seat.
        and {len(memory.discarded), len(memory.picked_up)} <= {0, seats}
        # A hand cannot have more known cards than cards.
        and all(len(held) <= size for held, size in zip(memory.holds, view.hand_sizes, strict=True))
        and all(0 <= drawn <= len(pack_of(view.variant)) for drawn in memory.draws)
        # GIN-KNOCK-01: the only face-down card in a pile is the discard of a knock, and the view hides it too.
        and (UNKNOWN not in memory.pile or memory.pile == view.discards)
        and not any(UNKNOWN in cards for cards in (*known, *seen))
        # BAS-STOCK-02: the whole stock is known if the discards were turned over unshuffled; otherwise none of it is.
        and len(memory.stock) in (0, view.stock_size)
        and memory.face_down != UNKNOWN
    )
