"""The one reader of melds: from cards in an order to the meld of a variant, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from .._kernel.cards.codes import JOKER, UNKNOWN
from .._kernel.melds.meld import Code, Melds, faults, group_code, is_run, run_code, wild_count
from .._kernel.melds.reading import reading
from .._kernel.rules import MeldRules
from .._kernel.turns.turn import Turn
from ..cards import Card
from ..errors import InvalidCards, InvalidMeld, RamiError, Reason, Violation
from ..melds import Meld, MeldLike, MeldOrCards, Run, is_unread, meld_of_code, meld_or_cards, meld_text
from ._compiled import CustomJudge, judge_of, melds_of
from ._slots import Slots
from .opening import Opening, contract_of, contract_violations, fault_violations

__all__ = [
    "code_of",
    "copy_violations",
    "meld_violations",
    "named_by",
    "opening_violations",
    "read_meld",
    "text_in",
    "violation",
    "with_rule",
]

JOKER_OR_UNKNOWN = frozenset({JOKER, UNKNOWN})


def violation(variant: Slots, code: str, **params: Any) -> Violation:
    """A violation with the ledger ID that the variant gives for its code."""
    return Violation(code, variant.rule_id(code), params)


def with_rule(variant: Slots, found: Violation) -> Violation:
    """The violation of a policy, which does not know the variant, with its ledger ID filled in."""
    return found if found.rule else attrs.evolve(found, rule=variant.rule_id(found.code))


def meld_violations(
    variant: Slots, rules: MeldRules, code: Code, *, laid: bool = True, given: Sequence[int] = ()
) -> list[Violation]:
    """Everything that makes a meld invalid in the variant; its cards are named in the order given, if there is one."""
    cards = tuple(str(Card.from_id(card)) for card in given or code[1:])
    wilds = wild_count(rules, code)
    size = len(cards)
    run = is_run(code)
    params: dict[str, Any] = {
        "cards": cards,
        "size": size,
        "least": rules.run_min if run else rules.group_min,
        "most": rules.max_run if run else rules.group_max,
        "wilds": wilds,
        "naturals": size - wilds,
        "limit": rules.max_wild_run if run else rules.max_wild_group,
        "needed": rules.min_natural,
    }
    wanted = {
        "wild_count": ("wilds", "limit"),
        "wild_share": ("wilds", "naturals"),
        "few_naturals": ("naturals", "needed"),
        "group_too_small": ("size", "least"),
        "group_too_large": ("size", "most"),
        "run_too_short": ("size", "least"),
        "run_too_long": ("size", "most"),
    }
    return [
        violation(variant, fault, **{name: params[name] for name in wanted.get(fault, ("cards",))})
        for fault in dict.fromkeys(faults(rules, code, laid))
    ]


def copy_violations(variant: Slots, ids: bytes) -> list[Violation]:
    """The faces that occur more often than in the pack, unknown cards, and an absurd number of cards."""
    packs, jokers = variant.equipment.packs, variant.equipment.jokers
    limit = 52 * packs + jokers
    if len(ids) > limit:
        return [violation(variant, "too_many_cards", count=len(ids), limit=limit)]
    faces = set(ids)
    if len(faces) == len(ids) and faces.isdisjoint(JOKER_OR_UNKNOWN):
        return []
    out: list[Violation] = []
    for face in sorted(faces):
        if face == UNKNOWN:
            out.append(violation(variant, "unknown_card", text=str(Card.from_id(face))))
            continue
        allowed = jokers if face == JOKER else packs
        count = ids.count(face)
        if count > allowed:
            card = Card.from_id(face)
            out.append(violation(variant, "too_many_copies", card=card, count=count, limit=allowed))
    return out


def opening_violations(
    variant: Slots, turn: Turn, faults: int, codes: Melds, worth: int, spare: bool = False
) -> list[Violation]:
    """Return the violations, with their ledger IDs, for the faults that were found in an opening of this turn."""
    opening, judge = variant.opening, judge_of(variant)
    due = contract_of(opening, turn.contract)
    if isinstance(judge, CustomJudge):
        verdict = judge.verdict(codes, worth, turn.taken, turn.highest, turn.first, spare, turn.contract)
        found = list(verdict.violations)
        named = {each.code for each in found}
        found.extend(each for each in contract_violations(faults, due) if each.code not in named)
    else:
        assert isinstance(opening, Opening)
        found = list(fault_violations(opening, faults, worth, turn.highest, due))
    return [with_rule(variant, each) for each in found]


def code_of(rules: MeldRules, meld: Meld) -> Code:
    """Return the kernel's code of a meld, valid or not; its suits are as the rules have them."""
    ids = [card.id for card in meld.cards]
    if isinstance(meld, Run):
        return run_code(int(meld.suit), meld.low, ids)
    return group_code(rules, int(meld.rank), ids)


def named_by(variant: Slots, value: MeldLike, *, laid: bool = True) -> tuple[Code, Sequence[int]]:
    """Return the code that a meld or a list of cards names, valid or not, and the numbers of the cards as given.

    Some limits bind new melds only: `laid` says that this is one.

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
    rules = melds_of(variant)
    if is_unread(meld):
        return reading(rules, list(ids), laid), ids
    code = code_of(rules, meld)
    return code, code[1:]


def read_meld(variant: Slots, value: MeldLike, *, laid: bool = True) -> Meld:
    """Return the meld of the variant that a meld or a list of cards names.

    Raises:
        InvalidCards: a text is no card, or there are more copies than in the pack.
        InvalidMeld: the meld is not valid in the variant.
    """
    code, given = named_by(variant, value, laid=laid)
    wrong = meld_violations(variant, melds_of(variant), code, laid=laid, given=given)
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
