"""The slot `opening`: what a player's first lay-down must bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import attrs

from rami.cards import Card
from rami.errors import Reason, Violation
from rami.melds import Meld, Run
from rami.policies.contracts import Contract, ContractExtras, ContractSize, contract_tuple, distinct, fulfils
from rami.policies.fields import Policy, flag, integer, none_or, one_of, option

__all__ = [
    "AllAtOnceRequires",
    "Clean",
    "Opening",
    "OpeningFacts",
    "OpeningVerdict",
    "PickupScope",
    "PostOpen",
]

Clean = Literal["run_meld", "run_window", "run_or_set"]
"""Values of `opening.clean`."""
PostOpen = Literal["same_turn", "next_turn"]
"""Values of `opening.post_open`."""
AllAtOnceRequires = Literal["full", "points", "nothing"]
"""Values of `opening.all_at_once_requires`."""
PickupScope = Literal["opening", "always"]
"""Values of `opening.pickup_scope`."""

WINDOW = 3


@attrs.frozen
class OpeningFacts:
    """What an opening is judged by.

    Parameters:
        melds: the new melds, laid together.
        points: their worth, by the melding slot.
        taken: the card taken from the discard pile this turn, or None.
        clean_without_taken: whether the clean requirement must hold without that card.
        highest_before: worth of the highest opening of the round so far, 0 if there is none.
        first_turn: whether this is a turn that the limit of the first round binds.
        contract: the contract that is due, in a game of contracts.
    """

    melds: tuple[Meld, ...]
    points: int
    taken: Card | None = None
    clean_without_taken: bool = False
    highest_before: int = 0
    first_turn: bool = False
    contract: Contract | None = None


def _same_violations(verdict: OpeningVerdict) -> tuple[Violation, ...]:
    return verdict.violations


def _same_missing(verdict: OpeningVerdict) -> int:
    return verdict.missing


@attrs.frozen
class OpeningVerdict:
    """What an opening policy says about one lay-down.

    Parameters:
        violations: what is wrong when the turn goes on normally.
        if_out: what is still wrong when the player goes out this turn; by default the same.
        missing: points that lay-offs of own cards must still bring this turn.
        missing_if_out: the same when the player goes out this turn; by default equal.
    """

    violations: tuple[Violation, ...] = ()
    if_out: tuple[Violation, ...] = attrs.field(default=attrs.Factory(_same_violations, takes_self=True))
    missing: int = 0
    missing_if_out: int = attrs.field(default=attrs.Factory(_same_missing, takes_self=True))


def _has_clean_window(run: Run, without: Card | None) -> bool:
    length = 0
    for index, card in enumerate(run.cards):
        length = 0 if index in run.wilds or card == without else length + 1
        if length == WINDOW:
            return True
    return False


def _copies(melds: tuple[Meld, ...], card: Card) -> int:
    return sum(each == card for meld in melds for each in meld.cards)


@attrs.frozen(repr=False)
class Opening(Policy):
    """The first lay-down of each player.

    Parameters:
        minimum: points that the new melds must be worth together (R51-OPEN-01, VARIATION-THRESH-01).
        clean: what must be free of wild cards: a whole run, three consecutive cards of a run, a whole run or group,
            or nothing (R51-OPEN-01).
        counts_layoffs: whether own cards laid off in the same turn help to reach the minimum (R51-OPEN-06).
        post_open: whether lay-offs, swaps and takes may follow in the turn of the opening (R51-OPEN-05).
        all_at_once_requires: which conditions bind a player who goes out in that very turn (R51-RSEC-02,
            VARIATION-RSEC-01).
        escalates: whether each opening must beat the highest one of the round.
        pickup_minimum: the minimum instead, when the discard was taken; None for no difference (LEB-DRAW-01).
        pickup_scope: what that minimum is asked of; only "opening" (LEB-DRAW-01).
        first_round_melds: whether melds may be laid on the first turn (VELVET-OPEN-01).
        contracts: what the first lay-down must consist of, one contract after the other; None where points decide
            (FRU-OPEN-01).
        contract_size: whether the melds of a contract may be longer than it says.
        distinct_contract_melds: whether its groups must differ in rank and its runs in suit.
        contract_extras: when melds may be extended and further ones laid, after the contract (FRU-POST-01).

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.

    >>> Opening(minimum=71)
    Opening(minimum=71)
    """

    slot: ClassVar[str] = "opening"

    minimum: int = option(
        51,
        values=integer(0),
        text={
            0: "The first lay-down may be worth any number of points.",
            ...: "The first lay-down of a player must be worth at least {value} points; later ones need no points.",
        },
        rules=["R51-OPEN-01", "R51-OPEN-02", "R51-OPEN-03", "VARIATION-THRESH-01", "VARIATION-THRESH-02"],
    )
    clean: Clean | None = option(
        "run_meld",
        values=one_of("run_meld", "run_window", "run_or_set", None),
        text={
            None: "The first lay-down needs no clean meld.",
            "run_meld": "It must contain a clean run, that is one without wild cards, whose points count too.",
            "run_window": "It must contain a clean run: three consecutive cards of a run, no wild card among them.",
            "run_or_set": "It must contain a clean meld: a run or a group without wild cards, whose points count too.",
        },
        rules=["R51-OPEN-01"],
    )
    counts_layoffs: bool = option(
        False,
        values=flag,
        text={
            False: "Only the new melds count towards the points of the first lay-down.",
            True: (
                "Own cards laid off in the same turn count towards the points of the first lay-down; the turn cannot "
                "end before the points are reached."
            ),
        },
        rules=["R51-OPEN-06"],
    )
    post_open: PostOpen = option(
        "same_turn",
        values=one_of("same_turn", "next_turn"),
        text={
            "same_turn": "Melds on the table may be extended or changed in the turn of the opening, after it.",
            "next_turn": (
                "After the opening its turn may go on with new melds only; from the next turn on melds on the table "
                "may be extended or changed too."
            ),
        },
        rules=["R51-OPEN-05"],
    )
    all_at_once_requires: AllAtOnceRequires = option(
        "full",
        values=one_of("full", "points", "nothing"),
        text={
            "full": "Going out all at once does not lift these conditions.",
            "points": (
                "Who goes out in the turn of the opening needs the points but no clean meld; a lay-down without one "
                "obliges to go out in that turn."
            ),
            "nothing": (
                "Who goes out in the turn of the opening needs neither points nor a clean meld; a lay-down that falls "
                "short obliges to go out in that turn."
            ),
        },
        rules=["R51-RSEC-02", "VARIATION-RSEC-01"],
    )
    escalates: bool = option(
        False,
        values=flag,
        text={
            False: "Openings of others do not matter.",
            True: "An opening must be worth more than every opening before it in the round.",
        },
    )
    pickup_minimum: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "Taking the discard does not change the points needed.",
            ...: "With a card taken from the discard pile, the first lay-down must be worth at least {value} points.",
        },
        rules=["LEB-DRAW-01"],
    )
    pickup_scope: PickupScope = option(
        "opening",
        values=one_of("opening"),
        text="A player who has opened needs no points to take the discard.",
        rules=["LEB-DRAW-01"],
        reserved=one_of("always"),
        why="it is not written what counts towards the points after the opening",
    )
    first_round_melds: bool = option(
        True,
        values=flag,
        text={
            True: "Melds may be laid from the first round on.",
            False: "On the first turn no meld may be laid.",
        },
        rules=["R51-START-03", "VELVET-OPEN-01"],
    )
    contracts: tuple[Contract, ...] | None = option(
        None,
        values=none_or(contract_tuple),
        text={
            None: "The first lay-down is not bound to a contract.",
            ...: (
                "The first lay-down of a player, which is never obligatory, consists of the melds of the contract that "
                "is due to that player, all together; there are {count} contracts."
            ),
        },
        rules=["FRU-OPEN-01", "FRU-ADV-01", "FRU-ADV-02"],
    )
    contract_size: ContractSize = option(
        "min",
        values=one_of("min", "exact"),
        text={
            "min": "A meld of a contract may be larger than the contract says.",
            "exact": "A meld of a contract must have exactly the size that the contract says.",
        },
        rules=["FRU-OPEN-01"],
    )
    distinct_contract_melds: bool = option(
        False,
        values=flag,
        text={
            False: "Groups of a contract may have the same rank, and its runs the same suit.",
            True: "Groups of a contract must differ in rank, and its runs in suit.",
        },
        rules=["FRU-OPEN-01"],
    )
    contract_extras: ContractExtras = option(
        "same_turn",
        values=one_of("same_turn", "next_turn"),
        text={
            "same_turn": "Having laid the contract, a player may extend melds and lay new ones in the same turn.",
            "next_turn": "Having laid the contract, a player may extend melds and lay new ones from the next turn on.",
        },
        rules=["FRU-POST-01"],
    )

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        """Judge one opening.

        Parameters:
            facts: the melds and what is known about the turn.

        Returns:
            What is wrong normally, what is still wrong when the player goes out this turn, and the points that
            lay-offs must still bring (R51-OPEN-01, R51-OPEN-06, R51-RSEC-02, FRU-OPEN-01).
        """
        always = tuple(self._forbidden(facts))
        short = tuple(self._short_points(facts))
        unclean = (
            () if self._is_clean(facts) else (Violation(Reason.OPENING_CLEAN, None, {"clean": self.clean}),)
        )
        missing = 0
        if self.counts_layoffs:
            missing, short = max(0, self._points_needed(facts) - facts.points), ()
        exempt_points = self.all_at_once_requires == "nothing"
        exempt_clean = self.all_at_once_requires != "full"
        return OpeningVerdict(
            violations=always + short + unclean,
            if_out=always + (() if exempt_points else short) + (() if exempt_clean else unclean),
            missing=missing,
            missing_if_out=0 if exempt_points else missing,
        )

    def _forbidden(self, facts: OpeningFacts) -> Iterator[Violation]:
        if not facts.melds:
            yield Violation(Reason.OPENING_EMPTY)
        if facts.first_turn and not self.first_round_melds:
            yield Violation(Reason.OPENING_FIRST_TURN)
        if self.contracts is not None and facts.melds:
            yield from self._breaches(facts)

    def _breaches(self, facts: OpeningFacts) -> Iterator[Violation]:
        due = facts.contract
        if due is None or not fulfils(facts.melds, due, self.contract_size):
            params = {"contract": str(due or "?"), "melds": tuple(str(meld) for meld in facts.melds)}
            yield Violation(Reason.OPENING_CONTRACT, None, params)
        if self.distinct_contract_melds and not distinct(facts.melds):
            yield Violation(Reason.OPENING_REPEATS)

    def _minimum(self, facts: OpeningFacts) -> int:
        if facts.taken is not None and self.pickup_minimum is not None:
            return self.pickup_minimum
        return self.minimum

    def _points_needed(self, facts: OpeningFacts) -> int:
        beat = facts.highest_before + 1 if self.escalates and facts.highest_before else 0
        return max(self._minimum(facts), beat)

    def _short_points(self, facts: OpeningFacts) -> Iterator[Violation]:
        minimum, points = self._minimum(facts), facts.points
        if points < minimum:
            picked_up = facts.taken is not None and self.pickup_minimum is not None
            code = Reason.OPENING_PICKUP if picked_up else Reason.OPENING_POINTS
            yield Violation(code, None, {"points": points, "minimum": minimum})
        if self.escalates and facts.highest_before and points <= facts.highest_before:
            yield Violation(
                Reason.OPENING_ESCALATES, None, {"points": points, "highest": facts.highest_before}
            )

    def _is_clean(self, facts: OpeningFacts) -> bool:
        if self.clean is None:
            return True
        without = facts.taken if facts.clean_without_taken else None
        if without is not None and _copies(facts.melds, without) > 1:
            without = None
        if self.clean == "run_window":
            return any(isinstance(meld, Run) and _has_clean_window(meld, without) for meld in facts.melds)
        return any(
            not meld.wilds and without not in meld.cards
            for meld in facts.melds
            if self.clean == "run_or_set" or isinstance(meld, Run)
        )
