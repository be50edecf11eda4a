"""Worked examples as data: their files, their fields, and their texts for cards."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import attrs
import pytest
import yaml
from tests.support.flat import place_of, with_options

from rami import variants
from rami.cards import Card
from rami.errors import InvalidVariant
from rami.matches.counting import Count, counted, first_count
from rami.policies._validity import named_in
from rami.policies.declaring.conflicts import is_conflict
from rami.policies.results.scores import Points, RoundScore, ScoreLine
from rami.policies.variant import Variant

Answer = Mapping[str, Any]
Judges = Mapping[str, Callable[["Case"], Any]]
"""The questions about a game, by name, each with the function that answers it."""

DATA = Path(__file__).parents[2] / "data"
# The loader in C is ten times as fast, but some builds of PyYAML lack it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

BUILT_IN = [DATA / f"{name}.yaml" for name in ("examples", "further_examples", "family_examples")]
VARIABLE = "RAMI_EXAMPLES"
SLUGS = {
    "R51": "classic-51",
    "R500": "rami-500",
    "LEB": "lebanese-14",
    "VELVET": "gamevelvet",
    "GIN": "gin",
    "FRU": "frustration",
    "BAS": "basic-rummy",
    "KAL": "kalooki-40",
    "ROM": "romme",
    "RUM": "rummy-500",
    "IND": "indian-13",
    "OKE": "okey",
    "OKO": "okey-101",
    "LIV": "liverpool",
    "RKB": "rummikub",
    "SCA": "scala-40",
    "TT": "three-thirteen",
}


def questions(module: ModuleType) -> Judges:
    """Return the questions that a module answers: its functions `ask_...`, by the rest of their names."""
    found = {name: each for name, each in vars(module).items() if name.startswith("ask_")}
    return {name.removeprefix("ask_"): each for name, each in found.items()}


def _only(value: Any) -> Any:
    """Return the only item of a list."""
    if isinstance(value, str):
        return value
    (found,) = value
    return found


def _by_player(players: Any) -> list[Any]:
    """Return the hands of players whose facts are listed one by one."""
    return [each.get("hand", ()) for each in players]


def _who_is_out(players: Any) -> int | None:
    """Return the player who went out, if players' facts are listed one by one."""
    return next((seat for seat, each in enumerate(players) if "out" in each), None)


SYNONYMS: Mapping[str, tuple[tuple[str, Callable[[Any], Any]], ...]] = {
    "card": (("cards", _only),),
    "cards": (("card", lambda value: [value]),),
    "contract": (("round", int), ("hand", int)),
    "down": (("opened", lambda value: value if isinstance(value, str) else "earlier" if value else "no"),),
    "hand": (("hand10", list),),
    "hands": (("players", _by_player),),
    "hand10": (("hand", list),),
    "opened": (("down", lambda value: value == "earlier"),),
    "out": (("winner", lambda value: value), ("players", _who_is_out)),
    "pair": (("meld", list),),
    "rounds": (("points", list), ("totals", lambda value: [value])),
    "round": (("contract", int), ("hand", lambda value: value if isinstance(value, int) else 1)),
    "totals": (
        ("rounds", lambda value: [sum(each or 0 for each in column) for column in zip(*value, strict=True)]),
    ),
    "turn": (
        ("from_deal", lambda value: 0 if value else None),
        ("first_turn", lambda value: 0 if value else None),
    ),
}
"""Other names for a fact in the cases of some games, each with a function that converts its value."""

DEFAULTS: Mapping[str, Any] = {
    "down": "earlier",
    "first_dealer": 0,
    "from": "stock",
    "from_deal": False,
    "layoffs": (),
    "round": 1,
    "table": (),
    "taken": None,
    "discard": None,
}
"""The values of facts that a case does not mention."""


def _converted(value: Any) -> Any:
    """Return a fact that contains other facts, under the names of any game."""
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        return Given(cast("Mapping[str, Any]", value))
    return [_converted(each) for each in value] if isinstance(value, list) else value


def _unread_within(value: Any) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, Given):
            yield from each.unread


class Given(Mapping[str, Any]):
    """The facts of a case, under the names of its game; it records the facts that were read.

    >>> given = Given({"card": "5D", "season": "spring"})
    >>> given["cards"], given["down"], given.unread
    (['5D'], 'earlier', {'season'})
    """

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = {name: _converted(value) for name, value in facts.items()}
        self._unread = set(self._facts)

    @property
    def unread(self) -> set[str]:
        """The facts that have not been read, including facts inside other facts."""
        within = {f"{name}.{each}" for name, value in self._facts.items() for each in _unread_within(value)}
        return self._unread | within

    def __getitem__(self, name: str) -> Any:
        if name in self._facts:
            self._unread.discard(name)
            return self._facts[name]
        for other, made in SYNONYMS.get(name, ()):
            if other in self._facts:
                self._unread.discard(other)
                return made(self._facts[other])
        return DEFAULTS[name]

    def __contains__(self, name: object) -> bool:
        self._unread.discard(str(name))
        return name in self._facts

    def get(self, name: str, default: Any = None) -> Any:
        """Return the fact of this name or of another name for it; the default if the case does not mention it."""
        self._unread.discard(name)
        known = name in self._facts or any(other in self._facts for other, _ in SYNONYMS.get(name, ()))
        return self[name] if known else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)


@attrs.frozen
class Case:
    """A worked example.

    Parameters:
        id: the name of the example.
        slug: the slug of its variant.
        ask: the kind of question.
        given: the facts of the position.
        expect: the expected answer.
        rules: the rules that the example shows.
    """

    id: str
    slug: str
    ask: str
    given: Given = attrs.field(converter=Given)
    expect: Any
    rules: tuple[str, ...] = ()

    @property
    def variant(self) -> Variant:
        """The preset with the options of the case; other options that contradict them are changed."""
        preset = variants.get(self.slug)
        options = dict(self.given.get("options") or {})
        return fitted(preset, options) if options else preset


LAST_HAND = 5
"""The number of the last hand, for a case that mentions it without the number of hands."""

OUT_OF_THE_WAY: Mapping[str, tuple[object, ...]] = {
    "closing.final_discard": ("required",),
    "closing.joker_finish_forbidden": (False,),
    "conduct.carte": (True,),
    "dealing.min_stock": (0,),
    "dealing.starter_extra": (0, 1),
    "dealing.upcard": (False,),
    "drawing.allow_return_discard": (False,),
    "drawing.discard_in_clean_run": (True,),
    "drawing.discard_use": (None, "all"),
    "drawing.max_recycles": (None,),
    "drawing.recycle": ("keep_top",),
    "drawing.starter_turn": ("normal", "discard_only"),
    "drawing.unopened_discard_use": ("in_opening",),
    "equipment.players": ((2, 2),),
    "match.elimination_limit": (101,),
    "match.end": ("hands",),
    "match.final_hand_multiplier": (1,),
    "match.hands": (LAST_HAND,),
    "match.dealer_rotation": ("next",),
    "match.target": (100,),
    "melding.ace": ("both",),
    "melding.max_run": (13, 14),
    "melding.max_wild": (None,),
    "melding.run_min": (3,),
    "melding.run_wrap": (False,),
    "melding.set_max": (4, None),
    "melding.set_min": (3,),
    "melding.set_suits": ("distinct", "any"),
    "melding.wild_limit": ("at_most_half",),
    "melding.wild_limit_scope": ("always",),
    "opening.all_at_once_requires": ("full",),
    "opening.clean": ("run_meld",),
    "opening.counts_layoffs": (False,),
    "opening.minimum": (0, 51),
    "opening.pickup_minimum": (None,),
    "opening.post_open": ("same_turn",),
    "scoring.all_at_once_factors": ((1,), (2,)),
    "scoring.double_per_joker": (False,),
    "scoring.dry_flat": (None, 200),
    "scoring.dry_when": ("nobody_laid",),
    "scoring.flat_multiplied": (True,),
    "scoring.joker_base": (0,),
    "scoring.joker_finish": (None,),
    "scoring.joker_finish_any_factor": (None,),
    "scoring.joker_finish_factor": (4,),
    "scoring.joker_hand_value": ("double",),
    "scoring.unopened_flat": (100,),
    "table.closed_four_set": (False,),
    "table.recovered_joker": (None, "new_meld"),
    "table.run_joker": ("exact", "never"),
    "table.set_joker": ("never", "four_only"),
    "table.swap_requires_open": (True,),
}
"""The values that replace the value of an option if it contradicts an option of a case, the best value first."""


def fitted(preset: Variant, options: Mapping[str, Any]) -> Variant:
    """Return the preset with these options, and change as few as possible of the options that contradict them.

    Raises:
        InvalidVariant: the options are refused whatever values the other options have.
    """
    fixed = {".".join(place_of(name)) for name in options}
    tries: list[dict[str, object]] = [{}]
    first: InvalidVariant | None = None
    for changes in tries:
        try:
            return with_options(preset, {**changes, **options})
        except InvalidVariant as error:
            first = first or error
            tries += further(changes, error, fixed)
    assert first is not None
    raise first


def further(
    changes: Mapping[str, object], error: InvalidVariant, fixed: Iterable[str]
) -> Iterator[dict[str, object]]:
    """Yield the changes with one more option replaced, for each contradiction."""
    ways: list[list[tuple[str, object]]] = []
    for violation in error.violations:
        if not is_conflict(violation):
            return
        fields = named_in(violation)
        free = [field for field in dict.fromkeys(fields) if field not in fixed and field not in changes]
        ways.append([(field, value) for field in free for value in OUT_OF_THE_WAY.get(field, ())])
    for choice in itertools.product(*ways):
        yield {**changes, **dict(choice)}


def sources() -> list[Path]:
    """Return the files with cases: the built-in files, and the files that the environment variable names."""
    named = os.environ.get(VARIABLE)
    if not named:
        return BUILT_IN
    path = Path(named)
    files = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    assert files, f"{VARIABLE}: no YAML file in {path}"
    return [*BUILT_IN, *files]


def rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Return the rows of a file, which is a list of cases, or lists of cases under headings.

    Raises:
        AssertionError: the file contains anything else, which would otherwise be ignored silently.
    """
    content = _content(path.read_text(encoding="utf-8"))
    for heading, listed in content.items() if isinstance(content, Mapping) else [("", content)]:
        assert isinstance(listed, (list, tuple)), f"{path}: {heading} is no list of cases"
        for number, row in enumerate(listed, 1):
            assert isinstance(row, Mapping), f"{path}: {heading} {number} is no case"
            missing = {"ask", "expect", "variant"} - set(row)
            assert not missing, f"{path}: {row.get('id', number)} lacks {', '.join(sorted(missing))}"
            yield row


@cache
def _content(text: str) -> Any:
    return yaml.load(text, LOADER) or ()


def cases(files: Iterable[Path]) -> Iterator[Case]:
    """Return all cases of these files, even of unknown variants, so that a test can report them."""
    for path in files:
        for row in rows(path):
            name = str(row["variant"])
            yield Case(
                str(row.get("id") or f"{path.stem}-{row['ask']}"),
                SLUGS.get(name, name),
                str(row["ask"]),
                row.get("given") or {},
                row["expect"],
                tuple(map(str, row.get("rules") or ())),
            )


def parameters() -> list[Any]:
    """Return the cases as parameters of a test, each marked with its rules."""
    seen: set[str] = set()
    out: list[Any] = []
    for case in cases(sources()):
        name = case.id
        while name in seen:
            name += "+"
        seen.add(name)
        out.append(pytest.param(case, id=name, marks=pytest.mark.rule(*case.rules)))
    return out


def card(text: str) -> Card:
    """Return the card of a text in a case; a "b" marks a second copy, which has the same face.

    >>> card("5Db"), card("10S"), card("*")
    (Card('5♦'), Card('T♠'), Card('*'))
    """
    return Card(text.removesuffix("b"))


def written(face: Card) -> str:
    """Return a card as cases write it.

    >>> written(Card("T♠"))
    '10S'
    """
    return str(face).replace("T", "10").translate(str.maketrans("♣♦♥♠", "CDHS"))


def cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards of a list, in the same order."""
    return tuple(map(card, texts))


def melds(value: Sequence[Any]) -> list[tuple[Card, ...]]:
    """Return the melds of a table, which is written as a meld or as a list of melds."""
    if not value:
        return []
    if isinstance(value[0], str):
        return [cards(cast("Sequence[str]", value))]
    return [cards(each) for each in value]


def scored(points: Sequence[int], winner: int | None = None, *, credit: bool = False) -> RoundScore:
    """Return the score of a round in which the seats have these points."""
    return RoundScore(False, winner, tuple(ScoreLine(seat, each) for seat, each in enumerate(points)), credit)


def points_of(score: RoundScore) -> list[Points]:
    """Return the points of every seat, and check that the reasons of each line add up to its points."""
    for line in score.lines:
        assert sum(reason.points for reason in line.reasons) == line.points
    return [line.points for line in score.lines]


def after_each(variant: Variant, scores: Sequence[RoundScore], dealer: int = 0) -> list[Count]:
    """Return the count after each of these rounds, until the match is over."""
    counts = [first_count(variant, len(scores[0].lines), dealer)]
    for score in scores:
        if not counts[-1].over:
            counts.append(counted(counts[-1], variant, score))
    return counts[1:]


def gone_after(counts: Sequence[Count]) -> list[tuple[int, ...]]:
    """Return the players who left the match after each of these rounds."""
    before = [(), *(each.eliminated for each in counts)]
    return [each.eliminated[len(gone) :] for each, gone in zip(counts, before, strict=False)]
