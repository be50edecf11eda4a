"""Hypothesis strategies for tests: cards, hands, house variants, rounds and moves.

This module needs the extra `testing`, which installs hypothesis: ``pip install rami[testing]``.

>>> from hypothesis import given, settings
>>> from rami import variants
>>> @settings(max_examples=5, database=None)
... @given(rounds(variants.GIN))
... def test_somebody_has_a_move(position):
...     assert position.over or position.legal_moves
>>> test_somebody_has_a_move()
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from hypothesis import assume
from hypothesis import strategies as st

from rami._kernel.cards.shuffle import SEED_LIMIT, Stream
from rami.cards import JOKER, Card, Cards
from rami.cards.moves import Move
from rami.errors import InvalidVariant, RamiError, reject
from rami.errors.checks import flag, instance, integer, items
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS, field_of, names, unknown_option
from rami.policies.slots.contracts import Contract
from rami.policies.variant import Variant
from rami.rounds.round import Round
from rami.testing._pool import other_moves
from rami.testing._walks import capped, listed, pack, seat_numbers, walk

__all__ = ["cards", "decks", "hands", "house_variants", "moves", "rounds", "seeds"]

_USUAL = 80
_LONGEST = 400
"""A number of positions that few rounds with the default turn cap reach."""


def seeds() -> st.SearchStrategy[int]:
    """Draw any seed of a round or match."""
    return st.integers(0, SEED_LIMIT - 1)


def cards(*, jokers: bool = True) -> st.SearchStrategy[Card]:
    """Draw any card.

    Parameters:
        jokers: True to draw jokers as well.
    """
    reject(RamiError, flag("jokers", jokers))
    naturals = [Card.from_id(number) for number in range(52)]
    return st.sampled_from([*naturals, JOKER] if jokers else naturals)


def hands(variant: Variant, size: int | None = None) -> st.SearchStrategy[Cards]:
    """Generate hands that a player can hold: no more copies of a card than the pack has.

    Parameters:
        variant: the variant that determines the pack.
        size: the number of cards; None for as many as a player is dealt, or one more, at random.
    """
    reject(RamiError, () if size is None else integer("size", size, 0))
    packs = decks(variant)
    usual = variant.dealing.cards_each(variant.equipment.players[0])
    sizes = st.integers(usual, usual + 1) if size is None else st.just(size)
    return st.builds(_first, packs, sizes)


def _first(deck: Sequence[Card], count: int) -> Cards:
    return Cards(deck[:count])


def decks(variant: Variant) -> st.SearchStrategy[Sequence[Card]]:
    """Draw a whole pack in random order, for the parameter `deck` of `Round.deal`.

    Parameters:
        variant: the variant that determines the pack.
    """
    return st.permutations(pack(variant))


def rounds(
    variant: Variant, players: int | None = None, turn_cap: int = 40, over: bool | None = None
) -> st.SearchStrategy[Round]:
    """Draw positions from rounds played partly by bots and partly at random; some deals are full of melds.

    Parameters:
        variant: the rules.
        players: the number of players; None for any possible number.
        turn_cap: the number of turns after which a round ends, unless the variant has a custom match policy.
        over: True for finished rounds only, False for unfinished rounds only, None for both.

    Raises:
        InvalidSetup: no round can be dealt for this number of players.
    """
    wrong = () if over is None else flag("over", over)
    reject(RamiError, wrong + integer("turn_cap", turn_cap, 1))
    ended = capped(variant, turn_cap)
    return _rounds(ended, seat_numbers(ended, players), over)


@st.composite
def _rounds(draw: st.DrawFn, variant: Variant, seats: Sequence[int], over: bool | None) -> Round:
    players = draw(st.sampled_from(seats))
    seed, number = draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 7))
    # If only finished rounds are wanted, play each to its end, because few random lengths would reach it.
    last = _LONGEST if over else draw(st.integers(0, _USUAL))
    walked = islice(walk(variant, players, seed, number), last + 1)
    found = [step.position for step in walked if over is not False or not step.position.over]
    assume(bool(found) and over in (None, found[-1].over))
    return found[-1]


def moves(position: Round, legal: bool | None = None) -> st.SearchStrategy[Move]:
    """Draw moves for the player to act: listed moves, legal moves in other spellings, and almost legal moves.

    Parameters:
        position: the position in which the moves are tried.
        legal: True for legal moves only, False for illegal moves only, None for both.
    """
    wrong = instance("position", position, Round)
    reject(RamiError, wrong + (() if legal is None else flag("legal", legal)))
    return _moves(position, legal)


@st.composite
def _moves(draw: st.DrawFn, position: Round, legal: bool | None) -> Move:
    first = listed(position)
    if legal and draw(st.booleans()):
        assume(bool(first))
        return draw(st.sampled_from(first))
    stream = Stream(draw(st.integers(0, 2**32 - 1)), "moves")
    # Many random moves are not of the kind requested, so make eight in order to find one.
    near = [
        move
        for move in other_moves(position, stream, first, 8)
        if legal in (None, not position.explain(move))
    ]
    assume(bool(near))
    return near[0]


def house_variants(
    parent: Variant, options: Collection[str] | None = None, most: int = 5
) -> st.SearchStrategy[Variant]:
    """Draw variants that differ from a parent in some options; examples shrink towards the parent.

    Parameters:
        parent: the variant to start from.
        options: the options that may change, as "slot.field"; None for all options.
        most: the maximum number of changes to try; a change that contradicts other options is left out.

    Raises:
        InvalidVariant: some of the options do not exist.
    """
    reject(RamiError, (*instance("parent", parent, Variant), *integer("most", most, 0)))
    values = option_values()
    names = sorted(values) if options is None else items(InvalidVariant, "options", options, str)
    reject(InvalidVariant, (unknown_option(name, values) for name in names if name not in values))
    known = {name: values[name] for name in names}
    change = st.sampled_from(names).flatmap(
        lambda name: st.tuples(st.just(name), st.sampled_from(known[name]))
    )
    # Hypothesis shrinks a list of changes to a shorter list; the empty list gives the parent itself.
    return st.lists(change, max_size=most).map(lambda changes: changed(parent, changes))


_NUMBERS = (0, 1, 2, 3, 4, 5, 8, 10, 13, 14, 15, 20, 30, 50, 51, 71, 100, 200)
_FACTORS = (1, 2, "3/2")
_LARGEST = {
    field_of(names.equipment.packs): 3,
    field_of(names.equipment.jokers): 12,
    field_of(names.dealing.hand_size): 16,
}
"""The maximum values of some options; larger packs and hands would only make tests slower."""
_CONTRACTS = ("group 3", "group 3 + group 3", "group 3 + run 4", "run 4 + run 4")


@cache
def option_values() -> Mapping[str, tuple[object, ...]]:
    """Return valid values for every option, by "slot.field".

    If an option has few valid values, all of them are returned; for a number, only a selection.

    >>> option_values()["melding.ace"]
    ('low', 'high', 'both')
    >>> option_values()["opening.clean"]
    ('run_meld', 'run_window', 'run_or_set', None)
    """
    hints = get_type_hints(Variant.with_)
    found: dict[str, tuple[object, ...]] = {}
    for slot, policy in SLOTS.items():
        described = options_of(policy)
        overrides = next(kind for kind in get_args(hints[slot]) if is_typeddict(kind))
        for field, kind in get_type_hints(overrides).items():
            option = described.get(field)
            if option is None:
                continue
            name = f"{slot}.{field}"
            converted = dict.fromkeys(_key(option.values.convert(value)) for value in _values(kind))
            found[name] = tuple(
                value
                for _, value in converted
                if option.values.accepts(value)
                and not (isinstance(value, int) and value > _LARGEST.get(name, value))
            )
    return found


def _key(value: object) -> tuple[str, object]:
    """Return a key that also depends on the type, because True == 1 in Python."""
    return type(value).__name__, value


def _values(kind: Any) -> Iterator[object]:
    """Yield the values of a type, or a selection if there are many."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for part in parts:
            yield from _values(part)
    elif origin is Literal:
        yield from parts
    elif origin is Collection:
        yield from _collections(parts[0])
    elif origin is Mapping:
        yield {}
    elif origin is tuple and Ellipsis in parts:
        yield from ((1,), (2,), (2, "3/2", 1), (3, 2))
    elif origin is tuple and len(parts) == 2:
        yield from ((lo, hi) for lo in (2, 3, 4) for hi in (2, 4, 7) if lo <= hi)
    elif origin is tuple:
        yield from (tuple(numbers) for numbers in ((1, 11, 11), (1, 1, 1), (10, 10, 10), (1, 15, 20)))
    elif kind is bool:
        yield from (False, True)
    elif kind is int:
        # D-60: `scoring.winner_score` may be negative, to subtract points from the winner.
        yield from (*_NUMBERS, *(-number for number in _NUMBERS if number))
    elif kind is type(None):
        yield None
    elif kind is str:
        yield from _FACTORS


def _collections(member: Any) -> Iterator[object]:
    """Yield collections of values of a type, including an empty collection."""
    if Contract in get_args(member):
        yield from (contracts for size in (1, 2) for contracts in combinations(_CONTRACTS, size))
        return
    if get_origin(member) is not Literal:
        yield from ((), (2,), range(1, 10), range(1, 14))
        return
    members = get_args(member)
    for size in range(len(members) + 1):
        yield from combinations(members, size)


def changed(parent: Variant, changes: Iterable[tuple[str, object]]) -> Variant:
    """Return the variant with all changes that it accepts; a refused change is retried together with each later one.

    >>> from rami import variants
    >>> house = changed(
    ...     variants.CLASSIC_51, [("opening.minimum", 71), ("drawing.max_recycles", -1)]
    ... )
    >>> house.differences(variants.CLASSIC_51)
    {'opening.minimum': 71}
    """
    variant = parent
    waiting: dict[str, object] = {}
    for name, value in changes:
        # Some options are refused unless another option changes too, such as contracts and the way they end a match.
        for tried in ({**waiting, name: value}, {name: value}):
            try:
                variant = variant.with_(**_by_slot(tried))
            except InvalidVariant:
                continue
            waiting = {other: kept for other, kept in waiting.items() if other not in tried}
            break
        else:
            waiting[name] = value
    return variant


def _by_slot(changes: Mapping[str, object]) -> dict[str, Any]:
    """Return changes by "slot.field" as keyword arguments for `Variant.with_`."""
    slots: dict[str, Any] = {}
    for name, value in changes.items():
        slot, _, field = name.partition(".")
        slots.setdefault(slot, {})[field] = value
    return slots
