"""A rules engine for the rummy family: melds, legal moves, rounds and matches.

>>> from rami import variants
>>> classic = variants.CLASSIC_51
>>> classic.meld("7♠ 8♠ 9♠")
Run('7♠ 8♠ 9♠')
>>> str(classic.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))
'allowed, 57 points'

A server starts a game with `Match.start` or `Round.deal`, plays moves, and sends each player a view. Rounds, moves and
views print as text.

>>> from rami import Match
>>> match = Match.start(variants.GIN, players=2, seed=7)
>>> print(match.view(0))
 player  cards  total
0 (you)     10      0
      1     10      0
Stock: 31 cards. Discard: J♥
Your hand: 8♣ J♣ Q♣   5♦ 7♦ 9♦   4♠ 5♠ 7♠ J♠   (deadwood 75)
(take the card that is offered, or pass)
>>> [str(move) for move in match.round.legal_moves]
['take', 'pass']

The packages, from the top down; each uses only the packages below it:

- `testing` checks variants of your own, `ext` connects rami to other libraries, and `sessions` runs a match for the
  players at a table;
- `bots` plays one round or a million, and `notation` writes games as text and reads them back;
- `locales` has every sentence that people read, and writes rulebooks;
- `matches` plays several rounds, and `rounds` has positions, views, events and hints;
- `variants` has the games, and `policies` the options that define a game;
- `cards` has cards, melds, moves and turns, and `errors` explains why a move is refused.

`rami.__version__` is a string. `rami.__compiled__` is True if the kernel runs as machine code, and False if it runs as
plain Python; the results are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._base import front_door, later

if TYPE_CHECKING:
    from rami import locales as locales
    from rami import variants as variants
    from rami._base.version import __compiled__ as __compiled__
    from rami._base.version import __version__ as __version__
    from rami.bots.simulation import simulate as simulate
    from rami.bots.tournaments import play_match as play_match
    from rami.bots.tournaments import tournament as tournament
    from rami.cards import JOKER as JOKER
    from rami.cards import Card as Card
    from rami.cards import Cards as Cards
    from rami.cards import Rank as Rank
    from rami.cards import Suit as Suit
    from rami.cards.melds import Group as Group
    from rami.cards.melds import Run as Run
    from rami.cards.moves import Discard as Discard
    from rami.cards.moves import DrawStock as DrawStock
    from rami.cards.moves import Knock as Knock
    from rami.cards.moves import LayDown as LayDown
    from rami.cards.moves import LayOff as LayOff
    from rami.cards.moves import SwapWild as SwapWild
    from rami.cards.moves import TakeDiscard as TakeDiscard
    from rami.errors import IllegalMove as IllegalMove
    from rami.errors import InvalidMeld as InvalidMeld
    from rami.errors import RamiError as RamiError
    from rami.locales.rulebooks import rulebook as rulebook
    from rami.matches.match import Match as Match
    from rami.notation.houses import load_variant as load_variant
    from rami.policies.slots.contracts import Contract as Contract
    from rami.policies.variant import Variant as Variant
    from rami.rounds.round import Round as Round
    from rami.rounds.setup import Setup as Setup
    from rami.rounds.views import PlayerView as PlayerView

    __all__: list[str]
else:
    # Few programs use everything, so import each part only when a program first uses one of its names.
    _HOMES = {
        "_base.version": "__compiled__ __version__",
        "bots": "",
        "bots.simulation": "simulate",
        "bots.tournaments": "play_match tournament",
        "cards": "JOKER Card Cards Rank Suit",
        "cards.melds": "Group Run",
        "cards.moves": "Discard DrawStock Knock LayDown LayOff SwapWild TakeDiscard",
        "errors": "IllegalMove InvalidMeld RamiError",
        "ext": "",
        "locales": "",
        "locales.rulebooks": "rulebook",
        "matches": "",
        "matches.match": "Match",
        "notation": "",
        "notation.houses": "load_variant",
        "policies": "",
        "policies.slots.contracts": "Contract",
        "policies.variant": "Variant",
        "rounds": "",
        "rounds.round": "Round",
        "rounds.setup": "Setup",
        "rounds.views": "PlayerView",
        "sessions": "",
        "variants": "",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(["locales", "variants", *" ".join(_HOMES.values()).split()])


def _draw(value: object) -> dict[str, str]:
    from rami.ext.svg._displays import bundle  # slow to import, and only notebooks need it

    return bundle(value)


def _lines(view: PlayerView) -> str:
    from rami.rounds._drawing import drawing  # needed only to print a view

    return drawing(view)


def _declare() -> object:
    from rami.policies.declaring import (
        needs,  # a program that only unpickles an error has not imported these yet
    )

    return needs


front_door.draw = _draw
front_door.lines = _lines
front_door.declare = _declare
