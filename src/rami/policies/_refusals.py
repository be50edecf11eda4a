"""Turn faults in melds, cards and openings into violations that cite the rules of a game, and read melds.

The kernel identifies a fault by a number or a word. This module turns it into a violation, which names the cards,
the limit and the written rule that the variant cites.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from .._kernel import rules
from .._kernel.cards import hands
from .._kernel.cards.codes import UNKNOWN
from .._kernel.melds.meld import (
    Code,
    Melds,
    faults,
    group_code,
    is_clean_run,
    is_pair,
    is_run,
    pair_code,
    run_code,
    wild_count,
)
from .._kernel.melds.reading import reading
from .._kernel.turns.turn import Game
from ..cards import Card
from ..cards.faces import cards_of
from ..cards.melds import Meld, MeldLike, MeldOrCards, Run, is_unread, meld_of_code, meld_or_cards, meld_text
from ..errors import InvalidCards, InvalidMeld, RamiError, Reason, Violation, reject
from ..errors.texts import are_tiles
from ._callbacks import CustomJudge, Situation
from ._compiled import copies_of, demand_of, judge_of, melds_of, naturals_of
from .declaring.options import Slots
from .slots.contracts import contract_of
from .slots.opening import Opening, contract_violations, fault_violations


def violation(variant: Slots, code: str, **params: Any) -> Violation:
    """Return a violation that cites the variant's rule for its code."""
    return Violation(code, variant.rule_id(code), params | _faces(variant))


def with_rule(variant: Slots, found: Violation) -> Violation:
    """Add the variant's rule to a violation found by a policy."""
    faces = _faces(variant)
    # If a custom policy cites a rule, that citation is kept.
    if found.rule and not faces:
        return found
    params = {**dict(found.params), **faces}
    return attrs.evolve(found, rule=found.rule or variant.rule_id(found.code), params=params)


def _faces(variant: Slots) -> dict[str, Any]:
    """Return the parameter that makes a sentence say "tile" instead of "card"; empty in a card game."""
    # A violation may outlive its game, and code without the variant may have to write its sentence.
    faces = variant.equipment.faces
    return {"faces": faces} if are_tiles(faces) else {}


def meld_violations(
    variant: Slots, rules: rules.MeldRules, code: Code, *, laid: bool = True, given: Sequence[int] = ()
) -> list[Violation]:
    """List the reasons why a meld is invalid in the variant, naming its cards in the order given."""
    found = dict.fromkeys(faults(rules, code, laid))
    if not found:
        return []
    cards = tuple(str(Card.from_id(card)) for card in given or code[1:])
    wilds = wild_count(rules, code)
    size = len(cards)
    run = is_run(code)
    params: dict[str, Any] = {
        "cards": cards,
        "size": size,
        "least": rules.run_min if run else rules.set_min,
        "most": rules.max_run if run else rules.set_max,
        "wilds": wilds,
        "naturals": size - wilds,
        "limit": rules.max_wild_run if run else rules.max_wild_group,
        "needed": rules.min_natural if run else rules.group_naturals,
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
        for fault in found
    ]


def copy_violations(variant: Slots, ids: bytes) -> list[Violation]:
    """List the violations of cards that cannot come from the pack: too many copies, unknown cards, too many cards."""
    copies = copies_of(variant)
    limit = sum(copies)
    # Report only the number: a list of thousands of faulty cards would help nobody.
    if len(ids) > limit:
        return [violation(variant, "too_many_cards", count=len(ids), limit=limit)]
    faces = set(ids)
    # Usually all cards are different naturals of the pack, so there is no need to count copies.
    if len(faces) == len(ids) and faces <= naturals_of(variant):
        return []
    out: list[Violation] = []
    for face in sorted(faces):
        if face == UNKNOWN:
            out.append(violation(variant, "unknown_card", text=str(Card.from_id(face))))
            continue
        count = ids.count(face)
        if count > copies[face]:
            card = Card.from_id(face)
            out.append(violation(variant, "too_many_copies", card=card, count=count, limit=copies[face]))
    return out


def opening_violations(
    variant: Slots,
    faults: int,
    codes: Melds,
    value: int,
    situation: Situation,
) -> list[Violation]:
    """Return the faults of an opening as violations with rule IDs."""
    opening, judge = variant.opening, judge_of(variant)
    due = contract_of(opening, situation.contract)
    if isinstance(judge, CustomJudge):
        found = list(judge.verdict(codes, value, situation).violations)
        # A custom policy may judge contracts itself; its sentence for a fault takes precedence.
        named = {each.code for each in found}
        found.extend(each for each in contract_violations(faults, due) if each.code not in named)
    else:
        assert isinstance(opening, Opening)
        found = list(fault_violations(opening, faults, value, situation.highest, due))
    return [with_rule(variant, each) for each in found]


def undeclared(variant: Slots, melds: Melds, left: hands.Hand) -> Iterator[Violation]:
    """Yield the reasons why a player cannot declare a hand that consists of these melds and the cards left over."""
    rules, demand = melds_of(variant), demand_of(variant)
    pairs = [code for code in melds if is_pair(code)]
    if hands.size(left):
        yield violation(variant, Reason.NOT_ALL_MATCHED, cards=cards_of(hands.cards_of(left)))
    # OKE-OUT-02: a hand is declared in pairs or in melds, never in both.
    if 0 < len(pairs) < len(melds):
        mixed = cards_of([card for code in pairs for card in code[1:]])
        yield violation(variant, Reason.PAIRS_MIXED, cards=mixed)
    if demand is not None and not pairs and melds and not demand.met(rules, melds):
        runs = [code for code in melds if is_run(code)]
        pure = sum(is_clean_run(rules, code) for code in runs)
        yield violation(
            variant,
            Reason.DEMAND_UNMET,
            runs=demand.runs,
            pure=demand.clean,
            found=len(runs),
            found_pure=pure,
        )


def freely_arranged(game: Game, hand: hands.Hand) -> tuple[Melds, hands.Hand]:
    """Return the best melds of a hand and the cards left, as if no runs were required."""
    # The refusal names the melds of the hand as well as the missing runs, so find the melds without requiring runs.
    free = game.shown.without_demand()
    return free.arranged(hand), free.left(hand)


def code_of(rules: rules.MeldRules, meld: Meld) -> Code:
    """Return the kernel code of a meld, valid or not, with the suits that the rules assign to its jokers."""
    ids = [card.id for card in meld.cards]
    if isinstance(meld, Run):
        return run_code(int(meld.suit), meld.low, ids)
    if meld.suits == "same":
        return pair_code(ids)
    return group_code(rules, int(meld.rank), ids, -1 if meld.joker_suit is None else int(meld.joker_suit))


def named_by(variant: Slots, value: MeldLike, *, laid: bool = True) -> tuple[Code, Sequence[int]]:
    """Return the code of a meld or list of cards, valid or not, and the card numbers in the order given.

    Some limits apply only to new melds; `laid` marks the meld as a new one.

    Raises:
        InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
        InvalidMeld: there are no cards, or the cards could form several melds and their order does not decide which.
    """
    meld = meld_or_cards(value)
    ids = bytes([card.id for card in meld])
    reject(InvalidCards, copy_violations(variant, ids))
    if not ids:
        raise InvalidMeld(violation(variant, Reason.MELD_EMPTY))
    rules = melds_of(variant)
    if is_unread(meld):
        found = reading(rules, list(ids), laid)
        if len(found) > 1:
            several = tuple(meld_text(meld_of_code(each)) for each in found)
            raise InvalidMeld(violation(variant, Reason.SEVERAL_MELDS, readings=several))
        return found[0], ids
    code = code_of(rules, meld)
    return code, code[1:]


def read_meld(variant: Slots, value: MeldLike, *, laid: bool = True) -> Meld:
    """Read a meld or a list of cards as a meld of this variant.

    Raises:
        InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
        InvalidMeld: the meld is not valid in the variant.
    """
    code, given = named_by(variant, value, laid=laid)
    reject(InvalidMeld, meld_violations(variant, melds_of(variant), code, laid=laid, given=given))
    return meld_of_code(code)


def text_in(variant: Slots, meld: MeldOrCards) -> str:
    """Return text that the variant reads as this table meld: its cards, and its name if the cards are ambiguous."""
    if is_unread(meld):
        return " ".join(map(str, meld))
    try:
        same = read_meld(variant, meld.cards, laid=False) == meld
    except RamiError:
        same = False
    return str(meld) if same else meld_text(meld, named=True)
