"""Convert setups to kernel positions.

`state_of` checks a setup before converting it; `position_of` converts a setup that is known to be sound, such as one
made from a view. Facts that no rule of the game uses get a neutral value, so that equivalent positions are equal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import attrs

from rami._kernel.cards import hands
from rami._kernel.cards.codes import UNKNOWN
from rami._kernel.openings.judge import PAIR_UNIT
from rami._kernel.rounds.draws import begin_turn, pile_in_turn
from rami._kernel.rounds.state import NOBODY, BySeat, Deal, Known, State
from rami._kernel.rounds.state import Outcome as KernelOutcome
from rami._kernel.rounds.steps import closed, settled, show_down
from rami._kernel.turns.knocking import BIG_GIN, Knocked
from rami._kernel.turns.turn import NO_CARD, Duties, Layers, Terms, Tracked, Turn
from rami.cards import Card
from rami.errors import InvalidSetup, Reason, Violation, reject
from rami.policies._compiled import KINDS, reads_upcard
from rami.policies._refusals import code_of
from rami.policies.results.seats import single_columns
from rami.rounds._engine.positions import (
    PHASES,
    contracts_read,
    fault,
    outcome_of,
    pack_of,
    totals_read,
    turn_order,
    unplayable,
)
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setup_faults import SetupCheck
from rami.rounds.setup import DutyKind, Outcome, Phase, RoundContext, Setup


@attrs.frozen
class _SetupReader(SetupCheck):
    """Converts a setup without faults to a kernel position."""

    def state(self) -> State:
        """Return the kernel's position."""
        setup, rules, game = self.setup, self.rules, self.rules.game
        piles = tuple(hands.of_cards(hand.ids, game.planes) for hand in setup.hands)
        table = tuple((item.id, item.owner, code_of(game.melds, item.meld)) for item in setup.table)
        # D-131: a player who owns a meld has opened; `opened_faults` has checked that the seats agree.
        opened = tuple(self.has_opened(seat) for seat in range(self.context.seats))
        highest = setup.highest_opening + PAIR_UNIT * setup.highest_pairs if game.turn.track_highest else 0
        fixed = Deal(
            turn_order(rules.variant, self.context),
            setup.seed,
            upcard=_number(setup.upcard) if reads_upcard(rules.variant) else NO_CARD,
            contracts=contracts_read(rules, self.context),
            totals=totals_read(rules, self.context),
            turned=_number(setup.turned) if rules.variant.dealing.turned_card is not None else NO_CARD,
            by_seat=self.counted_by_seat(),
        )
        shown = setup.knock
        player, hand = setup.player, piles[setup.player]
        before = Turn(hand, table, player, False, Terms(), Tracked(layers=self.layers(), highest=highest))
        turn = begin_turn(game, fixed, self.number, player, hand, opened, before, shown is not None)
        # GIN-KNOCK-01: the discard of a knock goes face down, except in games that discard face up.
        face_up = game.knock is not None and game.knock.face_up
        knocked = None if shown is None else Knocked(shown.player, KINDS[shown.kind], face_up)
        discards, face_down = bytes(card.id for card in setup.discards), NO_CARD
        if knocked is not None and not face_up and knocked.kind != BIG_GIN and discards:
            discards, face_down = discards[:-1] + bytes([UNKNOWN]), discards[-1]
        known = Known(
            PHASES[setup.phase],
            self.number,
            self.in_turn(turn) if setup.phase is Phase.PLAY else turn,
            discards,
            len(stock := self.stock()),
            setup.recycles,
            knocked,
            fixed.showable(self.number),
        )
        drawer = NOBODY if setup.drawer is None else setup.drawer
        state = State(known, piles, opened, stock, fixed, face_down, drawer=drawer)
        if setup.phase is not Phase.OVER:
            return state
        # After a knock the outcome follows from the hands: count them again instead of trusting the setup.
        if state.knocked is not None:
            return show_down(game, state)
        return state if setup.outcome is None else closed(state, self.ended(setup.outcome))

    def counted_by_seat(self) -> BySeat:
        """Return the facts about the players that a rule of the game uses."""
        facts, game = self.by_seat, self.rules.game
        return replace(
            facts,
            completed=self.completed(),
            touched=facts.touched if game.draw.touch else (),
            placed=facts.placed if game.turn.track_placed else (),
            **single_columns(self.setup),
        )

    def completed(self) -> tuple[int, ...]:
        """Return the seats that have laid their contract, in order; by default, in the order of their first melds."""
        if self.rules.game.contracts is None:
            return ()
        melds = sorted(self.setup.table, key=lambda item: item.id)
        return self.setup.completed or tuple(dict.fromkeys(item.owner for item in melds))

    def layers(self) -> Layers:
        """Return the seat that laid each table card, by default the meld's owner; () if no rule of the game uses it."""
        if not self.rules.game.turn.track_layers:
            return ()
        return tuple(bytes(item.laid_by or (item.owner,) * len(item.meld)) for item in self.setup.table)

    def stock(self) -> bytes:
        """Return the stock; by default, all remaining cards."""
        if self.setup.stock is not None:
            return bytes(card.id for card in self.setup.stock)
        return bytes(sorted((Counter(pack_of(self.rules.variant)) - self.placed).elements()))

    def in_turn(self, turn: Turn) -> Turn:
        """Return a turn with the facts that the setup states for the play phase."""
        setup, facts, rules = self.setup, self.setup.turn_facts, self.rules.game.turn
        kinds = {duty.kind for duty in facts.duties}
        wilds = (_number(duty.card) for duty in facts.duties if duty.kind is DutyKind.PLACE_WILD)
        tracked = Tracked(
            facts.helped and rules.track_help,
            # New melds get higher ids, so they begin at the lowest fresh id or, if there are none, at the next free id.
            min(facts.fresh, default=1 + max((item.id for item in setup.table), default=-1)),
            facts.melds_laid if rules.counts_melds else 0,
            facts.cards_added if rules.pair_layoffs and turn.in_pairs() else 0,
            pile_in_turn(self.rules.game, bytes(card.id for card in setup.discards)),
            turn.tracked.layers,
            tuple(sorted(facts.wilds_placed)) if rules.track_wilds else (),
            turn.tracked.highest,
            bytes(card.id for card in facts.cards_placed) if rules.track_cards else b"",
        )
        duties = Duties(
            _number(facts.taken),
            DutyKind.PLACE_TAKEN in kinds,
            _number(facts.barred),
            tuple(sorted(wilds)),
            DutyKind.GO_OUT in kinds,
            sum(duty.points for duty in facts.duties if duty.kind is DutyKind.REACH_POINTS),
        )
        return Turn(
            turn.hand, turn.table, turn.player, turn.opened, turn.terms, tracked, duties, facts.opened_now
        )

    def ended(self, outcome: Outcome) -> KernelOutcome:
        """Return the outcome of a round that ended without a knock."""
        return KernelOutcome(
            -1 if outcome.winner is None else outcome.winner,
            outcome.opened_before or (False,) * self.context.seats,
            outcome.all_at_once,
            outcome.helped,
            outcome.wilds_placed,
            _number(outcome.final_discard),
            complete=outcome.complete,
            factor_lost=outcome.factor_lost and self.rules.game.draw.touch,
            stock_out=outcome.stock_out,
            joker_placed_last=outcome.joker_placed_last and self.rules.game.turn.track_joker_last,
        )


def _number(card: Card | None) -> int:
    return NO_CARD if card is None else card.id


def state_of(rules: Rules, setup: Setup, *, guessed: bool = False) -> tuple[RoundContext, State]:
    """Return the context and the position of a setup.

    Parameters:
        rules: the rules of the game.
        setup: the position as data.
        guessed: True if the hand of the player to act is only a guess; checks that depend on that hand are then
            skipped.

    Raises:
        InvalidSetup: some of the facts cannot be true; the error lists all of them.
    """
    reader = _SetupReader.of(rules, setup)
    reject(InvalidSetup, reader.faults())
    state = reader.state()
    if guessed:
        return reader.context, state
    # A setup may state the outcome after a knock, as `Round.setup` does; it then has to be correct.
    if setup.knock is not None and setup.outcome not in (None, outcome_of(state)):
        raise InvalidSetup(fault(Reason.OUTCOME_MISMATCH))
    # Check this last: the search for a way to complete the turn needs a sound position.
    reject(InvalidSetup, unplayable(rules.game, state))
    return reader.context, settled(rules.game, state)


def faults_of(rules: Rules, setup: Setup) -> tuple[RoundContext, list[Violation]]:
    """Return the context of a setup and the violations in its facts, without trying to complete the turn."""
    reader = _SetupReader.of(rules, setup)
    return reader.context, list(dict.fromkeys(reader.faults()))


def position_of(rules: Rules, setup: Setup) -> State:
    """Return the position of a setup that is known to have no faults; hidden cards may be missing from it."""
    return _SetupReader.of(rules, setup).state()


def known_of(rules: Rules, setup: Setup, stock_size: int) -> Known:
    """Return what the acting player knows, from a setup that lacks only the cards hidden from that player."""
    return position_of(rules, setup).known.changed(stock_size=stock_size)
