"""House rules that combine every pair of compatible option values: a covering array for each preset.

Some values are allowed only together with certain values of other options. A contradiction is repaired by changing one
of the options in it, in all possible ways, so that a pair counts as incompatible only if every repair fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.oracle.differential.domains import domain, same
from tests.support.flat import with_options
from tests.support.presets import SLUGS

from rami import variants
from rami.errors import Violation
from rami.policies._validity import named_in
from rami.policies.declaring.conflicts import conflicts
from rami.policies.declaring.fields import Option, options_of
from rami.policies.declaring.needs import Need
from rami.policies.declaring.options import SLOTS, settings_of
from rami.policies.declaring.options import Settings as Options
from rami.policies.variant import Variant

Settings = dict[str, Any]

DEEPEST = 12
QUICK = 2


class Coverage(NamedTuple):
    """A covering array: how each row differs from the preset, the number of all pairs, and the pairs refused."""

    rows: tuple[Variant, ...]
    pairs: int
    refused: tuple[tuple[tuple[str, object], tuple[str, object]], ...]
    alone: tuple[tuple[str, object], ...]


def violated(settings: Mapping[str, Any]) -> Violation | None:
    """Return the first contradiction between options."""
    return next(conflicts(Options(dict.fromkeys(SLOTS), settings)), None)


def needs_of(problem: Violation) -> tuple[str, ...]:
    """Return the fields of the switches that leave a field of the problem unread."""
    needs = (Need[code.upper()] for name in named_in(problem) for code in option_of(name).needs)
    kept = [need for need in needs if need.kept]
    return tuple(dict.fromkeys(field for need in kept for field in READ[need]))


def option_of(name: str) -> Option:
    """Return the declaration of an option."""
    slot, _, field = name.partition(".")
    return options_of(SLOTS[slot])[field]


READ = {
    need: tuple(
        dict.fromkeys(field for slug in SLUGS for field in settings_of(variants.get(slug)).read_by(need.met))
    )
    for need in Need
}
"""Options that each need reads, in any preset, as a condition stops at the first option that decides it."""


class Space:
    """The values of every option for one preset, and the pairs that go together."""

    def __init__(self, preset: Variant) -> None:
        self.preset = preset
        self.base: Settings = dict(preset.settings())
        self.values = domain(preset)
        self.names = sorted(self.values)
        self.items = [(name, value) for name in self.names for value in self.values[name]]
        self.number = {name: at for at, name in enumerate(self.names)}
        self._problems: dict[tuple[object, ...], Violation | None] = {}
        self.first: dict[str, int] = {}
        for at, (name, _) in enumerate(self.items):
            self.first.setdefault(name, at)

    def index(self, name: str, value: object) -> int:
        """Return the number of a value of an option."""
        start = self.first[name]
        return start + next(at for at, each in enumerate(self.values[name]) if same(each, value))

    def repaired(
        self, settings: Settings, fixed: frozenset[str], deepest: int = DEEPEST, switches: bool = False
    ) -> Settings | None:
        """Change as few other fields of the settings as needed; return None if there is no way.

        Parameters:
            settings: values of which some may clash.
            fixed: the fields that keep their values.
            deepest: the number of others that may change.
            switches: True to also repair a clash by a switch that leaves its fields unread.
        """
        for depth in range(deepest + 1):
            seen: list[bool] = []
            found = self._repaired(settings, fixed, depth, seen, switches)
            if found is not None:
                return found
            if not seen:
                return None
        return None

    def _repaired(
        self, settings: Settings, fixed: frozenset[str], depth: int, cut: list[bool], switches: bool
    ) -> Settings | None:
        clash = self._violated(settings)
        if clash is None:
            return settings
        if depth == 0:
            cut.append(True)
            return None
        named = named_in(clash)
        names = sorted(dict.fromkeys(named), key=lambda each: each == named[0])
        for name in (*names, *needs_of(clash)) if switches else names:
            if name in fixed or name not in self.values:
                continue
            for value in self.values[name]:
                if same(value, settings[name]):
                    continue
                found = self._repaired({**settings, name: value}, fixed | {name}, depth - 1, cut, switches)
                if found is not None:
                    return found
        return None

    def _violated(self, settings: Settings) -> Violation | None:
        """Return the first contradiction, cached: a deeper search repeats the checks of a shallow one."""
        key = tuple(settings.values())
        if key not in self._problems:
            self._problems[key] = violated(settings)
        return self._problems[key]

    def variant(self, settings: Mapping[str, Any]) -> Variant:
        """Return the preset with these settings."""
        changed = {name: value for name, value in settings.items() if not same(value, self.base[name])}
        return with_options(self.preset, changed)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield every two values of different options."""
        for one, (name, _) in enumerate(self.items):
            start = self.first[name] + len(self.values[name])
            for other in range(start, len(self.items)):
                yield one, other

    def covering(self, rng: Random) -> Coverage:
        """Return rows that contain every pair of values that some variant has."""
        count = len(self.items)
        waiting = [0] * count
        total = 0
        for one, other in self.pairs():
            waiting[one] |= 1 << other
            waiting[other] |= 1 << one
            total += 1
        alone = [at for at, item in enumerate(self.items) if self.reached(item) is None]
        refused: list[tuple[int, int]] = []
        for at in alone:
            refused += [(at, other) for other in range(count) if waiting[at] >> other & 1]
            for other in range(count):
                waiting[other] &= ~(1 << at)
            waiting[at] = 0
        rows: list[Variant] = []
        while any(waiting):
            pair = self._next_pair(waiting)
            settings = self.reached(self.items[pair[0]], self.items[pair[1]])
            if settings is None:
                refused.append(pair)
                waiting[pair[0]] &= ~(1 << pair[1])
                waiting[pair[1]] &= ~(1 << pair[0])
                continue
            settings = self._filled(settings, {self.items[at][0] for at in pair}, waiting, rng)
            rows.append(self.variant(settings))
            present = [self.index(name, settings[name]) for name in self.names]
            mask = sum(1 << at for at in present)
            for at in present:
                waiting[at] &= ~mask
        named = tuple((self.items[one], self.items[other]) for one, other in refused)
        return Coverage(tuple(rows), total, named, tuple(self.items[at] for at in alone))

    def _next_pair(self, waiting: Sequence[int]) -> tuple[int, int]:
        """Return a pair still uncovered, of the value with most such pairs."""
        one = max(range(len(waiting)), key=lambda at: waiting[at].bit_count())
        partners = waiting[one]
        found = [at for at in range(len(waiting)) if partners >> at & 1]
        return one, max(found, key=lambda at: waiting[at].bit_count())

    def house(self, rng: Random, names: Sequence[str], count: int) -> Variant:
        """Return the preset with `count` of these options changed, and those that they need, if possible."""
        settings = dict(self.base)
        chosen: set[str] = set()
        for name in rng.sample([each for each in names if len(self.values[each]) > 1], count):
            tried = {**settings, name: rng.choice(self.values[name][1:])}
            found = self.repaired(tried, frozenset({*chosen, name}), 3)
            if found is not None and self._allowed(found):
                settings, chosen = found, chosen | {name}
        return self.variant(settings)

    def _allowed(self, settings: Mapping[str, Any]) -> bool:
        """Return whether the settings are valid for every number of players: with fewer there may be fewer packs."""
        numbers = range(*self.base["equipment.players"])
        packs = settings["equipment.packs"]
        if not isinstance(packs, tuple):
            return True
        return all(
            violated({**settings, "equipment.packs": packs[min(at, len(packs) - 1)]}) is None
            for at in range(len(numbers) + 1)
        )

    def reached(self, *items: tuple[str, object]) -> Settings | None:
        """Return the settings with these values and those that they need; None if no game of the kind has them."""
        settings, fixed = {**self.base, **dict(items)}, frozenset(name for name, _ in items)
        return self.repaired(settings, fixed) or self.repaired(settings, fixed, switches=True)

    def _filled(self, settings: Settings, chosen: set[str], waiting: Sequence[int], rng: Random) -> Settings:
        """Choose values of the other options that meet most of the uncovered pairs."""
        chosen = chosen | {name for name in self.names if not same(settings[name], self.base[name])}
        mask = sum(1 << self.index(name, settings[name]) for name in chosen)
        order = [name for name in self.names if name not in chosen]
        rng.shuffle(order)
        for name in order:
            if name in chosen:
                continue
            start = self.first[name]
            values = [
                ((waiting[start + at] & mask).bit_count(), waiting[start + at].bit_count(), rng.random(), at)
                for at in range(len(self.values[name]))
            ]
            for _, _, _, at in sorted(values, reverse=True):
                tried = {**settings, name: self.values[name][at]}
                found = self.repaired(tried, frozenset({*chosen, name}), QUICK)
                if found is not None:
                    fresh = {each for each in self.names if not same(found[each], settings[each])}
                    settings = found
                    chosen |= fresh | {name}
                    mask |= sum(1 << self.index(each, settings[each]) for each in fresh | {name})
                    break
        return settings


def covering(preset: Variant, rng: Random) -> Coverage:
    """Return a covering array of a preset's options."""
    return Space(preset).covering(rng)


def pairs_met(preset: Variant, rows: Sequence[Variant]) -> int:
    """Return the number of pairs of values that these houses combine."""
    space = Space(preset)
    met = [0] * len(space.items)
    for row in rows:
        settings = row.settings()
        present = [space.index(name, settings[name]) for name in space.names]
        for at, one in enumerate(present):
            for other in present[at + 1 :]:
                met[one] |= 1 << other
    return sum(each.bit_count() for each in met)
