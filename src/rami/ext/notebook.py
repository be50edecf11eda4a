"""Pictures in notebooks: ``%load_ext rami.ext.notebook`` shows cards, melds, views, rounds and matches as drawings.

What a class looks like is told to the notebook, not to the class: rami itself knows nothing of pictures, and whoever
imports it loads none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import attrs

from rami.cards import Card, Cards
from rami.ext import svg
from rami.ext.svg import Style
from rami.match import Match
from rami.melds import Group, Run
from rami.moves import LayDown
from rami.policies.answers import Arrangement
from rami.policies.scores import RoundScore
from rami.round import Round
from rami.views import PlayerView

__all__ = ["Shell", "load_ipython_extension", "show_pictures", "unload_ipython_extension"]

_SVG = "image/svg+xml"


class Shell(Protocol):
    """The part of an IPython shell that is used here; ``get_ipython()`` returns one."""

    @property
    def display_formatter(self) -> Any:
        """Its formatters, by kind of output."""
        ...


def _drawings(style: Style) -> dict[type, Callable[[Any], svg.Picture]]:
    return {
        Arrangement: lambda value: svg.melds(value.melds, style, left=value.left),
        Card: lambda value: svg.card(value, style),
        Cards: lambda value: svg.hand(value, style),
        Group: lambda value: svg.meld(value, style),
        LayDown: lambda value: svg.melds(value.melds, style),
        Match: lambda value: svg.score_sheet(value, style),
        PlayerView: lambda value: svg.table(value, style),
        Round: lambda value: svg.table(value, style),
        RoundScore: lambda value: svg.score_sheet(value, style),
        Run: lambda value: svg.meld(value, style),
    }


@attrs.frozen
class _Text:
    """Draws a value as the text of an SVG document."""

    draw: Callable[[Any], svg.Picture]

    def __call__(self, value: object) -> str:
        return self.draw(value).svg


def show_pictures(shell: Shell, style: Style | None = None) -> None:
    """Show values of rami as pictures from now on.

    A `Round` is shown with every hand, as its server may see it; show `Round.view` to anybody else.

    Parameters:
        shell: the notebook: ``get_ipython()``.
        style: how the pictures are drawn.
    """
    for kind, draw in _drawings(Style() if style is None else style).items():
        shell.display_formatter.formatters[_SVG].for_type(kind, _Text(draw))


def load_ipython_extension(shell: Shell) -> None:
    """Called by ``%load_ext rami.ext.notebook``.

    Parameters:
        shell: the notebook.
    """
    show_pictures(shell)


def unload_ipython_extension(shell: Shell) -> None:
    """Called by ``%unload_ext rami.ext.notebook``.

    Parameters:
        shell: the notebook.
    """
    for kind in _drawings(Style()):
        shell.display_formatter.formatters[_SVG].pop(kind, None)
