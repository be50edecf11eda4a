"""Matches: rounds played one after another, with totals, dealers, eliminations and winners.

Everything in a match follows from its *steps*, the things that people decide to do: deal, move, announce the last
round, buy back in, take back a step, throw in a round, leave, or stop the match. Each method that continues a match
appends a step, and the *events* that it causes, to the history (`rami.matches.history`), and returns a new match.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import attrs

from rami._base.entropy import seed_or_fresh
from rami._base.values import by_fields, changed_fields
from rami._kernel.cards.shuffle import Stream, derive
from rami.cards import CardsLike, parse_cards
from rami.cards.moves import Move
from rami.cards.turns import Turn, turn_of
from rami.errors import InvalidMatch, InvalidSetup, Reason, Violation, checks, reject
from rami.matches.counting import (
    answered,
    counted,
    first_count,
    hand_number,
    number_of_contracts,
    stopped,
    withdrawn,
)
from rami.matches.history import History
from rami.matches.steps import (
    STEP_TYPES,
    Announced,
    Answered,
    Dealt,
    Moved,
    Step,
    Stopped,
    ThrownIn,
    Undone,
    Withdrawn,
    last_taken,
    without_last,
)
from rami.matches.trails import Trail, as_last
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant
from rami.rounds._engine.legal import LegalMoves
from rami.rounds._engine.positions import check_seed
from rami.rounds.events import BuyInAnswered, LastRoundAnnounced, TakenBack
from rami.rounds.round import Round, thrown_in
from rami.rounds.round import dealt as events_of_deal
from rami.rounds.setup import Phase, RoundContext
from rami.rounds.takebacks import not_taken_back
from rami.rounds.transfers import revealed
from rami.rounds.views import PlayerView

__all__ = ["Match"]


@attrs.frozen(repr=False)
class Match(History):
    """A match: the current round, the steps that led to it, and the totals of the finished rounds.

    Begin a match with `Match.start` and continue it with `play` and `next_round`, which return new matches. Seats keep
    their numbers for the whole match, and the seat of a player who has left gets no cards. A round is counted as soon
    as it ends.

    Parameters:
        variant: the rules.
        players: the number of players at the start.
        seed: the seed from which the first dealer and all shuffles are drawn; keep it secret until the match is over.
        round: the current round, or the last round if it is over.

    >>> from rami import Match, variants
    >>> match = Match.start(variants.CLASSIC_51, players=3, seed=7)
    >>> match.over, match.totals, match.round.over
    (False, (0, 0, 0), False)
    """

    variant: Variant
    players: int
    seed: int
    round: Round
    _trail: Trail = attrs.field(factory=Trail, eq=False, repr=False, alias="trail")
    # After the end of a round, the match before its last step; during a round, the match before its deal; None if
    # unknown.
    _earlier: Match | None = attrs.field(default=None, eq=False, repr=False, alias="earlier")

    @classmethod
    def start(
        cls,
        variant: Variant,
        players: int | None = None,
        seed: int | None = None,
        *,
        deck: CardsLike | None = None,
    ) -> Match:
        """Deal the first round of a new match and return the match.

        The seed decides who deals first unless the variant names a seat (R51-DEAL-01). The shuffles of round n use a
        seed derived from this seed and n.

        Parameters:
            variant: the rules.
            players: the number of players; None for four, or the number nearest to four that the variant allows.
            seed: 0 to 2**256 - 1; None for a seed from the operating system's random source. Do not use small numbers
                if a player could profit from guessing the seed: a program can try tens of thousands of seeds a second
                until one deals that player's hand.
            deck: the pack in dealing order, instead of a shuffled pack. The seed still decides who deals first, and how
                discards are shuffled into a new stock.

        Raises:
            InvalidMatch: the variant does not allow that number of players, the deal would leave too few cards in the
                stock, the seed is out of range, or `deck` is not exactly the pack.
        """
        reject(InvalidMatch, checks.instance("variant", variant, Variant))
        # A custom match policy need not have this option.
        named: int | str = getattr(variant.match, "first_dealer", "random")
        if players is None:
            # If the variant names the seat of the first dealer, there must be enough players for that seat.
            players = max(variant.usual_players, named + 1 if isinstance(named, int) else 0)
        seed = seed_or_fresh(seed)
        reject(InvalidMatch, (*player_faults(variant.equipment, players), *check_seed(seed)))
        if isinstance(named, int):
            reject(InvalidMatch, checks.player("first_dealer", named, range(players)))
        # R51-DEAL-01: the label gives the choice of the dealer a separate random stream, which reveals nothing about
        # the shuffles.
        dealer = named if isinstance(named, int) else Stream(seed, "first dealer").below(players)
        count = first_count(variant, players, dealer)
        counts: dict[str, Any] = dict(changed_fields(count))
        context = RoundContext(players, dealer, contracts=count.contracts)
        dealt, step = _deal(variant, seed, 1, context, deck)
        match = cls(
            variant,
            players,
            seed,
            dealt,
            **counts,
            steps=(step,),
            rounds=((step,),),
            history=(events_of_deal(dealt),),
        )
        # A deal that leaves no card to draw ends the round, which must then be counted at once.
        return match._counted()

    @classmethod
    def replay(cls, variant: Variant, players: int, seed: int, steps: Iterable[Step]) -> Match:
        """Apply steps one by one and return the match.

        Parameters:
            variant: the rules.
            players: the number of players at the start.
            seed: the seed of the match.
            steps: the steps; the first is a deal.

        Raises:
            IllegalMove: the rules do not allow a move.
            InvalidMatch: a step that is not a move cannot occur at that point, or the first step is not a deal.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
        >>> Match.replay(match.variant, match.players, match.seed, match.steps) == match
        True
        """
        reject(InvalidMatch, (*checks.integer("players", players), *check_seed(seed)))
        given = checks.items(InvalidMatch, "steps", steps)
        if not given or not isinstance(given[0], Dealt):
            raise InvalidMatch(Violation(Reason.NO_DEAL))
        match = cls.start(variant, players, seed, deck=given[0].deck or None)
        for step in given[1:]:
            match = match.after(step)
        return match

    def after(self, step: Step) -> Match:
        """Apply one more step and return the match.

        Raises:
            IllegalMove: the step is a move that the rules do not allow.
            InvalidMatch: the step is not a move, and cannot be taken now.
        """
        reject(InvalidMatch, checks.instance("step", step, *STEP_TYPES))
        match step:
            case Dealt():
                return self.next_round(deck=step.deck or None)
            case Moved():
                return self.play(step.move, step.player)
            case Announced():
                return self.announce_last(step.player)
            case Answered():
                return self.buy_in(step.accepted, step.player)
            case ThrownIn():
                return self.throw_in(step.player, misdeal=step.misdeal)
            case Withdrawn():
                return self.withdraw(step.player)
            case Stopped():
                return self.stop(step.player)
            case Undone():
                # A step does not record whether it was forced, so force it. Permission was checked when the step was
                # first made.
                return self.undo(step.player, force=True)

    @property
    def announced(self) -> Announced | None:
        """The announcement of the last round; None if nobody has announced it."""
        if not self.round.context.last:
            return None
        found = (step for steps in reversed(self.rounds) for step in reversed(steps))
        return next((step for step in found if isinstance(step, Announced)), None)

    @property
    def player(self) -> int:
        """The seat to act in the current round; once the round is over, the last seat that acted."""
        return self.round.player

    @property
    def phase(self) -> Phase:
        """What the player to act has to do; `Phase.OVER` between rounds and at the end."""
        return self.round.phase

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to act, listed on demand; empty when the current round is over."""
        return self.round.legal_moves

    def explain(self, move: str | Move, by: int | None = None) -> tuple[Violation, ...]:
        """Return every reason against a move; empty if it is legal.

        Parameters:
            move: the move, or its text.
            by: the player who tries it; None for the player to act.
        """
        return self.round.explain(move, by)

    def play(self, move: str | Move, by: int | None = None) -> Match:
        """Play a move and return the match; if the move ends the round, the round is counted.

        Parameters:
            move: the move, or its text.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: the rules do not allow the move; the error contains every reason.
            InvalidMatch: the move ends the round, and a custom match policy returns an invalid verdict.
        """
        played, happened = self.round.step(move, by)
        # Store the move itself, not its text: the text can be read only at the position before the move.
        step = Moved(self.round.player, self.round.parse(move))
        return self._with_step(
            step,
            *happened,
            round=played,
            trail=self._trail.after(self.round, self.rounds[-1], len(self._chapter)),
            earlier=self if played.over else self._earlier,
        )._counted()

    def play_turn(self, turn: str | Turn, by: int | None = None) -> Match:
        """Play all moves of a turn and return the match.

        Parameters:
            turn: the turn, or its text; it may be incomplete.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: a move is illegal, it is another player's turn, or a move follows a draw from the stock. In
                all these cases no move of the turn is played.
            InvalidMatch: the turn ends the round, and a custom match policy returns an invalid verdict.

        >>> from rami import variants
        >>> match = Match.start(variants.CLASSIC_51, players=2, seed=1)
        >>> later = match.play_turn(next(match.round.turns()))
        >>> later.player == match.player, len(later.log[0])
        (False, 1)
        """
        player, turn = self.player if by is None else by, turn_of(turn)
        # Try the turn on the round first: `Round.play_turn` refuses a move after a stock draw, which the loop below
        # would allow.
        self.round.play_turn(turn, player)
        match = self
        for move in turn:
            match = match.play(move, player)
        return match

    def undo(self, by: int | None = None, *, force: bool = False) -> Match:
        """Take back the latest step, usually a move, and return the match.

        Without `force` nobody can take back a deal, or a move that may have shown its player a card: a move that drew
        from the stock (even penalty cards, or cards to pay for a discard), made a new stock, showed a hand or ended
        the round. Any other move can be taken back, even if it showed a card to the others. If a discard returns to
        the hand, the others have seen it, but their views no longer show it, and `Round.sampled` does not use that
        knowledge.

        Parameters:
            by: the player who takes back their own move; None to take back anybody's move.
            force: True to take back any step, even a deal, a throw-in, a departure or the stop of the match.

        Raises:
            InvalidMatch: there is nothing to take back, the step needs `force`, or another player made the move.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> match.play(TakeDiscard()).undo() == match
        True
        """
        reject(InvalidMatch, checks.viewer("by", by, range(self.players)) + checks.flag("force", force))
        last = last_taken(self.rounds[-1])
        if last is None and self.number == 1:
            raise InvalidMatch(Violation(Reason.UNDO_NOTHING))
        if not isinstance(last, Moved):
            if not force:
                raise InvalidMatch(Violation(Reason.UNDO_DEAL if last is None else Reason.UNDO_TABLE))
            return self._before_end(by)
        # A refusal once named the face-down discard of a knock in gin.
        visible = {"move": last.seen_by(by).move}
        if by is not None and last.player != by:
            raise InvalidMatch(Violation(Reason.UNDO_OTHER, None, {**visible, "player": by}))
        if self.round.over:
            if not force:
                raise InvalidMatch(Violation(Reason.UNDO_END, None, visible))
            return self._before_end(by)
        trail, before = self._trail.back(self.rounds[-1], self._chapter, self._redealt)
        # Play the move again to get its events. They need not be the last in the chapter: if later moves were taken
        # back, the events of those moves follow.
        _, events = before.step(last.move)
        seen = list(filter(None, map(revealed, events)))
        if seen and not force:
            raise InvalidMatch(Violation(seen[0], None, visible))
        latest_step = self.rounds[-1][-1]
        announced = (LastRoundAnnounced(latest_step.player),) if isinstance(latest_step, Announced) else ()
        if announced:
            # MILLE-01: taking back a move does not take back an announcement made after it.
            before = as_last(before)
        return attrs.evolve(
            self,
            round=before,
            steps=(*self.steps, Undone(by)),
            rounds=(*self.rounds[:-1], *without_last(self.rounds[-1])),
            history=self._with_events(TakenBack(len(events) + len(announced)), *announced),
            trail=trail,
        )

    def _redealt(self) -> Round:
        """Return the current round as it was dealt; an announcement of the last round is kept."""
        return _deal(self.variant, self.seed, self.number, self.round.context, self.deck or None)[0]

    def _before_deal(self) -> Match:
        """Return a copy of this match for the next round, which needs it if the deal is taken back."""
        # Keep only one earlier match; a chain of them would keep every round in memory.
        ended = self._earlier
        return attrs.evolve(self, earlier=None if ended is None else attrs.evolve(ended, earlier=None))

    def _before_end(self, by: int | None) -> Match:
        """Return the match before the last step of a finished round or, if nobody has moved yet, before the deal."""
        if self._earlier is not None:
            again, trail, earlier = self._earlier, self._earlier._trail.copy(), self._earlier._earlier
        else:
            # A match that was unpickled has no earlier match, so replay it from the start.
            kept = (*self.rounds[:-1], *without_last(self.rounds[-1]))
            again = Match.replay(self.variant, self.players, self.seed, chain.from_iterable(kept))
            trail, earlier = Trail(), None
        # Events are never removed, so void the events since then with a `TakenBack`.
        chapters = self._history[: len(again._history) - 1]
        present = tuple(chain.from_iterable(self._history[len(chapters) :]))
        gone = TakenBack(len(not_taken_back(present)) - len(not_taken_back(again._chapter)))
        return attrs.evolve(
            again,
            steps=(*self.steps, Undone(by)),
            history=(*chapters, (*present, gone)),
            trail=trail,
            earlier=earlier,
        )

    def announce_last(self, by: int | None = None) -> Match:
        """Announce the current round as the last; the match ends with it, whatever the totals.

        The scores of the last round are multiplied by `final_hand_multiplier` (MILLE-01). If that round is void, the
        round that replaces it is the last.

        Parameters:
            by: the player who announces it; None for the whole table.

        Raises:
            InvalidMatch: the round is over, the last round was announced already, or there is no such player.

        >>> from rami import variants
        >>> thousand = variants.CLASSIC_51.with_(match={"final_hand_multiplier": 1000})
        >>> match = Match.start(thousand, players=2, seed=7).announce_last(by=1)
        >>> match.round.context.last
        True
        """
        reject(InvalidMatch, checks.viewer("by", by, range(self.players)))
        if self.round.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER if self.over else Reason.ROUND_OVER))
        if self.round.context.last:
            raise InvalidMatch(Violation(Reason.LAST_ANNOUNCED))
        return self._with_step(Announced(by), LastRoundAnnounced(by), round=as_last(self.round))

    def buy_in(self, accept: bool = True, by: int | None = None) -> Match:
        """Record the decision of the first player in `deciding` to buy back in or to stay out (KAL-BUY-01).

        Once all have decided, players who stay out leave, and the match is over if only one player remains.

        Parameters:
            accept: True to buy back in, False to stay out.
            by: the player who decides; None for the player whose decision is due.

        Raises:
            InvalidMatch: no player may buy back in now, or another player must decide first.

        >>> from rami import variants
        >>> from rami.bots import GreedyBot
        >>> pool = variants.KALOOKI_40.with_(match={"elimination_limit": 61, "buy_ins": 1})
        >>> bot, match = GreedyBot(), Match.start(pool, players=4, seed=1)
        >>> while not match.round.over:
        ...     match = match.play(bot.choose(match.view(match.player)))
        >>> match.totals, match.deciding
        ((30, 91, 37, 0), (1,))
        >>> match.buy_in().totals, match.buy_in(accept=False).playing
        ((30, 37, 37, 0), (0, 2, 3))
        """
        reject(InvalidMatch, checks.viewer("by", by, range(self.players)) + checks.flag("accept", accept))
        if not self.deciding:
            raise InvalidMatch(Violation(Reason.BUY_IN_CLOSED))
        player = self.deciding[0]
        if by is not None and by != player:
            raise InvalidMatch(Violation(Reason.NOT_YOUR_TURN, None, {"player": player, "by": by}))
        after = self._with_step(Answered(player, accept), BuyInAnswered(player, accept))
        return answered(after, self.variant, accept)._with_count(self)

    def throw_in(self, by: int | None = None, *, misdeal: bool = False) -> Match:
        """Throw in the current round, which becomes void; `next_round` then deals new cards for the same hand.

        The new deal adds 1 to `Match.number`, which counts void rounds, but not to `RoundContext.number`.

        Parameters:
            by: the player who asked for it; None for the whole table.
            misdeal: True if the cards were dealt wrongly; the same player then deals again. Otherwise the variant's
                rule for void rounds decides who deals.

        Raises:
            InvalidMatch: the round is over, a hand has been shown and must be counted first, or there is no such
                player.

        >>> from rami import variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> again = match.throw_in(misdeal=True).next_round()
        >>> again.round.context.dealer == match.round.context.dealer, again.number, again.totals
        (True, 2, (0, 0))
        """
        reject(InvalidMatch, checks.viewer("by", by, range(self.players)) + checks.flag("misdeal", misdeal))
        after, events = thrown_in(self.round)
        thrown = self._with_step(ThrownIn(by, misdeal), *events, round=after, **self._left())
        match = counted(thrown, self.variant, after.score(), last=after.context.last)
        if misdeal:
            match = attrs.evolve(match, next_dealer=after.context.dealer)
        return match._with_count(self)

    def withdraw(self, player: int) -> Match:
        """Let a player leave for good between two rounds; if only one player remains, that player wins the match.

        To let a player leave during a round, throw it in first (`throw_in`).

        Parameters:
            player: the seat.

        Raises:
            InvalidMatch: the round is not over, the match is over, a player has yet to decide on a buy-in, or the
                player is not in the match.

        >>> from rami import variants
        >>> match = Match.start(variants.GIN, players=2, seed=7).throw_in().withdraw(1)
        >>> match.over, match.winners
        (True, (0,))
        """
        reject(InvalidMatch, checks.player("player", player, range(self.players)))
        self._check_between_rounds()
        left = self._with_step(Withdrawn(player), **self._left())
        return withdrawn(left, self.variant, player)._with_count(self)

    def stop(self, by: int | None = None) -> Match:
        """End the match between two rounds with the current totals; the leader wins.

        Parameters:
            by: the player who asked for it; None for the whole table.

        Raises:
            InvalidMatch: the round is not over, the match is over, a player has yet to decide on a buy-in, or
                there is no such player.
        """
        reject(InvalidMatch, checks.viewer("by", by, range(self.players)))
        self._check_between_rounds()
        return stopped(self._with_step(Stopped(by), **self._left()))._with_count(self)

    def _left(self) -> dict[str, Any]:
        """Return the fields that the next match needs in order to take back its step, if the step is not a move."""
        # Copy the trail, because the later match stores memories of events that become void if the step is taken back.
        return {"earlier": self, "trail": self._trail.copy()}

    def _check_between_rounds(self) -> None:
        """Refuse a step during a round, after the match, or while a player has yet to decide on a buy-in."""
        if not self.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_NOT_OVER))
        if self.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER))
        if self.deciding:
            raise InvalidMatch(Violation(Reason.BUY_IN_OPEN, None, {"player": self.deciding[0]}))

    def view(self, player: int | None, since: int | None = None) -> PlayerView:
        """Return a player's or a spectator's view of the current round, including what that viewer remembers.

        Parameters:
            player: the seat of the viewer, or None for a spectator.
            since: an earlier `mark`, to include the `events` since then; None for no events.

        Raises:
            InvalidMatch: there is no such player or no such mark.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> match.play(TakeDiscard()).view(1).memory.holds[0]
        Cards('J♥')
        """
        reject(InvalidMatch, checks.viewer("player", player, range(self.players)))
        events = () if since is None else self.events(player, since)
        memory = self._trail.memory(self.round.variant, player, self._chapter) if self._history else None
        return attrs.evolve(self.round.view(player), events=events, mark=self.mark, memory=memory)

    def next_round(self, *, deck: CardsLike | None = None) -> Match:
        """Deal the next round and return the match (R51-DEAL-06).

        Parameters:
            deck: the pack in dealing order, instead of a shuffled pack.

        Raises:
            InvalidMatch: the round is not over, the match is over, a player has yet to decide on a buy-in, or `deck`
                is not exactly the pack.
        """
        self._check_between_rounds()
        last = number_of_contracts(self.variant)
        context = RoundContext(
            seats=self.players,
            dealer=self.next_dealer,
            # D-130: the round after a void round has the same number. The seed below depends on the number of deals, so
            # the cards are new.
            number=hand_number(self.scores),
            totals=self.totals,
            playing=self.playing,
            # LIV-CON-08: each round has its own contract; if there are more rounds than contracts, repeat the last
            # contract.
            contracts=tuple(due if last is None else min(due, last) for due in self.contracts),
            # D-130: if the last round is void, the round that replaces it is the last.
            last=self.round.context.last,
        )
        dealt, step = _deal(self.variant, self.seed, len(self.scores) + 1, context, deck)
        return attrs.evolve(
            self,
            round=dealt,
            steps=(*self.steps, step),
            rounds=(*self.rounds, (step,)),
            history=(*self._history, events_of_deal(dealt, len(self.scores) + 1)),
            trail=Trail(),
            earlier=self._before_deal(),
        )._counted()

    def _counted(self) -> Match:
        """Count the round if it is over, and return the match."""
        if not self.round.over:
            return self
        return counted(self, self.variant, self.round.score(), last=self.round.context.last)._with_count(self)

    def __reduce__(self) -> tuple[object, tuple[()]]:
        # Leave out both fields: they would add many positions to each pickle, and replaying the steps restores them.
        return by_fields(self, "_trail", "_earlier")

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.over else f"round {self.number}"
        return f"<Match {self.variant.slug}: {self.players} players, {state}, totals {self.totals}>"


def _deal(
    variant: Variant, seed: int, number: int, context: RoundContext, deck: CardsLike | None
) -> tuple[Round, Dealt]:
    """Deal a round, and return it with the step that deals it."""
    cards = None if deck is None else parse_cards(deck)
    try:
        dealt = Round.deal(
            variant,
            players=context.seats,
            seed=derive(seed, "round", number),
            dealer=context.dealer,
            context=context,
            deck=cards,
        )
    except InvalidSetup as error:
        raise InvalidMatch(*error.violations) from None
    return dealt, Dealt(cards or ())
