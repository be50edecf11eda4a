"""Pictures of score sheets: a match round by round, or a single round with the reasons for its points.

A match is drawn as a grid with a column for each player; in games with contracts, ticks mark the completed contracts. A
single round is drawn as a list of reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import attrs

from rami.errors import RamiError, reject
from rami.errors.checks import instance, integer
from rami.errors.violations import bounded
from rami.ext.svg.canvas import Canvas, Picture, element, number, rect
from rami.ext.svg.drawings import DEFAULT
from rami.ext.svg.style import Style
from rami.locales import text
from rami.matches.counting import Count
from rami.matches.match import Match
from rami.matches.sheets import ScoreSheet
from rami.notation.tables import TICK
from rami.policies.results.scores import Points, RoundScore, ScoreReason, contract_grid, exact
from rami.policies.slots.contracts import own_contracts_of
from rami.policies.variant import Variant

__all__ = ["Scores", "score_sheet"]

Scores: TypeAlias = Match | ScoreSheet | RoundScore | Iterable[RoundScore]
"""The values that `score_sheet` can draw."""

_PAD, _ROW, _FIRST = 16, 34, 130
_SHOWN = 6
"""The maximum number of reasons to list in a line; the line only says how many more there are."""
# The width of a bold letter at size 15. Fonts differ, so the estimate is generous.
_LETTER = 9.2


@attrs.frozen
class _Row:
    """A row of a grid: a heading, a cell for each player, and the seats of the winners."""

    head: str
    cells: tuple[str, ...]
    winners: tuple[int, ...] = ()
    bold: bool = False


def score_sheet(
    scores: Scores,
    style: Style = DEFAULT,
    *,
    names: Sequence[str] | None = None,
    title: str | None = None,
    totals: Sequence[Points] | None = None,
    contracts: int = 0,
) -> Picture:
    """Draw a score sheet.

    A match or a `ScoreSheet` gets a row for each finished round, then the bonuses and the totals. A list of scores gets
    a row for each round, then the sums. In games with contracts, all of these get a row for each contract instead, with
    a tick for each player who has completed it. The score of a single round gets a row for each player, with the
    reasons for the points.

    Parameters:
        scores: a match, a score sheet, the score of one round, or the scores of several rounds.
        style: the style of the picture; long names make the picture wider.
        names: the names of the players by seat; None to use the names in a `ScoreSheet` or, for other scores,
            numbers.
        title: the name of the game; used only if `scores` lists several rounds, because these do not name the game.
        totals: the totals by seat; used only if `scores` lists several rounds; None to add up the rounds.
        contracts: the number of contracts in the game; used only if `scores` lists several rounds; 0 to draw as many
            as the most successful player has completed.

    Raises:
        RamiError: the number of names differs from the number of seats, or `scores` contains no scores.

    >>> from rami import Match, variants
    >>> score_sheet(Match.start(variants.GIN, players=2, seed=7), names=["Ana", "Bo"]).title
    'Score sheet: Gin'
    """
    reject(RamiError, (*instance("style", style, Style), *integer("contracts", contracts, 0)))
    if isinstance(scores, Match):
        return _match_sheet(scores.variant, scores, style, names)
    if isinstance(scores, ScoreSheet):
        return _match_sheet(scores.variant, scores.count, style, scores.names if names is None else names)
    words = style.words
    if isinstance(scores, RoundScore):
        return _draw_reasons(style, scores, words.players(names, _seats((scores,), names)))
    rounds = bounded(scores) if isinstance(scores, Iterable) else ()
    listed = rounds or (names and isinstance(scores, Iterable))
    for each in rounds if listed else [scores]:
        reject(RamiError, instance("scores", each, Match, RoundScore))
    players = words.players(names, _seats(rounds, names))
    head = words.title("sheet") if title is None else words.title("sheet of", game=title)
    # A void round completes no contract (D-130).
    completed = [seat for each in rounds for seat in each.completed if not each.void]
    if completed or contracts:
        most = contracts or max(map(completed.count, completed))
        return _draw_grid(style, head, players, _contract_rows(rounds, len(players), most, style))
    sums = totals or tuple(exact(sum(each.points(seat) for each in rounds)) for seat in range(len(players)))
    rows = [*_round_rows(rounds, len(players), style), _row(style, words.title("sum"), sums)]
    return _draw_grid(style, head, players, rows)


def _seats(rounds: Sequence[RoundScore], names: Sequence[str] | None) -> int:
    """Return the number of players: the number of names, or more if the rounds have more seats."""
    # Players who are out of the match have no line in a score, but belong on the sheet.
    last = max((line.player + 1 for each in rounds for line in each.lines), default=0)
    return max(last, 0 if names is None or isinstance(names, str) else len(names))


def _row(style: Style, head: str, points: Iterable[Points], winners: tuple[int, ...] = ()) -> _Row:
    return _Row(head, tuple(style.words.points(each) for each in points), winners, bold=True)


def _round_rows(rounds: Iterable[RoundScore], seats: int, style: Style) -> list[_Row]:
    words = style.words
    rows: list[_Row] = []
    for index, each in enumerate(rounds, 1):
        played = {line.player for line in each.lines}
        points = [
            words.say("void") if each.void else words.points(each.points(seat)) for seat in range(seats)
        ]
        # Leave the cell of a player who did not play the round empty, because 0 would be a score.
        cells = tuple(cell if seat in played else "" for seat, cell in enumerate(points))
        winners = () if each.winner is None else (each.winner,)
        rows.append(_Row(words.title("round", number=index), cells, winners))
    return rows


def _match_sheet(variant: Variant, count: Count, style: Style, names: Sequence[str] | None) -> Picture:
    faces = variant.equipment.faces
    style = style if faces == "cards" else attrs.evolve(style, faces=faces)
    words = style.words
    title = words.title("sheet of", game=words.game(variant.name))
    rows = _match_rows(variant, count, style)
    return _draw_grid(style, title, words.players(names, len(count.totals)), rows)


def _match_rows(variant: Variant, count: Count, style: Style) -> list[_Row]:
    words, seats = style.words, range(len(count.totals))
    contracts = own_contracts_of(variant.opening)
    if contracts is not None:
        return _contract_rows(count.scores, len(seats), len(contracts), style)
    rows = _round_rows(count.scores, len(seats), style)
    for index, column in enumerate(count.columns, 1):
        rows.append(_row(style, words.title("column", number=index), column.totals, column.winners))
    if count.bonuses:
        bonuses = {line.player: line.points for line in count.bonuses}
        rows.append(_Row(words.title("bonus"), tuple(words.points(bonuses.get(seat, 0)) for seat in seats)))
    rows.append(_row(style, words.title("sum"), count.totals, count.winners))
    return rows


def _contract_rows(scores: Sequence[RoundScore], players: int, contracts: int, style: Style) -> list[_Row]:
    """Return a row for each contract, with a tick for each player who has completed it."""
    return [
        _Row(
            style.words.title("contract", number=number),
            tuple("" if done is None else TICK for done in row),
        )
        for number, row in enumerate(contract_grid(scores, players, contracts), 1)
    ]


def _draw_grid(style: Style, title: str, names: Sequence[str], rows: Sequence[_Row]) -> Picture:
    """Draw rows below the names of the players."""
    canvas = Canvas(style)
    column = min(max(90.0, *(_LETTER * len(name) + 28 for name in names)), 190)
    wide = 2 * _PAD + _FIRST + column * len(names)
    y = _draw_paper(canvas, title, wide, (len(rows) + 1) * _ROW)
    rights = [_PAD + _FIRST + column * (seat + 1) - 12 for seat in range(len(names))]
    for right, name in zip(rights, names, strict=True):
        canvas.text(right, y + 22, column - 20, 15, name, "text", end=True, bold=True)
    y += _ROW
    canvas.add(_rule(y, wide))
    details: list[str] = []
    for index, row in enumerate(rows):
        # A line separates the totals from the rounds, as in a sum on paper.
        if row.bold and index and not rows[index - 1].bold:
            canvas.add(_rule(y, wide))
        elif index % 2:
            canvas.add(_stripe(y, wide))
        canvas.text(
            _PAD + 10, y + 22, _FIRST - 12, 14, row.head, "text" if row.bold else "dim", bold=row.bold
        )
        for seat, (right, cell) in enumerate(zip(rights, row.cells, strict=True)):
            if seat in row.winners:
                size = max(22, 9.5 * len(cell))
                canvas.add(_chip(canvas, right - size - 9, y, size + 18))
            canvas.text(right, y + 22, column - 20, 15, cell, "text", end=True, bold=row.bold)
        # A listener cannot see the columns, so a screen reader should read each number with the player's name.
        cells = style.words.listed(f"{name} {cell}" for name, cell in zip(names, row.cells, strict=True))
        details.append(f"{row.head}: {cells}")
        y += _ROW
    return canvas.finish(wide, y + _PAD, title, ". ".join(details))


def _draw_reasons(style: Style, score: RoundScore, names: Sequence[str]) -> Picture:
    """Draw a round as a list of each player's points with the reasons."""
    words = style.words
    canvas = Canvas(style)
    lines = sorted(score.lines, key=lambda line: line.player)
    texts = [_listed_reasons(style, line.reasons) for line in lines]
    first = min(max(90.0, *(_LETTER * len(names[line.player]) + 24 for line in lines)), 220) if lines else 90
    most = max(map(len, texts), default=0)
    wide = 2 * _PAD + first + 90 + min(max(150, 8 * most + 24), 720)
    title = words.title("sheet")
    y = _draw_paper(canvas, title, wide, _ROW * max(1, len(lines)))
    if score.void:
        texts = [words.say("void")] * len(lines)
    details: list[str] = []
    for index, (line, why) in enumerate(zip(lines, texts, strict=True)):
        name, points, wins = names[line.player], words.points(line.points), line.player == score.winner
        if index % 2:
            canvas.add(_stripe(y, wide))
        canvas.text(_PAD + 10, y + 22, first - 14, 15, name, "text", bold=wins)
        canvas.text(_PAD + first + 70, y + 22, 68, 15, points, "text", end=True, bold=True)
        if wins:
            canvas.add(_chip(canvas, _PAD + first + 18, y, 62))
        canvas.text(_PAD + first + 96, y + 22, wide - 2 * _PAD - first - 104, 14, why, "dim")
        details.append(f"{name}: {points} {why}".rstrip())
        y += _ROW
    return canvas.finish(wide, max(y, 2 * _ROW) + _PAD, title, ". ".join(details))


def _listed_reasons(style: Style, reasons: Sequence[ScoreReason]) -> str:
    listed = [text(reason, style.words.language) for reason in reasons[:_SHOWN]]
    if len(reasons) > _SHOWN:
        listed.append(style.words.say("more", count=len(reasons) - _SHOWN))
    return style.words.listed(listed)


def _draw_paper(canvas: Canvas, title: str, wide: float, high: float) -> float:
    """Draw the paper and its title; return the y coordinate at which the rows begin."""
    canvas.add(rect(1, 1, wide - 2, high + 44 + 2 * _PAD, 12, "{sheet}", stroke="{ruling}", stroke_width=2))
    canvas.text(_PAD + 10, _PAD + 24, wide - 2 * _PAD - 20, 18, title, "text", bold=True)
    return _PAD + 46


def _chip(canvas: Canvas, x: float, y: float, width: float) -> str:
    won = canvas.tip(canvas.style.words.say("winner"))
    return rect(x, y + 4, width, _ROW - 8, 13, "none", won, stroke="{yellow}", stroke_width=2.5)


def _rule(y: float, wide: float) -> str:
    return element("path", d=f"M{_PAD} {number(y)}H{number(wide - _PAD)}", stroke="{dim}", stroke_width=1.5)


def _stripe(y: float, wide: float) -> str:
    return rect(_PAD, y, wide - 2 * _PAD, _ROW, 4, "{stripe}")
