"""Judge sets of new melds as openings, and list all openings of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .burnt import may_be_laid_together
from .cards import copies
from .cards import hand as sorted_hand
from .gather import Contract, is_contract, meld_sets
from .melds import Meld, canonical, kind, value, wilds_of
from .rules import Rules


class Verdict(NamedTuple):
    """`faults` names the rules broken: ``empty meld first_turn contract points clean taken burnt pairs``."""

    points: int
    required: int
    faults: frozenset[str]

    @property
    def ok(self) -> bool:
        return not self.faults


def required_points(rules: Rules, took_discard: bool, highest: int | None) -> int:
    """Return the points that an opening needs (R51-OPEN-01, D-19, D-43, D-137)."""
    needed = rules.minimum
    if took_discard and rules.pickup_minimum is not None:
        needed = max(needed, rules.pickup_minimum)
    if rules.escalates and highest is not None:
        needed = max(needed, highest + 1)
    return needed


def clean_parts(melds: Iterable[Meld], rules: Rules) -> list[Meld]:
    """Return the melds, or the windows of three, that make an opening clean (D-35)."""
    parts: list[Meld] = []
    for cards in melds:
        what = kind(cards, rules, False)
        if rules.clean == "run_window" and what == "run":
            wild = wilds_of(cards, True, rules)
            parts += [
                cards[at : at + 3] for at in range(len(cards) - 2) if not {at, at + 1, at + 2} & {*wild}
            ]
        elif not wilds_of(cards, what == "run", rules) and (
            what == "run" or (rules.clean == "run_or_set" and what == "group")
        ):
            parts.append(cards)
    return parts


def is_clean(melds: tuple[Meld, ...], rules: Rules, taken: str | None, spare: bool) -> bool:
    """Return whether an opening is clean; without the taken card where the rules require that (D-12).

    Copies of one face cannot be distinguished, so a part that shows the taken face still counts when another copy of
    that face is elsewhere in the melds (or, if the taken card may be placed later, still in hand: `spare`).
    """
    if rules.clean is None:
        return True
    parts = clean_parts(melds, rules)
    if taken is None or rules.discard_in_clean_run:
        return bool(parts)
    laid = sum(copies(cards, taken) for cards in melds) + spare
    return any(copies(part, taken) < max(laid, 1) for part in parts)


def verdict(
    melds: Iterable[Meld],
    rules: Rules,
    *,
    taken: str | None = None,
    highest: int | None = None,
    highest_pairs: int = 0,
    first_turn: bool = False,
    spare: bool = False,
    table: Iterable[Meld] | None = None,
    pile: Iterable[str] = (),
    contract: Contract | None = None,
    left: int = 0,
) -> Verdict:
    """Judge a group of new melds as the first lay-down of a player.

    `taken` is the card taken from the discard pile this turn, `highest` the best opening so far in the hand,
    `highest_pairs` the most pairs of any opening, `first_turn` True while the first-round limits bind, `table` and
    `pile` the face-up cards (None: not needed), `contract` the player's contract in a game of contracts, `left` the
    number of cards left in hand. Points of later lay-offs are not included (D-36).
    """
    new = tuple(canonical(tuple(cards), rules) for cards in melds)
    faults: set[str] = set()
    if not new:
        faults.add("empty")
    if any(kind(cards, rules) is None for cards in new):
        return Verdict(0, 0, frozenset({"meld"}))
    if first_turn and not rules.first_round_melds:
        faults.add("first_turn")
    if contract is not None and not is_contract(new, contract, rules):
        faults.add("contract")
    if rules.lay_down_all and left > (rules.final_discard != "forbidden"):
        faults.add("contract")  # LIV-LAST-01
    points = sum(value(cards, rules) for cards in new)
    pairs = sum(kind(cards, rules) == "pair" for cards in new)
    if rules.pairs is not None and pairs:
        # OKO-OPEN-02, OKO-OPEN-03: This many pairs, whatever their points, and nothing else.
        # OKO-OPEN-04: Or one more than anybody has opened with.
        wanted = max(rules.pairs, highest_pairs + 1) if rules.escalates else rules.pairs
        short = {"pairs"} if pairs < wanted or pairs < len(new) else set[str]()
        return Verdict(points, 0, frozenset(faults | short | untaken(new, rules, taken)))
    required = required_points(rules, taken is not None, highest)
    if points < required:
        faults.add("points")
    if not is_clean(new, rules, taken, spare):
        faults.add("clean")
    if table is not None and not may_be_laid_together(new, list(table), list(pile), rules):
        faults.add("burnt")
    return Verdict(points, required, frozenset(faults | untaken(new, rules, taken)))


def untaken(new: Iterable[Meld], rules: Rules, taken: str | None) -> set[str]:
    """Return the fault of an opening that leaves out the taken card, if the rules forbid it (R51-DRAW-02)."""
    must_hold_taken = rules.discard_use is not None and rules.unopened_discard_use == "in_opening"
    lacks = taken is not None and not any(copies(cards, taken) for cards in new)
    return {"taken"} if must_hold_taken and lacks else set()


def openings(
    held: Iterable[str],
    rules: Rules,
    *,
    taken: str | None = None,
    highest: int | None = None,
    first_turn: bool = False,
    table: Iterable[Meld] | None = None,
) -> dict[tuple[Meld, ...], int]:
    """Return every opening of a hand (sorted melds) with its points."""
    hand = sorted_hand(held)
    found: dict[tuple[Meld, ...], int] = {}
    for melds in meld_sets(hand, rules):
        spare = (
            rules.unopened_discard_use == "any_same_turn"
            and taken is not None
            and (hand.count(taken) > sum(copies(cards, taken) for cards in melds))
        )
        judged = verdict(
            melds, rules, taken=taken, highest=highest, first_turn=first_turn, spare=spare, table=table
        )
        if judged.ok:
            found[tuple(sorted(melds))] = judged.points
    return found
