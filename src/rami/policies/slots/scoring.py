"""The slot `scoring`: what the cards left in a hand cost, and what multiplies that."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Literal

import attrs

from rami.cards import JOKER, Card
from rami.errors import InvalidCards, InvalidSetup, RamiError, Reason, Violation, reject
from rami.errors.checks import count, instance
from rami.policies.declaring.fields import (
    LARGEST,
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
from rami.policies.declaring.needs import Need
from rami.policies.results._score_lines import for_each, score_line
from rami.policies.results.outcomes import RoundFacts
from rami.policies.results.scores import Points, RoundScore, ScoreLine, ScoreReason, score_made, void_score
from rami.policies.slots.equipment import Equipment
from rami.policies.slots.factors import FACTOR, FACTORS

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


@attrs.frozen(repr=False)
class Scoring(Policy):
    """The points of a round: penalties for cards left, credits for the winner, those of cards laid, or none.

    Factors may be ints, fractions, or decimals such as 1.5 or "3/2"; they are kept exactly.

    Parameters:
        kind: what points are: "penalty" charges the losers (R51-OBJ-02, R51-SCORE-01), "credit" pays the winner
            (GIN-SCORE-01, BAS-SCORE-01), "net" gives each player the points of the cards laid less those of the cards
            left (RUM-SCORE-01), "none" counts nothing (FRU-END-02).
        winner_collects: whether the winner of a game of credits scores the losers' charges, and whether these then
            count against the losers ("zero_sum") or not ("credit", BAS-SCORE-03); None after a knock.
        ace_hand_value: a held ace (R51-SCORE-02).
        lone_ace_value: an ace that is the only card left, None = as any other (SCA-SCORE-06).
        joker_hand_value: a held joker, or "double" if jokers double the hand (R51-SCORE-03, VARIATION-JOKER-02).
        double_per_joker: double once for each joker; read with "double" only.
        joker_base: points of each joker before the doubling; read with "double" only.
        wild_hand_value: a held card of a wild rank, None = as its rank.
        unopened_flat: the charge of a player who has not opened, None = the cards count (R51-SCORE-04); where hands
            are declared, no player has opened, so it is the charge of every loser (OKE-SCORE-02).
        flat_multiplied: whether the factor of the round multiplies the charge of `unopened_flat` (R51-SCORE-05,
            R51-SCORE-06).
        dry_flat: every loser's charge when no player had melded before the last turn, None = no such charge.
        dry_when: whether the closing player counts there.
        all_at_once_factors: the factor after going out all at once, by the wild cards placed in that turn; the last
            one repeats (R51-SCORE-05).
        double_on: whether any all-at-once finish multiplies, or only one before any other player has opened
            (R51-SCORE-05, R51-SCORE-07).
        all_at_once_after: what a player may not have done in an earlier turn to go out all at once: lay a meld, or
            place any card, also as a lay-off before opening (BAS-RUMMY-03).
        all_at_once_help: whether the factor survives the use of melds that were there before (R51-RSEC-03).
        all_at_once_flat: every loser's charge after a player goes out all at once, instead of any other score
            (VARIATION-ALLATONCE-01).
        joker_finish: how a joker must leave to earn `joker_finish_factor`, None = it earns nothing (R51-SCORE-06).
        joker_finish_factor: instead of the all-at-once factor, after a final discard of a joker (R51-SCORE-06).
        joker_finish_any_factor: the factor when a joker is the final discard and there is none for going out all at
            once, or when it is the discard with which a hand is declared, None = no factor (OKE-SCORE-03).
        pairs_factor: the factor when a hand is declared in pairs, or the player who goes out has opened with pairs,
            None = no factor (OKE-SCORE-04, OKO-SCORE-07).
        pair_loser_factor: the factor for the count of a loser who has opened with pairs, None = none (OKO-SCORE-06).
        rounding: of a score that is not whole.
        cap: the most that a loser of a round can score, before the last hand multiplies; None = no limit.
        fold_prices: points for dropping out of the round before drawing, in the player's first turn and in a later
            one; None if players may not drop out (IND-FOLD-01 to IND-FOLD-03).
        turned_show: points that each of the others loses when a player shows the other copy of the card turned up by
            the deal, in the first turn; None if it may not be shown (OKE-IND-01, OKE-IND-02).
        wild_discard_charge: points that a player pays for discarding a wild card that is not the last of the hand,
            whether or not that player wins; None for none (OKO-DISC-02).
        fitting_discard_charge: the same for a card that some player could add to a meld on the table at that moment; a
            discard that is both is charged the higher of the two (OKO-DISC-03 to OKO-DISC-05).
        held_joker_charge: points that a loser whose cards count pays besides for each joker left in the hand, after
            the factor, the limit and the rounding; None for none (OKO-SCORE-03).
        winner_score: points of the player who goes out, 0 or less (R51-SCORE-08).
        winner_multiplied: whether the factor of the round multiplies that score as well (OKO-SCORE-08).
        gin_bonus: for gin, besides the other player's deadwood (GIN-SCORE-03).
        big_gin_bonus: for big gin; None if it cannot be declared (GIN-SCORE-04).
        undercut_bonus: for the other player, whose deadwood is lower than the knocker's (GIN-SCORE-02).
        spade_doubles: whether a spade as the first upcard doubles the score of the round, bonuses included.
        knock_tie: who wins a knock when both counts are equal (GIN-SCORE-02).

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.

    >>> Scoring(all_at_once_factors=(2, 1.5, 1)).all_at_once_factors
    (2, Fraction(3, 2), 1)
    """

    slot: ClassVar[str] = "scoring"

    kind: ScoreKind = option(
        "penalty",
        text={
            "penalty": (
                "Points are penalties: each loser of a round scores the value of the cards left in the hand; "
                "cards on the table do not count."
            ),
            "credit": (
                "Points are earned: after a knock the player with less deadwood scores the difference."
            ),
            "net": (
                "Points are earned: the value of the cards that a player has laid on the table, in any meld, "
                "minus the value of the cards left in the hand; a score may be negative."
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
        needs=(Need.CREDITS, Need.GOING_OUT),
    )
    ace_hand_value: int = option(
        1,
        values=integer(0),
        text="An ace in the hand counts {value}.",
        needs=(Need.HAND_POINTS, Need.CARDS_COUNT, Need.USUAL_VALUES),
    )
    lone_ace_value: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "An ace that is the only card left counts like any other.",
            anything_else: "An ace that is the only card left in a hand counts {value}.",
        },
        quiet=True,
        needs=(Need.CHARGES, Need.TABLE, Need.CARDS_COUNT),
    )
    joker_hand_value: int | Literal["double"] = option(
        20,
        values=either(integer(0), one_of("double")),
        text={
            "double": "One or more jokers left in the hand double its points.",
            anything_else: "A joker in the hand counts {value}.",
        },
        needs=(Need.WILDS, Need.HAND_POINTS, Need.CARDS_COUNT),
    )
    double_per_joker: bool = option(
        False,
        text={False: "Several jokers double once.", True: "Each joker doubles again."},
        needs=(Need.WILDS, Need.SEVERAL_JOKERS, Need.CHARGES, Need.DOUBLING),
    )
    joker_base: int = option(
        0,
        values=integer(0),
        text="A joker that doubles is itself worth {value}.",
        needs=(Need.WILDS, Need.CHARGES, Need.DOUBLING),
    )
    wild_hand_value: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "A card of a wild rank in the hand counts what its rank counts.",
            anything_else: "A card of a wild rank in the hand counts {value}.",
        },
        needs=(Need.WILD_RANKS, Need.HAND_POINTS, Need.CARDS_COUNT),
    )
    unopened_flat: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "Cards are counted whether or not the player has opened.",
            anything_else: "A player who has not opened scores {value}, whatever the hand.",
        },
        needs=(Need.CHARGES, Need.GOING_OUT),
    )
    flat_multiplied: bool = option(
        True,
        text={
            True: "Factors of the round also multiply the charge for not having opened.",
            False: "The charge for not having opened is never multiplied.",
        },
        needs=(Need.FLAT, Need.ANY_FACTOR),
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
            Need.CHARGES,
            Need.TABLE,
        ),
    )
    dry_when: DryWhen = option(
        "nobody_laid",
        text={
            "nobody_laid": "Not even the player who goes out may have laid before.",
            "nobody_else_laid": "Whether the player who goes out had laid before does not matter there.",
        },
        needs=(Need.CHARGES, Need.DRY_FLAT),
    )
    all_at_once_factors: tuple[Points | float | str, ...] = option(
        (1,),
        values=FACTORS,
        text={
            (1,): "Going out all at once has no factor.",
            one_item: "Going out all at once multiplies the points of the others by {first}.",
            anything_else: (
                "Going out all at once multiplies the points of the others by a factor that depends on how many wild "
                "cards were placed in that turn (none, one, and so on, the last one also for more): {value}."
            ),
        },
        quiet=True,
        needs=(Need.NO_FIXED_PRICE, Need.CHARGES, Need.TABLE),
    )
    double_on: DoubleOn = option(
        "all_at_once",
        text={
            "all_at_once": (
                "A factor for going out all at once holds whoever has opened before; when nobody else has, it is "
                "called rami sec."
            ),
            "rami_sec_only": (
                "A factor for going out all at once holds only when nobody else has opened, which is called rami sec."
            ),
        },
        needs=(Need.NO_FIXED_PRICE, Need.FACTOR),
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
        needs=(Need.EARLY_LAYOFFS, Need.NO_FIXED_PRICE, Need.FACTOR),
    )
    all_at_once_help: bool = option(
        True,
        text={
            True: "Melds already on the table may be used in going out all at once.",
            False: "Using melds already on the table forfeits the factor for going out all at once.",
        },
        needs=(Need.NO_FIXED_PRICE, Need.FACTOR),
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
            Need.CHARGES,
            Need.TABLE,
        ),
    )
    joker_finish: JokerFinish | None = option(
        None,
        text={
            None: "Going out all at once with a joker as the final discard has no factor of its own.",
            "discard": "Going out all at once with a joker as the final discard has a factor of its own.",
            "last_card_any": (
                "Going out all at once has a factor of its own if a joker is the final discard, or among the cards "
                "placed last."
            ),
        },
        quiet=True,
        needs=(Need.WILDS, Need.NO_FIXED_PRICE, Need.CHARGES, Need.TABLE, Need.LAST_JOKER),
    )
    joker_finish_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "That factor is not set.",
            anything_else: "That factor is {value}, in place of the other.",
        },
        needs=(Need.WILDS, Need.NO_FIXED_PRICE, Need.JOKER_FINISH),
    )
    joker_finish_any_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "A joker as the final discard earns nothing where going out all at once has no factor.",
            anything_else: (
                "A joker as the final discard multiplies by {value} where there is no factor for going out all at once."
            ),
        },
        quiet=True,
        needs=(Need.WILDS, Need.CHARGES, Need.GOING_OUT, Need.FINAL_DISCARD),
    )
    pairs_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "Pairs have no factor.",
            anything_else: "Going out in pairs multiplies by {value}; factors multiply one another.",
        },
        quiet=True,
        needs=(Need.CHARGES, Need.PAIRS),
    )
    pair_loser_factor: Points | float | str | None = option(
        None,
        values=none_or(FACTOR),
        text={
            None: "Cards left count the same for a player who has opened with pairs.",
            anything_else: "The cards left of a player who has opened with pairs count {value} times.",
        },
        quiet=True,
        needs=(Need.CHARGES, Need.PAIRS_OPEN),
    )
    rounding: Rounding = option(
        "half_up",
        text={
            "half_up": "Scores are rounded to whole points, halves up.",
            "floor": "Scores are rounded down to whole points.",
            "exact": "Scores are not rounded.",
        },
        needs=(Need.FRACTIONS,),
    )
    cap: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "There is no limit to what a loser of a round scores.",
            anything_else: "A loser of a round scores {value} at most.",
        },
        quiet=True,
        needs=(Need.CHARGES,),
    )
    fold_prices: tuple[int, int] | None = option(
        None,
        values=none_or(integers(2, 1)),
        text={
            None: "Nobody may drop out of a round.",
            anything_else: (
                "Before drawing, a player may drop out of the round: in the first turn of that player it costs "
                "{first}, in a later one {second}. The hand leaves the round unseen; a player who is left alone wins "
                "it."
            ),
        },
        quiet=True,
        needs=(Need.CHARGES, Need.DECLARING),
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
        needs=(Need.TURNED_NATURAL, Need.PENALTIES),
    )
    wild_discard_charge: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "Discarding a wild card costs nothing.",
            anything_else: (
                "A player who discards a wild card also scores {value}, whoever wins; the last card of a hand is free."
            ),
        },
        quiet=True,
        needs=(Need.WILDS, Need.PENALTIES, Need.TABLE),
    )
    fitting_discard_charge: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "Discarding a card that fits a meld on the table costs nothing.",
            anything_else: (
                "A player who discards a card that anybody could add to a meld on the table at that moment also "
                "scores {value}, whoever wins; the last card of a hand is free."
            ),
        },
        quiet=True,
        needs=(Need.PENALTIES, Need.TABLE, Need.FITTING_FREE),
    )
    held_joker_charge: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "A joker left in the hand costs nothing besides what it counts.",
            anything_else: (
                "Each joker left in a hand whose cards count costs {value} besides, which no factor multiplies."
            ),
        },
        quiet=True,
        needs=(Need.WILDS, Need.PENALTIES, Need.TABLE),
    )
    winner_score: int = option(
        0,
        values=integer(-LARGEST, 0),
        text="The player who goes out scores {value}.",
        needs=(Need.PENALTIES,),
    )
    winner_multiplied: bool = option(
        False,
        text={
            False: "Factors of the round do not multiply what the player who goes out scores.",
            True: "Factors of the round also multiply what the player who goes out scores.",
        },
        quiet=True,
        needs=(Need.PENALTIES, Need.WINNER_SCORE, Need.ANY_FACTOR),
    )
    gin_bonus: int = option(
        0,
        values=integer(0),
        text="Gin, a knock without deadwood, earns {value} and the other player's deadwood.",
        needs=(Need.KNOCKING, Need.CREDITS),
    )
    big_gin_bonus: int | None = option(
        None,
        values=none_or(integer(0)),
        text={
            None: "A player who could match all cards still has to discard one.",
            anything_else: (
                "Big gin, all cards matched without a discard, earns {value} and the other player's deadwood."
            ),
        },
        needs=(Need.KNOCKING, Need.CREDITS),
    )
    undercut_bonus: int = option(
        0,
        values=integer(0),
        text="If the other player has less deadwood, that is an undercut, which earns {value} and the difference.",
        needs=(Need.UNMATCHED, Need.DEADWOOD),
    )
    spade_doubles: bool = option(
        False,
        text={
            False: "The suit of the card turned up has no effect.",
            True: "A spade as the upcard doubles the score of the round.",
        },
        quiet=True,
        needs=(Need.KNOCKING, Need.CREDITS, Need.UPCARD),
    )
    knock_tie: KnockTie = option(
        "undercut",
        text={
            "undercut": "Equal deadwood is an undercut.",
            "knocker": "With equal deadwood the knocker wins and scores nothing.",
            "void": "With equal deadwood the round is void.",
        },
        needs=(Need.UNMATCHED, Need.DEADWOOD),
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

        >>> from rami.policies import Outcome, RoundFacts
        >>> opened = (True, True, False)
        >>> outcome = Outcome(winner=0, opened_before=opened)
        >>> facts = RoundFacts(outcome=outcome, hands=["", "A♠ * 9♦", "K♠ Q♠"], opened=opened)
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
        lines = tuple(for_each(facts.playing, partial(score_line, self, facts)))
        return score_made(False, facts.outcome.winner, lines, credit, facts.completed)
