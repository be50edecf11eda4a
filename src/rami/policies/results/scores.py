"""The score of a round as data: a line for each player, with reasons that add up to the points.

Players can check every line, because the points of its steps add up to its total; a factor counts as the
increase that it causes. `STEPS` has the words for each built-in step; a custom policy supplies its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import attrs

from rami._base.values import Value, maker
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import integer, items, tupled
from rami.errors.violations import ENGLISH, Words, filled, plain_pairs
from rami.policies.declaring.values import LARGEST

__all__ = ["Points", "RoundScore", "ScoreLine", "ScoreReason", "contract_grid"]

Points = int | Fraction
"""Points, which are integers unless `rounding="exact"` leaves fractions."""


def exact(value: Points) -> Points:
    """Return a whole number as an int, and any other number as a Fraction.

    >>> exact(Fraction(4, 2)), exact(Fraction(3, 2))
    (2, Fraction(3, 2))
    """
    return int(value) if value.denominator == 1 else value


STEPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "card": ("{card} {points}", ("card",)),
    "counted": ("cards left {points}", ()),
    "penalty": ("penalty {points}", ()),
    "flat": ("not opened {points}", ()),
    "lost": ("lost {points}", ()),
    "folded": ("dropped out {points}", ()),
    "charged": ("discards {points}", ()),
    "held_jokers": ("{count:joker|jokers} kept {points}", ("count",)),
    "turned_shown": ("{player} showed the turned-up card {points}", ("player",)),
    "dry_flat": ("no earlier melds {points}", ()),
    "all_at_once_flat": ("all at once {points}", ()),
    "paired": ("opened with pairs x{factor}", ("factor",)),
    "joker_double": ("joker in hand x{factor}", ("factor",)),
    "factor": ("{why} x{factor}", ("factor", "joker_finish", "why")),
    "round": ("rounding {points}", ()),
    "final_hand": ("last round x{factor}", ("factor",)),
    "winner": ("went out {points}", ()),
    "cap": ("limit of {cap} per player: {points}", ("cap",)),
    "laid": ("laid {points}", ()),
    "collected": ("from {player}: {points}", ("player",)),
    "fewest": ("fewest points {points}", ()),
    "shared": ("shared {points}", ()),
    "game_bonus": ("game bonus {points}", ("column",)),
    "box_bonus": ("rounds won ({hands}) {points}", ("column", "hands")),
    "shutout": ("shut-out x{factor}", ("column", "factor")),
    "shutout_bonus": ("shut-out {points}", ("column",)),
    "deadwood": ("deadwood of {player}: {points}", ("cards", "laid_off", "player")),
    "own_deadwood": ("own deadwood {points}", ("cards",)),
    "gin": ("gin {points}", ()),
    "big_gin": ("big gin {points}", ()),
    "undercut": ("undercut {points}", ()),
    "spades": ("spade upcard x{factor}", ("factor",)),
}
"""The English words of each built-in step of a score, and the parameters that the step may have besides its points."""


@attrs.frozen(repr=False)
class ScoreReason(Value):
    """One step of a score: its kind, and the points that it adds.

    The page "Codes and messages" lists the built-in codes with their parameters. A custom policy may use any
    other string as a code, with a sentence for it. The points of all reasons of a line add up to the points
    of the line: a factor counts as the increase that it causes (its parameter `factor` is the factor itself),
    and a limit as the reduction.

    Parameters:
        code: the kind of step.
        points: the points that the step adds, negative if it subtracts.
        params: the parameters of the text, as a mapping or as (name, value) pairs of plain values, as in a
            `Violation`. A missing parameter leaves a gap in the text.
        sentences: for the code of a custom policy, a sentence in each language, with blanks as in a `Violation` and the
            blank `{points}` for the points; ignored by ``==``.

    >>> str(ScoreReason("factor", 23, {"factor": 2, "why": "all_at_once"}))
    'all at once x2'
    >>> words = {"en": "hoarding {points}", "fr": "avarice {points}"}
    >>> print(ScoreReason("avarice", 25, sentences=words))
    hoarding 25
    """

    code: str
    points: Points
    params: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=plain_pairs)
    # Do not compare the wording, so that the same step in different words is equal.
    sentences: tuple[tuple[str, str], ...] = attrs.field(
        default=(), converter=plain_pairs, eq=False, kw_only=True
    )

    def __getitem__(self, name: str) -> Any:
        """Return the parameter `name`; raise KeyError if it is missing."""
        return dict(self.params)[name]

    def __str__(self) -> str:
        return step_in_words(self)

    def __repr__(self) -> str:
        params = f", {dict(self.params)!r}" if self.params else ""
        sentences = f", sentences={dict(self.sentences)!r}" if self.sentences else ""
        return f"ScoreReason({self.code!r}, {self.points!r}{params}{sentences})"


def step_in_words(reason: ScoreReason, words: Words = ENGLISH) -> str:
    """Return one step of a score calculation as text in the given language."""
    params: dict[str, Any] = {**dict(reason.params), "points": reason.points}
    # Parameters are plain values, so a factor of 3/2 may be a string.
    params["factor"] = _number(params.get("factor"))
    why = f"{params.get('why')}{'_with_joker' if 'joker_finish' in params else ''}"
    known = {name: words.written(name, value) for name, value in params.items() if value is not None}
    if "why" in known:
        known["why"] = str(words.written("factor", why)).replace("_", " ")
    own = dict(reason.sentences)
    # The sentence of a custom policy is in no catalogue, so it needs no context.
    if words.code in own:
        return words.fill("", own[words.code], known)
    column = words.fill("score", " in column {column}", known) if "column" in known else ""
    if reason.code in STEPS:
        return words.fill(f"score.{reason.code}", STEPS[reason.code][0], known) + column
    template = own.get(ENGLISH.code, f"{reason.code.replace('_', ' ')} {{points}}")
    return filled(template, known) + column


def _number(value: object) -> object:
    """Return a factor as a number; a fraction may be given as text."""
    try:
        return exact(Fraction(value)) if isinstance(value, (str, int, Fraction)) else value
    except (ValueError, ZeroDivisionError):
        return value


@attrs.frozen
class ScoreLine(Value):
    """The score of one player: the points and the reasons that add up to them.

    Parameters:
        player: the seat.
        points: the score of the round, or the points added at the end of the match.
        reasons: the steps in the order of the computation; () for points without an explanation.

    Raises:
        RamiError: there are reasons, but their points do not add up to the points of the line.

    >>> ScoreLine(1, 5, [ScoreReason("flat", 3)])
    Traceback (most recent call last):
    rami.errors.violations.RamiError: the reasons for the points of player 1 add up to 3, not to 5
    """

    player: int
    points: Points
    reasons: tuple[ScoreReason, ...] = attrs.field(default=(), converter=tupled)

    def __attrs_post_init__(self) -> None:
        # Values of wrong types are refused elsewhere, as soon as a policy returns them.
        steps = self.reasons if isinstance(self.reasons, tuple) else ()
        if not steps or not all(isinstance(each, ScoreReason) for each in steps):
            return
        total = exact(sum((each.points for each in steps), start=Fraction(0)))
        if total != self.points:
            params = {"player": self.player, "points": self.points, "total": total}
            raise RamiError(Violation(Reason.SCORE_SUM, None, params))

    def __str__(self) -> str:
        reasons = f" ({', '.join(map(str, self.reasons))})" if self.reasons else ""
        return f"player {self.player}: {self.points}{reasons}"


@attrs.frozen
class RoundScore(Value):
    """The score of a finished round, with a line for each player.

    A score does not record its game, so `str` prints playing cards even after a round with tiles;
    `rami.locales.text(score, variant=variants.OKEY)` prints tiles.

    Parameters:
        void: True if no player went out and no player scores.
        winner: the seat that went out, or that scores after a knock; None if there is no such player.
        lines: the lines of the players, in the order of their seats.
        credit: True if high scores win; False if points are penalties.
        completed: the players who completed a contract in this round, in order; () in games without contracts.

    >>> score = RoundScore(
    ...     False, 0, (ScoreLine(0, 0), ScoreLine(1, 100, (ScoreReason("flat", 100),)))
    ... )
    >>> print(score)
    player 0: 0
    player 1: 100 (not opened 100)
    >>> score.points(1)
    100
    """

    void: bool
    winner: int | None
    lines: tuple[ScoreLine, ...] = attrs.field(converter=tupled)
    credit: bool = False
    completed: tuple[int, ...] = attrs.field(default=(), converter=tupled)

    def points(self, player: int) -> Points:
        """Return a player's points; 0 for a seat that did not play the round."""
        reject(RamiError, integer("player", player))
        return next((line.points for line in self.lines if line.player == player), 0)

    def __str__(self) -> str:
        return "void" if self.void else "\n".join(map(str, self.lines))


line_made: Final[Callable[..., ScoreLine]] = maker(ScoreLine)
score_made: Final[Callable[..., RoundScore]] = maker(RoundScore)
_reason_made: Final[Callable[..., ScoreReason]] = maker(ScoreReason, "code", "points", "params")


def reason_made(
    code: str, points: Points, params: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()
) -> ScoreReason:
    """Return a built-in step of a score calculation; only its parameters are converted."""
    return _reason_made(code, points, plain_pairs(params) if params else ())


# `typed` is needed because Fraction(5) equals 5: the cache must not return the other kind of number.
@lru_cache(maxsize=1024, typed=True)
def card_reason(card: object, points: Points) -> ScoreReason:
    """Return the step of a score for one card left in the hand."""
    return reason_made("card", points, {"card": card})


@lru_cache(maxsize=256)
def void_score(playing: tuple[int, ...], credit: bool) -> RoundScore:
    """Return the score of a void round."""
    return score_made(True, None, tuple(line_made(seat, 0, ()) for seat in playing), credit, ())


def contract_grid(
    scores: Sequence[RoundScore], players: int, contracts: int
) -> tuple[tuple[int | None, ...], ...]:
    """Return the round in which each contract was completed, by contract and seat (FRU-END-02).

    Parameters:
        scores: the scores of the rounds, including void rounds.
        players: the number of players.
        contracts: the number of contracts.

    Returns:
        The number of the round, from 1; None for a contract that the seat has not completed.

    >>> scores = [
    ...     RoundScore(False, 0, (), completed=(0,)),
    ...     RoundScore(False, 1, (), completed=(1, 0)),
    ... ]
    >>> contract_grid(scores, 2, 3)
    ((1, 2), (2, None), (None, None))
    """
    given = items(RamiError, "scores", scores, RoundScore)
    reject(RamiError, integer("players", players, 1, LARGEST) + integer("contracts", contracts, 0, LARGEST))
    rounds = [
        # D-130: a contract laid in a void round does not count.
        [number for number, score in enumerate(given, 1) if seat in score.completed and not score.void]
        for seat in range(players)
    ]
    return tuple(
        tuple(done[place] if place < len(done) else None for done in rounds) for place in range(contracts)
    )


def sum_of(reasons: list[ScoreReason]) -> Points:
    """Return the total points of these steps."""
    return sum((reason.points for reason in reasons), start=0)


def times(code: str, points: Points, factor: Points, params: dict[str, Any]) -> ScoreReason:
    """Return the step that multiplies the points so far by a factor."""
    return reason_made(code, exact(points * (factor - 1)), {"factor": factor, **params})
