"""The slots of a variant, and all options by name: typed overrides, and the options as conditions read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Literal, TypedDict, cast, get_type_hints

import attrs

from rami.errors import Reason, Violation

from . import closing, conduct, dealing, drawing, match_format, melding, opening, scoring, table
from .closing import Closing
from .conduct import Conduct
from .dealing import Dealing
from .drawing import Drawing
from .equipment import Equipment
from .fields import options_of, shown
from .match_format import MatchFormat
from .melding import Melding
from .needs import Condition
from .opening import Opening
from .protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from .scores import Points
from .scoring import Scoring
from .table import TablePlay

__all__ = [
    "CALLBACKS",
    "SLOTS",
    "ClosingOptions",
    "ConductOptions",
    "DealingOptions",
    "DrawingOptions",
    "EquipmentOptions",
    "MatchOptions",
    "MeldingOptions",
    "OpeningOptions",
    "ScoringOptions",
    "Settings",
    "TableOptions",
    "Unread",
    "can_stand_in",
    "field_names",
    "field_of",
    "fields_of",
    "names",
    "nearest",
    "places",
    "unknown_option",
]

CALLBACKS: Mapping[str, tuple[str, ...]] = {
    "opening": ("verdict",),
    "closing": ("finish_by_placing", "finish_by_discard"),
    "scoring": ("score", "hand_value"),
    "match": ("multiplier", "verdict"),
}
"""The slots that accept a user's own object, with the methods that it must have."""


class EquipmentOptions(TypedDict, total=False):
    """Overrides of `Equipment`."""

    players: tuple[int, int]
    packs: int
    jokers: int
    wild_ranks: Collection[int]
    court_value: int


class DealingOptions(TypedDict, total=False):
    """Overrides of `Dealing`."""

    hand_size: int
    starter_extra: Literal[0, 1]
    upcard: bool
    starter: dealing.Starter
    direction: dealing.Direction
    min_stock: int


class DrawingOptions(TypedDict, total=False):
    """Overrides of `Drawing`."""

    starter_turn: drawing.StarterTurn
    upcard_offer: drawing.UpcardOffer
    first_round_discard: bool
    first_round_scope: drawing.FirstRoundScope
    discard_use: Collection[drawing.DiscardUse] | Literal["all"] | None
    unopened_discard_use: drawing.UnopenedDiscardUse
    discard_in_clean_run: bool
    allow_return_discard: bool
    no_discard_draw_at: int | None
    no_twin_pickup: bool
    recycle: drawing.Recycle
    max_recycles: int | None


class MeldingOptions(TypedDict, total=False):
    """Overrides of `Melding`."""

    set_suits: melding.SetSuits
    set_min: int
    set_max: int | None
    run_min: int
    max_run: int
    run_wrap: bool
    ace: melding.Ace
    ace_meld_values: tuple[int, int, int]
    joker_meld_value: int | Literal["represented"]
    max_wild: int | None
    max_wild_scope: melding.WildScope
    wild_limit: melding.WildLimit | None
    wild_limit_scope: melding.WildLimitScope
    min_natural: int
    adjacent_wilds: bool
    joker_at_ends: melding.JokerAtEnds
    joker_in_run: melding.JokerInRun
    burnt_scope: melding.BurntScope


class OpeningOptions(TypedDict, total=False):
    """Overrides of `Opening`."""

    minimum: int
    clean: opening.Clean | None
    counts_layoffs: bool
    post_open: opening.PostOpen
    all_at_once_requires: opening.AllAtOnceRequires
    escalates: bool
    pickup_minimum: int | None
    first_round_melds: bool
    contracts: Collection[opening.Contract | str] | None
    contract_size: opening.ContractSize
    distinct_contract_melds: bool
    contract_extras: opening.ContractExtras


class TableOptions(TypedDict, total=False):
    """Overrides of `TablePlay`."""

    concealed: bool
    layoff_requires_open: bool
    foreign_melds_after: table.ForeignMeldsAfter
    run_joker: table.RunJoker
    set_joker: table.SetJoker
    swap_requires_open: bool
    recovered_joker: table.RecoveredJoker | None
    recovered_when: table.RecoveredWhen
    closed_four_set: bool
    recover_wild_ranks: bool
    joker_on_foreign_clean_run: bool
    take: table.Take
    take_from: table.TakeFrom
    take_positions: table.TakePositions
    take_min_hand_cards: Literal[0, 1, 2]
    take_joker: bool


class ClosingOptions(TypedDict, total=False):
    """Overrides of `Closing`."""

    final_discard: closing.FinalDiscard
    joker_finish_forbidden: bool
    knock_limit: closing.KnockLimit | None
    upcard_ace: closing.UpcardAce
    settle: closing.Settle
    layoff_on_gin: bool
    void_at: int | None
    fiftieth_card: bool
    end_when_all_complete: closing.EndWhenAllComplete


class ScoringOptions(TypedDict, total=False):
    """Overrides of `Scoring`."""

    kind: scoring.ScoreKind
    ace_hand_value: int
    joker_hand_value: int | Literal["double"]
    double_per_joker: bool
    joker_base: int
    unopened_flat: int | None
    flat_multiplied: bool
    dry_flat: int | None
    dry_when: scoring.DryWhen
    all_at_once_factors: tuple[Points | float | str, ...]
    double_on: scoring.DoubleOn
    all_at_once_help: bool
    all_at_once_flat: int | None
    joker_finish: scoring.JokerFinish | None
    joker_finish_factor: Points | float | str | None
    joker_finish_any_factor: Points | float | str | None
    rounding: scoring.Rounding
    winner_score: int
    gin_bonus: int
    big_gin_bonus: int | None
    undercut_bonus: int
    spade_doubles: bool
    knock_tie: scoring.KnockTie


class MatchOptions(TypedDict, total=False):
    """Overrides of `MatchFormat`."""

    first_dealer: Literal["random"] | int
    dealer_rotation: match_format.DealerRotation
    dealer_after_void: match_format.DealerAfterVoid
    end: match_format.MatchEnd
    target: int | None
    elimination_limit: int | None
    contract_tie: match_format.ContractTie
    hands: int | None
    final_hand_multiplier: int
    turn_cap: int | None
    game_bonus: int | None
    box_bonus: int | None
    shutout_doubles: bool
    columns: Literal[1, 3]


class ConductOptions(TypedDict, total=False):
    """Overrides of `Conduct`."""

    mode: conduct.ConductMode
    carte: bool
    carte_penalty: int
    announce_at: int
    touch_penalty: conduct.TouchPenalty | None
    touch_scope: conduct.TouchScope


class Unread(LookupError):
    """A custom policy says nothing about an option."""


class Settings:
    """The options of a variant, to be read as attributes such as `settings.opening.minimum`.

    A custom policy contributes the attributes that are named like an option and hold an allowed value; to read another
    one raises `Unread`.

    Parameters:
        policies: the policy of each slot.
        changed: values that count in place of theirs, by "slot.field".
    """

    equipment: Equipment
    dealing: Dealing
    drawing: Drawing
    melding: Melding
    opening: Opening
    table: TablePlay
    closing: Closing
    scoring: Scoring
    match: MatchFormat
    conduct: Conduct

    def __init__(self, policies: Mapping[str, object], changed: Mapping[str, object] | None = None) -> None:
        self._policies = policies
        self._changed: Mapping[str, object] = changed or {}
        self._read: dict[str, None] = {}
        # a variant is checked against every condition: only what is missing or changed goes through `_Slot`
        plain = {slot: not changed and isinstance(policies[slot], policy) for slot, policy in SLOTS.items()}
        self._quick: Any = SimpleNamespace(
            **{slot: policies[slot] if plain[slot] else getattr(self, slot) for slot in SLOTS}
        )

    def __getattr__(self, slot: str) -> Any:
        if slot not in SLOTS:
            raise AttributeError(slot)
        found = _Slot(self, slot)
        setattr(self, slot, found)
        return found

    def value(self, name: str) -> object:
        """Return the value of an option.

        Parameters:
            name: "slot.field".

        Raises:
            Unread: a custom policy says nothing about it.
        """
        slot, _, field = name.partition(".")
        if name in self._changed:
            return self._changed[name]
        policy = self._policies[slot]
        found = getattr(policy, field, Unread)
        if found is not Unread and isinstance(policy, SLOTS[slot]):
            return found
        if field not in options_of(SLOTS[slot]):
            raise AttributeError(name)
        if found is Unread or not options_of(SLOTS[slot])[field].values.accepts(found):
            raise Unread(name)
        return found

    def met(self, condition: Condition) -> bool | None:
        """Return whether a condition is met, None where a custom policy leaves it open.

        Parameters:
            condition: what is asked.
        """
        try:
            return bool(condition(self._quick))
        except Unread:
            return None

    def read_by(self, condition: Condition) -> tuple[str, ...]:
        """Return the options that a condition reads here, as "slot.field", in order.

        Parameters:
            condition: what is asked.
        """
        self._read = {}
        with suppress(Unread):
            condition(self)
        return tuple(self._read)

    def note(self, name: str) -> None:
        """Remember that a condition has read an option."""
        self._read[name] = None

    def with_value(self, name: str, value: object) -> Settings:
        """Return the same options with another value for one of them."""
        return Settings(self._policies, {**self._changed, name: value})

    def known(self) -> dict[str, object]:
        """Return every option that is known, as "slot.field" and its value."""
        found: dict[str, object] = {}
        for slot, policy in SLOTS.items():
            for field in options_of(policy):
                name = f"{slot}.{field}"
                try:
                    found[name] = self.value(name)
                except Unread:
                    continue
        return found


SLOTS: Mapping[str, type[Any]] = get_type_hints(Settings)
"""The parametric class of each slot, in the order of a variant's slots."""


class _Slot:
    def __init__(self, settings: Settings, slot: str) -> None:
        self._settings = settings
        self._slot = slot
        self._known: dict[str, tuple[str, object]] = {}

    def __getattr__(self, field: str) -> object:
        if field not in self._known:
            name = f"{self._slot}.{field}"
            self._known[field] = name, self._settings.value(name)
        name, value = self._known[field]
        self._settings.note(name)
        return value


class _Names:
    def __init__(self, slot: str = "") -> None:
        self._slot = slot

    def __getattr__(self, name: str) -> object:
        if not self._slot and name in SLOTS:
            return _Names(name)
        if self._slot and name in options_of(SLOTS[self._slot]):
            return f"{self._slot}.{name}"
        raise AttributeError(f"{self._slot}.{name}")


names: Settings = cast("Settings", _Names())
"""The options by their names. `names.opening.minimum` is "opening.minimum", and a misspelt one a type error."""


def field_of(option: object) -> str:
    """Return one of `names` as the text that it is.

    >>> field_of(names.opening.minimum)
    'opening.minimum'
    """
    return cast("str", option)


def fields_of(*options: object) -> tuple[str, ...]:
    """Return several of `names`, as `field_of`."""
    return cast("tuple[str, ...]", options)


def places(*options: object) -> str:
    """Return several of `names`, or of the names of modules, as `Variant.rules` has them.

    >>> places(names.opening.minimum, names.opening.clean, "_engine.lay_downs")
    'opening.minimum opening.clean _engine.lay_downs'
    """
    return " ".join(fields_of(*options))


RuleIds = Mapping[Reason, str] | Mapping[str, str] | Iterable[tuple[str, str]]


def sorted_pairs(rule_ids: RuleIds) -> tuple[tuple[str, str], ...]:
    """The pairs of a mapping, sorted; None, which a variant refuses, where there are none to be had."""
    given: Any = rule_ids
    try:
        return tuple(sorted([(str(code), str(rule)) for code, rule in dict(given).items()]))
    except (TypeError, ValueError):
        return cast("tuple[tuple[str, str], ...]", None)


@attrs.frozen(kw_only=True, repr=False, eq=False)
class Slots:
    """The parts of a `Variant`, which says what they are: a name, ten policies and the rules behind them."""

    name: str
    slug: str
    version: int = 1
    equipment: Equipment = attrs.field(factory=Equipment)
    dealing: Dealing = attrs.field(factory=Dealing)
    drawing: Drawing = attrs.field(factory=Drawing)
    melding: Melding = attrs.field(factory=Melding)
    opening: OpeningPolicy = attrs.field(factory=Opening)
    table: TablePlay = attrs.field(factory=TablePlay)
    closing: ClosingPolicy = attrs.field(factory=Closing)
    scoring: ScoringPolicy = attrs.field(factory=Scoring)
    match: MatchPolicy = attrs.field(factory=MatchFormat)
    conduct: Conduct = attrs.field(factory=Conduct)
    rule_ids: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=sorted_pairs)
    rules: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=sorted_pairs)

    def rule_id(self, code: str) -> str | None:
        """The ledger rule behind a reason code, or None if this variant names none.

        >>> from rami import variants
        >>> variants.CLASSIC_51.rule_id("opening_points")
        'R51-OPEN-01'
        """
        return next((rule for each, rule in self.rule_ids if each == code), None)


def field_names(policy: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a policy class."""
    return tuple(attribute.name for attribute in attrs.fields(policy) if attribute.init)


def nearest(name: object, known: Collection[str]) -> str | None:
    """The known name that is most like `name`, or None if none is."""
    from difflib import get_close_matches  # only mistakes have to pay for it

    near = get_close_matches(name, known, n=1) if isinstance(name, str) and len(name) <= 80 else []
    return near[0] if near else None


def unknown_option(name: str, known: Collection[str]) -> Violation:
    """The violation for a name that no option has there, with where it belongs or the nearest name that one has."""
    slot, _, field = name.partition(".")
    bare = field if slot in SLOTS else name
    places = [f"{each}.{bare}" for each, policy in SLOTS.items() if bare in field_names(policy)]
    near = places[0] if places else nearest(name, known)
    return Violation(Reason.OPTION_UNKNOWN, None, {"field": shown(name), "nearest": near})


def can_stand_in(slot: str, policy: object) -> bool:
    """Whether `policy` is the slot's own class or, in a callback slot, a hashable object with the methods."""
    if isinstance(policy, SLOTS.get(slot, ())):
        return True
    methods = CALLBACKS.get(slot)
    if methods is None or isinstance(policy, type):
        return False
    if not all(callable(getattr(policy, each, None)) for each in methods):
        return False
    try:
        hash(policy)
    except TypeError:
        return False
    return True
