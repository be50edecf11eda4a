"""From the kernel's codes to violations with their ledger rule and parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from rami.cards import Card
from rami.errors import Violation

from .._kernel.codes import JOKER, UNKNOWN
from .._kernel.melds import Code, faults, is_run, wild_count
from .._kernel.rules import MeldRules
from ._slots import Slots

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
