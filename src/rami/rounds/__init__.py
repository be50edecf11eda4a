"""Rounds: positions, the moves and events that lead from one to the next, and what each player sees and remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._base import later

if TYPE_CHECKING:
    from rami.rounds._engine.legal import LegalMoves as LegalMoves
    from rami.rounds.budget import step_budget as step_budget
    from rami.rounds.effects import Place as Place
    from rami.rounds.hints import Hint as Hint
    from rami.rounds.memory import Memory as Memory
    from rami.rounds.placements import Placement as Placement
    from rami.rounds.round import Round as Round
    from rami.rounds.selections import arrangement as arrangement
    from rami.rounds.selections import lay_downs as lay_downs
    from rami.rounds.selections import moves_of as moves_of
    from rami.rounds.setup import Duty as Duty
    from rami.rounds.setup import DutyKind as DutyKind
    from rami.rounds.setup import Facts as Facts
    from rami.rounds.setup import Phase as Phase
    from rami.rounds.setup import RoundContext as RoundContext
    from rami.rounds.setup import Setup as Setup
    from rami.rounds.setup import TableMeld as TableMeld
    from rami.rounds.setup import TurnFacts as TurnFacts
    from rami.rounds.transfers import Transfer as Transfer
    from rami.rounds.views import PlayerView as PlayerView

    __all__: list[str]
else:
    _HOMES = {
        "_engine.legal": "LegalMoves",
        "budget": "step_budget",
        "effects": "Place",
        "events": "",
        "hints": "Hint",
        "memory": "Memory",
        "placements": "Placement",
        "round": "Round",
        "selections": "arrangement lay_downs moves_of",
        "setup": "Duty DutyKind Facts Phase RoundContext Setup TableMeld TurnFacts",
        "transfers": "Transfer",
        "views": "PlayerView",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(" ".join(_HOMES.values()).split())
