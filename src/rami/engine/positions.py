"""Between public setups and kernel positions: building, validating, reading back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from .._kernel import hands
from .._kernel.codes import JOKER, NATURALS
from .._kernel.completion import completable
from .._kernel.shuffle import SEED_LIMIT, shuffled
from .._kernel.state import (
    DRAW,
    ONLY_DISCARD,
    OVER,
    PLAY,
    Ending,
    State,
    begin_turn,
    closed,
    dealt,
    settled,
)
from .._kernel.turn import NO_CARD, Turn
from ..cards import Card, Cards
from ..errors import InvalidSetup, Reason, Violation
from ..melds import meld_from_code
from ..policies.faults import copy_violations, meld_violations
from ..policies.questions import code_of
from ..policies.variant import Variant
from ..setup import Duty, DutyKind, Outcome, Phase, RoundContext, Setup, TableMeld
from .rules import Rules

__all__ = ["deal", "duties_of", "pack_of", "setup_of", "state_of", "table_of", "turn_order"]

PHASES: dict[Phase, int] = {
    Phase.DRAW: DRAW,
    Phase.PLAY: PLAY,
    Phase.DISCARD: ONLY_DISCARD,
    Phase.OVER: OVER,
}
PHASE_NAMES: dict[int, Phase] = {number: phase for phase, number in PHASES.items()}


def pack_of(variant: Variant) -> bytes:
    """Every card of the pack, in card order."""
    equipment = variant.equipment
    cards = [card for card in range(NATURALS) for _ in range(equipment.packs)]
    return bytes(cards + [JOKER] * equipment.jokers)


def turn_order(variant: Variant, context: RoundContext) -> tuple[int, ...]:
    """The playing seats in turn order, from the one after the dealer to the dealer."""
    seats = list(context.playing)
    if variant.dealing.direction == "anticlockwise":
        seats.reverse()
    at = seats.index(context.dealer) + 1
    return (*seats[at:], *seats[:at])


def check_seed(seed: object) -> list[Violation]:
    """What is wrong with a seed."""
    if type(seed) is int and 0 <= seed < SEED_LIMIT:
        return []
    return [Violation(Reason.SEED_RANGE)]


def _deal_faults(variant: Variant, players: int) -> Iterator[Violation]:
    lo, hi = variant.equipment.players
    if not lo <= players <= hi:
        yield Violation(Reason.PLAYER_COUNT, None, {"players": players, "lo": lo, "hi": hi})
        return
    dealing = variant.dealing
    used = players * dealing.hand_size + dealing.starter_extra + int(dealing.upcard)
    left = len(pack_of(variant)) - used
    if left < dealing.min_stock:
        yield Violation(Reason.STOCK_TOO_SMALL, None, {"left": left, "minimum": dealing.min_stock})


def deal(rules: Rules, context: RoundContext, seed: int, deck: Iterable[Card] | None) -> State:
    """The first position of a round."""
    variant = rules.variant
    wrong = [*_survivor_faults(variant, context), *check_seed(seed)]
    pack = pack_of(variant)
    order = b""
    if deck is not None:
        order = bytes(card.id for card in deck)
        wrong.extend(_pack_faults(variant, Counter(order)))
    if wrong:
        raise InvalidSetup(*wrong)
    if deck is None:
        order = shuffled(pack, seed, 0)
    seats = turn_order(variant, context)
    dealing = variant.dealing
    starter = seats[-1] if dealing.starter == "dealer" else seats[0]
    piles, stock, discards = dealt(
        order,
        seats,
        context.seats,
        dealing.hand_size,
        starter,
        dealing.starter_extra,
        dealing.upcard,
        rules.game.planes,
    )
    opened = (False,) * context.seats
    turn = begin_turn(rules.game, 0, starter, piles, opened, seats, (), 0)
    phase = _first_phase(variant)
    state = State(phase, 0, turn, piles, opened, seats, stock, discards, seed, 0)
    return settled(rules.game, state)


def _survivor_faults(variant: Variant, context: RoundContext) -> Iterator[Violation]:
    """A round after eliminations may have fewer players than a match needs to start."""
    if len(context.playing) == context.seats:
        yield from _deal_faults(variant, context.seats)
    else:
        yield from _deal_faults(variant, max(len(context.playing), variant.equipment.players[0]))


def _first_phase(variant: Variant) -> int:
    return {"discard_only": ONLY_DISCARD, "normal_without_draw": PLAY}.get(variant.drawing.starter_turn, DRAW)


def _pack_faults(variant: Variant, held: Counter[int]) -> Iterator[Violation]:
    pack = Counter(pack_of(variant))
    missing = pack - held
    extra = held - pack
    if missing:
        yield Violation(Reason.CARDS_LOST, None, {"cards": _shown(missing)})
    if extra:
        yield Violation(Reason.CARDS_DOUBLED, None, {"cards": _shown(extra)})


def _shown(cards: Counter[int]) -> tuple[str, ...]:
    return tuple(str(Card.from_id(card)) for card in sorted(cards.elements()))


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
        if len(self.setup.hands) != self.context.seats:
            yield _impossible(
                "hands", len(self.setup.hands), f"{self.context.seats} seats need as many hands"
            )
        seated = type(self.setup.player) is int and self.setup.player in self.context.playing
        if not seated:
            yield _impossible("player", self.setup.player, "a seat that plays")
        yield from self.hand_faults()
        yield from self.table_faults()
        yield from self.card_faults()
        yield from self.opened_faults()
        if len(self.setup.hands) == self.context.seats and seated:
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
            if type(value) is not int or value < 0:
                yield _impossible(field, value, "an integer from 0")

    def hand_faults(self) -> Iterator[Violation]:
        size = len(pack_of(self.rules.variant))
        for seat, hand in enumerate(self.setup.hands[: self.context.seats]):
            if len(hand) > size:
                yield Violation(Reason.HAND_TOO_LARGE, None, {"player": seat})
            elif seat not in self.context.playing and hand:
                yield Violation(Reason.HAND_SIZE, None, {"player": seat, "count": len(hand)})
            elif seat in self.context.playing and not hand and self.setup.phase is not Phase.OVER:
                yield Violation(Reason.HAND_SIZE, None, {"player": seat, "count": 0})

    def table_faults(self) -> Iterator[Violation]:
        rules = self.rules
        ids: set[int] = set()
        for item in self.setup.table:
            if type(item.id) is not int or item.id < 0 or item.id in ids:
                yield _impossible("table", item.id, "ids are different integers from 0")
            ids.add(item.id)
            if type(item.owner) is not int or not 0 <= item.owner < self.context.seats:
                yield _impossible("table", item.owner, "owners are seats of the round")
            elif item.owner not in self.context.playing:
                yield _impossible("table", item.owner, "owners are seats that play")
            yield from copy_violations(rules.variant, item.meld.cards)
            if not any(card.is_unknown for card in item.meld.cards):
                code = code_of(rules.game.melds, item.meld)
                yield from meld_violations(rules.variant, rules.game.melds, code, laid=False)
        for number in self.setup.fresh:
            if number not in ids:
                yield _impossible("fresh", number, "there is no such meld")

    def card_faults(self) -> Iterator[Violation]:
        held = self.placed()
        if self.setup.stock is not None:
            held.update(card.id for card in self.setup.stock)
            yield from _pack_faults(self.rules.variant, held)
            return
        extra = held - Counter(pack_of(self.rules.variant))
        if extra:
            yield Violation(Reason.CARDS_DOUBLED, None, {"cards": _shown(extra)})

    def placed(self) -> Counter[int]:
        """All cards outside the stock."""
        setup = self.setup
        held: Counter[int] = Counter(card.id for card in setup.discards)
        for hand in setup.hands:
            held.update(card.id for card in hand)
        for item in setup.table:
            held.update(card.id for card in item.meld.cards)
        return held

    def opened_faults(self) -> Iterator[Violation]:
        flags = self.setup.opened
        if flags is None:
            return
        if len(flags) != self.context.seats:
            yield _impossible("opened", flags, "one flag for each seat")
            return
        owners = {item.owner for item in self.setup.table}
        for seat, flag in enumerate(flags):
            if flag and seat not in owners:
                yield Violation(Reason.OPENED_WITHOUT_MELD, None, {"player": seat})
            if not flag and seat in owners:
                yield Violation(Reason.MELD_WITHOUT_OPENING, None, {"player": seat})

    def phase_faults(self) -> Iterator[Violation]:
        setup, variant = self.setup, self.rules.variant
        number = self.number
        first = variant.drawing.starter_turn != "normal" and number == 0
        if setup.phase is Phase.OVER:
            yield from self.outcome_faults()
        elif setup.outcome is not None:
            yield _phase(setup.phase, "only a round that is over has an outcome")
        elif setup.phase is Phase.DISCARD and not (first and variant.drawing.starter_turn == "discard_only"):
            yield _phase(setup.phase, "only a starter's first turn can be a bare discard")
        elif setup.phase is Phase.DRAW and first:
            yield _phase(setup.phase, "the starter does not draw in the first turn")
        elif setup.phase is Phase.PLAY and first and variant.drawing.starter_turn == "discard_only":
            yield _phase(setup.phase, "the starter's first turn is a bare discard")
        if setup.phase is Phase.DISCARD and setup.table:
            yield _phase(setup.phase, "nothing can lie on the table yet")

    def outcome_faults(self) -> Iterator[Violation]:
        outcome = self.setup.outcome
        if outcome is None:
            yield _phase(Phase.OVER, "a round that is over has an outcome")
            return
        empty = [seat for seat in self.context.playing if not self.setup.hands[seat]]
        if outcome.winner is None:
            if empty:
                yield _phase(Phase.OVER, "in a void round nobody has gone out")
        elif outcome.winner not in self.context.playing or empty != [outcome.winner]:
            yield _phase(Phase.OVER, "the winner, and nobody else, has an empty hand")
        if len(outcome.opened_before) not in (0, self.context.seats):
            yield _impossible("outcome", outcome.opened_before, "one flag for each seat")

    @property
    def number(self) -> int:
        """Turns so far; without a word, enough that the first round is over."""
        if self.setup.turn is not None:
            return self.setup.turn
        return 0 if self.setup.phase is Phase.DISCARD else len(self.context.playing)

    def fact_faults(self) -> Iterator[Violation]:
        setup = self.setup
        hand = setup.hands[setup.player]
        in_turn = setup.phase is Phase.PLAY
        of_turn = (setup.duties, setup.taken, setup.barred, setup.opened_now, setup.fresh)
        if not in_turn and (any(of_turn) or setup.helped or _positive(setup.wilds_placed)):
            yield _phase(setup.phase, "duties and facts of a turn belong to the phase play")
        if setup.opened_now and all(item.owner != setup.player for item in setup.table):
            yield Violation(Reason.OPENED_WITHOUT_MELD, None, {"player": setup.player})
        for duty in setup.duties:
            if duty.kind is DutyKind.REACH_POINTS and (type(duty.points) is not int or duty.points < 1):
                yield _impossible("duties", duty.points, "the missing points are 1 or more")
            if duty.kind in (DutyKind.PLACE_TAKEN, DutyKind.PLACE_WILD) and duty.card is None:
                yield _impossible("duties", str(duty.kind), "it names a card")
            elif duty.kind is DutyKind.PLACE_TAKEN and duty.card != setup.taken:
                yield _impossible("duties", str(duty), "the card is not the one taken")
            elif duty.card is not None and duty.card not in hand:
                yield _impossible("duties", str(duty), "the card is not in the hand")
        wilds = self.rules.game.melds
        for duty in setup.duties:
            if duty.kind is DutyKind.PLACE_WILD and duty.card is not None and not wilds.is_wild(duty.card.id):
                yield _impossible("duties", str(duty), "the card is not a wild card")

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
        turn = begin_turn(rules.game, self.number, setup.player, piles, opened, order, table, highest)
        if setup.phase is Phase.PLAY:
            turn = self.in_turn(turn)
        state = State(
            PHASES[setup.phase],
            self.number,
            turn,
            piles,
            opened,
            order,
            stock,
            bytes(card.id for card in setup.discards),
            setup.seed,
            setup.recycles,
        )
        outcome = setup.outcome
        if setup.phase is Phase.OVER and outcome is not None:
            return closed(state, _ending(outcome, self.context.seats))
        return state

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
        )


def _ending(outcome: Outcome, seats: int) -> Ending:
    return Ending(
        -1 if outcome.winner is None else outcome.winner,
        outcome.opened_before or (False,) * seats,
        outcome.all_at_once,
        outcome.helped,
        outcome.wilds_placed,
        NO_CARD if outcome.final_discard is None else outcome.final_discard.id,
    )


def state_of(rules: Rules, setup: Setup) -> tuple[RoundContext, State]:
    """The validated position of a setup; InvalidSetup lists everything that cannot be."""
    context = setup.context or RoundContext(max(2, len(setup.hands)))
    reader = _Reader(rules, setup, context)
    wrong = list(dict.fromkeys(reader.faults()))
    if wrong:
        raise InvalidSetup(*wrong)
    state = reader.state()
    if state.phase == PLAY and not completable(rules.game, state.turn, state.known.memo):
        raise InvalidSetup(_phase(Phase.PLAY, "the turn could not be completed"))
    return context, settled(rules.game, state)


def table_of(state: State) -> tuple[TableMeld, ...]:
    """The melds on the table as public values."""
    return tuple(TableMeld(number, owner, meld_from_code(code)) for number, owner, code in state.turn.table)


def duties_of(turn: Turn) -> tuple[Duty, ...]:
    """What a turn owes, as public values."""
    out: list[Duty] = []
    if turn.taken_due:
        out.append(Duty(DutyKind.PLACE_TAKEN, Card.from_id(turn.taken)))
    out.extend(Duty(DutyKind.PLACE_WILD, Card.from_id(card)) for card in turn.due)
    if turn.go_out:
        out.append(Duty(DutyKind.GO_OUT))
    if turn.missing > 0:
        out.append(Duty(DutyKind.REACH_POINTS, points=turn.missing))
    return tuple(out)


def outcome_of(state: State) -> Outcome | None:
    """How the round ended, if it has."""
    ending = state.ending
    if ending is None:
        return None
    return Outcome(
        winner=None if ending.winner < 0 else ending.winner,
        all_at_once=ending.all_at_once,
        helped=ending.helped,
        wilds_placed=ending.wilds_placed,
        final_discard=None if ending.final_discard < 0 else Card.from_id(ending.final_discard),
        opened_before=ending.opened_before,
    )


def _cards(pile: bytes) -> tuple[Card, ...]:
    return tuple(Card.from_id(card) for card in pile)


def setup_of(rules: Rules, context: RoundContext, state: State) -> Setup:
    """The setup that rebuilds a position."""
    turn = state.turn
    fresh = tuple(
        number
        for number, _, _ in turn.table
        if turn.fresh_open and rules.game.turn.track_help and number >= turn.fresh_from
    )
    return Setup(
        variant=rules.variant,
        hands=tuple(Cards.from_ids(hands.cards_of(hand)) for hand in state.hands),
        player=turn.player,
        phase=PHASE_NAMES[state.phase],
        table=table_of(state),
        discards=_cards(state.discards),
        stock=_cards(state.stock),
        context=context,
        opened=state.opened,
        turn=state.number,
        seed=state.seed,
        recycles=state.recycles,
        highest_opening=turn.highest,
        taken=Card.from_id(turn.taken) if turn.taken >= 0 else None,
        barred=Card.from_id(turn.banned) if turn.banned >= 0 else None,
        duties=duties_of(turn),
        opened_now=turn.fresh_open,
        fresh=fresh,
        helped=turn.helped,
        wilds_placed=turn.wilds_placed,
        outcome=outcome_of(state),
    )


def _positive(value: object) -> bool:
    return type(value) is int and value > 0


def _impossible(field: str, value: Any, why: str) -> Violation:
    return Violation(Reason.IMPOSSIBLE_FACT, None, {"field": field, "value": value, "why": why})


def _phase(phase: Phase, why: str) -> Violation:
    return Violation(Reason.IMPOSSIBLE_PHASE, None, {"phase": str(phase), "why": why})
