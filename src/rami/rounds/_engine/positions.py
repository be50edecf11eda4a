"""Deal kernel positions, and convert kernel positions to public values.

The kernel represents cards as numbers, hands as ints, and the facts of a round as `Deal`, `Turn` and `State`. Each
function whose name ends in `_of` converts one of these facts to a public value; `facts_of` converts nearly all of
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import attrs

from rami._base.values import maker
from rami._kernel.cards import hands
from rami._kernel.cards.shuffle import SEED_LIMIT
from rami._kernel.melds.finder import Table
from rami._kernel.melds.meld import is_pair
from rami._kernel.openings.judge import highest_pairs, highest_points
from rami._kernel.rounds.dealing import Layout
from rami._kernel.rounds.dealing import deal as deal_cards
from rami._kernel.rounds.draws import calling, may_call
from rami._kernel.rounds.state import DRAW, LAYING_OFF, OFFER, ONLY_DISCARD, OVER, PLAY, STOCK, State
from rami._kernel.turns.completion.question import completable
from rami._kernel.turns.successors import laid_points
from rami._kernel.turns.turn import Game, Layers, Turn
from rami.cards import Card, Cards
from rami.cards.faces import cards_of
from rami.cards.melds import meld_of_code
from rami.cards.multisets import cards_of_sorted
from rami.errors import InvalidSetup, Reason, Violation, checks
from rami.policies._callbacks import CustomJudge, owned_melds
from rami.policies._compiled import KIND_NAMES, copies_of, reads_upcard
from rami.policies._refusals import code_of
from rami.policies.results.outcomes import RoundFacts, facts_made, outcome_made
from rami.policies.results.seats import Seat, seats_with, single_with
from rami.policies.slots.contracts import contracts_by_hand
from rami.policies.slots.equipment import player_faults
from rami.policies.slots.scoring import Scoring
from rami.policies.variant import Variant
from rami.rounds._engine.rules import Rules
from rami.rounds.setup import (
    NO_TURN,
    Duty,
    DutyKind,
    KnockFact,
    Outcome,
    Phase,
    RoundContext,
    Setup,
    TableMeld,
    TurnFacts,
)

PHASES: dict[Phase, int] = {
    Phase.OFFER: OFFER,
    Phase.DRAW: DRAW,
    Phase.STOCK: STOCK,
    Phase.PLAY: PLAY,
    Phase.DISCARD: ONLY_DISCARD,
    Phase.LAYOFF: LAYING_OFF,
    Phase.OVER: OVER,
}
_NO_CARDS = Cards()
PHASE_NAMES: dict[int, Phase] = {number: phase for phase, number in PHASES.items()}


@lru_cache(maxsize=128)
def pack_of(variant: Variant) -> bytes:
    """Return every card of the pack, in card order."""
    return bytes(card for card, copies in enumerate(copies_of(variant)) for _ in range(copies))


def turn_order(variant: Variant, context: RoundContext) -> tuple[int, ...]:
    """Return the playing seats in turn order, beginning after the dealer."""
    seats = list(context.playing)
    # In Okey, and in rami as played in the Levant, the turn passes to the right.
    if variant.dealing.direction == "anticlockwise":
        seats.reverse()
    at = seats.index(context.dealer) + 1
    return (*seats[at:], *seats[:at])


def fault(reason: Reason, **params: Any) -> Violation:
    """Return a violation about the facts of a position; it cites no rule of the ledger."""
    return Violation(reason, None, params)


def check_seed(seed: object) -> tuple[Violation, ...]:
    """Check a seed."""
    if type(seed) is not int:
        return checks.integer("seed", seed)
    return () if 0 <= seed < SEED_LIMIT else (fault(Reason.SEED_RANGE),)


def _deal_faults(variant: Variant, context: RoundContext) -> Iterator[Violation]:
    players = len(context.playing)
    if players < context.seats:
        # A match must start with an allowed number of players; eliminations may leave fewer.
        players = max(players, variant.equipment.players[0])
    wrong = player_faults(variant.equipment, players)
    yield from wrong
    # Without an allowed number of players, the size of the hands is unknown, so there is nothing more to check.
    if wrong:
        return
    dealing = variant.dealing
    used = players * dealing.cards_each(players) + dealing.starter_extra + dealing.turned_up
    # D-01: many rule texts state no maximum number of players, so what limits it is the stock left after the deal.
    left = len(pack_of(variant)) - used
    if left < dealing.min_stock:
        yield fault(Reason.STOCK_TOO_SMALL, left=left, minimum=dealing.min_stock)


def deal(rules: Rules, context: RoundContext, seed: int, deck: Iterable[Card] | None) -> State:
    """Return the first position of a round.

    Raises:
        InvalidSetup: a number is out of range, or `deck` is not exactly the pack; the error lists every reason.
    """
    # The layout is cached; in a simulation only the seed and the order of the cards differ from deal to deal.
    layout, faults = _layout_or_faults(rules.variant, context)
    wrong = [*faults[0], *check_seed(seed), *faults[1]]
    order = b""
    if deck is not None:
        order = bytes(card.id for card in deck)
        wrong.extend(pack_faults(rules.variant, Counter(order)))
    if wrong or layout is None:
        raise InvalidSetup(*wrong)
    return deal_cards(rules.game, layout, seed, order)


@lru_cache(maxsize=128)
def _layout_or_faults(
    variant: Variant, context: RoundContext
) -> tuple[Layout | None, tuple[tuple[Violation, ...], tuple[Violation, ...]]]:
    """Return the layout of a deal, or None with the violations: first about the cards, then about the contracts."""
    rules = Rules.of(variant)
    faults = (tuple(_deal_faults(variant, context)), tuple(contract_faults(rules, context)))
    return (None if any(faults) else layout_of(rules, context)), faults


def layout_of(rules: Rules, context: RoundContext) -> Layout:
    """Return the layout of a deal: all that the kernel needs to deal except the seed or the order of the cards."""
    variant, dealing = rules.variant, rules.variant.dealing
    order = turn_order(variant, context)
    return Layout(
        pack=pack_of(variant),
        order=order,
        seats=context.seats,
        starter=order[-1] if dealing.starter == "dealer" else order[0],
        hand_size=dealing.cards_each(len(order)),
        extra=dealing.starter_extra,
        upcard=dealing.upcard,
        reads_upcard=reads_upcard(variant),
        phase=first_phase(variant),
        contracts=contracts_read(rules, context),
        totals=totals_read(rules, context),
        turned=dealing.turned_card is not None,
        natural_upcard=dealing.upcard_wild == "replaced",
        natural_turned=dealing.turned_card == "natural",
    )


def in_dealing_order(layout: Layout, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """Return the cards of the hands in dealing order."""
    dealt = [hands[seat][place] for place in range(layout.hand_size) for seat in layout.order]
    return [*dealt, *hands[layout.starter][layout.hand_size :]]


def with_contracts(rules: Rules, context: RoundContext) -> RoundContext:
    """Return the context with a contract for each player: the one given or, by default, the variant's."""
    if rules.game.contracts is None or context.contracts:
        return context
    # FRU-ADV-01: each player begins with contract 1, unless the number of the round decides the contract for all.
    by_hand = contracts_by_hand(rules.variant.opening)
    return attrs.evolve(context, contracts=(max(1, min(context.number, by_hand)),) * context.seats)


def contracts_read(rules: Rules, context: RoundContext) -> tuple[int, ...]:
    """Return the contract of each seat, or () if the game has no contracts."""
    return () if rules.game.contracts is None else context.contracts


def totals_read(rules: Rules, context: RoundContext) -> tuple[object, ...]:
    """Return each seat's points before the round, or () if no custom policy can need them."""
    game = rules.game
    return context.totals if game.closer is not None or isinstance(game.judge, CustomJudge) else ()


def contract_faults(rules: Rules, context: RoundContext) -> Iterator[Violation]:
    """Yield a violation if the context states a contract with a higher number than the game has."""
    contracts = rules.game.contracts
    if contracts is None:
        return
    due = [context.contracts[seat] for seat in context.playing]
    if max(due) > len(contracts.due):
        yield from checks.integer("contracts", max(due), 1, len(contracts.due))


def first_phase(variant: Variant) -> int:
    """Return the phase in which the round begins."""
    drawing = variant.drawing
    usual = DRAW if drawing.upcard_offer == "none" else OFFER
    return {"discard_only": ONLY_DISCARD, "normal_without_draw": PLAY}.get(drawing.starter_turn, usual)


def pack_faults(variant: Variant, held: Counter[int]) -> Iterator[Violation]:
    """Compare cards with the pack; yield a violation for missing cards and another for surplus cards, if any."""
    pack = Counter(pack_of(variant))
    if held == pack:
        return  # Hot path: nearly every setup is sound, and subtracting the counts takes five times as long.
    for code, cards in ((Reason.CARDS_LOST, pack - held), (Reason.CARDS_DOUBLED, held - pack)):
        if cards:
            yield fault(code, cards=cards_of(sorted(cards.elements())))


def table_of(table: Table, layers: Layers = ()) -> tuple[TableMeld, ...]:
    """Return the melds on the table, with the seat that laid each card if the game records that."""
    # RUM-OFF-03: who laid each card is recorded only if cards on the table score.
    by = [tuple(seats) for seats in layers] or [()] * len(table)
    return tuple(
        TableMeld(number, owner, meld_of_code(code), laid)
        for (number, owner, code), laid in zip(table, by, strict=True)
    )


def points_laid(rules: Rules, table: Sequence[TableMeld], seats: int) -> tuple[int, ...]:
    """Return each seat's points on the table; () if they score nothing."""
    game = rules.game
    if not game.turn.track_layers:
        return ()
    codes = tuple((item.id, item.owner, code_of(game.melds, item.meld)) for item in table)
    return tuple(laid_points(game.melds, codes, tuple(bytes(item.laid_by) for item in table), seats))


def seats_in_pairs(rules: Rules, table: Sequence[TableMeld]) -> tuple[int, ...]:
    """Return the seats that opened with pairs, and so may lay only pairs; () if no player can open with pairs."""
    if not rules.game.turn.pairs:
        return ()
    others = {item.owner for item in table if not is_pair(item.meld.code)}
    return tuple(sorted({item.owner for item in table} - others))


def duties_of(turn: Turn) -> tuple[Duty, ...]:
    """Return the duties of a turn as public values."""
    out: list[Duty] = []
    if turn.duties.taken_due:
        out.append(Duty(DutyKind.PLACE_TAKEN, Card.from_id(turn.duties.taken)))
    out.extend(Duty(DutyKind.PLACE_WILD, Card.from_id(card)) for card in turn.duties.due)
    if turn.duties.go_out:
        out.append(Duty(DutyKind.GO_OUT))
    if turn.duties.missing > 0:
        out.append(Duty(DutyKind.REACH_POINTS, points=turn.duties.missing))
    return tuple(out)


def turn_facts_of(rules: Rules, turn: Turn) -> TurnFacts:
    """Return the facts of a turn in the play phase."""
    # D-117: a player is helped by a meld older than this turn. It matters only if the player could go out all at once
    # (D-55).
    tracks = turn.fresh_open and rules.game.turn.track_help
    fresh = [number for number, _, _ in turn.table if number >= turn.tracked.fresh_from] if tracks else ()
    return _turn_facts_made(
        card_of(turn.duties.taken),
        card_of(turn.duties.banned),
        duties_of(turn),
        turn.fresh_open,
        tuple(fresh),
        turn.tracked.helped,
        turn.tracked.wilds_placed,
        turn.tracked.laid,
        turn.tracked.added,
        Cards.from_ids(turn.tracked.placed) if turn.tracked.placed else _NO_CARDS,
    )


_turn_facts_made: Final[Callable[..., TurnFacts]] = maker(TurnFacts)


def knock_of(state: State) -> KnockFact | None:
    """Return the knock that ended the play, None if there was none."""
    knocked = state.knocked
    return None if knocked is None else KnockFact(knocked.player, KIND_NAMES[knocked.kind])


def outcome_of(state: State) -> Outcome | None:
    """Return the outcome of the round; None while it lasts."""
    outcome = state.outcome
    if outcome is None:
        return None
    return outcome_made(
        None if outcome.winner < 0 else outcome.winner,
        outcome.all_at_once,
        outcome.helped,
        outcome.wilds_placed,
        card_of(outcome.final_discard),
        outcome.opened_before,
        tuple([cards_of_sorted(hands.cards_of(hand)) for hand in outcome.left]),
        Cards.from_ids(outcome.laid_off) if outcome.laid_off else _NO_CARDS,
        outcome.complete,
        outcome.factor_lost,
        outcome.stock_out,
        outcome.joker_placed_last,
    )


def seats_in(state: State) -> tuple[Seat, ...]:
    """Return the `Seat` of each player."""
    return seats_with(state.opened, state.deal.by_seat)


def facts_of(rules: Rules, context: RoundContext, state: State) -> dict[str, Any]:
    """Return the facts of a position by name: all of `Facts` except `hands` and `discards`.

    All of them are public except the barred card, which only the player to act may know.
    """
    turn = state.turn
    return {
        "variant": rules.variant,
        "player": turn.player,
        "phase": PHASE_NAMES[state.phase],
        "table": table_of(turn.table, turn.tracked.layers),
        "context": context,
        "seats": seats_in(state),
        "turn": state.number,
        "highest_opening": highest_points(turn.tracked.highest),
        "highest_pairs": highest_pairs(turn.tracked.highest),
        "turn_facts": turn_facts_of(rules, turn) if state.phase == PLAY else NO_TURN,
        "upcard": card_of(state.deal.upcard),
        "turned": card_of(state.deal.turned),
        **single_with(state.deal.by_seat),
        "drawer": _seat(state.drawer),
        "knock": knock_of(state),
        "outcome": outcome_of(state),
    }


def round_facts(rules: Rules, context: RoundContext, state: State, outcome: Outcome) -> RoundFacts:
    """Return the facts about the end of a round, as a scoring policy receives them."""
    variant, table = rules.variant, table_of(state.turn.table, state.turn.tracked.layers)
    # Owners and totals take time to collect, and rami's own scoring policy, which nearly all games use, needs neither.
    custom = type(variant.scoring).score is not Scoring.score
    return facts_made(
        owned_melds(state.turn) if custom else (),
        context.totals if custom else (),
        outcome,
        hands_of(state),
        context.playing,
        seats_in(state),
        # The points are empty if cards on the table score nothing, but each seat needs a number here.
        points_laid(rules, table, context.seats) or (0,) * context.seats,
        knock_of(state),
        card_of(state.deal.upcard),
        *single_with(state.deal.by_seat).values(),
        seats_in_pairs(rules, table),
        variant.match.multiplier(context.number, context.last),
        variant.equipment,
    )


def card_of(number: int) -> Card | None:
    """Return the card with this number in the kernel; None for `NO_CARD`."""
    return Card.from_id(number) if number >= 0 else None


def _seat(number: int) -> int | None:
    """Return the seat with this number in the kernel; None for `NOBODY`."""
    return number if number >= 0 else None


def hands_of(state: State) -> tuple[Cards, ...]:
    """Return the cards of each seat."""
    return tuple(cards_of_sorted(hands.cards_of(hand)) for hand in state.hands)


def setup_of(rules: Rules, context: RoundContext, state: State) -> Setup:
    """Return the setup from which the position can be rebuilt."""
    return Setup(
        **facts_of(rules, context, state),
        hands=hands_of(state),
        discards=cards_of(state.discards),
        stock=cards_of(state.stock),
        seed=state.deal.seed,
        recycles=state.known.recycles,
    )


def unplayable(game: Game, state: State) -> Iterator[Violation]:
    """Yield a violation if the player to act has no legal move."""
    # D-13: no legal move leads to a turn that cannot end, so no setup may begin in such a turn.
    if state.phase == PLAY and not completable(game, state.turn, state.known.memo):
        yield fault(Reason.TURN_UNCOMPLETABLE)
    if calling(game, state.known) and not may_call(game, state.turn, state.discards):
        yield fault(Reason.BUYER_UNFIT, player=state.turn.player, drawer=state.drawer)
