"""Options that change from round to round of a match, listed in `match.rounds`.

In Three Thirteen, each deal of a match gives the players one card more than the deal before. An option that changes in
this way is written as a pair: its name, and its values round by round; the last value applies to all later rounds.
`in_round` applies these values, and other changes that depend on the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeGuard, cast

import attrs

from rami.errors import Reason, Violation
from rami.errors.checks import nearest

from ..declaring.fields import Option, excerpt, options_of
from ..declaring.values import Values, by_players
from ..slots.closing import Closing
from ..slots.dealing import Dealing
from ..slots.drawing import Drawing
from ..slots.equipment import Equipment
from ..slots.melding import Melding
from ..slots.opening import Opening
from ..slots.scoring import Scoring
from ..slots.table import TablePlay

_SLOTS = {
    policy.slot: policy
    for policy in (Equipment, Dealing, Drawing, Melding, Opening, TablePlay, Closing, Scoring)
}
"""The slots whose options may change from round to round."""

ByHand = tuple[tuple[str, tuple[object, ...]], ...]
"""Each option that changes, as "slot.field", with its values round by round from the first."""

# The seats, their order and the kind of points must not change, because a match adds up totals by seat.
_SAME_ALL_ALONG = frozenset({"equipment.players", "dealing.direction", "scoring.kind"})
_NAME = "match.rounds"
_SIGN = " = "


def options_of_hand(rounds: ByHand, number: int) -> dict[str, dict[str, object]]:
    """Return the options of one round of the match by slot and field; the last value applies to all later rounds."""
    found: dict[str, dict[str, object]] = {}
    for name, values in rounds:
        slot, _, field = name.partition(".")
        found.setdefault(slot, {})[field] = values[min(number, len(values)) - 1]
    return found


def rounds_of(match: object) -> ByHand:
    """Return the options that a match policy, built-in or custom, changes from round to round."""
    rounds = getattr(match, "rounds", ())
    return rounds if are_pairs(rounds) else ()


def hands_of(rounds: ByHand) -> int:
    """Return the number of rounds for which the options list values, at least 1."""
    return max((len(values) for _, values in rounds), default=1)


def depends_on_round(equipment: Equipment, closing: object, match: object) -> bool:
    """Return whether any option depends on the round of the match or on the number of players."""
    numbers = tuple in (type(equipment.packs), type(equipment.jokers))
    return numbers or bars_by_players(closing) or bool(rounds_of(match))


def in_round(
    policies: Mapping[str, Any], players: int | None, number: int | None, rank: int
) -> dict[str, Any]:
    """Return the policies of a round, whose options may depend on its number, the players and the turned-up rank.

    None means an unknown number, and 0 an unknown rank.
    """
    found = dict(policies)
    if number is not None:
        for slot, fields in options_of_hand(rounds_of(found["match"]), number).items():
            found[slot] = attrs.evolve(found[slot], **fields)
    equipment = found["equipment"]
    packs, jokers, ranks = equipment.packs, equipment.jokers, equipment.wild_ranks
    if players is not None:
        packs, jokers = by_players(packs, players), by_players(jokers, players)
        if bars_by_players(found["closing"]):
            # SCA-DISC-02 applies to three or more players. SCA-DISC-03: with two players, only players who
            # have not opened are bound.
            bar = "barred_unopened" if players == 2 else "barred"
            found["closing"] = attrs.evolve(found["closing"], fitting_discard=bar)
    if rank and found["dealing"].turned_card == "wild_rank":
        ranks = frozenset({rank})
    # Keep the same object for an unchanged policy, because caches compare identities before options.
    if (packs, jokers, ranks) != (equipment.packs, equipment.jokers, equipment.wild_ranks):
        found["equipment"] = attrs.evolve(equipment, packs=packs, jokers=jokers, wild_ranks=ranks)
    return found


def bars_by_players(closing: object) -> bool:
    """Return whether the rule about discarding cards that fit the table depends on the number of players."""
    return isinstance(closing, Closing) and closing.fitting_discard == "by_players"


def _convert(given: object) -> object:
    """Convert a mapping, pairs, or strings such as "dealing.hand_size = [3, 4, 5]" to sorted pairs."""
    if isinstance(given, Mapping):
        given = tuple(cast("Mapping[object, object]", given).items())
    # Return any other value unchanged, so that `_accepts` refuses it and the error quotes it.
    if not isinstance(given, (list, tuple)):
        return given
    entries = tuple(map(_converted, cast("Iterable[object]", given)))
    return tuple(sorted(entries, key=lambda pair: pair[0])) if _are_named(entries) else entries


def _converted(item: object) -> object:
    """Convert an entry to a pair; return a wrong one unchanged."""
    pair = _read(item) if isinstance(item, str) else item
    if not isinstance(pair, (list, tuple)) or len(cast("tuple[object, ...]", pair)) != 2:
        return item
    name, values = cast("tuple[object, object]", tuple(cast("Iterable[object]", pair)))
    if not isinstance(name, str) or not isinstance(values, (list, tuple, range)):
        return item
    allowed, listed = _values_of(name), cast("Iterable[object]", values)
    return (name, tuple(each if allowed is None else allowed.convert(each) for each in listed))


def _are_named(entries: tuple[object, ...]) -> TypeGuard[ByHand]:
    """Return whether all entries are pairs of a name and a tuple."""
    return all(
        type(pair) is tuple and len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], tuple)
        for pair in cast("tuple[tuple[object, ...], ...]", entries)
    )


def _accepts(value: object) -> bool:
    return _fault(value) is None and type(value) is tuple


def _is_pair(given: object) -> TypeGuard[tuple[str, tuple[object, ...]]]:
    """Return whether a value is a name with at least one value."""
    if not isinstance(given, tuple) or len(cast("tuple[object, ...]", given)) != 2:
        return False
    name, values = cast("tuple[object, object]", given)
    return isinstance(name, str) and isinstance(values, tuple) and bool(cast("tuple[object, ...]", values))


def _fault(value: object) -> Violation | None:
    """Return the violation for the first wrong entry; None if the value has no entries."""
    seen: set[str] = set()
    for pair in cast("tuple[object, ...]", value) if type(value) is tuple else ():
        if not _is_pair(pair) or pair[0] in seen:
            return _wrong_entry(pair)
        name, values = pair
        option = _option(name)
        if option is None:
            return _wrong_name(name) or _wrong_entry(pair)
        for each in values:
            if not option.values.accepts(each):
                return _entry_fault(option.problem(name, each))
        seen.add(name)
    return None


def _wrong_entry(entry: object) -> Violation:
    params = {"field": _NAME, "value": excerpt(entry), "allowed": by_hand.allowed}
    return Violation(Reason.OPTION_VALUE, None, params)


def _wrong_name(name: str) -> Violation | None:
    """Return the violation for an unknown option of a known slot, None for any other name."""
    slot, _, field = name.partition(".")
    if slot not in _SLOTS or field in options_of(_SLOTS[slot]):
        return None
    near = nearest(field, options_of(_SLOTS[slot]))
    params = {"field": excerpt(name), "nearest": near and f"{slot}.{near}"}
    return _entry_fault(Violation(Reason.OPTION_UNKNOWN, None, params))


def _entry_fault(problem: Violation) -> Violation:
    return Violation(Reason.OPTION_ENTRY, None, {"field": _NAME}, because=(problem,))


def _option(name: object) -> Option | None:
    """Return an option that may change from round to round; None for any other name."""
    slot, _, field = name.partition(".") if isinstance(name, str) else ("", "", "")
    if slot not in _SLOTS or name in _SAME_ALL_ALONG:
        return None
    return options_of(_SLOTS[slot]).get(field)


def _values_of(name: object) -> Values | None:
    """Return the allowed values of an option that may change; None for any other name."""
    option = _option(name)
    return None if option is None else option.values


def _read(text: str) -> object:
    """Read a pair from text made by `written`; return any other text unchanged."""
    import json  # only rules read from text need this

    name, sign, values = text.partition(_SIGN)
    try:
        return (name, _meant(name, json.loads(values))) if sign else text
    except (ValueError, RecursionError):
        return text


def _meant(name: str, values: object) -> object:
    """Replace the word "none" with None if the option allows None."""
    option = _values_of(name)
    listed = cast("list[object]", values)
    if option is None or not isinstance(values, list) or not option.accepts(None):
        return listed
    return [None if each == "none" else each for each in listed]


def are_pairs(value: object) -> TypeGuard[ByHand]:
    """Return whether an option's value is a non-empty tuple of pairs."""
    return (
        isinstance(value, tuple) and bool(cast("ByHand", value)) and type(cast("ByHand", value)[0]) is tuple
    )


def written(rounds: ByHand, text: Callable[[tuple[object, ...]], str]) -> list[str]:
    """Return the options that change from round to round as strings that `_read` accepts."""
    return [f"{name}{_SIGN}{text(values)}" for name, values in rounds]


by_hand = Values(('{"slot.field": [its value in each round]}',), _accepts, _convert, fault=_fault)
"""The values of `match.rounds`."""
