"""Notations of other programs, read into values of rami and written where they can say as much.

Single cards need no reader of their own: `rami.Card` takes `HJ`, `♠10`, `[10♣]` and `🂡` as well as `J♥`. The modules
read the forms around them: melds in gin shorthand, deals by suits, and logs of whole matches. Every reader refuses what
it does not understand with the line and the character.
"""

from __future__ import annotations

from rami.notation.foreign.deals import PbnDeal, deal_text, parse_deal, parse_deals
from rami.notation.foreign.logs import log_text, parse_log
from rami.notation.foreign.shorthand import parse_shorthand, shorthand_text

__all__ = [
    "PbnDeal",
    "deal_text",
    "log_text",
    "parse_deal",
    "parse_deals",
    "parse_log",
    "parse_shorthand",
    "shorthand_text",
]
