"""The slot `scoring`: what the cards left in a hand cost, and what multiplies that."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import floor
from typing import Any, ClassVar, Literal

import attrs

from rami.cards import JOKER, Card, Rank, Suit
from rami.errors import InvalidCards, InvalidSetup, RamiError, Reason, Violation, reject
from rami.errors.checks import count, instance
from rami.policies.declaring.fields import (
    LARGEST,
    Passage,
    Policy,
    anything_else,
    either,
    integer,
    integers,
    none_or,
    one_item,
    one_of,
    option,
)
from rami.policies.results.outcomes import KnockKind, RoundFacts, counted_hand, for_each
from rami.policies.results.scores import (
    Points,
    RoundScore,
    ScoreLine,
    ScoreReason,
    card_reason,
    exact,
    line_made,
    reason_made,
    score_made,
    sum_of,
    times,
    void_score,
)
from rami.policies.slots.equipment import Equipment
from rami.policies.slots.factors import FACTOR, FACTORS, factor_of

__all__ = [
    "AllAtOnceAfter",
    "DoubleOn",
    "DryWhen",
    "JokerFinish",
    "KnockTie",
    "RoundScore",
    "Rounding",
    "ScoreKind",
    "ScoreLine",
    "ScoreReason",
    "Scoring",
    "WinnerCollects",
]

ScoreKind = Literal["penalty", "credit", "net", "none"]
"""Values of `scoring.kind`."""
DryWhen = Literal["nobody_laid", "nobody_else_laid"]
"""Values of `scoring.dry_when`."""
AllAtOnceAfter = Literal["no_meld", "no_card"]
"""Values of `scoring.all_at_once_after`."""
DoubleOn = Literal["all_at_once", "rami_sec_only"]
"""Values of `scoring.double_on`."""
WinnerCollects = Literal["credit", "zero_sum"]
"""Values of `scoring.winner_collects`."""
JokerFinish = Literal["discard", "last_card_any"]
"""Values of `scoring.joker_finish`."""
Rounding = Literal["half_up", "floor", "exact"]
"""Values of `scoring.rounding`."""
KnockTie = Literal["undercut", "knocker", "void"]
"""Values of `scoring.knock_tie`."""

_USUAL = Equipment()

# the last steps of a charge, in their order
_LAST = ("factor", "cap", "round")


@attrs.frozen(repr=False)
class Scoring(Policy):
    """The points of a round: penalties for cards left, credits for the winner, those of cards laid, or none.

    Factors may be ints, fractions, or decimals such as 1.5 or "3/2"; they are kept exactly.

    >>> Scoring(all_at_once_factors=(2, 1.5, 1)).all_at_once_factors
    (2, Fraction(3, 2), 1)
    """

    slot: ClassVar[str] = "scoring"
    passage: ClassVar[Passage] = "scoring"

    ace_hand_value: int = option(
        1,
        values=integer(0),
        text="An ace left in your hand counts {value}.",
        needs=("hand_points", "cards_count", "usual_values"),
        passage="values",
    )
    lone_ace_value: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "An ace that is the only card left counts like any other.",
            anything_else: "An ace that is the only card left in a hand counts {value}.",
        },
        quiet=True,
        needs=("charges", "table", "cards_count"),
        passage="values",
    )
    joker_hand_value: int | Literal["double"] = option(
        20,
        values=either(integer(0), one_of("double")),
        text={
            "double": "One or more jokers left in your hand double its points.",
            anything_else: "A joker left in your hand counts {value}.",
        },
        needs=("wilds", "hand_points", "cards_count"),
        passage="values",
        agreed=(50,),
    )
    wild_hand_value: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "A card of a wild rank left in your hand counts what its rank counts.",
            anything_else: "A card of a wild rank left in your hand counts {value}.",
        },
        needs=("wild_ranks", "hand_points", "cards_count"),
        passage="values",
    )
    double_per_joker: bool = option(
        False,
        text={False: "Several jokers double once.", True: "Each joker doubles again."},
        needs=("wilds", "several_jokers", "charges", "doubling"),
        passage="values",
    )
    joker_base: int = option(
        0,
        values=integer(0),
        text="A joker that doubles is itself worth {value}.",
        needs=("wilds", "charges", "doubling"),
        passage="values",
    )
    fold_prices: tuple[int, int] | None = option(
        None,
        values=none_or(integers(2, 1)),
        text={
            None: "Nobody may drop out of a round.",
            anything_else: (
                "Before you draw, you may drop out of the round: on your first turn this costs {first} "
                "points, later {second}. Nobody sees your hand. A player who is left alone wins the "
                "round."
            ),
        },
        quiet=True,
        needs=("charges", "declaring"),
        passage="draw",
    )
    kind: ScoreKind = option(
        "penalty",
        text={
            "penalty": (
                "Points count against you: each loser of a round scores the value of the cards left in "
                "the hand; cards on the table do not count."
            ),
            "credit": ("After a knock, the player with less deadwood scores the difference."),
            "net": (
                "You score the value of the cards that you have laid on the table, in any meld, minus the "
                "value of the cards left in your hand. A score may be negative."
            ),
            "none": "No points are counted.",
        },
    )
    winner_collects: WinnerCollects | None = option(
        None,
        text={
            None: "The winner does not collect the points of the others.",
            "credit": "The player who goes out scores the points of all others; they score nothing.",
            "zero_sum": "The player who goes out scores the points of all others; each of them loses as many.",
        },
        quiet=True,
        needs=("credits", "going_out"),
    )
    unopened_flat: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "Cards are counted whether or not the player has opened.",
            anything_else: "A player who has not opened scores {value}, whatever the hand.",
        },
        needs=("charges", "going_out"),
    )
    dry_flat: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "There is no special charge for a round in which nobody had laid before its last turn.",
            anything_else: "If nobody had laid before the last turn, every loser scores {value} instead.",
        },
        quiet=True,
        needs=(
            "charges",
            "table",
        ),
    )
    dry_when: DryWhen = option(
        "nobody_laid",
        text={
            "nobody_laid": "Not even the player who goes out may have laid before.",
            "nobody_else_laid": "Whether the player who goes out had laid before does not matter there.",
        },
        needs=("charges", "dry_flat"),
    )
    all_at_once_factors: tuple[Points | float | str, ...] = option(
        (1,),
        values=FACTORS,
        text={
            (1,): "Going out all at once does not change the points of the others.",
            one_item: "Going out all at once multiplies the points of the others by {first}.",
            anything_else: (
                "Going out all at once multiplies the points of the others by a factor that depends on "
                "the number of wild cards placed in that turn (none, one, and so on; the last factor also "
                "for more): {value}."
            ),
        },
        quiet=True,
        needs=("no_fixed_price", "charges", "table"),
    )
    double_on: DoubleOn = option(
        "all_at_once",
        text={
            "all_at_once": (
                "The factor for going out all at once applies whether or not others have opened; if "
                "nobody else has, this is called rami sec."
            ),
            "rami_sec_only": (
                "The factor for going out all at once applies only if nobody else has opened, which is "
                "called rami sec."
            ),
        },
        needs=("no_fixed_price", "factor"),
    )
    joker_finish: JokerFinish | None = option(
        None,
        text={
            None: "Going out all at once with a joker as your last discard is no special case.",
            "discard": ("Going out all at once with a joker as your last discard is a special case."),
            "last_card_any": (
                "Going out all at once with a joker as your last discard, or among the cards that you "
                "place last, is a special case."
            ),
        },
        quiet=True,
        needs=("wilds", "no_fixed_price", "charges", "table", "last_joker"),
    )
    joker_finish_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "That factor is not set.",
            anything_else: "It multiplies the points of the others by {value} instead.",
        },
        needs=("wilds", "no_fixed_price", "joker_finish"),
    )
    joker_finish_any_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "A joker as the final discard earns nothing where going out all at once has no factor.",
            anything_else: (
                "A joker as your last discard multiplies the points of the others by {value} if going out "
                "all at once does not."
            ),
        },
        quiet=True,
        needs=("wilds", "charges", "going_out", "final_discard"),
    )
    pairs_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "Pairs have no factor.",
            anything_else: (
                "Going out with pairs multiplies the points of the others by {value}; factors multiply "
                "one another."
            ),
        },
        quiet=True,
        needs=("charges", "pairs"),
    )
    pair_loser_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "Cards left count the same for a player who has opened with pairs.",
            anything_else: ("For a player who has opened with pairs, the cards left count {value} times."),
        },
        quiet=True,
        needs=("charges", "pairs_open"),
    )
    all_at_once_after: AllAtOnceAfter = option(
        "no_meld",
        text={
            "no_meld": (
                "Cards laid off in an earlier turn, before opening, do not keep a player from going out all at once."
            ),
            "no_card": "Cards laid off in an earlier turn, before opening, keep a player from going out all at once.",
        },
        quiet=True,
        needs=("early_layoffs", "no_fixed_price", "factor"),
    )
    all_at_once_help: bool = option(
        True,
        text={
            True: "You may use melds already on the table to go out all at once.",
            False: ("If you use melds already on the table to go out all at once, that factor is lost."),
        },
        needs=("no_fixed_price", "factor"),
        agreed=(False,),
    )
    flat_multiplied: bool = option(
        True,
        text={
            True: "These factors also multiply what a player scores for not having opened.",
            False: "What a player scores for not having opened is never multiplied.",
        },
        needs=("flat", "any_factor"),
    )
    all_at_once_flat: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "Going out all at once has no fixed price.",
            anything_else: (
                "When a player who had not opened gets rid of all cards in one turn, every other player scores exactly "
                "{value}."
            ),
        },
        quiet=True,
        needs=(
            "charges",
            "table",
        ),
        agreed=(100,),
    )
    rounding: Rounding = option(
        "half_up",
        text={
            "half_up": "Scores are rounded to whole points, halves up.",
            "floor": "Scores are rounded down to whole points.",
            "exact": "Scores are not rounded.",
        },
        needs=("fractions",),
    )
    cap: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "There is no limit to what a loser of a round scores.",
            anything_else: "A loser of a round scores at most {value}.",
        },
        quiet=True,
        needs=("charges",),
    )
    turned_show: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "Nobody shows another copy of the card turned up.",
            anything_else: (
                "A player who holds the other copy of the card turned up may show it in the first turn, before the "
                "discard, and keeps it: each of the others loses {value}, whatever the round brings."
            ),
        },
        quiet=True,
        needs=("turned_natural", "penalties"),
    )
    held_joker_charge: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "A joker left in the hand costs nothing more than what it counts.",
            anything_else: (
                "Each joker left in a hand whose cards count costs {value} more, which no factor multiplies."
            ),
        },
        quiet=True,
        needs=("wilds", "penalties", "table"),
    )
    wild_discard_charge: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "Discarding a wild card costs nothing.",
            anything_else: (
                "If you discard a wild card, you also score {value}, whoever wins; your last card costs "
                "nothing."
            ),
        },
        quiet=True,
        needs=("wilds", "penalties", "table"),
    )
    fitting_discard_charge: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "Discarding a card that fits a meld on the table costs nothing.",
            anything_else: (
                "If you discard a card that anybody could add to a meld on the table at that moment, you "
                "also score {value}, whoever wins; your last card costs nothing."
            ),
        },
        quiet=True,
        needs=("penalties", "table", "fitting_free"),
    )
    winner_score: int = option(
        0,
        values=integer(-LARGEST, 0),
        text="The player who goes out scores {value}.",
        needs=("penalties",),
    )
    winner_multiplied: bool = option(
        False,
        text={
            False: "Factors of the round do not multiply what the player who goes out scores.",
            True: "Factors of the round also multiply what the player who goes out scores.",
        },
        quiet=True,
        needs=("penalties", "winner_score", "any_factor"),
    )
    undercut_bonus: int = option(
        0,
        values=integer(0),
        text=(
            "If the player who did not knock has less deadwood, that is an undercut: this player "
            "scores {value} and the difference."
        ),
        needs=("unmatched", "deadwood"),
    )
    knock_tie: KnockTie = option(
        "undercut",
        text={
            "undercut": "Equal deadwood is an undercut too.",
            "knocker": "With equal deadwood the knocker wins and scores nothing.",
            "void": "With equal deadwood the round is void.",
        },
        needs=("unmatched", "deadwood"),
    )
    gin_bonus: int = option(
        0,
        values=integer(0),
        text="Gin, a knock without deadwood, scores {value} and the other player's deadwood.",
        needs=("knocking", "credits"),
    )
    big_gin_bonus: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "A player who could match all cards still has to discard one.",
            anything_else: (
                "Big gin, all cards matched without a discard, scores {value} and the other player's "
                "deadwood."
            ),
        },
        needs=("knocking", "credits"),
    )
    spade_doubles: bool = option(
        False,
        text={
            False: "The suit of the card turned up has no effect.",
            True: "A spade as the upcard doubles the score of the round.",
        },
        quiet=True,
        needs=("knocking", "credits", "upcard"),
    )

    def hand_value(self, card: Card, equipment: Equipment = _USUAL) -> int:
        """The points of one card left in a hand, by itself (R51-SCORE-01 to R51-SCORE-03).

        A joker that doubles the hand counts `joker_base`.

        Parameters:
            card: a natural card or a joker.
            equipment: the values of the ranks, and which of them are wild.

        Raises:
            RamiError: the card is unknown, or one of these is of another type.

        >>> [Scoring().hand_value(Card(each)) for each in ("A♠", "2♠", "T♠", "K♠", "*")]
        [1, 2, 10, 10, 20]
        """
        reject(RamiError, (*instance("card", card, Card), *instance("equipment", equipment, Equipment)))
        if card.rank is None:
            if card.is_unknown:
                raise InvalidCards(Violation(Reason.CARD_UNKNOWN))
            return self.joker_base if isinstance(self.joker_hand_value, str) else self.joker_hand_value
        if equipment.card_values and card.id in equipment.singles:
            return equipment.singles[card.id]
        if self.wild_hand_value is not None and card.rank in equipment.wild_ranks:
            return self.wild_hand_value
        worth = equipment.worth(card.rank)
        return self.ace_hand_value if worth is None else worth

    def card_values(self, equipment: Equipment = _USUAL) -> tuple[int, ...]:
        """`hand_value` of every face, by card id, the joker last."""
        return tuple(self.hand_value(Card.from_id(card), equipment) for card in range(JOKER.id + 1))

    def score(self, facts: RoundFacts) -> RoundScore:
        """The score of a round, with the steps of its computation.

        A void round scores nothing.  The winner of a knock scores the difference of the unmatched cards and the
        bonuses; in a game without points no player scores.  Otherwise each loser has one base: the fixed penalty of an
        all-at-once finish, the charge when no player had melded, the charge of a player who has not opened, or the
        cards, after a declaration the unmatched ones (doubled by jokers if the rules say so).  A player who has
        dropped out scores the penalty for that instead.  Then come the factor of the round, the limit, the rounding,
        the charges for discards and for a copy of the card turned up, and the multiplier of the last hand.  Where
        cards laid score, each player has their points less those of the cards left.  Where the winner collects, each
        loser's charge is added to the winner's score.

        Parameters:
            facts: how the round ended, and the position at its end.

        Returns:
            A line for each seat that played.  The points of its reasons add up to its points.

        Raises:
            InvalidSetup: a hand is unknown whose cards count, with all such hands; a knock whose unmatched cards are
                still to be found.

        Rules: R51-END-02, R51-SCORE-01 to R51-SCORE-08, VARIATION-ALLATONCE-01, VARIATION-JOKER-02, MILLE-01,
        GIN-SCORE-01 to GIN-SCORE-04, BAS-SCORE-01 to BAS-SCORE-03, RUM-SCORE-01 to RUM-SCORE-04.

        >>> from rami.policies import Outcome, RoundFacts, Seat
        >>> seats = [Seat(opened=True), Seat(opened=True), Seat()]
        >>> outcome = Outcome(winner=0, opened_before=[True, True, False])
        >>> facts = RoundFacts(outcome=outcome, hands=["", "A♠ * 9♦", "K♠ Q♠"], seats=seats)
        >>> print(Scoring(unopened_flat=100).score(facts))
        player 0: 0 (went out 0)
        player 1: 30 (9♦ 9, A♠ 1, * 20)
        player 2: 100 (not opened 100)
        """
        reject(RamiError, instance("facts", facts, RoundFacts))
        if facts.knock is not None:
            # a report may leave these cards out, which `Variant.score` finds
            reject(InvalidSetup, count("outcome.deadwood", len(facts.outcome.deadwood), len(facts.hands)))
        credit = self.kind in ("credit", "net")
        if facts.outcome.void and facts.turned_shown is None:
            return void_score(facts.playing, credit)
        lines = tuple(for_each(facts.playing, partial(_score_line, self, facts)))
        return score_made(False, facts.outcome.winner, lines, credit, facts.completed)


def _score_line(scoring: Scoring, facts: RoundFacts, seat: int) -> ScoreLine:
    """The line of one player."""
    won = seat == facts.outcome.winner
    if scoring.kind == "credit" and scoring.winner_collects is None:
        if not won or facts.knock is None:
            return line_made(seat, 0, ())
        reasons = _knock(scoring, facts, seat)
    elif scoring.kind == "net":
        left = [attrs.evolve(each, points=-each.points) for each in _base_steps(scoring, facts, seat)[0]]
        reasons = [reason_made("laid", facts.laid[seat]), *left]
    elif scoring.kind == "none" or (scoring.winner_collects == "credit" and not won):
        return line_made(seat, 0, ())
    elif scoring.winner_collects is not None and won:
        reasons = _collected(scoring, facts)
    elif scoring.winner_collects == "zero_sum":
        reasons = [attrs.evolve(each, points=-each.points) for each in _charge(scoring, facts, seat)]
    elif won:
        reasons = [reason_made("winner", scoring.winner_score)]
        factor, params = _round_factor(scoring, facts) if scoring.winner_multiplied else (1, {})
        if factor != 1:
            reasons.append(times("factor", scoring.winner_score, factor, params))
    else:
        reasons = [] if facts.outcome.void else _charge(scoring, facts, seat)
    if facts.seats[seat].charged:
        reasons.append(reason_made("charged", facts.seats[seat].charged))
    if scoring.turned_show is not None and facts.turned_shown not in (None, seat):
        reasons.append(reason_made("turned_shown", scoring.turned_show, {"player": facts.turned_shown}))
    if facts.multiplier != 1:
        reasons.append(times("final_hand", sum_of(reasons), facts.multiplier, {}))
    return line_made(seat, exact(sum_of(reasons)), tuple(reasons))


def _knock(scoring: Scoring, facts: RoundFacts, winner: int) -> list[ScoreReason]:
    """The steps of the winner's score after a knock with both hands settled."""
    knock, deadwood = facts.knock, facts.outcome.deadwood
    assert knock is not None  # asked only after a knock
    other = next(seat for seat in facts.playing if seat != winner)
    theirs, mine = counted_hand(facts, deadwood, other), counted_hand(facts, deadwood, winner)
    params: dict[str, dict[str, object]] = {
        "deadwood": {"player": other, "cards": theirs, "laid_off": facts.outcome.laid_off},
        "own_deadwood": {"cards": mine},
        "spades": {"factor": 2},
    }
    left, kept = (
        sum(scoring.hand_value(card, facts.equipment) for card in deadwood[seat])
        if points is None
        else points
        for seat, points in ((seat, facts.points_counted(seat)) for seat in (other, winner))
    )
    steps = _knock_steps(scoring, knock.kind, left, kept, winner != knock.player, facts.upcard)
    return [
        reason_made(code, points, params.get(code, {}))
        for code, points in steps
        if mine or points or code != "own_deadwood"
    ]


def _collected(scoring: Scoring, facts: RoundFacts) -> list[ScoreReason]:
    """The steps of the score of a winner who collects: a base for each loser, then what changes them together."""
    reasons: list[ScoreReason] = []
    last: dict[str, list[ScoreReason]] = {}
    charges = for_each(facts.losers, partial(_charge, scoring, facts))
    for loser, charge in zip(facts.losers, charges, strict=True):
        base = [each for each in charge if each.code not in _LAST]
        reasons.append(reason_made("collected", exact(sum_of(base)), {"player": loser}))
        for each in charge[len(base) :]:
            last.setdefault(each.code, []).append(each)
    reasons += (
        reason_made(code, exact(sum_of(last[code])), dict(last[code][0].params))
        for code in _LAST
        if code in last
    )
    return reasons


def _charge(scoring: Scoring, facts: RoundFacts, seat: int) -> list[ScoreReason]:
    """The steps of what a loser is charged, before the multiplier of the last hand."""
    if facts.seats[seat].folded:
        return [reason_made("folded", facts.seats[seat].folded)]
    reasons, multiplied, jokers = _base_steps(scoring, facts, seat)
    factor, params = _round_factor(scoring, facts)
    if multiplied and factor != 1:
        reasons.append(times("factor", sum_of(reasons), factor, params))
    if scoring.cap is not None and sum_of(reasons) > scoring.cap:
        reasons.append(reason_made("cap", exact(scoring.cap - sum_of(reasons)), {"cap": scoring.cap}))
    points = sum_of(reasons)
    rounded = _rounded(scoring, points)
    if rounded != points:
        reasons.append(reason_made("round", exact(Fraction(rounded) - points)))
    if scoring.held_joker_charge is not None and jokers:
        charge = jokers * scoring.held_joker_charge
        reasons.append(reason_made("held_jokers", charge, {"count": jokers}))
    return reasons


def _base_steps(scoring: Scoring, facts: RoundFacts, seat: int) -> tuple[list[ScoreReason], bool, int]:
    """The first steps of a loser's score, whether the factor of the round multiplies them, and the jokers counted."""
    if facts.outcome.all_at_once and scoring.all_at_once_flat is not None:
        return [reason_made("all_at_once_flat", scoring.all_at_once_flat)], False, 0
    if scoring.dry_flat is not None and not _anybody_had_laid(scoring, facts):
        return [reason_made("dry_flat", scoring.dry_flat)], False, 0
    laid = facts.knock is None and facts.seats[seat].opened
    if scoring.unopened_flat is not None and not laid:
        flat = reason_made("flat" if facts.knock is None else "lost", scoring.unopened_flat)
        return [flat], scoring.flat_multiplied, 0
    counted = facts.points_counted(seat)
    if counted is not None:
        reasons = [reason_made("counted", counted)]
        return [*reasons, *_of_pairs(scoring, facts, seat, counted)], True, 0
    hand = counted_hand(facts, facts.hands if facts.knock is None else facts.outcome.deadwood, seat)
    values = [(card, scoring.hand_value(card, facts.equipment)) for card in hand]
    if scoring.lone_ace_value is not None and [card.rank for card in hand] == [Rank.ACE]:
        values = [(card, scoring.lone_ace_value) for card in hand]
    reasons = [card_reason(card, points) for card, points in values]
    reasons += _of_pairs(scoring, facts, seat, sum_of(reasons))
    jokers = hand.count(JOKER)
    if scoring.joker_hand_value == "double" and jokers:
        factor = 2**jokers if scoring.double_per_joker else 2
        reasons.append(times("joker_double", sum_of(reasons), factor, {}))
    return reasons, True, jokers


def _of_pairs(scoring: Scoring, facts: RoundFacts, seat: int, points: Points) -> list[ScoreReason]:
    """The extra points of a loser who has opened with pairs."""
    factor = factor_of(scoring.pair_loser_factor)
    return [times("paired", points, factor, {})] if seat in facts.paired and factor != 1 else []


def _anybody_had_laid(scoring: Scoring, facts: RoundFacts) -> bool:
    counted = facts.playing if scoring.dry_when == "nobody_laid" else facts.losers
    before = facts.outcome.opened_before
    return any(opened for seat, opened in enumerate(before) if seat in counted)


def _round_factor(scoring: Scoring, facts: RoundFacts) -> tuple[Points, dict[str, Any]]:
    """The factor of the round, and what it is for."""
    outcome = facts.outcome
    alone = not any(facts.seats[seat].opened for seat in facts.losers)
    with_joker = outcome.final_discard is not None and outcome.final_discard.is_joker
    forfeited = (outcome.helped and not scoring.all_at_once_help) or outcome.factor_lost
    plain = not outcome.all_at_once or forfeited or (scoring.double_on == "rami_sec_only" and not alone)
    if scoring.joker_finish == "last_card_any" and not plain:
        with_joker = with_joker or outcome.joker_placed_last
    # a joker thrown last has a price of its own, in place of that of going out all at once or without it
    factor: Points = 1
    if plain:
        factor = factor_of(scoring.joker_finish_any_factor if with_joker else None)
        with_joker = factor != 1
    elif with_joker and scoring.joker_finish is not None:
        factor = factor_of(scoring.joker_finish_factor)
    else:
        with_joker = False
        factors = scoring.all_at_once_factors
        factor = factor_of(factors[min(outcome.wilds_placed, len(factors) - 1)])
    in_pairs = facts.knock is not None and facts.knock.kind is KnockKind.PAIRS
    if in_pairs or outcome.winner in facts.paired:
        factor = exact(factor * factor_of(scoring.pairs_factor))
        plain, why = False, "pairs"
    else:
        why = "joker_finish" if plain else "rami_sec" if alone else "all_at_once"
    return factor, {"why": why, "joker_finish": True} if with_joker and not plain else {"why": why}


def _rounded(scoring: Scoring, points: Points) -> Points:
    if isinstance(points, int):
        return points
    if scoring.rounding == "half_up":
        return floor(points + Fraction(1, 2))
    return floor(points) if scoring.rounding == "floor" else points


def knock_points(
    scoring: Scoring, kind: KnockKind, theirs: int, mine: int, *, undercut: bool, upcard: Card | None
) -> int:
    """The score of the winner of a knock, from what the unmatched cards of both count.

    Parameters:
        scoring: the bonuses.
        kind: of the knock.
        theirs: the unmatched points of the losing player.
        mine: those of the winner.
        undercut: whether the winner is not the player who knocked.
        upcard: the first upcard, where the variant reads it.
    """
    return sum(points for _, points in _knock_steps(scoring, kind, theirs, mine, undercut, upcard))


def _knock_steps(
    scoring: Scoring, kind: KnockKind, theirs: int, mine: int, undercut: bool, upcard: Card | None
) -> list[tuple[str, int]]:
    """The code of each step of such a score, and its points (GIN-SCORE-01 to GIN-SCORE-04)."""
    steps = [("deadwood", theirs), ("own_deadwood", -mine)]
    if kind is KnockKind.GIN:
        steps.append(("gin", scoring.gin_bonus))
    elif kind is KnockKind.BIG_GIN:
        steps.append(("big_gin", scoring.big_gin_bonus or 0))
    elif undercut:
        steps.append(("undercut", scoring.undercut_bonus))
    if scoring.spade_doubles and upcard is not None and upcard.suit is Suit.SPADES:
        steps.append(("spades", sum(points for _, points in steps)))
    return steps
