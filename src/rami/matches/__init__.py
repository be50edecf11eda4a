"""Matches of several rounds with their totals, score sheets, and boards for clients that follow a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._base import later

if TYPE_CHECKING:
    from rami.matches.board import Board as Board
    from rami.matches.counting import BuyIn as BuyIn
    from rami.matches.counting import Count as Count
    from rami.matches.counting import Standing as Standing
    from rami.matches.match import Match as Match
    from rami.matches.pieces import Piece as Piece
    from rami.matches.pieces import Pieces as Pieces
    from rami.matches.reports import ReportedHand as ReportedHand
    from rami.matches.sheets import ScoreSheet as ScoreSheet
    from rami.matches.sheets import SheetEntry as SheetEntry
    from rami.matches.steps import Announced as Announced
    from rami.matches.steps import Answered as Answered
    from rami.matches.steps import Dealt as Dealt
    from rami.matches.steps import Moved as Moved
    from rami.matches.steps import Step as Step
    from rami.matches.steps import Undone as Undone

    __all__: list[str]
else:
    _HOMES = {
        "board": "Board",
        "counting": "BuyIn Count Standing",
        "match": "Match",
        "pieces": "Piece Pieces",
        "reports": "ReportedHand",
        "sheets": "ScoreSheet SheetEntry",
        "steps": "Announced Answered Dealt Moved Step Undone",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(" ".join(_HOMES.values()).split())
