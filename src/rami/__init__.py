"""A rules engine for the rummy family: melds, legal moves, rounds and matches.

>>> from rami import variants
>>> classic = variants.CLASSIC_51
>>> classic.meld("7♠ 8♠ 9♠")
Run('7♠ 8♠ 9♠')
>>> str(classic.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))
'allowed, 57 points'

A server deals with `Match.start` or `Round.deal`, plays moves, and sends each player a view; `print` shows any of them.

>>> from rami import Match
>>> match = Match.start(variants.GIN, players=2, seed=7)
>>> print(match.view(0))
 player  cards  total
0 (you)     10      0
      1     10      0
Stock: 31 cards. Discard: A♥
Your hand: 4♣ 7♣ 10♣ K♣   A♦ 8♦ J♦ K♦   4♠ 8♠   (deadwood 72)
(take the card that is offered, or pass)
>>> [str(move) for move in match.round.legal_moves]
['take', 'pass']

The modules:

- what players speak of: `cards`, `tiles`, `melds`, `moves`, `turns`;
- games and their options: `variants`, `policies`, `rulebooks`;
- a round: `setup`, `round`, `views`, `memory`, `placements`, `selections`, `hints`, and step by step `events`,
  `transfers`, `board`, `pieces`;
- a match, and the people at it: `match`, `steps`, `counting`, `session`, `session_records`;
- texts: `notation`, `locales`, `errors`;
- many rounds: `bots`, `simulation`, `statistics`, `tournaments`; `budget` limits a search;
- `testing` checks variants, and `ext` is for other libraries.

`rami.__version__` is a string; `rami.__compiled__` says whether the kernel runs as machine code (`True`) or as
Python (`False`).  Both give the same results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._later import later

if TYPE_CHECKING:
    from rami import locales as locales
    from rami import variants as variants
    from rami._version import __compiled__ as __compiled__
    from rami._version import __version__ as __version__
    from rami.cards import JOKER as JOKER
    from rami.cards import UNKNOWN as UNKNOWN
    from rami.cards import Card as Card
    from rami.cards import Cards as Cards
    from rami.cards import Rank as Rank
    from rami.cards import Suit as Suit
    from rami.errors import IllegalMove as IllegalMove
    from rami.errors import InvalidCards as InvalidCards
    from rami.errors import InvalidMatch as InvalidMatch
    from rami.errors import InvalidMeld as InvalidMeld
    from rami.errors import InvalidSetup as InvalidSetup
    from rami.errors import InvalidText as InvalidText
    from rami.errors import InvalidVariant as InvalidVariant
    from rami.errors import RamiError as RamiError
    from rami.errors import Reason as Reason
    from rami.errors import UnknownVariant as UnknownVariant
    from rami.errors import Violation as Violation
    from rami.match import Match as Match
    from rami.match import Standing as Standing
    from rami.melds import Group as Group
    from rami.melds import Meld as Meld
    from rami.melds import Placed as Placed
    from rami.melds import Run as Run
    from rami.moves import BigGin as BigGin
    from rami.moves import Discard as Discard
    from rami.moves import DrawStock as DrawStock
    from rami.moves import EndLayoffs as EndLayoffs
    from rami.moves import EndRound as EndRound
    from rami.moves import Fold as Fold
    from rami.moves import Knock as Knock
    from rami.moves import LayDown as LayDown
    from rami.moves import LayOff as LayOff
    from rami.moves import Move as Move
    from rami.moves import PassUpcard as PassUpcard
    from rami.moves import ShowTurned as ShowTurned
    from rami.moves import Source as Source
    from rami.moves import SwapWild as SwapWild
    from rami.moves import TakeDiscard as TakeDiscard
    from rami.moves import TouchDiscard as TouchDiscard
    from rami.notation.commitments import commitment as commitment
    from rami.notation.houses import load_variant as load_variant
    from rami.policies.answers import Arrangement as Arrangement
    from rami.policies.answers import Verdict as Verdict
    from rami.policies.contracts import Contract as Contract
    from rami.policies.scores import RoundScore as RoundScore
    from rami.policies.variant import Variant as Variant
    from rami.round import Round as Round
    from rami.rulebooks import rulebook as rulebook
    from rami.setup import Duty as Duty
    from rami.setup import Phase as Phase
    from rami.setup import RoundContext as RoundContext
    from rami.setup import Setup as Setup
    from rami.setup import TableMeld as TableMeld
    from rami.simulation import Simulation as Simulation
    from rami.simulation import simulate as simulate
    from rami.simulation import tally as tally
    from rami.tournaments import play_match as play_match
    from rami.tournaments import tournament as tournament
    from rami.turns import Turn as Turn
    from rami.views import PlayerView as PlayerView

    __all__: list[str]
else:
    # Few programs use all of it: each part is imported when one of its names is first asked for.
    _HOMES = {
        "_version": "__compiled__ __version__",
        "cards": "JOKER UNKNOWN Card Cards Rank Suit",
        "errors": "IllegalMove InvalidCards InvalidMatch InvalidMeld InvalidSetup "
        "InvalidText InvalidVariant RamiError Reason UnknownVariant Violation",
        "events": "",
        "locales": "",
        "match": "Match Standing",
        "melds": "Group Meld Placed Run",
        "memory": "",
        "moves": "BigGin Discard DrawStock EndLayoffs EndRound Fold Knock LayDown "
        "LayOff Move PassUpcard ShowTurned Source SwapWild TakeDiscard TouchDiscard",
        "notation": "",
        "notation.commitments": "commitment",
        "notation.houses": "load_variant",
        "policies": "",
        "policies.answers": "Arrangement Verdict",
        "policies.contracts": "Contract",
        "policies.scores": "RoundScore",
        "policies.variant": "Variant",
        "round": "Round",
        "rulebooks": "rulebook",
        "setup": "Duty Phase RoundContext Setup TableMeld",
        "simulation": "Simulation simulate tally",
        "tournaments": "play_match tournament",
        "turns": "Turn",
        "variants": "",
        "views": "PlayerView",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(["locales", "variants", *" ".join(_HOMES.values()).split()])
