"""Pictures in notebooks: ``%load_ext rami.ext.notebook`` shows cards, melds, views, rounds and matches as drawings.

The drawing of a class is registered with the notebook, not with the class: rami itself knows nothing of pictures, and
importing it loads none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

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


_DRAWINGS: dict[type, Callable[[Any, Style], svg.Picture]] = {
    Arrangement: lambda value, style: svg.melds(value.melds, style, left=value.left),
    Card: svg.card,
    Cards: svg.hand,
    Group: svg.meld,
    LayDown: lambda value, style: svg.melds(value.melds, style),
    Match: svg.score_sheet,
    PlayerView: svg.table,
    Round: svg.table,
    RoundScore: svg.score_sheet,
    Run: svg.meld,
}


def _text_of(draw: Callable[[Any, Style], svg.Picture], style: Style) -> Callable[[object], str]:
    return lambda value: draw(value, style).svg


def show_pictures(shell: Shell, style: Style | None = None) -> None:
    """Show values of rami as pictures from now on.

    A `Round` is shown with every hand, as its server may see it; show `Round.view` to a player.

    Parameters:
        shell: the notebook: ``get_ipython()``.
        style: how the pictures are drawn.
    """
    formatter = shell.display_formatter.formatters[_SVG]
    look = Style() if style is None else style
    for kind, draw in _DRAWINGS.items():
        formatter.for_type(kind, _text_of(draw, look))


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
    for kind in _DRAWINGS:
        shell.display_formatter.formatters[_SVG].pop(kind, None)
