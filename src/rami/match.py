"""Match: rounds one after another, with their totals, dealers, eliminations and winners."""

from __future__ import annotations

from typing import Literal, cast

import attrs

from rami._kernel.shuffle import SEED_LIMIT, Stream, derive
from rami.errors import InvalidMatch, InvalidSetup, Reason, Violation
from rami.moves import Move
from rami.policies.columns import Column
from rami.policies.match_format import MatchFacts
from rami.policies.scores import Points, RoundScore, ScoreLine, exact
from rami.policies.variant import Variant
from rami.round import Round
from rami.setup import RoundContext

__all__ = ["Match", "Standing"]


USUAL_PLAYERS = 4


@attrs.frozen
class Standing:
    """The place of one player in a match.

    Parameters:
        rank: 1 for the best; players who are level share a rank and the ranks behind them are left out.
        player: the seat.
        total: the points so far, with the bonuses once the match is over.
    """

    rank: int
    player: int
    total: Points


@attrs.frozen(repr=False)
class Match:
    """A match: the round in play and all that the rounds before it have left.

    Made by `Match.start` and continued by `play` and `next_round`, which return new matches.  Seats keep their numbers
    for the whole match; a player who has left it has no cards.  A round is counted as soon as it is over.

    Parameters:
        variant: the rules.
        players: how many players the match began with.
        seed: where all lots and shuffles come from; keep it secret while the match goes on.
        round: the round in play, or the last one.
        totals: points by seat; rounds that are over only.  With columns they are the sums over the columns; once the
            match is over they include the bonuses.
        scores: the scores of the rounds that are over, void ones included.
        departures: who has left, in groups that left together, the first to leave first.
        winners: who has won, by seat; () until the match is over.
        over: whether the match is over.
        ranking: all seats in groups that share a rank, the best first; see `standings`.
        next_dealer: who deals the next round; while a round is played, who deals it.
        log: the moves played, a tuple for each round; with the variant, the players and the seed they give back the
            whole match.
        bonuses: what the end of the match has added to the totals, a line for each seat; () while it goes on, and in
            matches without bonuses.
        columns: the counts of a match that is scored in several; () before the first round and in other matches.
        contracts: by seat, the number of the contract to lay, from 1; one more than there are contracts once all are
            completed; () in a game without contracts.

    >>> from rami import Match, variants
    >>> match = Match.start(variants.CLASSIC_51, players=3, seed=7)
    >>> match.over, match.totals, match.round.over
    (False, (0, 0, 0), False)
    """

    variant: Variant
    players: int
    seed: int
    round: Round
    totals: tuple[Points, ...]
    scores: tuple[RoundScore, ...] = ()
    departures: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()
    over: bool = False
    log: tuple[tuple[Move, ...], ...] = ((),)
    ranking: tuple[tuple[int, ...], ...] = ()
    next_dealer: int = 0
    bonuses: tuple[ScoreLine, ...] = ()
    columns: tuple[Column, ...] = ()
    contracts: tuple[int, ...] = ()

    @classmethod
    def start(cls, variant: Variant, players: int | None = None, seed: int = 7) -> Match:
        """A new match with its first round dealt.

        The first dealer is drawn by lot from the seed unless the variant names a seat (R51-DEAL-01).  Round n is
        shuffled with a seed derived from this one and n.

        Parameters:
            variant: the rules.
            players: how many play; None for four, or for the number nearest to it that the variant allows.
            seed: 0 to 2**256 - 1.

        Raises:
            InvalidMatch: for a number of players that the variant does not allow or whose deal would leave too few
                stock cards, or a seed out of range.
        """
        if not isinstance(variant, Variant):
            shown = {"what": "variant", "expected": "a Variant", "got": type(variant).__name__}
            raise InvalidMatch(Violation(Reason.WRONG_TYPE, None, shown))
        problems: list[Violation] = []
        lo, hi = variant.equipment.players
        if players is None:
            players = min(max(USUAL_PLAYERS, lo), hi)
        if type(players) is not int or not lo <= players <= hi:
            problems.append(Violation(Reason.PLAYER_COUNT, None, {"players": players, "lo": lo, "hi": hi}))
        if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
            problems.append(Violation(Reason.SEED_RANGE))
        named: int | str = getattr(variant.match, "first_dealer", "random")
        if not problems and isinstance(named, int) and named >= players:
            problems.append(Violation(Reason.NO_SUCH_PLAYER, None, {"player": named}))
        if problems:
            raise InvalidMatch(*problems)
        seats = tuple(range(players))
        dealer = named if isinstance(named, int) else Stream(seed, "first dealer").below(players)
        contracts = (1,) * players if _number_of_contracts(variant) else ()
        context = RoundContext(
            seats=players,
            dealer=dealer,
            number=1,
            totals=(0,) * players,
            playing=seats,
            contracts=contracts,
        )
        try:
            dealt = _deal(variant, seed, 1, context)
        except InvalidSetup as error:
            raise InvalidMatch(*error.violations) from None
        return cls(
            variant,
            players,
            seed,
            dealt,
            (0,) * players,
            ranking=(seats,),
            next_dealer=dealer,
            contracts=contracts,
        )

    @property
    def eliminated(self) -> tuple[int, ...]:
        """Who has left the match, in the order of leaving."""
        return tuple(seat for group in self.departures for seat in group)

    @property
    def playing(self) -> tuple[int, ...]:
        """Who is still in the match, by seat."""
        gone = self.eliminated
        return tuple(seat for seat in range(self.players) if seat not in gone)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All players, the best first.

        Players who are level share a rank and stand by seat.  Those who have left come last, later leavers before
        earlier ones.
        """
        found: list[Standing] = []
        for group in self.ranking:
            rank = len(found) + 1
            found.extend(Standing(rank, seat, self.totals[seat]) for seat in group)
        return tuple(found)

    def play(self, move: Move, by: int | None = None) -> Match:
        """The match after a move in its round; if the move ends the round, it is counted.

        Parameters:
            move: what the player to act does.
            by: who tries it, or None for the player to act.

        Raises:
            IllegalMove: if the rules do not allow it; it carries every reason.
        """
        played = self.round.play(move, by)
        log = (*self.log[:-1], (*self.log[-1], move))
        moved = self._continued(played, log)
        return moved._counted(played.score()) if played.over else moved

    def _continued(self, played: Round, log: tuple[tuple[Move, ...], ...]) -> Match:
        """The match with another position of the round in play."""
        return Match(
            self.variant,
            self.players,
            self.seed,
            played,
            self.totals,
            self.scores,
            self.departures,
            self.winners,
            self.over,
            log,
            self.ranking,
            self.next_dealer,
            self.bonuses,
            self.columns,
            self.contracts,
        )

    def next_round(self) -> Match:
        """The match with the next round dealt (R51-DEAL-06).

        Raises:
            InvalidMatch: while the round in play is not over, or when the match is over.
        """
        if not self.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_NOT_OVER))
        if self.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER))
        last = _number_of_contracts(self.variant)
        context = RoundContext(
            seats=self.players,
            dealer=self.next_dealer,
            number=self._hand,
            totals=self.totals,
            playing=self.playing,
            contracts=tuple(due if last is None else min(due, last) for due in self.contracts),
        )
        dealt = _deal(self.variant, self.seed, len(self.scores) + 1, context)
        return self._continued(dealt, (*self.log, ()))

    @property
    def _hand(self) -> int:
        """The number of the hand in play or next; a void round is replayed under its number."""
        return 1 + sum(not score.void for score in self.scores)

    def _counted(self, score: RoundScore) -> Match:
        scores = (*self.scores, score)
        contracts = tuple(
            due + (seat in score.completed and not score.void) for seat, due in enumerate(self.contracts)
        )
        step: Literal[1, -1] = 1 if self.variant.dealing.direction == "clockwise" else -1
        facts = MatchFacts(
            score=score,
            hand=self._hand,
            seats=self.players,
            playing=self.playing,
            totals=_sums(scores, self.players),
            eliminated=self.departures,
            dealer=self.round.context.dealer,
            step=step,
            scores=scores,
            contracts=contracts,
            contracts_total=_number_of_contracts(self.variant),
        )
        verdict = self.variant.match.verdict(facts)
        return attrs.evolve(
            self,
            totals=facts.totals if verdict.totals is None else verdict.totals,
            scores=scores,
            departures=(*self.departures, verdict.eliminated) if verdict.eliminated else self.departures,
            winners=verdict.winners,
            over=verdict.over,
            ranking=verdict.ranking,
            next_dealer=verdict.next_dealer,
            bonuses=verdict.bonuses,
            columns=verdict.columns,
            contracts=contracts if verdict.contracts is None else verdict.contracts,
        )

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.over else f"round {len(self.log)}"
        return f"<Match {self.variant.slug}: {self.players} players, {state}, totals {self.totals}>"


def _sums(scores: tuple[RoundScore, ...], players: int) -> tuple[Points, ...]:
    """The plain sums of the rounds, by seat."""
    return tuple(exact(sum(score.points(seat) for score in scores)) for seat in range(players))


def _number_of_contracts(variant: Variant) -> int | None:
    """How many contracts the game has; None if its openings are no contracts."""
    listed = getattr(variant.opening, "contracts", None)
    return len(cast("tuple[object, ...]", listed)) if isinstance(listed, tuple) else None


def _deal(variant: Variant, seed: int, number: int, context: RoundContext) -> Round:
    return Round.deal(
        variant,
        players=context.seats,
        seed=derive(seed, "round", number),
        dealer=context.dealer,
        context=context,
    )
