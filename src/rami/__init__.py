"""A rules engine for the rummy family: melds, legal moves, rounds and matches.

>>> from rami import variants
>>> classic = variants.CLASSIC_51
>>> classic.meld("7♠ 8♠ 9♠")
Run('7♠ 8♠ 9♠')
>>> str(classic.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))
'allowed, 57 points'

`rami.__version__` is a string; `rami.__compiled__` says whether the kernel runs as machine code (`True`) or as
Python (`False`).  Both give the same results.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rami import variants
from rami._version import __compiled__, __version__
from rami.cards import JOKER, UNKNOWN, Card, Cards, Rank, Suit
from rami.errors import (
    IllegalMove,
    InvalidCards,
    InvalidMatch,
    InvalidMeld,
    InvalidSetup,
    InvalidText,
    InvalidVariant,
    RamiError,
    Reason,
    UnknownVariant,
    Violation,
)
from rami.melds import Group, Meld, Placed, Run
from rami.moves import (
    BigGin,
    Discard,
    DrawStock,
    EndLayoffs,
    Knock,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    Source,
    SwapWild,
    TakeDiscard,
    TouchDiscard,
)
from rami.policies.answers import Arrangement, Verdict
from rami.policies.contracts import Contract
from rami.policies.scores import RoundScore
from rami.policies.variant import Variant
from rami.round import Round
from rami.setup import Duty, Phase, RoundContext, Setup, TableMeld
from rami.turns import Turn
from rami.views import PlayerView

if TYPE_CHECKING:
    from rami.match import Match, Standing
    from rami.notation.commitments import commitment
    from rami.notation.houses import load_variant
    from rami.simulation import Simulation, simulate
else:
    # Not every program plays matches, reads texts or simulates: these are imported when they are first asked for.
    _LATER = {
        "match": ("Match", "Standing"),
        "notation": (),
        "notation.commitments": ("commitment",),
        "notation.houses": ("load_variant",),
        "simulation": ("Simulation", "simulate"),
    }

    def __getattr__(name):
        for module, names in _LATER.items():
            if name == module:
                return import_module(f"{__name__}.{module}")
            if name in names:
                return getattr(import_module(f"{__name__}.{module}"), name)
        raise AttributeError(f"module 'rami' has no attribute {name!r}", name=name)

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "JOKER",
    "UNKNOWN",
    "Arrangement",
    "BigGin",
    "Card",
    "Cards",
    "Contract",
    "Discard",
    "DrawStock",
    "Duty",
    "EndLayoffs",
    "Group",
    "IllegalMove",
    "InvalidCards",
    "InvalidMatch",
    "InvalidMeld",
    "InvalidSetup",
    "InvalidText",
    "InvalidVariant",
    "Knock",
    "LayDown",
    "LayOff",
    "Match",
    "Meld",
    "Move",
    "PassUpcard",
    "Phase",
    "Placed",
    "PlayerView",
    "RamiError",
    "Rank",
    "Reason",
    "Round",
    "RoundContext",
    "RoundScore",
    "Run",
    "Setup",
    "Simulation",
    "Source",
    "Standing",
    "Suit",
    "SwapWild",
    "TableMeld",
    "TakeDiscard",
    "TouchDiscard",
    "Turn",
    "UnknownVariant",
    "Variant",
    "Verdict",
    "Violation",
    "__compiled__",
    "__version__",
    "commitment",
    "load_variant",
    "simulate",
    "variants",
]
