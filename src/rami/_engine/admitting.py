"""Setups, which may hold anything, read as positions: every fault is found, or the position is built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from .. import _checks as checks
from .._kernel import hands
from .._kernel.completion import completable
from .._kernel.contracts import ALL_COMPLETE_NEVER
from .._kernel.state import PLAY, Deal, Known, State
from .._kernel.state import Outcome as KernelOutcome
from .._kernel.steps import begin_turn, closed, pile_in_turn, settled, show_down
from .._kernel.turn import NO_CARD, Turn
from ..errors import InvalidSetup, RamiError, Reason, Violation, reject
from ..policies._compiled import reads_upcard
from ..policies._reading import code_of, read_meld
from ..setup import DutyKind, Outcome, Phase, RoundContext, Setup
from .knock_facts import knock_faults, knocked_of
from .positions import (
    PHASES,
    check_seed,
    contract_faults,
    contracts_read,
    fault,
    outcome_of,
    pack_faults,
    pack_of,
    shown_cards,
    turn_order,
    with_contracts,
)
from .rules import Rules

_OF_TURN = ("taken", "barred", "duties", "opened_now", "fresh", "helped", "wilds_placed")
"""The facts that only a turn in the phase "play" has."""


@attrs.frozen
class _Reader:
    """Reads one setup; every method yields what is wrong with one kind of facts."""

    rules: Rules
    setup: Setup
    context: RoundContext

    def faults(self) -> Iterator[Violation]:
        yield from check_seed(self.setup.seed)
        yield from self.number_faults()
        lo, hi = self.rules.variant.equipment.players
        if not lo <= self.context.seats <= hi:
            yield Violation(Reason.PLAYER_COUNT, None, {"players": self.context.seats, "lo": lo, "hi": hi})
        yield from checks.count("hands", len(self.setup.hands), self.context.seats)
        wrong = self.seat_faults("player", self.setup.player)
        yield from wrong
        yield from self.hand_faults()
        yield from self.table_faults()
        yield from self.card_faults()
        yield from self.opened_faults()
        yield from contract_faults(self.rules, self.context)
        yield from self.completed_faults()
        yield from self.touched_faults()
        yield from knock_faults(self.rules, self.setup, self.context)
        if len(self.setup.hands) == self.context.seats and not wrong:
            yield from self.phase_faults()
            yield from self.fact_faults()

    def number_faults(self) -> Iterator[Violation]:
        setup = self.setup
        facts = {
            "turn": 0 if setup.turn is None else setup.turn,
            "recycles": setup.recycles,
            "highest_opening": setup.highest_opening,
            "wilds_placed": setup.wilds_placed,
        }
        for field, value in facts.items():
            yield from checks.integer(field, value, 0)

    def seat_faults(self, field: str, seat: object) -> tuple[Violation, ...]:
        """What is wrong with a seat that should play."""
        return checks.seat(field, seat, self.context.seats, self.context.playing)

    def hand_faults(self) -> Iterator[Violation]:
        size = len(pack_of(self.rules.variant))
        for seat, hand in enumerate(self.setup.hands[: self.context.seats]):
            if len(hand) > size:
                yield Violation(Reason.HAND_TOO_LARGE, None, {"player": seat})
            elif seat not in self.context.playing and hand:
                yield Violation(Reason.HAND_SIZE, None, {"player": seat, "count": len(hand)})
            elif seat in self.context.playing and not hand and not self.may_be_empty():
                yield Violation(Reason.HAND_SIZE, None, {"player": seat, "count": 0})

    def may_be_empty(self) -> bool:
        """Whether a player may hold no card: the round is over, or somebody has shown a hand."""
        return self.setup.phase in (Phase.OVER, Phase.LAYOFF)

    def table_faults(self) -> Iterator[Violation]:
        rules = self.rules
        ids: set[int] = set()
        for number, item in enumerate(self.setup.table):
            yield from checks.integer(f"table[{number}].id", item.id, 0)
            if item.id in ids:
                yield fault(Reason.TABLE_ID_REPEATED, meld=item.id)
            ids.add(item.id)
            yield from self.seat_faults(f"table[{number}].owner", item.owner)
            try:
                read_meld(rules.variant, item.meld, laid=False)
            except RamiError as error:
                yield from error.violations
        for number in self.setup.fresh:
            if number not in ids:
                yield fault(Reason.FRESH_ABSENT, meld=number)

    def card_faults(self) -> Iterator[Violation]:
        held = self.placed()
        if self.setup.stock is not None:
            held.update(card.id for card in self.setup.stock)
            yield from pack_faults(self.rules.variant, held)
            return
        extra = held - Counter(pack_of(self.rules.variant))
        if extra:
            yield Violation(Reason.CARDS_DOUBLED, None, {"cards": shown_cards(extra)})

    def placed(self) -> Counter[int]:
        """All cards outside the stock."""
        setup = self.setup
        held: Counter[int] = Counter(card.id for card in setup.discards)
        for hand in setup.hands:
            held.update(card.id for card in hand)
        for item in setup.table:
            held.update(card.id for card in item.meld)
        return held

    def opened_faults(self) -> Iterator[Violation]:
        flags = self.setup.opened
        if flags is None:
            return
        wrong = checks.count("opened", len(flags), self.context.seats)
        yield from wrong
        if wrong:
            return
        owners = {item.owner for item in self.setup.table}
        for seat, flag in enumerate(flags):
            if flag and seat not in owners:
                yield Violation(Reason.OPENED_WITHOUT_MELD, None, {"player": seat})
            if not flag and seat in owners:
                yield Violation(Reason.MELD_WITHOUT_OPENING, None, {"player": seat})

    def completed_faults(self) -> Iterator[Violation]:
        told = self.setup.completed
        if told is None:
            return
        tracked = self.rules.game.contracts is not None
        owners = {item.owner for item in self.setup.table if tracked}
        if len(set(told)) != len(told) or set(told) != owners:
            yield fault(Reason.COMPLETED_MISMATCH, seats=told, owners=owners)

    def touched_faults(self) -> Iterator[Violation]:
        setup, draw = self.setup, self.rules.game.draw
        told = setup.touched
        wrong = checks.seats("touched", told, self.context.seats, self.context.playing)
        yield from wrong
        if wrong and wrong[0].code != Reason.SEATS_REPEATED:
            return
        if not draw.touch:
            return
        if draw.touch_in_turn and (set(told) - {setup.player} or (told and setup.phase is Phase.DRAW)):
            yield fault(Reason.TOUCH_FORGOTTEN)
        outcome = setup.outcome
        if outcome is not None and outcome.factor_lost != (outcome.winner in told):
            lost = outcome.factor_lost
            yield fault(Reason.FACTOR_LOST_UNTOUCHED if lost else Reason.FACTOR_KEPT_TOUCHED)

    def phase_faults(self) -> Iterator[Violation]:
        setup, variant = self.setup, self.rules.variant
        number = self.number
        first = variant.drawing.starter_turn != "normal" and number == 0
        if setup.phase is Phase.OVER:
            yield from self.outcome_faults()
        elif setup.outcome is not None:
            yield fault(Reason.OUTCOME_BEFORE_END, phase=str(setup.phase))
        elif setup.phase is Phase.DISCARD and not (first and variant.drawing.starter_turn == "discard_only"):
            yield fault(Reason.NOT_A_FIRST_DISCARD)
        elif setup.phase in (Phase.DRAW, Phase.STOCK) and first:
            yield fault(Reason.STARTER_DRAWS)
        elif setup.phase is Phase.PLAY and first and variant.drawing.starter_turn == "discard_only":
            yield fault(Reason.STARTER_ONLY_DISCARDS)
        if setup.phase is Phase.DISCARD and setup.table:
            yield fault(Reason.TABLE_BEFORE_DISCARD)

    def outcome_faults(self) -> Iterator[Violation]:
        outcome = self.setup.outcome
        if self.setup.knock is not None:
            return
        if outcome is None:
            yield fault(Reason.OUTCOME_MISSING)
            return
        if outcome.complete and (outcome.winner is not None or not self.all_complete()):
            yield fault(Reason.CONTRACTS_INCOMPLETE)
        empty = [seat for seat in self.context.playing if not self.setup.hands[seat]]
        for seat in empty:
            if seat != outcome.winner:
                yield fault(Reason.EMPTY_HAND_UNWON, player=seat)
        if outcome.winner is not None:
            wrong = self.seat_faults("outcome.winner", outcome.winner)
            yield from wrong
            if self.rules.game.knock is not None:
                yield fault(Reason.WINNER_WITHOUT_KNOCK)
            elif not wrong and outcome.winner not in empty:
                yield fault(Reason.WINNER_HOLDS_CARDS, player=outcome.winner)
        if outcome.deadwood or outcome.laid_off:
            yield fault(Reason.DEADWOOD_WITHOUT_KNOCK)
        if outcome.opened_before:
            yield from checks.count("outcome.opened_before", len(outcome.opened_before), self.context.seats)

    def all_complete(self) -> bool:
        """Whether every player owns a meld, in a game whose rounds end with that."""
        contracts = self.rules.game.contracts
        ends = contracts is not None and contracts.end != ALL_COMPLETE_NEVER
        return ends and {item.owner for item in self.setup.table} == set(self.context.playing)

    @property
    def number(self) -> int:
        """Turns so far; without a word, enough that the first round is over."""
        if self.setup.turn is not None:
            return self.setup.turn
        if self.setup.phase is Phase.OFFER:
            order = turn_order(self.rules.variant, self.context)
            return order.index(self.setup.player) if self.setup.player in order else 0
        return 0 if self.setup.phase is Phase.DISCARD else len(self.context.playing)

    def fact_faults(self) -> Iterator[Violation]:
        setup = self.setup
        hand = setup.hands[setup.player]
        in_turn = setup.phase is Phase.PLAY
        for field in () if in_turn else _OF_TURN:
            value = getattr(setup, field)
            if value and value is not None:
                yield fault(Reason.TURN_FACT_OUTSIDE_PLAY, field=field, phase=str(setup.phase))
        if setup.opened_now and all(item.owner != setup.player for item in setup.table):
            yield Violation(Reason.OPENED_WITHOUT_MELD, None, {"player": setup.player})
        for number, duty in enumerate(setup.duties):
            if duty.kind is DutyKind.REACH_POINTS:
                yield from checks.integer(f"duties[{number}].points", duty.points, 1)
            elif duty.kind is not DutyKind.GO_OUT and duty.card is None:
                yield fault(Reason.DUTY_WITHOUT_CARD, duty=str(duty.kind))
            if duty.card is None:
                continue
            if duty.kind is DutyKind.PLACE_TAKEN and duty.card != setup.taken:
                yield fault(Reason.DUTY_NOT_TAKEN, card=duty.card)
            elif duty.card not in hand:
                yield fault(Reason.DUTY_CARD_ABSENT, card=duty.card)
            if duty.kind is DutyKind.PLACE_WILD and not self.rules.game.melds.is_wild(duty.card.id):
                yield fault(Reason.DUTY_CARD_NATURAL, card=duty.card)

    def state(self) -> State:
        """The kernel's position of a setup without faults."""
        setup, rules = self.setup, self.rules
        planes = rules.game.planes
        piles = tuple(hands.of_cards(hand.ids, planes) for hand in setup.hands)
        table = tuple((item.id, item.owner, code_of(rules.game.melds, item.meld)) for item in setup.table)
        owners = {item.owner for item in setup.table}
        opened = tuple(seat in owners for seat in range(self.context.seats))
        order = turn_order(rules.variant, self.context)
        stock = self.stock()
        highest = setup.highest_opening if rules.game.turn.track_highest else 0
        upcard = NO_CARD
        if setup.upcard is not None and reads_upcard(rules.variant):
            upcard = setup.upcard.id
        fixed = Deal(order, setup.seed, upcard, contracts_read(rules, self.context))
        turn = begin_turn(
            rules.game, self.number, setup.player, piles, opened, fixed, table=table, highest=highest
        )
        if setup.phase is Phase.PLAY:
            turn = self.in_turn(turn)
        state = State(
            PHASES[setup.phase],
            self.number,
            turn,
            piles,
            opened,
            stock=stock,
            discards=bytes(card.id for card in setup.discards),
            recycles=setup.recycles,
            deal=fixed,
            knocked=knocked_of(setup),
            completed=self.completed(),
            touched=tuple(sorted(setup.touched)) if rules.game.draw.touch else (),
        )
        if setup.phase is Phase.OVER and state.knocked is not None:
            return show_down(rules.game, state)
        outcome = setup.outcome
        if setup.phase is Phase.OVER and outcome is not None:
            return closed(state, _outcome(rules, outcome, self.context.seats))
        return state

    def completed(self) -> tuple[int, ...]:
        """Who has laid a contract, by default in the order of the melds on the table."""
        if self.rules.game.contracts is None:
            return ()
        if self.setup.completed is not None:
            return self.setup.completed
        return tuple(dict.fromkeys(item.owner for item in sorted(self.setup.table, key=lambda item: item.id)))

    def stock(self) -> bytes:
        """The stock, or what is nowhere else."""
        if self.setup.stock is not None:
            return bytes(card.id for card in self.setup.stock)
        rest = Counter(pack_of(self.rules.variant)) - self.placed()
        return bytes(sorted(rest.elements()))

    def in_turn(self, turn: Turn) -> Turn:
        """The turn with its facts, those that no rule reads left neutral."""
        setup, rules = self.setup, self.rules.game.turn
        kinds = [duty.kind for duty in setup.duties]
        return Turn(
            turn.hand,
            turn.table,
            turn.player,
            turn.opened,
            turn.others_open,
            turn.first,
            turn.highest,
            fresh_open=setup.opened_now,
            fresh_from=min(setup.fresh, default=1 + max((item.id for item in setup.table), default=-1)),
            taken=setup.taken.id if setup.taken is not None else NO_CARD,
            taken_due=DutyKind.PLACE_TAKEN in kinds,
            banned=setup.barred.id if setup.barred is not None else NO_CARD,
            due=tuple(
                sorted(
                    duty.card.id for duty in setup.duties if duty.kind is DutyKind.PLACE_WILD and duty.card
                )
            ),
            go_out=DutyKind.GO_OUT in kinds,
            missing=sum(duty.points for duty in setup.duties if duty.kind is DutyKind.REACH_POINTS),
            helped=setup.helped and rules.track_help,
            wilds_placed=setup.wilds_placed if rules.track_wilds else 0,
            limit=turn.limit,
            contract=turn.contract,
            pile=pile_in_turn(self.rules.game, bytes(card.id for card in setup.discards)),
        )


def _outcome(rules: Rules, outcome: Outcome, seats: int) -> KernelOutcome:
    """How a round ended without a knock, as the kernel has it."""
    return KernelOutcome(
        -1 if outcome.winner is None else outcome.winner,
        outcome.opened_before or (False,) * seats,
        outcome.all_at_once,
        outcome.helped,
        outcome.wilds_placed,
        NO_CARD if outcome.final_discard is None else outcome.final_discard.id,
        complete=outcome.complete,
        factor_lost=outcome.factor_lost and rules.game.draw.touch,
    )


def state_of(rules: Rules, setup: Setup) -> tuple[RoundContext, State]:
    """The validated position of a setup; InvalidSetup lists everything that cannot be."""
    context = with_contracts(rules, setup.context or RoundContext(max(2, len(setup.hands))))
    reader = _Reader(rules, setup, context)
    reject(InvalidSetup, reader.faults())
    state = reader.state()
    told, found = setup.outcome, outcome_of(state)
    if setup.knock is not None and told is not None and told != found:
        raise InvalidSetup(fault(Reason.OUTCOME_MISMATCH))
    if state.phase == PLAY and not completable(rules.game, state.turn, state.known.memo):
        raise InvalidSetup(fault(Reason.TURN_UNCOMPLETABLE))
    return context, settled(rules.game, state)


def faults_of(rules: Rules, setup: Setup) -> list[Violation]:
    """Everything that cannot be about the facts of a setup, whether the turn can be completed apart."""
    context = with_contracts(rules, setup.context or RoundContext(max(2, len(setup.hands))))
    return list(dict.fromkeys(_Reader(rules, setup, context).faults()))


def position_of(rules: Rules, setup: Setup) -> State:
    """The position of a setup that is without faults, as far as hidden cards which it does not have allow."""
    return _Reader(
        rules, setup, with_contracts(rules, setup.context or RoundContext(len(setup.hands)))
    ).state()


def known_of(rules: Rules, setup: Setup, stock_size: int) -> Known:
    """What the player to act knows in a position that has no faults but that it lacks what this player cannot see."""
    known = position_of(rules, setup).known
    return Known(
        known.phase, known.number, known.turn, known.discards, stock_size, known.recycles, known.knocked
    )
