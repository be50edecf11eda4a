"""Displays of values in a notebook, as pictures or as HTML tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import islice
from typing import Any

from rami.bots.simulation import Simulation, Tally
from rami.bots.statistics import Statistics
from rami.bots.tournaments import Tournament
from rami.cards import Card, Cards
from rami.cards.melds import Group, Run
from rami.cards.moves import LayDown
from rami.ext.svg import drawings
from rami.ext.svg.canvas import Picture
from rami.ext.svg.sheet import score_sheet
from rami.ext.svg.table import table
from rami.locales import text
from rami.matches.match import Match
from rami.matches.sheets import ScoreSheet
from rami.notation._differences import plain_value, value_text
from rami.policies.answers import Arrangement, Verdict
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS, policies_of
from rami.policies.results.scores import RoundScore
from rami.policies.variant import Variant
from rami.rounds._engine.legal import LegalMoves
from rami.rounds.round import Round
from rami.rounds.views import PlayerView

_LISTED = 50
"""The maximum number of moves in a table, because a position may have thousands."""


def bundle(value: object) -> dict[str, str]:
    """Return what a notebook can display of a value, by media type; empty if there is nothing to display.

    Pictures come as both SVG and HTML, because notebooks show the description of a picture only in HTML.

    >>> from rami import Card, variants
    >>> from rami.policies import Outcome
    >>> sorted(bundle(Card("Q♥"))), sorted(bundle(variants.GIN)), bundle(Outcome())
    (['image/svg+xml', 'text/html'], ['text/html'], {})
    """
    display = next((_DISPLAYS[kind] for kind in type(value).__mro__ if kind in _DISPLAYS), None)
    if display is None:
        return {}
    drawn = display(value)
    if isinstance(drawn, Picture):
        # A tool that cannot show HTML still finds the SVG.
        return {"image/svg+xml": drawn.svg, "text/html": drawn.svg}
    return {"text/html": drawn}


def _html(caption: object, head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table; the first cell of each row is a heading."""
    columns = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    lines: list[str] = []
    for first, *others in rows:
        cells = "".join(f"<td>{escape(str(each))}</td>" for each in others)
        lines.append(f'<tr><th scope="row">{escape(str(first))}</th>{cells}</tr>')
    body = f"<thead><tr>{columns}</tr></thead><tbody>{''.join(lines)}</tbody>"
    # The caption may be a `repr`; without its angle brackets, it reads like a sentence.
    return f"<table><caption>{escape(str(caption).strip('<>'))}</caption>{body}</table>"


def _moves(moves: LegalMoves) -> str:
    # One move beyond the limit shows that an ellipsis is needed; counting all moves could take long.
    rows: list[tuple[str, str]] = [
        (str(move), text(move, variant=moves.variant)) for move in islice(moves, _LISTED + 1)
    ]
    return _html(repr(moves), ("move", "in words"), [*rows[:_LISTED], *[("…", "")] * (len(rows) > _LISTED)])


def _statistics(found: Statistics, caption: str = "") -> str:
    columns = zip(found.points, found.wins, found.openings, strict=True)
    rows = [
        (seat, points.count, won, opened, f"{float(points.mean):.1f}")
        for seat, (points, won, opened) in enumerate(columns)
    ]
    return _html(caption, ("player", "rounds", "won", "opened", "mean points"), rows)


def _tournament(found: Tournament) -> str:
    rows = zip(range(found.bots), found.played, found.wins, strict=True)
    return _html(repr(found), ("bot", "matches", "won"), rows)


def _variant(game: Variant) -> str:
    # Rulebooks are slow to import, and few notebooks show a variant.
    from rami.locales.rulebooks import rulebook

    rows = [*rulebook(game).box]
    for slot, policy in policies_of(game).items():
        usual = SLOTS[slot]
        if isinstance(policy, usual):
            changed = (
                f"{name} = {value_text(plain_value(f'{slot}.{name}', getattr(policy, name)))}"
                for name, option in options_of(usual).items()
                if getattr(policy, name) != option.default
            )
            rows.append((slot, ", ".join(changed) or "no further rules"))
        else:
            rows.append((slot, repr(policy)))
    return _html(f"{game.name}: {game.slug}, version {game.version}", ("part", "rules"), rows)


def _verdict(verdict: Verdict) -> str:
    if verdict.ok:
        return f"<p><strong>{escape(str(verdict))}</strong></p>"
    reasons = "".join(
        f"<li>{escape(text(each))}{escape(f' [{each.rule}]' if each.rule else '')}</li>"
        for each in verdict.violations
    )
    return f"<p><strong>not allowed</strong>, {verdict.points} points</p><ul>{reasons}</ul>"


_DISPLAYS: Mapping[type, Callable[[Any], Picture | str]] = {
    Arrangement: lambda value: drawings.melds(value.melds, left=value.left),
    Card: drawings.card,
    Cards: drawings.hand,
    Group: drawings.meld,
    LayDown: lambda value: drawings.melds(value.melds),
    LegalMoves: _moves,
    Match: lambda value: score_sheet(value) if value.over else table(value.round),
    Picture: lambda value: value,
    PlayerView: table,
    Round: table,
    RoundScore: score_sheet,
    Run: drawings.meld,
    ScoreSheet: score_sheet,
    Simulation: lambda value: _statistics(value.tally.statistics, repr(value)),
    Statistics: _statistics,
    Tally: lambda value: _statistics(value.statistics, repr(value)),
    Tournament: _tournament,
    Variant: _variant,
    Verdict: _verdict,
}
