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

from typing import TYPE_CHECKING

from rami._later import later

if TYPE_CHECKING:
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
    from rami.match import Match, Standing
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
    from rami.notation.commitments import commitment
    from rami.notation.houses import load_variant
    from rami.policies.answers import Arrangement, Verdict
    from rami.policies.opening import Contract
    from rami.policies.scores import RoundScore
    from rami.policies.variant import Variant
    from rami.round import Round
    from rami.rulebooks import rulebook
    from rami.setup import Duty, Phase, RoundContext, Setup, TableMeld
    from rami.simulation import Simulation, simulate
    from rami.turns import Turn
    from rami.views import PlayerView
else:
    # Few programs use all of it: each part is imported when one of its names is first asked for.
    __getattr__, __dir__ = later(
        __name__,
        {
            "_version": "__compiled__ __version__",
            "cards": "JOKER UNKNOWN Card Cards Rank Suit",
            "errors": "IllegalMove InvalidCards InvalidMatch InvalidMeld InvalidSetup "
            "InvalidText InvalidVariant RamiError Reason UnknownVariant Violation",
            "events": "",
            "match": "Match Standing",
            "melds": "Group Meld Placed Run",
            "memory": "",
            "moves": "BigGin Discard DrawStock EndLayoffs Knock LayDown "
            "LayOff Move PassUpcard Source SwapWild TakeDiscard TouchDiscard",
            "notation": "",
            "notation.commitments": "commitment",
            "notation.houses": "load_variant",
            "policies": "",
            "policies.answers": "Arrangement Verdict",
            "policies.opening": "Contract",
            "policies.scores": "RoundScore",
            "policies.variant": "Variant",
            "round": "Round",
            "rulebooks": "rulebook",
            "setup": "Duty Phase RoundContext Setup TableMeld",
            "simulation": "Simulation simulate",
            "turns": "Turn",
            "variants": "",
            "views": "PlayerView",
        },
    )

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
    "rulebook",
    "simulate",
    "variants",
]
