"""Notations of other programs: functions that convert them to rami's values and back.

For single cards use `rami.Card`, which reads `HJ`, `♠10`, `[10♣]` and `🂡` as well as `J♥`. The modules here read larger
forms: melds in gin shorthand, deals with hands sorted by suit, and logs of whole matches. They refuse text that they do
not understand, and report the line and the character.
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
