"""What can be wrong, as data: codes with parameters, and the errors that carry them.

Every error that rami raises on purpose derives from `RamiError` and lists *all* that was wrong as
`Violation` values.  A violation is a code with parameters, so that programs can count, translate and
test it; its English text is rendered only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from string import Formatter
from typing import Any, cast

import attrs

__all__ = [
    "IllegalMove",
    "InvalidCards",
    "InvalidMatch",
    "InvalidMeld",
    "InvalidSetup",
    "InvalidText",
    "InvalidVariant",
    "RamiError",
    "Reason",
    "UnknownVariant",
    "Violation",
]


class Reason(StrEnum):
    """The built-in violation codes.

    A user's own policy may use any other string as a code; the engine passes it through.

    >>> Reason.GROUP_SUITS.value
    'group_suits'
    """

    # text and values at the door
    UNKNOWN_CARD = "unknown_card"
    NOT_CARDS = "not_cards"
    NOT_A_MOVE = "not_a_move"
    NOT_A_MELD = "not_a_meld"
    WRONG_TYPE = "wrong_type"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_CARDS = "too_many_cards"
    CARD_ABSENT = "card_absent"
    # shape of melds
    GROUP_RANKS = "group_ranks"
    GROUP_SUITS = "group_suits"
    GROUP_SIZE = "group_size"
    RUN_SUITS = "run_suits"
    RUN_GAP = "run_gap"
    RUN_SIZE = "run_size"
    RUN_ACE = "run_ace"
    WILD_COUNT = "wild_count"
    WILD_SHARE = "wild_share"
    FEW_NATURALS = "few_naturals"
    WILDS_ADJACENT = "wilds_adjacent"
    WILD_INSIDE = "wild_inside"
    WILD_NOT_BURNT = "wild_not_burnt"
    # opening
    OPENING_POINTS = "opening_points"
    OPENING_CLEAN = "opening_clean"
    OPENING_EMPTY = "opening_empty"
    OPENING_ESCALATES = "opening_escalates"
    OPENING_PICKUP = "opening_pickup"
    OPENING_CONTRACT = "opening_contract"
    OPENING_REPEATS = "opening_repeats"
    OPENING_FIRST_TURN = "opening_first_turn"
    OPENING_WITH_RECOVERED = "opening_with_recovered"
    OPENING_NEEDED = "opening_needed"
    OPENING_NEXT_TURN = "opening_next_turn"
    ALL_MUST_OPEN = "all_must_open"
    # turn order and phases
    ROUND_OVER = "round_over"
    ROUND_NOT_OVER = "round_not_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    NO_SUCH_PLAYER = "no_such_player"
    # drawing
    STOCK_EMPTY = "stock_empty"
    DISCARDS_EMPTY = "discards_empty"
    DISCARD_AT_ONE_CARD = "discard_at_one_card"
    DISCARD_FIRST_TURN = "discard_first_turn"
    DISCARD_TWIN = "discard_twin"
    DISCARD_UNUSABLE = "discard_unusable"
    TOUCH_OFF = "touch_off"
    # placing
    CARD_NOT_HELD = "card_not_held"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    END_NOT_NAMED = "end_not_named"
    FOREIGN_CLEAN_RUN = "foreign_clean_run"
    WILD_NOT_NAMED = "wild_not_named"
    NOT_A_WILD = "not_a_wild"
    SWAP_MISMATCH = "swap_mismatch"
    SWAP_GROUP = "swap_group"
    SWAP_RUN = "swap_run"
    SWAP_UNUSABLE = "swap_unusable"
    TAKE_OFF = "take_off"
    TAKE_OWNER = "take_owner"
    TAKE_POSITION = "take_position"
    TAKE_WILD = "take_wild"
    TAKE_HAND_CARDS = "take_hand_cards"
    TAKE_NOT_IN_MELD = "take_not_in_meld"
    TAKE_IN_OPENING = "take_in_opening"
    # duties and ends
    DUTY_TAKEN = "duty_taken"
    DUTY_TAKEN_IN_OPENING = "duty_taken_in_opening"
    DUTY_WILD = "duty_wild"
    DUTY_WILD_NEXT = "duty_wild_next"
    DUTY_OUT = "duty_out"
    DUTY_POINTS = "duty_points"
    DUTY_UNMEETABLE = "duty_unmeetable"
    RETURNED_DISCARD = "returned_discard"
    LAST_CARD_DISCARDED = "last_card_discarded"
    LAST_CARD_PLACED = "last_card_placed"
    LAST_CARD_WILD = "last_card_wild"
    # knocking
    CONCEALED = "concealed"
    KNOCK_DEADWOOD = "knock_deadwood"
    KNOCK_MELDS = "knock_melds"
    NO_KNOCKING = "no_knocking"
    NO_BIG_GIN = "no_big_gin"
    NOT_ALL_MATCHED = "not_all_matched"
    MUST_KNOCK = "must_knock"
    LAST_CARD_UNKNOCKED = "last_card_unknocked"
    NO_KNOCK_WITH_DISCARD = "no_knock_with_discard"
    NO_LAYOFF_NOW = "no_layoff_now"
    NOT_A_SHOWN_MELD = "not_a_shown_meld"
    NOT_ANNOUNCING = "not_announcing"
    # variants
    OPTION_VALUE = "option_value"
    OPTION_RESERVED = "option_reserved"
    OPTION_UNKNOWN = "option_unknown"
    OPTION_CLASH = "option_clash"
    UNKNOWN_VARIANT = "unknown_variant"
    UNKNOWN_LANGUAGE = "unknown_language"
    # setups and matches
    PLAYER_COUNT = "player_count"
    SEED_RANGE = "seed_range"
    STOCK_TOO_SMALL = "stock_too_small"
    CARDS_LOST = "cards_lost"
    CARDS_DOUBLED = "cards_doubled"
    HAND_TOO_LARGE = "hand_too_large"
    HAND_SIZE = "hand_size"
    OPENED_WITHOUT_MELD = "opened_without_meld"
    MELD_WITHOUT_OPENING = "meld_without_opening"
    IMPOSSIBLE_PHASE = "impossible_phase"
    IMPOSSIBLE_FACT = "impossible_fact"
    MATCH_OVER = "match_over"
    UNDO_NOTHING = "undo_nothing"
    UNDO_REVEALED = "undo_revealed"
    # what is seen and remembered
    NO_DEAL = "no_deal"
    WRONG_STORY = "wrong_story"
    MEMORY_MISFIT = "memory_misfit"
    SAMPLE_RARE = "sample_rare"
    WRONG_MARK = "wrong_mark"
    # moves, positions, variants and records as text
    TEXT_EXPECTED = "text_expected"
    TEXT_TOO_LONG = "text_too_long"
    TEXT_SYNTAX = "text_syntax"
    TEXT_MORE = "text_more"
    NOT_WRITABLE = "not_writable"
    OTHER_VERSION = "other_version"
    OTHER_VARIANT = "other_variant"
    OWN_POLICY = "own_policy"
    RECORD_DIFFERS = "record_differs"
    RECORD_EDITED = "record_edited"
    COMMITMENT_DIFFERS = "commitment_differs"
    SEED_HIDDEN = "seed_hidden"
    KEY_UNKNOWN = "key_unknown"
    KEY_MISSING = "key_missing"
    KEY_TWICE = "key_twice"

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


TEXTS: Mapping[str, str] = {
    Reason.UNKNOWN_CARD: "{text!r} is not a card",
    Reason.NOT_CARDS: "cards were expected, not {type}",
    Reason.NOT_A_MOVE: "a move was expected, not {type}",
    Reason.NOT_A_MELD: "{cards} form neither a group nor a run",
    Reason.WRONG_TYPE: "{what} must be {expected}, not {got}",
    Reason.TOO_MANY_COPIES: "{card} occurs {count:time|times}, the pack holds {limit}",
    Reason.TOO_MANY_CARDS: "{count} cards are too many, the limit is {limit}",
    Reason.CARD_ABSENT: "{card} is not among these cards",
    Reason.GROUP_RANKS: "a group needs cards of one rank: {cards}",
    Reason.GROUP_SUITS: "the suits of a group must differ: {cards}",
    Reason.GROUP_SIZE: "a group of {size} is not allowed (from {smallest} to {largest})",
    Reason.RUN_SUITS: "a run needs cards of one suit: {cards}",
    Reason.RUN_GAP: "the cards do not follow one another: {cards}",
    Reason.RUN_SIZE: "a run of {size} is not allowed (from {smallest} to {largest})",
    Reason.RUN_ACE: "the ace cannot stand there in a run: {cards}",
    Reason.WILD_COUNT: "{wilds:wild card|wild cards} in one meld, at most {limit}",
    Reason.WILD_SHARE: "too many wild cards: {wilds} beside {naturals:natural|naturals}",
    Reason.FEW_NATURALS: "a meld needs {needed:natural card|natural cards}, here {naturals}",
    Reason.WILDS_ADJACENT: "two wild cards may not stand side by side in a run",
    Reason.WILD_INSIDE: "a wild card may stand only at an end of a run",
    Reason.WILD_NOT_BURNT: "a wild card may not stand for {card} in a run before every copy of it is burnt",
    Reason.OPENING_POINTS: "the opening is worth {points:point|points}, {minimum} are needed",
    Reason.OPENING_CLEAN: "the opening lacks a clean meld ({clean})",
    Reason.OPENING_EMPTY: "a lay-down needs at least one meld",
    Reason.OPENING_ESCALATES: "the opening is worth {points:point|points} and must beat {highest}",
    Reason.OPENING_PICKUP: "with the discard the opening needs {minimum:point|points}, not {points}",
    Reason.OPENING_CONTRACT: "the contract that is due, {contract}, is not what is laid",
    Reason.OPENING_REPEATS: "the groups of a contract must differ in rank, its runs in suit",
    Reason.OPENING_FIRST_TURN: "no meld may be laid on the first turn",
    Reason.OPENING_WITH_RECOVERED: "the opening must be valid without the meld that holds the recovered joker",
    Reason.OPENING_NEEDED: "player {player} has not opened yet",
    Reason.OPENING_NEXT_TURN: "after opening, this has to wait for the next turn",
    Reason.ALL_MUST_OPEN: "melds of others are closed until every player has opened",
    Reason.ROUND_OVER: "the round is over",
    Reason.ROUND_NOT_OVER: "the round is not over yet",
    Reason.NOT_YOUR_TURN: "it is the turn of player {player}, not of {by}",
    Reason.WRONG_PHASE: "this is not possible in the phase {phase}",
    Reason.NO_SUCH_PLAYER: "there is no player {player} in this round",
    Reason.STOCK_EMPTY: "no card is left to draw",
    Reason.DISCARDS_EMPTY: "the discard pile is empty",
    Reason.DISCARD_AT_ONE_CARD: "with {count:card|cards} in hand the discard may not be taken",
    Reason.DISCARD_FIRST_TURN: "the discard may not be taken on the first turn",
    Reason.DISCARD_TWIN: "the twin of {card} is in the hand",
    Reason.TOUCH_OFF: "the discard may not be touched without taking it",
    Reason.DISCARD_UNUSABLE: "no way to place {card} this turn",
    Reason.CARD_NOT_HELD: "{card} is not in the hand ({held} held, {needed} needed)",
    Reason.NO_SUCH_MELD: "there is no meld {meld} on the table",
    Reason.DOES_NOT_FIT: "{card} does not fit on meld {meld} ({cards})",
    Reason.END_NOT_NAMED: "{card} fits both ends of meld {meld}: say which",
    Reason.FOREIGN_CLEAN_RUN: "a wild card may not join another player's clean run (meld {meld})",
    Reason.WILD_NOT_NAMED: "meld {meld} has several wild cards for {card}: say which",
    Reason.NOT_A_WILD: "meld {meld} has no wild card there",
    Reason.SWAP_MISMATCH: "{card} is not the card that the wild of meld {meld} stands for",
    Reason.SWAP_GROUP: "the wild card of group {meld} cannot be recovered",
    Reason.SWAP_RUN: "the wild card of run {meld} cannot be recovered",
    Reason.SWAP_UNUSABLE: "the recovered wild card could not be placed this turn",
    Reason.TAKE_OFF: "cards on the table stay in their melds",
    Reason.TAKE_OWNER: "cards may be taken only out of melds of others (meld {meld})",
    Reason.TAKE_POSITION: "{card} cannot leave meld {meld}: what stays would not be valid",
    Reason.TAKE_WILD: "a wild card cannot be taken out of meld {meld}",
    Reason.TAKE_HAND_CARDS: "a meld with cards from the table needs {needed:card|cards} from the hand, here {count}",
    Reason.TAKE_NOT_IN_MELD: "{card} is not a card of meld {meld} that the new meld uses",
    Reason.TAKE_IN_OPENING: "an opening is laid from the hand alone",
    Reason.DUTY_TAKEN: "{card}, taken from the discard pile, must be placed this turn",
    Reason.DUTY_TAKEN_IN_OPENING: "{card}, taken from the discard pile, must be part of the opening",
    Reason.DUTY_WILD: "a recovered joker must be placed this turn",
    Reason.DUTY_WILD_NEXT: "the recovered joker must be placed now ({where})",
    Reason.DUTY_OUT: "this opening obliges to go out this turn",
    Reason.DUTY_POINTS: "{missing} points are still missing for the opening",
    Reason.DUTY_UNMEETABLE: "after this the turn could not be completed",
    Reason.RETURNED_DISCARD: "{card} was taken from the discard pile this turn and may not go back",
    Reason.LAST_CARD_DISCARDED: "the last card may not be discarded, it must be placed",
    Reason.LAST_CARD_PLACED: "a card must be kept for the final discard",
    Reason.LAST_CARD_WILD: "the final discard may not be a wild card",
    Reason.CONCEALED: "melds stay in the hand until a player knocks",
    Reason.KNOCK_DEADWOOD: "the unmatched cards count {deadwood}, a knock allows {limit}",
    Reason.KNOCK_MELDS: "the cards left after the discard do not contain these melds: {cards}",
    Reason.NO_KNOCKING: "nobody knocks in this game",
    Reason.NO_BIG_GIN: "big gin is not declared in this game",
    Reason.NOT_ALL_MATCHED: "these melds leave cards unmatched: {cards}",
    Reason.MUST_KNOCK: "the last discard was taken, so this turn has to end with a knock",
    Reason.LAST_CARD_UNKNOCKED: "the last card leaves the hand by a knock only",
    Reason.NO_KNOCK_WITH_DISCARD: "only a knock could follow, and {card} allows none",
    Reason.NO_LAYOFF_NOW: "nothing may be laid off after {kind}",
    Reason.NOT_A_SHOWN_MELD: "cards are laid off on the melds of the player who knocked, not on meld {meld}",
    Reason.NOT_ANNOUNCING: "announcements belong to explicit conduct and to a discard that leaves {count}",
    Reason.OPTION_VALUE: "{field} = {value!r} is not allowed: {expected}",
    Reason.OPTION_RESERVED: "{field} = {value!r} is reserved: {why}",
    Reason.OPTION_UNKNOWN: "there is no option {field!r}",
    Reason.OPTION_CLASH: "{field} and {other} do not go together: {why}; change {change}",
    Reason.UNKNOWN_VARIANT: "there is no variant {slug!r}; available: {available}",
    Reason.UNKNOWN_LANGUAGE: "there is no language {language!r}; available: {available}",
    Reason.PLAYER_COUNT: "{players:player|players}: this variant is for {lo} to {hi}",
    Reason.SEED_RANGE: "a seed is an integer from 0 to 2**256 - 1",
    Reason.STOCK_TOO_SMALL: "the deal would leave {left:stock card|stock cards}, at least {minimum} are needed",
    Reason.CARDS_LOST: "missing from the pack: {cards}",
    Reason.CARDS_DOUBLED: "more copies than the pack holds: {cards}",
    Reason.HAND_TOO_LARGE: "the hand of player {player} is larger than the pack",
    Reason.HAND_SIZE: "the hand of player {player} holds {count:card|cards}, which cannot be",
    Reason.OPENED_WITHOUT_MELD: "player {player} is said to have opened but owns no meld",
    Reason.MELD_WITHOUT_OPENING: "player {player} owns a meld but is said not to have opened",
    Reason.IMPOSSIBLE_PHASE: "the phase {phase} cannot be: {why}",
    Reason.IMPOSSIBLE_FACT: "{field} = {value!r} cannot be: {why}",
    Reason.MATCH_OVER: "the match is over",
    Reason.UNDO_NOTHING: "there is nothing to take back",
    Reason.UNDO_REVEALED: "{what} cannot be taken back: {why}",
    Reason.NO_DEAL: "no deal is among the events",
    Reason.WRONG_STORY: "{event} cannot have happened then",
    Reason.MEMORY_MISFIT: "what is remembered does not fit what is seen",
    Reason.SAMPLE_RARE: "in {tries:deal|deals} the player to act could not complete the turn",
    Reason.WRONG_MARK: "there is no mark {mark}: this match has seen {events:event|events}",
    Reason.TEXT_EXPECTED: "{expected} was expected, not {found}",
    Reason.TEXT_TOO_LONG: "{what} of {size:character|characters} is too long, the limit is {limit}",
    Reason.TEXT_SYNTAX: "{why}",
    Reason.TEXT_MORE: "and {count} more",
    Reason.NOT_WRITABLE: "{what} cannot be written as text: {why}",
    Reason.OTHER_VERSION: "this is of version {told} of {what}, here is version {found}",
    Reason.OTHER_VARIANT: "the variant that was given is not the one of the text, which {why}",
    Reason.OWN_POLICY: "the slot {field} holds a policy that text cannot carry: give the variant to the reader",
    Reason.RECORD_DIFFERS: "the record says {told}, the replay gives {found}",
    Reason.RECORD_EDITED: "the digest is not that of the lines above: something has been changed",
    Reason.COMMITMENT_DIFFERS: "the commitment is not that of this seed",
    Reason.SEED_HIDDEN: "the seed has not been revealed, and without it nothing can be replayed",
    Reason.KEY_UNKNOWN: "there is no key {key!r}",
    Reason.KEY_MISSING: "the key {key!r} is missing",
    Reason.KEY_TWICE: "the key {key!r} stands there twice",
}

NARROW: Mapping[str, tuple[str, str, str]] = {
    Reason.GROUP_SIZE: ("smallest", "largest", "a group of {size} is not allowed, it has {largest}"),
    Reason.RUN_SIZE: ("smallest", "largest", "a run of {size} is not allowed, it has {largest}"),
    Reason.PLAYER_COUNT: ("lo", "hi", "{players:player|players}: this variant is for {hi}"),
}
"""Two parameters, and the template where they are equal."""


def template_of(code: str, params: Mapping[str, Any]) -> str | None:
    """The English template of a violation, None for a code of a user's own.

    Parameters:
        code: its code.
        params: its parameters.
    """
    least, most, narrow = NARROW.get(code, ("", "", ""))
    return narrow if narrow and params.get(least, "") == params.get(most) else TEXTS.get(code)


class Filling(Formatter):
    """Fills blanks, of which `{count:card|cards}` stands for a number and the word that goes with it."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        """A value as its blank asks."""
        if "|" not in format_spec:
            return super().format_field(value, format_spec)
        return f"{value} {format_spec.split('|')[self.form(value)]}"

    def form(self, number: object) -> int:
        """Which of the words goes with a number."""
        return 0 if number == 1 else 1


def _freeze(value: object) -> Any:
    """The value with hashable containers in place of lists, sets and mappings."""
    if isinstance(value, Mapping):
        mapping = cast("Mapping[object, object]", value)
        return tuple(sorted((str(key), _freeze(item)) for key, item in mapping.items()))
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(item) for item in cast("Iterable[object]", value))
    if isinstance(value, (set, frozenset)):
        return frozenset(_freeze(item) for item in cast("Iterable[object]", value))
    return value


def _pairs(params: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> tuple[tuple[str, Any], ...]:
    items: Iterable[tuple[str, Any]] = (
        cast("Mapping[str, Any]", params).items() if isinstance(params, Mapping) else params
    )
    return tuple(sorted((str(key), _freeze(value)) for key, value in items))


def _shown(value: object) -> object:
    return " ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else value


@attrs.frozen(repr=False)
class Violation:
    """One thing that is wrong: a code, the ledger rule it breaks, and its parameters.

    Parameters:
        code: a `Reason`, or any string of a user's own policy.
        rule: the ledger ID of the broken rule, or None where no rule is at stake.
        params: what the text needs, as a mapping or as sorted (name, value) pairs.

    >>> v = Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"points": 48, "minimum": 51})
    >>> str(v)
    'the opening is worth 48 points, 51 are needed [R51-OPEN-01]'
    >>> v["points"]
    48
    >>> str(v.at(line=3, column=5))
    'line 3, character 5: the opening is worth 48 points, 51 are needed [R51-OPEN-01]'
    """

    code: str
    rule: str | None = None
    params: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=_pairs)

    def __getitem__(self, name: str) -> Any:
        """The parameter called `name`; KeyError if there is none."""
        return dict(self.params)[name]

    def at(self, *, line: int | None = None, column: int | None = None, path: str | None = None) -> Violation:
        """The same violation, found at that place of a text; what is not given stays as it is.

        Parameters:
            line: the line, from 1.
            column: the character of the line, from 1.
            path: the way from the whole of a JSON document, "$", to the part.
        """
        place = {"line": line, "column": column, "path": path}
        found = {name: where for name, where in place.items() if where is not None}
        return Violation(self.code, self.rule, {**dict(self.params), **found})

    @property
    def text(self) -> str:
        """The English sentence, without the rule ID."""
        return self._place + self._sentence + self._hint

    @property
    def _sentence(self) -> str:
        template = template_of(self.code, dict(self.params))
        if template is None:
            shown = ", ".join(f"{name}={value}" for name, value in self.params if name not in dict(PLACES))
            return f"{self.code} ({shown})" if shown else str(self.code)
        shown_params = _Missing({name: _shown(value) for name, value in self.params})
        return Filling().vformat(template, (), shown_params)

    @property
    def _place(self) -> str:
        """Where in a text this was found, if it was."""
        known = dict(self.params)
        words = (f"{word} {known[name]}" for name, word in PLACES if name in known)
        place = ", ".join(words)
        return f"{place}: " if place else ""

    @property
    def _hint(self) -> str:
        """What may have been meant, if something is near."""
        nearest = dict(self.params).get("nearest")
        return f"; did you mean {nearest!r}?" if nearest else ""

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text

    def __repr__(self) -> str:
        return f"Violation({str(self.code)!r}, {self.rule!r}, {dict(self.params)!r})"


PLACES = (("path", "at"), ("line", "line"), ("column", "character"))


class _Missing(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "…"


class RamiError(ValueError):
    """Base of every error that rami raises on purpose.

    Parameters:
        violations: everything that was wrong, at least one.

    >>> error = RamiError(Violation(Reason.ROUND_OVER))
    >>> str(error)
    'the round is over'
    """

    def __init__(self, *violations: Violation) -> None:
        super().__init__(*violations)
        self.violations: tuple[Violation, ...] = violations

    def __str__(self) -> str:
        return "; ".join(map(str, self.violations))


class InvalidCards(RamiError):
    """Text or values that are not cards, or more copies than there are."""


class InvalidMeld(RamiError):
    """Cards that do not form the meld asked for."""


class InvalidVariant(RamiError):
    """Options that do not exist, are not allowed, are reserved, or contradict each other."""


class UnknownVariant(RamiError):
    """No variant has that name."""


class InvalidSetup(RamiError):
    """Facts that cannot be a position of a round."""


class InvalidMatch(RamiError):
    """A match that cannot be started or continued that way."""


class InvalidText(RamiError):
    """Text that is no move, no position, no house-rule file or no record, with the place of every fault."""


class IllegalMove(RamiError):
    """A move that the rules do not allow here.  Carries the move, never the round.

    Parameters:
        move: what was tried.
        violations: every reason against it.
    """

    def __init__(self, move: object, *violations: Violation) -> None:
        super().__init__(*violations)
        self.move = move

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[object, ...]]:
        return type(self), (self.move, *self.violations)
