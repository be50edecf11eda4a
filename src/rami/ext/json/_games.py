"""Values that the rules have to confirm: variants, rounds, views and matches.

A document is read without trust. A variant is made from its parent and must differ from it exactly as written; a match
is played again; a view is accepted only if a round gives it: the hidden cards are placed anywhere, and the view of that
round must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rami import variants as games
from rami._kernel.budget import Meter
from rami.cards import UNKNOWN, Card, Cards
from rami.errors import InvalidText, RamiError, Reason, UnknownVariant, Violation, checks, reject
from rami.ext.json.kinds import MatchRecord, Options, Parent, VariantRecord
from rami.ext.json.plain import fault, located, within
from rami.matches.match import Match
from rami.notation._differences import Differences, differences_of, named
from rami.policies._validity import named_in
from rami.policies.declaring.options import SLOTS
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import faults_of, position_of
from rami.rounds.memory import Memory
from rami.rounds.round import Round
from rami.rounds.setup import Setup, shared
from rami.rounds.views import PlayerView, recycles_so_far

Known = Mapping[str, Variant]


def _differing(same: Mapping[str, bool]) -> Iterator[Violation]:
    for name, is_same in same.items():
        if not is_same:
            yield from within([Violation(Reason.DOCUMENT_DIFFERS, None, {"field": name})], name)


def record_of(variant: Variant) -> VariantRecord:
    """Return a variant as it is written in JSON."""
    differences = differences_of(variant)
    parent = Parent(differences.slug, differences.version or 0)
    return VariantRecord(
        variant.slug, variant.version, parent, Options(dict(differences.options)), differences.policies
    )


def variant_of(record: VariantRecord, known: Known) -> Variant:
    """Return the variant of a record: a parent with changes, or one that the caller passed in."""
    options = dict(record.options)
    differences = Differences(
        record.parent.slug, record.parent.version, tuple(options.items()), record.policies
    )
    given = _given(record, known)
    try:
        variant = differences.variant(given, known=known)
    except UnknownVariant as error:
        raise InvalidText(*within(error.violations, "parent", "slug")) from None
    except RamiError as error:
        raise InvalidText(*(_placed(each, differences) for each in error.violations)) from None
    # A variant has one text: a difference that is none, or that is written otherwise, is refused below.
    found = differences_of(variant, named(differences.slug, known))
    written = dict(found.options)
    facts = {
        "slug": variant.slug == record.slug,
        "version": variant.version == record.version,
        "policies": found.policies == differences.policies,
    }
    # Plain values have the same text if they are the same, and True is not 1.
    same = {name: name in written and repr(written[name]) == repr(value) for name, value in options.items()}
    reject(InvalidText, [*_differing(facts), *within(_differing(same), "options")])
    return variant


def _given(record: VariantRecord, known: Known) -> Variant | None:
    """Return the variant of this slug and version that the caller must pass, since its policies are custom."""
    if not record.policies or (record.slug not in known and record.slug not in games.available()):
        return None
    found = known[record.slug] if record.slug in known else games.get(record.slug)
    # A slot with rami's own policy in the caller's variant is not the custom one that the document names.
    if any(isinstance(getattr(found, slot), SLOTS[slot]) for slot in record.policies if slot in SLOTS):
        return None
    if found.version != record.version:
        params = {"variant": record.slug, "recorded": record.version, "found": found.version}
        raise fault(Reason.OTHER_VERSION, "version", **params)
    return found


def _placed(problem: Violation, differences: Differences) -> Violation:
    """Return the violation with the path of the option or slot that it names."""
    if problem.code == Reason.OTHER_VERSION:
        return next(within([problem], "parent", "version"))
    options = dict(differences.options)
    for name in named_in(problem):
        if name in options:
            return next(within([problem], "options", name))
        if name in differences.policies:
            return next(within([problem], "policies", differences.policies.index(name)))
    return problem


def match_record(match: Match) -> MatchRecord:
    """Return a match as it is written in JSON."""
    return MatchRecord(match.variant, match.players, match.seed, match.steps)


def replayed(record: MatchRecord) -> Match:
    """Return the match played from these steps."""
    if not record.steps:
        raise fault(Reason.NO_DEAL, "steps")
    # The deal alone makes a match; every later step is refused at its own place.
    with located("steps", 0):
        match = Match.replay(record.variant, record.players, record.seed, record.steps[:1])
    # A long match is long to play again: `step_budget` bounds that too.
    played = Meter(1)
    for number, step in enumerate(record.steps[1:], 1):
        played.count()
        with located("steps", number):
            match = match.after(step)
    return match


def confirmed(view: PlayerView) -> PlayerView:
    """Return the view if some round can produce it, whoever holds the cards that it hides."""
    reject(InvalidText, _faults_of_sizes(view))
    # Rules and view have to agree on a whole position; the faults are those of that position.
    setup = _filled(view)
    rules = Rules.of(view.variant)
    fits = view.memory is None or _fits(view.memory, view)
    misfit = [] if fits else [Violation(Reason.MEMORY_MISFIT)]
    reject(InvalidText, [*faults_of(rules, setup), *within(misfit, "memory")])
    # Cards placed anywhere may leave another player no way to end the turn, which says nothing of the view.
    position = (
        Round.from_setup(setup) if view.to_act else Round(view.context, rules, position_of(rules, setup))
    )
    # Whatever the hidden cards are, the view must come out as it was: then nothing in it was made up.
    found = position.view(view.viewer)
    compared = [field.name for field in attrs.fields(PlayerView) if field.eq]
    reject(InvalidText, _differing({name: getattr(view, name) == getattr(found, name) for name in compared}))
    return view


def _faults_of_sizes(view: PlayerView) -> Iterator[Violation]:
    """Check the sizes that must fit before the view can be compared."""
    seats = view.context.seats
    yield from within(checks.viewer("viewer", view.viewer, range(seats)), "viewer")
    for name in ("hands", "hand_sizes", "seats"):
        yield from within(checks.count(name, len(getattr(view, name)), seats), name)
    yield from within(checks.player("player", view.player, range(seats)), "player")
    # Backs count as cards, so what is neither held, laid nor turned is in the stock.
    pack = len(pack_of(view.variant))
    held = sum(map(len, view.hands)) + len(view.discards) + sum(len(item.meld) for item in view.table)
    held += view.turned is not None
    yield from within(checks.count("stock_size", view.stock_size, pack - held), "stock_size")


def _filled(view: PlayerView) -> Setup:
    """Return a position in which the hidden cards are placed anywhere."""
    left = Counter(pack_of(view.variant))
    turned = () if view.turned is None else (view.turned,)
    in_sight = (*view.hands, view.discards, turned, *(item.meld for item in view.table))
    left.subtract(card.id for cards in in_sight for card in cards)
    hands = list(view.hands)
    # A card that must be placed this turn is in the hand, though a spectator does not see it there.
    if UNKNOWN in hands[view.player]:
        bound = Counter(duty.card.id for duty in view.duties if duty.card is not None)
        hands[view.player] = _with_bound(hands[view.player], bound, left)
    rest = iter([card for card in sorted(left) for _ in range(left[card])])
    facts: dict[str, Any] = {
        **shared(view),
        "hands": tuple(Cards.from_ids(_known(hand.ids, rest)) for hand in hands),
        "discards": tuple(map(Card.from_id, _known([card.id for card in view.discards], rest))),
    }
    return Setup(**facts, stock=tuple(map(Card.from_id, rest)), recycles=recycles_so_far(view))


def _with_bound(hand: Cards, bound: Counter[int], left: Counter[int]) -> Cards:
    """Return the hand with some unknown cards replaced by those that it is known to hold."""
    known = [card for card in hand.ids if card != UNKNOWN.id]
    more = [card for card in (bound - Counter(known)).elements() if left[card] > 0][: len(hand) - len(known)]
    left.subtract(more)
    return Cards.from_ids([*known, *more, *[UNKNOWN.id] * (len(hand) - len(known) - len(more))])


def _known(cards: bytes | list[int], rest: Iterator[int]) -> list[int]:
    """Return the cards with unknown ones replaced from the rest, as far as it lasts."""
    # A view with more cards than the pack runs out of them here; the faults of the position then say so.
    return [next(rest, UNKNOWN.id) if card == UNKNOWN.id else card for card in cards]


def _fits(memory: Memory, view: PlayerView) -> bool:
    """Return whether a viewer of this position can have this memory."""
    seats = view.context.seats
    return (
        memory.viewer == view.viewer
        and len(memory.holds) == len(memory.draws) == seats
        # Empty where the memory was made by hand, by seat otherwise.
        and {len(memory.discarded), len(memory.picked_up)} <= {0, seats}
        # More cards than the hand holds cannot be known to be in it.
        and all(len(held) <= size for held, size in zip(memory.holds, view.hand_sizes, strict=True))
        and all(0 <= drawn <= len(pack_of(view.variant)) for drawn in memory.draws)
        and not any(UNKNOWN in held for held in memory.holds)
        # The one face-down card of a pile is the discard of a knock, which the view hides as well (GIN-KNOCK-01).
        and (UNKNOWN not in memory.pile or memory.pile == view.discards)
        and not any(
            UNKNOWN in cards
            for cards in (
                memory.recycled,
                memory.in_hands,
                memory.anywhere,
                *memory.discarded,
                *memory.picked_up,
            )
        )
        and UNKNOWN not in memory.stock
        # A stock is known whole or not at all: turned over it is in the order of the discards (BAS-STOCK-02).
        and len(memory.stock) in (0, view.stock_size)
        and memory.face_down != UNKNOWN
    )
