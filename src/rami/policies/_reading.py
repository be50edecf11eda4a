"""The one reader of melds: from cards in an order to the meld that a variant sees in them."""

from __future__ import annotations

from collections.abc import Sequence

from .._kernel.melds import Code, group_code, run_code
from .._kernel.reading import reading
from .._kernel.rules import MeldRules
from ..errors import InvalidCards, InvalidMeld, RamiError, Reason
from ..melds import Meld, MeldLike, MeldOrCards, Run, is_unread, meld_of_code, meld_or_cards, meld_text
from ._compiled import game_of
from ._faults import copy_violations, meld_violations, violation
from ._slots import Slots

__all__ = ["code_of", "named_by", "read_meld", "text_in"]


def code_of(rules: MeldRules, meld: Meld) -> Code:
    """Return the kernel's code of a meld, valid or not; its suits are as the rules have them."""
    ids = [card.id for card in meld.cards]
    if isinstance(meld, Run):
        return run_code(int(meld.suit), meld.low, ids)
    return group_code(rules, int(meld.rank), ids)


def named_by(variant: Slots, value: MeldLike, *, laid: bool = True) -> tuple[Code, Sequence[int]]:
    """Return the code that a meld or a list of cards names, valid or not, and the numbers of the cards as given.

    Parameters:
        variant: the rules.
        value: a meld, its text, or cards.
        laid: whether the meld is new; some limits bind new melds only.

    Raises:
        InvalidCards: a text is no card, or there are more copies than in the pack.
        InvalidMeld: there are no cards.
    """
    meld = meld_or_cards(value)
    ids = bytes([card.id for card in meld])
    wrong = copy_violations(variant, ids)
    if wrong:
        raise InvalidCards(*wrong)
    if not ids:
        raise InvalidMeld(violation(variant, Reason.NOT_A_MELD, cards="no cards"))
    rules = game_of(variant).melds
    if is_unread(meld):
        return reading(rules, list(ids), laid), ids
    code = code_of(rules, meld)
    return code, code[1:]


def read_meld(variant: Slots, value: MeldLike, *, laid: bool = True) -> Meld:
    """Return the meld of the variant that a meld or a list of cards names.

    Parameters:
        variant: the rules.
        value: a meld, its text, or cards.
        laid: whether the meld is new; some limits bind new melds only.

    Raises:
        InvalidCards: a text is no card, or there are more copies than in the pack.
        InvalidMeld: the meld is not valid in the variant.
    """
    code, given = named_by(variant, value, laid=laid)
    wrong = meld_violations(variant, game_of(variant).melds, code, laid=laid, given=given)
    if wrong:
        raise InvalidMeld(*wrong)
    return meld_of_code(code)


def text_in(variant: Slots, meld: MeldOrCards) -> str:
    """Return the text that the variant reads as a table meld: its cards, with its name where they alone do not do."""
    if is_unread(meld):
        return " ".join(map(str, meld))
    try:
        same = read_meld(variant, meld.cards, laid=False) == meld
    except RamiError:
        same = False
    return str(meld) if same else meld_text(meld, named=True)
