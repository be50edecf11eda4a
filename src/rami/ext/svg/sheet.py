"""The score sheet: a match round by round, or one round with its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import attrs

from rami._checks import instance
from rami.errors import RamiError, reject
from rami.ext.svg.canvas import Canvas, Picture, number
from rami.ext.svg.drawings import DEFAULT
from rami.ext.svg.style import Style
from rami.ext.svg.table import names_of
from rami.locales import text
from rami.match import Match
from rami.policies.scores import Points, RoundScore, ScoreLine, ScoreReason, exact

__all__ = ["Scores", "score_sheet"]

Scores: TypeAlias = Match | RoundScore | Iterable[RoundScore]
"""What a score sheet is drawn of."""

_PAD, _ROW, _FIRST = 16, 34, 130
_SHOWN = 6
"""How many reasons of a line are written out."""
_LETTER = 9.2


@attrs.frozen
class _Row:
    """A row of the sheet: what stands in front, a text for each player, and who won."""

    head: str
    cells: tuple[str, ...]
    winners: tuple[int, ...] = ()
    bold: bool = False


def score_sheet(scores: Scores, style: Style = DEFAULT, *, names: Sequence[str] | None = None) -> Picture:
    """The picture of a score sheet.

    A match has a row for each round that is over, with the bonuses and the totals below; scores of rounds have their
    sums.  One score alone has a row for each player, with the reasons of the points.

    Parameters:
        scores: a match, the score of one round, or those of several rounds.
        style: how it is drawn; a score sheet is as wide as the names need.
        names: the names of the players by seat.

    Raises:
        RamiError: for another number of names than seats, or no scores at all.

    >>> from rami import Match, variants
    >>> score_sheet(Match.start(variants.GIN, players=2, seed=7), names=["Ana", "Bo"]).title
    'Score sheet: Gin'
    """
    if isinstance(scores, Match):
        players = names_of(names, scores.players, style)
        title = style.words.title("sheet of", game=scores.variant.name)
        return _grid(style, title, players, _match_rows(scores, style))
    if isinstance(scores, RoundScore):
        return _reasons(style, scores, names_of(names, _seats((scores,), names), style))
    rounds = tuple(scores) if isinstance(scores, Iterable) else ()
    strange = next((each for each in rounds if not isinstance(each, RoundScore)), None if rounds else scores)
    if strange is not None:
        reject(RamiError, instance("scores", strange, Match, RoundScore))
    players = names_of(names, _seats(rounds, names), style)
    sums = tuple(exact(sum(each.points(seat) for each in rounds)) for seat in range(len(players)))
    rows = [*_round_rows(rounds, len(players), style), _row(style, style.words.title("sum"), sums)]
    return _grid(style, style.words.title("sheet"), players, rows)


def _seats(rounds: Sequence[RoundScore], names: Sequence[str] | None) -> int:
    """How many players there are: as many as there are names, but no seat of a round is left out."""
    last = max((line.player + 1 for each in rounds for line in each.lines), default=0)
    return max(last, 0 if names is None or isinstance(names, str) else len(names))


def _row(style: Style, head: str, points: Iterable[Points], winners: tuple[int, ...] = ()) -> _Row:
    return _Row(head, tuple(style.words.points(each) for each in points), winners, bold=True)


def _round_rows(rounds: Iterable[RoundScore], seats: int, style: Style) -> list[_Row]:
    rows: list[_Row] = []
    for index, each in enumerate(rounds, 1):
        played = {line.player for line in each.lines}
        if each.void:
            cells = tuple(style.words.say("void") if seat in played else "" for seat in range(seats))
        else:
            cells = tuple(
                style.words.points(each.points(seat)) if seat in played else "" for seat in range(seats)
            )
        winners = () if each.winner is None else (each.winner,)
        rows.append(_Row(style.words.title("round", number=index), cells, winners))
    return rows


def _match_rows(match: Match, style: Style) -> list[_Row]:
    words, seats = style.words, range(match.players)
    rows = _round_rows(match.scores, match.players, style)
    for index, column in enumerate(match.columns, 1):
        rows.append(_row(style, words.title("column", number=index), column.totals, column.winners))
    if match.bonuses:
        rows.append(
            _Row(words.title("bonus"), tuple(map(words.points, _points_of(match.bonuses, match.players))))
        )
    if any(number != match.contracts[0] for number in match.contracts) or (match.contracts and match.scores):
        rows.append(_Row(words.title("due"), tuple(str(match.contracts[seat]) for seat in seats)))
    rows.append(_row(style, words.title("sum"), match.totals, match.winners))
    return rows


def _points_of(lines: Iterable[ScoreLine], seats: int) -> list[Points]:
    found = {line.player: line.points for line in lines}
    return [found.get(seat, 0) for seat in range(seats)]


def _grid(style: Style, title: str, names: Sequence[str], rows: Sequence[_Row]) -> Picture:
    """Draw rows under the names of the players."""
    canvas = Canvas(style)
    won = canvas.tip(style.words.say("winner"))
    column = min(max(90.0, *(_LETTER * len(name) + 28 for name in names)), 190)
    wide = 2 * _PAD + _FIRST + column * len(names)
    y: float = _sheet(canvas, title, wide, (len(rows) + 1) * _ROW)
    for seat, name in enumerate(names):
        right = _PAD + _FIRST + column * (seat + 1) - 12
        canvas.text(right, y + 22, column - 20, 15, name, "text", anchor="end", bold=True)
    canvas.add(_rule(y + _ROW, wide))
    y += _ROW
    for index, row in enumerate(rows):
        if row.bold and index and not rows[index - 1].bold:
            canvas.add(_rule(y, wide))
        elif index % 2:
            canvas.add(_stripe(y, wide))
        canvas.text(
            _PAD + 10, y + 22, _FIRST - 12, 14, row.head, "text" if row.bold else "dim", bold=row.bold
        )
        for seat, cell in enumerate(row.cells):
            right = _PAD + _FIRST + column * (seat + 1) - 12
            if seat in row.winners:
                chip = number(right - max(22, 9.5 * len(cell)) - 9), number(max(22, 9.5 * len(cell)) + 18)
                canvas.add(
                    f'<rect x="{chip[0]}" y="{number(y + 4)}" width="{chip[1]}" height="{_ROW - 8}" rx="13"'
                    f' fill="none" stroke="{{gold}}" stroke-width="2.5">{won}</rect>'
                )
            canvas.text(right, y + 22, column - 20, 15, cell, "text", anchor="end", bold=row.bold)
        y += _ROW
    told = [", ".join(f"{name} {cell}" for name, cell in zip(names, row.cells, strict=True)) for row in rows]
    details = ". ".join(f"{row.head}: {cells}" for row, cells in zip(rows, told, strict=True))
    return canvas.finish(wide, y + _PAD, _zoom(style), title, details)


def _reasons(style: Style, score: RoundScore, names: Sequence[str]) -> Picture:
    """Draw one round: the points of each player, and why."""
    words = style.words
    canvas = Canvas(style)
    won = canvas.tip(words.say("winner"))
    lines = sorted(score.lines, key=lambda line: line.player)
    told = [_why(style, line.reasons) for line in lines]
    first = min(max(90.0, *(_LETTER * len(names[line.player]) + 24 for line in lines)), 220) if lines else 90
    most = max([len(why) for why in told], default=0)
    wide = 2 * _PAD + first + 90 + min(max(150, 8 * most + 24), 720)
    title = words.title("sheet")
    y: float = _sheet(canvas, title, wide, _ROW * max(1, len(lines)))
    if score.void:
        told = [words.say("void")] * len(lines)
    for index, (line, why) in enumerate(zip(lines, told, strict=True)):
        if index % 2:
            canvas.add(_stripe(y, wide))
        wins = line.player == score.winner
        canvas.text(_PAD + 10, y + 22, first - 14, 15, names[line.player], "text", bold=wins)
        canvas.text(
            _PAD + first + 70, y + 22, 68, 15, words.points(line.points), "text", anchor="end", bold=True
        )
        if wins:
            canvas.add(
                f'<rect x="{number(_PAD + first + 18)}" y="{number(y + 4)}" width="62" height="{_ROW - 8}" rx="13"'
                f' fill="none" stroke="{{gold}}" stroke-width="2.5">{won}</rect>'
            )
        canvas.text(_PAD + first + 96, y + 22, wide - 2 * _PAD - first - 104, 14, why, "dim")
        y += _ROW
    details = ". ".join(
        f"{names[line.player]}: {words.points(line.points)} {why}".rstrip()
        for line, why in zip(lines, told, strict=True)
    )
    return canvas.finish(wide, max(y, 2 * _ROW) + _PAD, _zoom(style), title, details)


def _why(style: Style, reasons: Sequence[ScoreReason]) -> str:
    shown = [text(reason, style.lang) for reason in reasons[:_SHOWN]]
    if len(reasons) > _SHOWN:
        shown.append(style.words.say("more", count=len(reasons) - _SHOWN))
    return ", ".join(shown)


def _sheet(canvas: Canvas, title: str, wide: float, high: float) -> float:
    """Draw the paper and its title; returns where the rows begin."""
    canvas.add(
        f'<rect x="1" y="1" width="{number(wide - 2)}" height="{number(high + 46 + 2 * _PAD - 2)}" rx="12"'
        ' fill="{sheet}" stroke="{ruling}" stroke-width="2"/>'
    )
    canvas.text(_PAD + 10, _PAD + 24, wide - 2 * _PAD - 20, 18, title, "text", bold=True)
    return _PAD + 46


def _rule(y: float, wide: float) -> str:
    return f'<path d="M{_PAD} {number(y)}H{number(wide - _PAD)}" stroke="{{dim}}" stroke-width="1.5"/>'


def _stripe(y: float, wide: float) -> str:
    wide -= 2 * _PAD
    return (
        f'<rect x="{_PAD}" y="{number(y)}" width="{number(wide)}" height="{_ROW}" rx="4" fill="{{stripe}}"/>'
    )


def _zoom(style: Style) -> float:
    return style.card_width / 100
