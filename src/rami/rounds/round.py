"""A round as an immutable position: playing a move returns a new round.

Most programs enter the engine through `Round`. The class itself contains no rules. It keeps three things. The *context*
describes the match that the round belongs to, the *rules* are a variant with its compiled form, and the *state* is the
kernel's position in ints and tuples. `Round` builds cards, melds, moves and views from these on demand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from rami._base.entropy import seed_or_fresh
from rami._base.values import Value
from rami._kernel.rounds.position import Position, reduced
from rami.cards import Card, Cards, CardsLike, parse_cards
from rami.cards.faces import cards_of
from rami.cards.moves import DrawStock, Move, TakeDiscard
from rami.cards.turns import Turn, turn_of
from rami.errors import IllegalMove, InvalidMatch, InvalidSetup, RamiError, Reason, Violation, checks, reject
from rami.policies.results._tally import scored
from rami.policies.results.scores import RoundScore
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant
from rami.rounds._engine.events import carry_out, dealt_events, events_of, events_of_plain, voided
from rami.rounds._engine.legal import LegalMoves, canonical, judge, parsed
from rami.rounds._engine.listed_moves import NAMES
from rami.rounds._engine.lookahead import reasons_against
from rami.rounds._engine.positions import (
    PHASE_NAMES,
    card_of,
    check_seed,
    deal,
    duties_of,
    hands_of,
    knock_of,
    outcome_of,
    round_facts,
    setup_of,
    table_of,
    with_contracts,
)
from rami.rounds._engine.rules import Decision, Rules
from rami.rounds._engine.setups import state_of
from rami.rounds._sampling import Sampler
from rami.rounds.events import Event, RoundScored
from rami.rounds.placements import Placement
from rami.rounds.setup import Duty, KnockFact, Outcome, Phase, RoundContext, Setup, TableMeld
from rami.rounds.transfers import revealed
from rami.rounds.views import PlayerView, hands_shown, view_of

__all__ = ["Round", "dealt"]


class Round(Value, Position):
    """A position of a round with every hidden card, as a server holds it.

    Make one with `Round.deal` or `Round.from_setup`; `play` returns a new one. Two rounds are equal if their setups are
    equal, ignoring the ids of table melds. `print(round)` shows only the cards that a spectator sees; print a player's
    view to see that player's hand.

    >>> from rami import Round, variants
    >>> start = Round.deal(variants.CLASSIC_51, players=4, seed=7, dealer=0)
    >>> start.player, str(start.phase), len(start.hands[0]), len(start.hands[1])
    (0, 'discard', 14, 13)
    >>> after = start.play(next(iter(start.legal_moves)))
    >>> after.player, str(after.phase)
    (1, 'draw')
    """

    __slots__ = ("__weakref__",)

    # The compiled base class defines these fields; here their types are narrower.
    _context: RoundContext
    _rules: Rules

    @classmethod
    def deal(
        cls,
        variant: Variant,
        players: int | None = None,
        seed: int | None = None,
        dealer: int = 0,
        *,
        context: RoundContext | None = None,
        deck: CardsLike | None = None,
    ) -> Round:
        """Deal a round.

        Cards are dealt one at a time, beginning with the seat after the dealer. Games that have them then take from
        the pack the extra card of the player who starts (R51-DEAL-04), the upcard (R51-DEAL-05), and the card turned
        up next to the stock (IND-DEAL-04), in this order.

        Parameters:
            variant: the rules.
            players: the number of players; by default the number of seats in the context or, without a context, the
                number nearest to four that the variant allows.
            seed: 0 to 2**256 - 1; it shuffles the pack now and the discard pile later. None for 256 random bits from
                the operating system; read them from `setup.seed` afterwards.
            dealer: the seat that deals.
            context: the facts of the match that the round belongs to; they replace `players` and `dealer`.
            deck: the pack in dealing order, instead of a shuffled one.

        Raises:
            InvalidSetup: a number is out of range, `deck` is not exactly the pack, or the deal leaves too few cards in
                the stock; the error lists every reason.
        """
        wrong = checks.instance("variant", variant, Variant)
        reject(InvalidSetup, wrong + checks.instance("context", context, RoundContext, None))
        seed = seed_or_fresh(seed)
        if context is None:
            context = _context(variant, players, dealer, seed)
        elif players is not None and players != context.seats:
            raise InvalidSetup(*checks.count("players", players, context.seats))
        # The number of packs may depend on the players (RUM-MAT-02), and the wild rank on the hand (TT-WILD-01).
        rules = Rules.of(variant.for_round(context.seats, number=context.number))
        context = with_contracts(rules, context)
        cards: Iterable[Card] | None = None if deck is None else parse_cards(deck)
        state = deal(rules, context, seed, cards)
        # IND-WILD-02: the deal decides which rank is wild, so the rules of the round are complete only now.
        if rules.variant.dealing.turned_card == "wild_rank":
            rules = Rules.of(rules.variant.for_round(turned=card_of(state.deal.turned)))
        return cls(context, rules, reduced(rules.game, state))

    @classmethod
    def from_setup(cls, setup: Setup) -> Round:
        """Return the round at a position given as data.

        Raises:
            InvalidSetup: some of the facts cannot be true; the error lists all of them.
        """
        reject(InvalidSetup, checks.instance("setup", setup, Setup))
        rules = Rules.of(setup.variant)
        context, state = state_of(rules, setup)
        return cls(context, rules, reduced(rules.game, state))

    @classmethod
    def sampled(cls, view: PlayerView, seed: int) -> Round:
        """Return a random round that the viewer cannot tell from the real one; its view equals `view`.

        The hidden cards are dealt again. Every deal that the view and its `memory` allow is equally likely, counting
        two copies of a face as two cards. Deals in which the player to act could not complete the turn are left out.
        The seed of the round is derived from `seed`.

        Parameters:
            view: the view of a player or a spectator.
            seed: 0 to 2**256 - 1; the same seed gives the same round.

        Raises:
            InvalidSetup: the seed is out of range.
            RamiError: the memory does not belong to this position; or another player is to act, and could not complete
                the turn in any of 10,000 deals.

        >>> from rami import Round, variants
        >>> view = Round.deal(variants.GIN, players=2, seed=7).view(0)
        >>> guess = Round.sampled(view, 1)
        >>> (
        ...     guess.view(0) == view,
        ...     guess == Round.sampled(view, 1),
        ...     guess == Round.sampled(view, 2),
        ... )
        (True, True, False)
        """
        reject(InvalidSetup, (*checks.instance("view", view, PlayerView), *check_seed(seed)))
        rules = Rules.of(view.variant)
        return cls(view.context, rules, Sampler(rules, view).state(seed))

    @property
    def setup(self) -> Setup:
        """The position as data; `Round.from_setup` rebuilds an equal round from it."""
        return setup_of(self._rules, self.context, self._state)

    @property
    def context(self) -> RoundContext:
        """The facts of the match that the round belongs to: players, dealer and earlier totals."""
        return self._context

    @property
    def variant(self) -> Variant:
        """The rules of this round, which `Variant.for_round` derives from the rules of the game."""
        return self._rules.variant

    @property
    def player(self) -> int:
        """The seat to act; once the round is over, the last seat that acted."""
        return self._acting

    @property
    def phase(self) -> Phase:
        """What the player to act has to do."""
        return PHASE_NAMES[self._state.phase]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the round, None until it is over."""
        return outcome_of(self._state)

    @property
    def knock(self) -> KnockFact | None:
        """The player who ended the play by showing a hand, and how; None before that (GIN-KNOCK-01)."""
        return knock_of(self._state)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties that the player to act must meet before the turn can end (R51-LAY-02)."""
        return duties_of(self._state.turn)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards of each seat."""
        return hands_of(self._state)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock; its first card is drawn next."""
        return cards_of(self._state.stock)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, its top card last."""
        return cards_of(self._state.discards)

    @property
    def table(self) -> tuple[TableMeld, ...]:
        """The melds on the table."""
        turn = self._state.turn
        return table_of(turn.table, turn.tracked.layers)

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has opened."""
        return self._state.opened

    @property
    def completed(self) -> tuple[int, ...]:
        """The players who have laid their contract, in order; empty in games without contracts (FRU-END-02)."""
        return self._state.deal.by_seat.completed

    @property
    def turn(self) -> int:
        """The number of turns so far."""
        return self._state.number

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to act, listed on demand; empty when the round is over."""
        return self._moves(LegalMoves, NAMES)

    def parse(self, move: str | Move) -> Move:
        """Read a move from text, and let the variant read the cards of its melds.

        The text may look like `str(move)` or use the words of the class names; `rami.cards.moves` lists both forms. The
        move need not be legal. `play`, `step`, `explain` and `legal_moves` read text the same way.

        Parameters:
            move: the text, or a move whose melds may still be plain cards.

        Raises:
            InvalidText: the text is not a move.
            InvalidMeld: some cards given as a meld do not form one; the error lists every reason.

        >>> from rami import variants
        >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
        >>> start.parse("lay down 9♠ 7♠ 8♠")
        LayDown(melds=(Run('7♠ 8♠ 9♠'),), sources=())
        """
        return parsed(self._rules, self._state.known.turn, move)

    def explain(self, move: str | Move, by: int | None = None) -> tuple[Violation, ...]:
        """Return every reason against a move; empty if it is legal.

        Parameters:
            move: the move, or its text.
            by: the player who tries it; None for the player to act.
        """
        return reasons_against(self._rules, self._state.known, self._judge(move, by))

    def canonical(self, move: str | Move) -> tuple[Move, ...]:
        """Return the listed moves with the same result as a legal move.

        A lay-down of several melds after the opening is listed as one move for each meld. If moves differ only by
        interchangeable wild cards, only one of them is listed; given another one, the method returns it unchanged.

        Raises:
            IllegalMove: the rules do not allow the move.
        """
        return canonical(self._rules, self._state.known, self._legal(move, None))

    def play(self, move: str | Move, by: int | None = None) -> Round:
        """Play a move and return the new round.

        Parameters:
            move: the move, or its text.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: the rules do not allow the move; the error contains the move and every reason.
        """
        if by is None:
            # Hot path: if the move is a draw or a discard from the list, the kernel judges and plays it in one step.
            after = self._after(move, NAMES)
            if after is not None:
                return after
        state = carry_out(self._rules, self._state, self._legal(move, by))
        return type(self)(self._context, self._rules, reduced(self._rules.game, state))

    def step(self, move: str | Move, by: int | None = None) -> tuple[Round, tuple[Event, ...]]:
        """Play a move and return the new round and its events.

        The events name every card. Before you send one to a player, hide the others' cards in it with
        `rami.rounds.events.seen_by`.

        Parameters:
            move: the move, or its text.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: the rules do not allow the move.
        """
        if by is None:
            plain = self._plain_step(move, NAMES)
            if plain is not None:
                before, follows = plain
                # A plain position is never the end of a round, so no score follows.
                return type(self)(self._context, self._rules, follows), events_of_plain(before, follows)
        state, events = events_of(self._rules, self._state, self._legal(move, by))
        after = type(self)(self.context, self._rules, reduced(self._rules.game, state))
        return after, (*events, *after._scored())

    def _dealt(self, number: int) -> tuple[Event, ...]:
        return (*dealt_events(self._rules, self.context, number, self._state), *self._scored())

    def _thrown_in(self) -> tuple[Round, tuple[Event, ...]]:
        state, events = voided(self._state)
        after = type(self)(self.context, self._rules, reduced(self._rules.game, state))
        return after, (*events, *after._scored())

    def _scored(self) -> tuple[RoundScored, ...]:
        """Return the last event of a finished round, with its score and hands; empty while the round lasts."""
        if not self.over:
            return ()
        if not hands_shown(self._state):
            # Everybody gets this event, and after a void round nobody has shown a hand (D-130).
            return (RoundScored(self.score()),)
        # IND-FOLD-05: the hands of players who have dropped out remain hidden; `seen_by` needs their seats.
        folded = tuple(seat for seat, price in enumerate(self._state.deal.by_seat.folded) if price)
        return (RoundScored(self.score(), self.hands, folded),)

    def turns(
        self,
        limit: int | None = None,
        *,
        opens: bool | None = None,
        goes_out: bool | None = None,
        uses_discard: bool | None = None,
    ) -> Iterator[Turn]:
        """Yield the complete turns of the player to act, each with a different result.

        A turn that starts with a stock draw ends there, since the rest depends on the card drawn. Memory use grows with
        the number of positions searched; set `limit` to bound it.

        Parameters:
            limit: the maximum number of turns; None for all.
            opens: True for turns in which the player opens, False for turns without an opening, None for all.
            goes_out: True for turns that end the round by going out or by a knock, False for turns that do not, None
                for all.
            uses_discard: True for turns that take the top discard, False for turns that do not, None for all.

        Raises:
            RamiError: `limit` is negative or not an integer, or another argument is not True, False or None.

        >>> from rami import variants
        >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
        >>> len(list(start.turns())) == len(start.legal_moves)
        True
        >>> list(start.turns(opens=True))
        []
        """
        filters = {"opens": opens, "goes_out": goes_out, "uses_discard": uses_discard}
        wrong = [] if limit is None else [*checks.integer("limit", limit, 0, sys.maxsize)]
        for field, value in filters.items():
            wrong += () if value is None else checks.flag(field, value)
        # Check here: `_turns` is a generator, so its errors would appear only when the first turn is requested.
        reject(RamiError, wrong)
        found = _turns(self, uses_discard)
        return islice(
            (
                turn
                for turn, end in found
                if opens in (None, end.opened[self.player] and not self.opened[self.player])
                and goes_out in (None, _went_out(end))
            ),
            limit,
        )

    def play_turn(self, turn: str | Turn, by: int | None = None) -> Round:
        """Play all moves of a turn and return the new round.

        Parameters:
            turn: the turn, or its text: moves separated by semicolons. It may be incomplete. No move may follow one
                that shows the player a new card, such as a draw from the stock: if a later move were illegal, the whole
                turn would be refused, and the player would know the card without having drawn it.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: the rules do not allow a move, it is another player's turn, or a move follows a draw from the
                stock; or the argument is not a turn.

        >>> from rami import variants
        >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
        >>> start.play_turn(next(start.turns())).player
        1
        >>> gin = Round.deal(variants.GIN, players=2, seed=7)
        >>> gin.play_turn("take; discard T♠").phase
        Phase.DRAW
        """
        player = self.player if by is None else by
        position, last = self, None
        for move in turn_of(turn):
            if last is not None:
                # Refuse the move without judging it: the reasons would name the card drawn, although the draw has not
                # been played.
                raise IllegalMove(move, Violation(Reason.TURN_REVEALS, None, {"move": last}))
            position, events = position.step(move, player)
            last = move if any(map(revealed, events)) else None
        return position

    def _judge(self, move: str | Move, by: int | None) -> Decision:
        if by is not None and (wrong := checks.player("by", by, self.context.playing)):
            return Decision.against(*wrong)
        # Once the round is over it is nobody's turn; `judge` says so, and no other reason would help.
        if by is not None and by != self.player and not self.over:
            return Decision.against(self._rules.fault(Reason.NOT_YOUR_TURN, player=self.player, by=by))
        return judge(self._rules, self._state.known, move)

    def _legal(self, move: str | Move, by: int | None) -> Decision:
        judged = self._judge(move, by)
        if judged.violations:
            raise IllegalMove(move, *reasons_against(self._rules, self._state.known, judged))
        return judged

    def view(self, player: int | None) -> PlayerView:
        """Return the view of a player, or of a spectator if `player` is None.

        Raises:
            InvalidSetup: there is no such player.
        """
        reject(InvalidSetup, checks.viewer("player", player, range(self.context.seats)))
        return view_of(self._rules, self._context, self._state, player)

    def placements(self, card: Card | str, by: int | None = None) -> tuple[Placement, ...]:
        """List where a card could go on the table, as `PlayerView.placements` does, for any player.

        Parameters:
            card: any card, or its text.
            by: the player who would put it there; None for the player to act.

        Raises:
            InvalidCards: the pack has no such card.
            InvalidSetup: there is no such player.
        """
        seat = self.player if by is None else by
        reject(InvalidSetup, checks.player("by", seat, range(self.context.seats)))
        return self.view(seat).placements(card)

    def score(self) -> RoundScore:
        """Return the score of a finished round: a line per player with points and reasons.

        Raises:
            InvalidSetup: the round is not over.
        """
        outcome = self.outcome
        if outcome is None:
            raise InvalidSetup(self._rules.fault(Reason.ROUND_NOT_OVER))
        return scored(self.variant, round_facts(self._rules, self._context, self._state, outcome))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return (
            self.variant == other.variant
            and self.context == other.context
            and self._state.key(self._rules.game) == other._state.key(other._rules.game)
        )

    def __hash__(self) -> int:
        return hash((self.context, self._state.key(self._rules.game)))

    def __repr__(self) -> str:
        doing = "over" if self.over else f"player {self.player} to {self.phase}"
        return f"<Round {self.variant.slug}, {len(self.context.playing)} players, turn {self.turn}, {doing}>"

    def __str__(self) -> str:
        return str(self.view(None))

    def __reduce__(self) -> tuple[object, tuple[Setup]]:
        return Round.from_setup, (self.setup,)


def _went_out(end: Round) -> bool:
    """Return whether a player has ended the round, by a knock or with an empty hand."""
    outcome = end.outcome
    return end.knock is not None or (outcome is not None and outcome.winner is not None)


def _turns(start: Round, uses_discard: bool | None) -> Iterator[tuple[Turn, Round]]:
    """Yield each turn with the position after it, from a depth-first search that visits no position twice."""
    met: set[Round] = set()
    # A discard taken before `start` belongs to the turn too.
    taken = start.view(start.player).taken is not None
    open_paths: list[tuple[tuple[Move, ...], Round, Iterator[Move]]] = [((), start, iter(start.legal_moves))]
    while open_paths:
        path, position, moves = open_paths[-1]
        move = next(moves, None)
        if move is None:
            open_paths.pop()
            continue
        # The rest depends on a hidden card: end the turn here.
        if isinstance(move, DrawStock):
            if uses_discard is not True:
                # A draw neither opens nor goes out, so apply the filters to the position before it.
                yield Turn((*path, move)), start
            continue
        if uses_discard not in (None, taken or isinstance((*path, move)[0], TakeDiscard)):
            continue
        reached = position.play(move)
        if reached in met:
            continue
        met.add(reached)
        longer = (*path, move)
        # The reply to a knock has the same turn number but another player.
        if reached.over or (reached.turn, reached.player) != (start.turn, start.player):
            yield Turn(longer), reached
        else:
            open_paths.append((longer, reached, iter(reached.legal_moves)))


def _context(variant: Variant, players: int | None, dealer: int, seed: int) -> RoundContext:
    seats = variant.usual_players if players is None else players
    wrong = player_faults(variant.equipment, seats)
    # If the number of players is wrong too, report the dealer only if even the largest table allowed has no such seat.
    wrong += checks.seat("dealer", dealer, variant.equipment.players[1] if wrong else seats)
    if wrong:
        raise InvalidSetup(*wrong, *check_seed(seed))
    return _plain_context(seats, dealer)


_plain_context = lru_cache(maxsize=128)(RoundContext)


def dealt(start: Round, number: int = 1) -> tuple[Event, ...]:
    """Return the events of a deal.

    Parameters:
        start: the round that has just been dealt.
        number: the number of the round in the match, from 1.

    >>> from rami import variants
    >>> [type(event).__name__ for event in dealt(Round.deal(variants.GIN, seed=7))]
    ['CardsDealt', 'TurnBegun']
    """
    reject(RamiError, (*checks.instance("start", start, Round), *checks.integer("number", number, 1)))
    return start._dealt(number)  # pyright: ignore[reportPrivateUsage]  # defined in this module


def thrown_in(position: Round) -> tuple[Round, tuple[Event, ...]]:
    """Throw in a round, and return the void round and its last events.

    Raises:
        InvalidMatch: the round is over, or a hand has been shown and will be counted.

    >>> from rami import variants
    >>> thrown_in(Round.deal(variants.GIN, seed=7))[0].outcome.void
    True
    """
    reject(RamiError, checks.instance("position", position, Round))
    if position.over or position.knock is not None:
        raise InvalidMatch(Violation(Reason.ROUND_OVER if position.over else Reason.HAND_IS_SHOWN))
    return position._thrown_in()  # pyright: ignore[reportPrivateUsage]  # defined in this module
