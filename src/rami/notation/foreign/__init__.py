"""Notations of other programs: readers that return rami's values, and writers for values that the notation can express.

Single cards need no separate reader: `rami.Card` takes `HJ`, `♠10`, `[10♣]` and `🂡` as well as `J♥`. The modules
here read larger forms: melds in gin shorthand, deals by suits, and logs of whole matches. A reader refuses text that it
does not understand and reports the line and the character.
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
