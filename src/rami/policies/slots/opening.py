"""The slot `opening`: what a player needs to open.

A player *opens* by laying the first melds of a round together. Some games require points, for example 51 with
a clean run; other games require a contract, for example two groups of three. A custom policy needs only the
method `verdict`, and may call `Opening.verdict`, which judges with the same code as the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from rami._base.values import Value
from rami.cards import Card
from rami.cards.melds import Group, Meld, Run
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, items
from rami.policies.declaring.fields import Policy, option
from rami.policies.declaring.values import integer
from rami.policies.results.outcomes import TableFacts
from rami.policies.slots.contracts import Contract, contract_tuple, contracts_by_hand, contracts_of

from ..._kernel.cards.codes import JOKER
from ..._kernel.openings.contracts import contract_faults
from ..._kernel.openings.judge import (
    CONTRACT,
    EMPTY,
    ESCALATES,
    FEW_PAIRS,
    FIRST_TURN,
    MIXED,
    NEIGHBOURS,
    PAIR_UNIT,
    PICKUP,
    POINTS,
    REPEATS,
    UNCLEAN,
    UNLAID,
    ParametricJudge,
    highest_points,
    pairs_due,
)
from ..._kernel.rules import OpeningRules

__all__ = ["Opening", "OpeningFacts", "OpeningNeeds", "OpeningVerdict", "needs_of", "opening_of_hand"]


OpeningNeeds = Literal["points", "melds"]
"""What an opening requires: points, or only certain melds."""

_LACKS = {
    "run_meld": Reason.OPENING_CLEAN_RUN,
    "run_window": Reason.OPENING_CLEAN_WINDOW,
    "run_or_set": Reason.OPENING_CLEAN_MELD,
}


def opening_of_hand(opening: object, number: int) -> object:
    """Return the opening policy for one round, with only the contract of that round if each round has a contract."""
    most = contracts_by_hand(opening)
    if not isinstance(opening, Opening) or opening.contracts is None or not most:
        return opening
    # If a match has more rounds than contracts, the last contract is repeated.
    return attrs.evolve(opening, contracts=(opening.contracts[min(number, most) - 1],))


def needs_of(opening: object) -> OpeningNeeds | None:
    """Return what an opening requires, "points", "melds" or None; assume points if a custom policy has no contracts."""
    if contracts_of(opening):
        return "melds"
    if not isinstance(opening, Opening) or opening.minimum or opening.pickup_minimum or opening.escalates:
        return "points"
    return None if opening.clean is None else "melds"


def _jokers(facts: OpeningFacts) -> tuple[tuple[int, ...], ...]:
    melds = items(RamiError, "melds", facts.melds, Group, Run)
    return tuple(tuple(index for index, card in enumerate(meld.cards) if card.is_joker) for meld in melds)


@attrs.frozen
class OpeningFacts(TableFacts):
    """The facts that an opening policy judges.

    Parameters:
        melds: the new melds, laid together.
        points: the points of the melds, according to the melding slot.
        taken: the card taken from the discard pile this turn, or None.
        clean_without_taken: True if the clean meld must not contain the card taken.
        highest_before: the points of the highest opening of the round so far, 0 if nobody has opened.
        first_turn: True if the restrictions of the first turn apply.
        contract: the contract due, in a game of contracts.
        wilds: the indexes of the wild cards in each meld, as `Variant.wilds` returns them; by default the jokers.
        pairs_before: the number of pairs in the largest opening with pairs so far; 0 if nobody has opened with pairs.
        player: the seat of the player; 0 outside a round.
        table: each meld on the table with its owner, before this opening.
        totals: the points of each seat before the round.
    """

    melds: tuple[Meld, ...]
    points: int
    taken: Card | None = None
    clean_without_taken: bool = False
    highest_before: int = 0
    first_turn: bool = False
    contract: Contract | None = None
    wilds: tuple[tuple[int, ...], ...] = attrs.field(default=attrs.Factory(_jokers, takes_self=True))
    pairs_before: int = 0
    player: int = attrs.field(default=0, kw_only=True)


@attrs.frozen
class OpeningVerdict(Value):
    """An opening policy's verdict on one lay-down.

    Parameters:
        violations: the reasons why the lay-down cannot open in an ordinary turn.
        if_out: the reasons that remain if the player goes out this turn; by default the same as `violations`.
        missing: the points that lay-offs must still add this turn.
        missing_if_out: the points that lay-offs must still add if the player goes out this turn; by default the same as
            `missing`.
    """

    violations: tuple[Violation, ...] = ()
    if_out: tuple[Violation, ...] = attrs.field(
        default=attrs.Factory(lambda verdict: verdict.violations, takes_self=True)
    )
    missing: int = 0
    missing_if_out: int = attrs.field(default=attrs.Factory(lambda verdict: verdict.missing, takes_self=True))


@attrs.frozen(repr=False)
class Opening(Policy, slot="opening", passage="opening"):
    """The options for a player's opening, the first melds of a round.

    >>> Opening(minimum=71)
    Opening(minimum=71)
    """

    # VELVET-OPEN-01. D-09: games whose text has no such limit get none.
    first_round_melds: bool = option(
        True,
        text={
            True: "You may lay melds from your first turn on.",
            False: "You may not lay melds on your first turn.",
        },
        quiet=True,
        needs=("steps",),
    )
    contracts: tuple[Contract, ...] | None = option(
        None,
        values=contract_tuple,
        text={
            None: "You may open without a contract.",
            ...: (
                "To open (lay your first melds of a round), lay all the melds of your contract together. You need "
                "not open as soon as you can. The match has {count:contract|contracts}."
            ),
        },
        quiet=True,
        needs=("steps",),
    )
    # FRU-ADV-02: a player who has not completed a contract repeats it. LIV-CON-08: in Liverpool each round moves on to
    # the next contract.
    contract_due: Literal["own", "round"] = option(
        "own",
        text={
            "own": (
                "All players work through the contracts at their own pace, so they may have different "
                "contracts in the same round."
            ),
            "round": (
                "All players have the same contract in a round. In the next round they all have the next "
                "contract, even those who did not complete the last one."
            ),
        },
        quiet=True,
        needs=("contracts",),
    )
    # D-91: a run of five fulfils "run of 4"; some printed rules require the exact number.
    contract_size: Literal["min", "exact"] = option(
        "min",
        text={
            "min": "A meld of a contract may be larger than the contract requires.",
            "exact": "A meld of a contract must have exactly the size that the contract requires.",
        },
        needs=("contracts",),
    )
    distinct_contract_melds: bool = option(
        False,
        text={
            False: "Two groups of a contract may have the same rank, and two runs the same suit.",
            True: "The groups of a contract must all differ in rank, and the runs in suit.",
        },
        needs=("contracts",),
    )
    # LIV-DOWN-03 allows two adjacent runs. Other tables forbid them, because together they are one long run.
    run_gap: int | None = option(
        None,
        values=integer(1, 10),
        text={
            None: (
                "Two runs of a contract in the same suit may follow each other directly, as do 2♥ 3♥ 4♥ 5♥ and "
                "6♥ 7♥ 8♥ 9♥."
            ),
            1: "There must be a gap of at least one rank between two runs of a contract in the same suit.",
            ...: (
                "There must be a gap of at least {value} ranks between two runs of a contract in the same suit."
            ),
        },
        quiet=True,
        needs=("contracts",),
    )
    # LIV-LAST-01: a player wins the last round by laying all cards together.
    lay_down_all: bool = option(
        False,
        text={
            False: "You may lay the contract even if cards are left in your hand.",
            True: ("You may lay the contract only if you go out in the same turn."),
        },
        quiet=True,
        needs=("contracts",),
    )
    # R51-OPEN-01. D-34: the clean run counts towards the 51 points, as the example of 57 points shows.
    minimum: int = option(
        0,
        text={
            0: "Your opening (the first melds that you lay) may be worth any number of points.",
            ...: (
                "Your opening (the first melds that you lay) must be worth at least {value} points. Later "
                "melds may be worth any number of points."
            ),
        },
        needs=("points_open",),
        agreed=(71, 81),
    )
    # D-35: R51 requires a run without jokers, R500 three cards in a row without a joker, and VELVET a clean run or
    # group.
    clean: Literal["run_meld", "run_window", "run_or_set"] | None = option(
        None,
        text={
            "run_meld": (
                "Your opening must contain a clean run (a run without wild cards); its points count too."
            ),
            "run_window": (
                "Your opening must contain a clean run. In this game, that is a run with three consecutive "
                "natural cards."
            ),
            "run_or_set": (
                "Your opening must contain a clean meld (a run or a group without wild cards); its points count too."
            ),
            None: "Every meld of the opening may hold wild cards.",
        },
        needs=("points_open", "steps", "conditions", "unclean"),
    )
    # OKO-OPEN-02 and OKO-OPEN-03. OKO-LAY-02 and OKO-LAYOFF-04 say what the player may do afterwards.
    pairs: int | None = option(
        None,
        values=integer(1, 26),
        text={
            None: "Pairs do not count as an opening.",
            ...: (
                "Instead of groups and runs, you may open with {value} pairs or more, whatever they are worth. A pair "
                "is two copies of one card, a joker with any card, or two jokers. An opening may not mix pairs "
                "with groups or runs. If you open with pairs, your later melds must be pairs too, but you "
                "may add cards to groups and runs. You may not add cards to a pair."
            ),
        },
        quiet=True,
        needs=("points_open", "steps"),
    )
    # D-36: R500-OPEN-02 forbids this, and R51-OPEN-06 can be read either way.
    counts_layoffs: bool = option(
        False,
        text={
            False: (
                "Only the melds that you lay count towards the points of the opening, not cards that you add to "
                "other melds."
            ),
            True: (
                "Cards that you lay off in the same turn also count towards the points of the opening; "
                "you must reach those points before your turn ends."
            ),
        },
        needs=("minimum", "steps", "added_at_once"),
        agreed=(True,),
    )
    # LEB-DRAW-01: an opening needs 71 points with the discard and 51 without it.
    pickup_minimum: int | None = option(
        None,
        text={
            None: "Taking the discard does not change the points needed.",
            ...: (
                "If you take the discard and open in the same turn, the opening must be worth at least {value} points."
            ),
        },
        quiet=True,
        needs=("points_open", "must_use"),
    )
    # D-19: if every turn needed the 71 points, a player who has opened could almost never take the discard.
    pickup_scope: Literal["opening", "always"] = option(
        "opening",
        text={
            "opening": "Once you have opened, you may take the discard whatever your new melds are worth.",
            "always": (
                "Even after you have opened, if you take the discard, your new melds of that turn must be worth "
                "at least that many points."
            ),
        },
        needs=("points_open", "must_use", "pickup"),
    )
    # D-137, OKO-OPEN-04: pairs are compared with pairs, and points with points.
    escalates: bool = option(
        False,
        text={
            False: "Your opening need not be worth more than earlier ones.",
            True: "Your opening must be worth more points than any earlier opening in the round.",
        },
        quiet=True,
        needs=("points_open", "steps"),
        agreed=(True,),
    )
    # D-41: R500-OPEN-05 lifts both conditions for a player who goes out in that turn.
    all_at_once_requires: Literal["full", "points", "nothing"] = option(
        "full",
        text={
            "full": "Going out all at once changes none of the conditions for opening.",
            "points": ("If you go out all at once, you need the points but no clean meld."),
            "nothing": ("If you go out all at once, you need neither the points nor a clean meld."),
        },
        needs=("conditions", "steps"),
        agreed=("nothing",),
    )
    # OKO-OPEN-05: the player lays the whole hand in one turn, without adding to melds already on the table.
    all_at_once_alone: bool = option(
        False,
        text={
            False: "If your opening falls short and you go out all at once, you may use melds already on the table.",
            True: (
                "If your opening falls short, you may not go out all at once with the help of melds that were "
                "already on the table."
            ),
        },
        quiet=True,
        needs=("conditions", "exemption", "added_at_once", "opened_places"),
    )
    # D-37: R500-OPEN-02 assumes that a player may add cards in the turn of the opening.
    post_open: Literal["same_turn", "next_turn"] = option(
        "same_turn",
        text={
            "same_turn": "You may extend and change melds on the table even in the turn in which you open.",
            "next_turn": (
                "In the turn in which you open, you may only lay more new melds. From your next turn on, "
                "you may also extend or change melds on the table."
            ),
        },
        needs=("points_open",),
        passage="table",
    )
    # LIV-DOWN-04: after laying the contract, players may only lay off.
    further_melds: bool = option(
        True,
        text={
            True: "Once you have opened, you may lay more new melds.",
            False: "After your opening you may lay no more new melds in that round.",
        },
        quiet=True,
        needs=("steps",),
        passage="table",
    )
    # D-92: "then" in FRU-POST-01 does not mean a later turn.
    contract_extras: Literal["same_turn", "next_turn"] = option(
        "same_turn",
        text={
            "same_turn": "You may lay new melds and lay off cards even in the turn in which you lay your contract.",
            "next_turn": (
                "You may lay new melds and lay off cards only from the turn after the one in which you lay your "
                "contract."
            ),
        },
        needs=("contracts",),
        passage="table",
    )

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        """Judge one opening.

        Parameters:
            facts: the melds, and the facts of the turn.

        Returns:
            The reasons against the opening in an ordinary turn, the reasons that remain if the player goes out in this
            turn, and the points that lay-offs must still add (R51-OPEN-01, R51-OPEN-06, R51-RSEC-02, FRU-OPEN-01).
        """
        reject(RamiError, instance("facts", facts, OpeningFacts))
        # The kernel's judge treats only jokers as wild, so pass every wild card as a joker.
        taken = -1 if facts.taken is None else facts.taken.id
        highest = facts.highest_before + PAIR_UNIT * facts.pairs_before
        codes = tuple(meld.code for meld in facts.melds)
        spelled = {
            code: (code[0], *[JOKER if at in places else card for at, card in enumerate(code[1:])])
            for code, places in zip(codes, facts.wilds, strict=True)
        }
        judge = ParametricJudge(opening_rules(self, facts.clean_without_taken), spelled.__getitem__)
        faults, missing, missing_if_out = judge.judge(codes, facts.points, taken, highest, facts.first_turn)
        # The kernel's judge ignores contracts, so compare them here.
        if self.contracts is not None:
            due = None if facts.contract is None else (facts.contract.groups, facts.contract.runs)
            exact = self.contract_size == "exact"
            faults |= contract_faults(due, codes, exact, self.distinct_contract_melds, self.run_gap or 0)
        seen = facts.points, highest, facts.contract
        return OpeningVerdict(
            violations=tuple(fault_violations(self, faults, *seen)),
            if_out=tuple(fault_violations(self, faults & ~judge.lifted, *seen)),
            missing=missing,
            missing_if_out=missing_if_out,
        )


def fault_violations(
    opening: Opening, faults: int, points: int, highest: int, contract: Contract | None
) -> Iterator[Violation]:
    """Describe the faults found by the judge as violations."""
    if faults & EMPTY:
        yield Violation(Reason.OPENING_EMPTY)
    if faults & FIRST_TURN:
        yield Violation(Reason.OPENING_FIRST_TURN)
    yield from contract_violations(faults, contract)
    if faults & MIXED:
        yield Violation(Reason.OPENING_MIXED)
    if faults & FEW_PAIRS:
        needed = pairs_due(opening.pairs or 0, opening.escalates, highest)
        yield Violation(Reason.OPENING_PAIRS, None, {"needed": needed})
    if faults & POINTS:
        yield Violation(Reason.OPENING_POINTS, None, {"points": points, "minimum": opening.minimum})
    if faults & PICKUP:
        yield Violation(Reason.OPENING_PICKUP, None, {"points": points, "minimum": opening.pickup_minimum})
    if faults & ESCALATES:
        yield Violation(
            Reason.OPENING_ESCALATES, None, {"points": points, "highest": highest_points(highest)}
        )
    if faults & UNCLEAN and opening.clean is not None:
        yield Violation(_LACKS[opening.clean])


def contract_violations(faults: int, contract: Contract | None) -> Iterator[Violation]:
    """Describe how a lay-down fails its contract, as violations."""
    if faults & CONTRACT:
        yield Violation(Reason.OPENING_CONTRACT, None, {"contract": str(contract or "?")})
    if faults & REPEATS:
        yield Violation(Reason.OPENING_REPEATS)
    if faults & NEIGHBOURS:
        yield Violation(Reason.OPENING_NEIGHBOURS)
    if faults & UNLAID:
        yield Violation(Reason.OPENING_NOT_ALL)


def opening_rules(opening: Opening, clean_without_taken: bool) -> OpeningRules:
    """Return the opening rules in the form that the kernel uses."""
    return OpeningRules(
        minimum=opening.minimum,
        pickup_minimum=-1 if opening.pickup_minimum is None else opening.pickup_minimum,
        clean=opening.clean,
        clean_without_taken=clean_without_taken,
        counts_layoffs=opening.counts_layoffs,
        escalates=opening.escalates,
        all_at_once_requires=opening.all_at_once_requires,
        first_round_melds=opening.first_round_melds,
        pairs=opening.pairs or 0,
    )
