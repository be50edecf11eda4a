"""Check a setup in which any fact may be wrong, and report every violation.

`SetupCheck.faults` checks one kind of fact after another. It accepts any data in the shape of a setup: a check that
relies on another fact, such as the number of a seat, runs only if that fact is sound. Whether the turn can still be
completed is checked later, on the finished position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Self

import attrs

from rami._kernel.cards import hands
from rami._kernel.melds.meld import is_pair, wild_count
from rami._kernel.openings.judge import PAIR_UNIT
from rami._kernel.rounds.draws import may_buy
from rami._kernel.rounds.state import BySeat, Deal
from rami._kernel.rules import KnockRules
from rami.cards import UNKNOWN
from rami.cards.melds import is_unread
from rami.errors import RamiError, Reason, Violation, checks
from rami.policies._compiled import reads_upcard
from rami.policies._refusals import code_of, read_meld, undeclared
from rami.policies.results.outcomes import KnockKind, remaining
from rami.policies.results.seats import Seat, bought_often, by_seat, single_faults, without_rule
from rami.policies.slots.equipment import player_faults
from rami.rounds._engine.positions import (
    check_seed,
    contract_faults,
    fault,
    pack_faults,
    pack_of,
    turn_order,
    with_contracts,
)
from rami.rounds._engine.rules import Rules
from rami.rounds.setup import DutyKind, KnockFact, Outcome, Phase, RoundContext, Setup, outside_stock


@attrs.frozen
class SetupCheck:
    """A check of a setup; each ``..._faults`` method yields the violations of one kind of fact."""

    rules: Rules
    setup: Setup
    context: RoundContext
    by_seat: BySeat

    @classmethod
    def of(cls, rules: Rules, setup: Setup) -> Self:
        context = setup.context or RoundContext(max(2, len(setup.hands)))
        return cls(rules, setup, with_contracts(rules, context), by_seat(setup.seats))

    @property
    def owners(self) -> list[int]:
        """The seats that own melds on the table."""
        return [item.owner for item in self.setup.table]

    def has_opened(self, seat: int) -> bool:
        """Return whether a player has opened: by owning a meld or, if melds have no owners, as the `Seat` states."""
        if self.rules.game.regroup is None:
            return seat in self.owners
        return any(each.opened for each in self.setup.seats[seat : seat + 1])

    @property
    def number(self) -> int:
        """The number of turns so far; by default, enough for every player to have had one."""
        setup = self.setup
        if setup.turn is not None:
            return setup.turn
        if setup.phase is Phase.OFFER and setup.drawer is None:
            order = turn_order(self.rules.variant, self.context)
            return order.index(setup.player) if setup.player in order else 0
        return 0 if setup.phase is Phase.DISCARD else len(self.context.playing)

    @property
    def placed(self) -> Counter[int]:
        """All cards outside the stock."""
        return Counter(card.id for card in outside_stock(self.setup))

    def faults(self) -> Iterator[Violation]:
        setup, context = self.setup, self.context
        yield from check_seed(setup.seed)
        yield from checks.integer("turn", 0 if setup.turn is None else setup.turn, 0)
        yield from checks.integer("recycles", setup.recycles, 0)
        yield from checks.integer("highest_opening", setup.highest_opening, 0, PAIR_UNIT - 1)
        yield from checks.integer("highest_pairs", setup.highest_pairs, 0, len(pack_of(self.rules.variant)))
        yield from player_faults(self.rules.variant.equipment, context.seats)
        yield from checks.count("hands", len(setup.hands), context.seats)
        yield from checks.count("seats", len(setup.seats), context.seats)
        wrong = self.seat_faults("player", setup.player)
        yield from wrong
        yield from self.hand_faults()
        yield from self.table_faults()
        yield from self.card_faults()
        yield from self.opened_faults()
        yield from contract_faults(self.rules, context)
        yield from self.completed_faults()
        yield from self.touched_faults()
        for seat, each in enumerate(setup.seats):
            if each != Seat():
                yield from self.seat_faults(f"seats[{seat}]", seat)
        yield from self.offer_faults()
        yield from self.turned_faults()
        yield from self.folded_faults()
        if self.by_seat.passed and (not self.rules.game.draw.or_play or self.stock_size):
            yield fault(Reason.PASSED_WITH_STOCK)
        yield from without_rule(setup, self.by_seat, self.rules.game)
        yield from self.sale_faults()
        yield from self.knock_faults()
        if len(setup.hands) == context.seats and not wrong:
            yield from self.phase_faults()
            yield from self.fact_faults()

    def seat_faults(self, field: str, seat: object) -> tuple[Violation, ...]:
        """Return a violation if a value is not the number of a seat that takes part in the round."""
        return checks.seat(field, seat, self.context.seats, self.context.playing)

    def hand_faults(self) -> Iterator[Violation]:
        size = len(pack_of(self.rules.variant))
        # The winner of a finished round may hold no cards, and neither may a player who has shown a hand without
        # deadwood.
        may_be_empty = self.setup.phase is Phase.OVER or self.setup.knock is not None
        for seat, hand in enumerate(self.setup.hands[: self.context.seats]):
            plays = seat in self.context.playing
            if len(hand) > size:
                yield fault(Reason.HAND_TOO_LARGE, player=seat)
            elif bool(hand) != plays and not (plays and may_be_empty):
                yield fault(Reason.HAND_SIZE, player=seat, count=len(hand))

    def table_faults(self) -> Iterator[Violation]:
        ids: set[int] = set()
        for number, item in enumerate(self.setup.table):
            yield from checks.integer(f"table[{number}].id", item.id, 0)
            if item.id in ids:
                yield fault(Reason.TABLE_ID_REPEATED, id=item.id)
            ids.add(item.id)
            yield from self.seat_faults(f"table[{number}].owner", item.owner)
            try:
                wilds = wild_count(
                    self.rules.game.melds, read_meld(self.rules.variant, item.meld, laid=False).code
                )
            except RamiError as error:
                wilds = len(item.meld)
                yield from error.violations
            placed = self.setup.turn_facts.wilds_placed.count(item.id)
            if placed > wilds:
                yield fault(Reason.FACT_MELD_WILDS, field="wilds_placed", meld=item.id, count=placed)
            if self.rules.game.turn.track_layers and item.laid_by:
                field = f"table[{number}].laid_by"
                yield from checks.count(field, len(item.laid_by), len(item.meld))
                for seat in dict.fromkeys(item.laid_by):
                    yield from self.seat_faults(field, seat)
        facts = self.setup.turn_facts
        for field, numbers in (("fresh", facts.fresh), ("wilds_placed", facts.wilds_placed)):
            for number in dict.fromkeys(numbers):
                if number not in ids:
                    yield fault(Reason.FACT_MELD_ABSENT, field=field, meld=number)

    def card_faults(self) -> Iterator[Violation]:
        stock = self.setup.stock
        held = self.placed
        held.update(card.id for card in stock or ())
        unknown = held.pop(UNKNOWN.id, 0)
        if unknown:
            yield fault(Reason.CARDS_UNKNOWN, count=unknown)
        for wrong in pack_faults(self.rules.variant, held):
            # A card that seems to be missing may be one of the unknown cards.
            if (stock is not None and not unknown) or wrong.code != Reason.CARDS_LOST:
                yield wrong

    def opened_faults(self) -> Iterator[Violation]:
        flags = self.setup.opened
        if self.rules.game.regroup is not None:
            # RKB-TAB-04: melds belong to nobody, but somebody must have laid them, and that player has opened.
            if self.setup.table and not any(flags):
                yield fault(Reason.NOBODY_OPENED)
            return
        for seat, flag in enumerate(flags if any(flags) else ()):
            if flag != (seat in self.owners):
                yield fault(Reason.OPENED_WITHOUT_MELD if flag else Reason.MELD_WITHOUT_OPENING, player=seat)

    def completed_faults(self) -> Iterator[Violation]:
        named = self.setup.completed
        owners = set(self.owners if self.rules.game.contracts is not None else ())
        last = max((each.completed for each in self.setup.seats), default=0)
        if named and (len(named) != last or set(named) != owners):
            yield fault(Reason.COMPLETED_MISMATCH, seats=named, owners=owners)

    def touched_faults(self) -> Iterator[Violation]:
        setup, draw = self.setup, self.rules.game.draw
        touched = self.by_seat.touched
        if not draw.touch:
            return
        in_draw = setup.phase is Phase.DRAW
        # If a touch counts for one turn only, the player to act must have made it, and the draw phase must be over.
        if draw.touch_in_turn and touched and (in_draw or touched != (setup.player,)):
            yield fault(Reason.TOUCH_FORGOTTEN)
        outcome = setup.outcome
        # LEB-OBL-02: a player who touched the discard gets no factor for going out all at once.
        if outcome is not None and outcome.factor_lost != (outcome.winner in touched):
            lost = outcome.factor_lost
            yield fault(Reason.FACTOR_LOST_UNTOUCHED if lost else Reason.FACTOR_KEPT_TOUCHED)

    def offer_faults(self) -> Iterator[Violation]:
        setup, knock, draw = self.setup, self.rules.game.knock, self.rules.game.draw
        order = turn_order(self.rules.variant, self.context)
        touched = draw.touch and setup.player in self.by_seat.touched and bool(setup.discards)
        # Only the stock remains to draw from after a touch or, for the first player, after two passes on the upcard
        # (GIN-UPCARD-02).
        if setup.phase is Phase.STOCK and not touched:
            if draw.touch:
                yield fault(Reason.STOCK_UNTOUCHED, player=setup.player)
            elif draw.upcard_offer == "none" or draw.offers_again:
                yield fault(Reason.NO_OFFER)
            elif setup.player != order[0]:
                yield fault(Reason.STOCK_OUT_OF_TURN, player=setup.player)
        if setup.phase is not Phase.OFFER:
            return
        if not setup.discards:
            yield fault(Reason.DISCARDS_EMPTY)
        if setup.drawer is not None and (draw.buys or draw.calls):
            return
        # GIN-VOID-01: just before the round becomes void, a player may still take the last discard in order to knock.
        if knock is not None and knock.fiftieth_card and self.stock_size <= knock.void_at:
            return
        if draw.upcard_offer == "none":
            yield fault(Reason.NO_OFFER)
        elif setup.player != order[0] and not (draw.offers_both and setup.player == order[-1]):
            yield fault(Reason.OFFER_OUT_OF_TURN, player=setup.player)

    def turned_faults(self) -> Iterator[Violation]:
        setup, turns = self.setup, self.rules.variant.dealing.turned_card
        if (setup.turned is None) is not (turns is None):
            yield fault(Reason.TURNED_UNREAD if turns is None else Reason.TURNED_MISSING)
        elif setup.turned is not None and setup.turned.is_unknown:
            yield fault(Reason.CARD_UNKNOWN)
        elif (
            turns == "natural" and setup.turned is not None and self.rules.game.melds.is_wild(setup.turned.id)
        ):
            yield fault(Reason.TURNED_NOT_NATURAL, card=setup.turned)
        yield from single_faults(setup, self.context.seats, self.context.playing)

    def folded_faults(self) -> Iterator[Violation]:
        folded, draw = self.setup.folded, self.rules.game.draw
        if not any(folded):
            return
        if not draw.fold_prices:
            yield fault(Reason.NO_FOLDING)
            return
        prices = (0, *draw.fold_prices)
        for seat, price in enumerate(folded):
            if price not in prices:
                yield fault(Reason.FOLDED_PRICE, player=seat, points=price)
        setup, seats = self.setup, self.remaining_seats
        acts = setup.player if setup.knock is None else setup.knock.player
        # IND-FOLD-06: a player who is left alone has won, so a round in play has at least two players.
        if len(seats) < 2 and not (seats and self.alone(seats[0])):
            yield fault(Reason.FOLDED_ALONE)
        elif acts not in seats and not (setup.phase is Phase.OVER and setup.knock is None):
            yield fault(Reason.FOLDED_PLAYS, player=acts)

    def sale_faults(self) -> Iterator[Violation]:
        setup, draw = self.setup, self.rules.game.draw
        yield from bought_often(setup.seats, self.rules.game)
        if setup.drawer is None:
            return
        wrong = self.seat_faults("drawer", setup.drawer)
        yield from wrong
        if setup.phase is not Phase.OFFER or not (draw.buys or draw.calls):
            yield fault(Reason.DRAWER_WITHOUT_SALE)
        elif not wrong and not self.seat_faults("player", setup.player) and not self.may_be_asked():
            yield fault(Reason.BUYER_UNFIT, player=setup.player, drawer=setup.drawer)

    def may_be_asked(self) -> bool:
        """Return whether the player to act could be offered a discard before the next draw."""
        setup, player, drawer = self.setup, self.setup.player, self.setup.drawer or 0
        # LIV-BUY-01: only the other players are offered the discard. RUM-CALL-01: the player whose turn it is may
        # also call "rummy".
        itself = player == drawer and not self.rules.game.draw.calls
        if itself or not {player, drawer}.issubset(self.remaining_seats):
            return False
        if len(setup.seats) != self.context.seats:
            return True  # `faults` has already reported the wrong number of seats.
        deal = Deal(turn_order(self.rules.variant, self.context), setup.seed, by_seat=self.by_seat)
        opened = player in self.owners
        return may_buy(self.rules.game, deal, self.number, self.stock_size, player, drawer, opened)

    @property
    def remaining_seats(self) -> tuple[int, ...]:
        """The seats still in the round."""
        return remaining(self.context.playing, self.setup.seats)

    def alone(self, winner: int) -> bool:
        """Return whether this player has won because all others dropped out."""
        outcome, ended = self.setup.outcome, self.setup.phase is Phase.OVER and self.setup.knock is None
        if outcome is None or not ended or self.remaining_seats != (winner,):
            return False
        # Nobody has gone out or shown a hand, so the outcome has no other facts.
        return outcome == Outcome(winner=winner, opened_before=outcome.opened_before)

    @property
    def stock_size(self) -> int:
        if self.setup.stock is not None:
            return len(self.setup.stock)
        return len(pack_of(self.rules.variant)) - self.placed.total()

    def knock_faults(self) -> Iterator[Violation]:
        setup, knock = self.setup, self.rules.game.knock
        if setup.upcard is None and reads_upcard(self.rules.variant):
            yield fault(Reason.UPCARD_MISSING)
        if setup.upcard is not None and not setup.upcard.is_natural:
            yield fault(Reason.UPCARD_NOT_NATURAL, card=setup.upcard)
        if knock is None:
            if setup.knock is not None or setup.phase is Phase.LAYOFF:
                yield fault(Reason.NO_KNOCKING)
        elif setup.knock is not None:
            wrong = self.seat_faults("knock.player", setup.knock.player)
            yield from wrong or self.shown_faults(knock, setup.knock)
        else:
            if setup.phase is Phase.LAYOFF:
                yield fault(Reason.LAYOFF_WITHOUT_KNOCK)
            # GIN-TURN-01: melds remain in the hand until somebody shows one.
            if setup.table:
                yield fault(Reason.CONCEALED)

    def shown_faults(self, knock: KnockRules, fact: KnockFact) -> Iterator[Violation]:
        setup = self.setup
        if setup.phase not in (Phase.LAYOFF, Phase.OVER) and not knock.last_turns:
            yield fault(Reason.KNOCK_ENDS_PLAY, phase=str(setup.phase))
        if setup.phase is Phase.LAYOFF and not knock.by_moves:
            yield fault(Reason.KNOCK_ENDS_ROUND)
        if setup.phase is not Phase.OVER and setup.player == fact.player:
            yield fault(Reason.REPLY_BY_KNOCKER, player=setup.player)
        # In games with declarations there is no knock with deadwood; a declaration of pairs, as in Okey, is a separate
        # kind.
        kinds = {KnockKind.DECLARATION, KnockKind.PAIRS} if knock.declared else {*KnockKind}
        # Skip cards that form no meld; `table_faults` has reported them.
        shown = tuple(
            code_of(self.rules.game.melds, item.meld) for item in setup.table if not is_unread(item.meld)
        )
        pairs = knock.declared and any(map(is_pair, shown))
        if fact.kind not in kinds or (fact.kind is KnockKind.PAIRS) is not pairs:
            yield fault(Reason.KNOCK_KIND, kind=fact.kind)
        if fact.kind is KnockKind.BIG_GIN and not knock.big_gin:
            yield fault(Reason.NO_BIG_GIN)
        # TT-LAST-02: in the last turns the next player may have taken the discard of the player who went out.
        taken = knock.last_turns and setup.phase is Phase.PLAY
        if fact.kind is not KnockKind.BIG_GIN and not setup.discards and not taken:
            yield fault(Reason.KNOCK_WITHOUT_DISCARD)
        if not knock.by_moves and any(owner != fact.player for owner in self.owners):
            yield fault(Reason.MELDS_OF_OTHERS, player=fact.player)
        if len(setup.hands) <= fact.player:
            return
        hand = setup.hands[fact.player]
        if bool(hand) != (fact.kind is KnockKind.KNOCK):
            yield fault(Reason.GIN_WITH_DEADWOOD if hand else Reason.KNOCK_WITHOUT_DEADWOOD)
        if knock.declared and len(shown) == len(setup.table):
            yield from undeclared(self.rules.variant, shown, hands.of_cards(hand.ids, self.rules.game.planes))
        # The upcard may set the limit for knocking. If it is missing, that has been reported above.
        upcard = setup.upcard
        if knock.limit < 0 and (upcard is None or not upcard.is_natural):
            return
        limit = knock.limit if upcard is None or knock.limit >= 0 else knock.limit_for(upcard.id)
        values = self.rules.game.deadwood.values
        deadwood = sum(values[card.id] for card in hand if not card.is_unknown)
        if deadwood > limit:
            yield fault(Reason.KNOCK_DEADWOOD, deadwood=deadwood, limit=limit)

    def phase_faults(self) -> Iterator[Violation]:
        setup, starter = self.setup, self.rules.variant.drawing.starter_turn
        # R51-START-01: the starter has one extra card and does not draw.
        first = starter != "normal" and self.number == 0
        if setup.phase is Phase.OVER:
            yield from self.outcome_faults()
        elif setup.outcome is not None:
            yield fault(Reason.OUTCOME_BEFORE_END, phase=str(setup.phase))
        elif setup.phase is Phase.DISCARD and not (first and starter == "discard_only"):
            yield fault(Reason.NOT_A_FIRST_DISCARD)
        elif setup.phase in (Phase.DRAW, Phase.STOCK) and first:
            yield fault(Reason.STARTER_DRAWS)
        elif setup.phase is Phase.PLAY and first and starter == "discard_only":
            yield fault(Reason.STARTER_ONLY_DISCARDS)
        elif setup.phase is Phase.PLAY and self.rules.game.draw.or_play:
            yield fault(Reason.NO_PLAY_PHASE)
        if setup.discards and self.rules.game.draw.or_play:
            yield fault(Reason.DISCARDS_WITHOUT_PILE)
        if setup.phase is Phase.DISCARD and setup.table:
            yield fault(Reason.TABLE_BEFORE_DISCARD)

    def outcome_faults(self) -> Iterator[Violation]:
        outcome, contracts = self.setup.outcome, self.rules.game.contracts
        if self.setup.knock is not None:
            return
        if outcome is None:
            yield fault(Reason.OUTCOME_MISSING)
            return
        # FRU-END-02: the round also ends when every player has laid the contract.
        ends_complete = contracts is not None and contracts.end_when_all_complete != "never"
        all_complete = ends_complete and set(self.owners) == set(self.context.playing)
        if outcome.complete and (outcome.winner is not None or not all_complete):
            yield fault(Reason.CONTRACTS_INCOMPLETE)
        counts = self.rules.game.draw.stalemate_counts and not outcome.complete and outcome.winner is None
        if outcome.stock_out and (not counts or self.stock_size):
            yield fault(Reason.STALEMATE_UNFIT)
        empty = [seat for seat in self.context.playing if not self.setup.hands[seat]]
        for seat in empty:
            if seat != outcome.winner:
                yield fault(Reason.EMPTY_HAND_UNWON, player=seat)
        if outcome.winner is not None:
            wrong = self.seat_faults("outcome.winner", outcome.winner)
            yield from wrong
            if self.rules.game.knock is not None:
                if not self.alone(outcome.winner):
                    yield fault(Reason.WINNER_WITHOUT_KNOCK)
            elif not wrong and outcome.winner not in empty:
                yield fault(Reason.WINNER_HOLDS_CARDS, player=outcome.winner)
        if outcome.deadwood or outcome.laid_off:
            yield fault(Reason.DEADWOOD_WITHOUT_KNOCK)
        if outcome.opened_before:
            yield from checks.count("outcome.opened_before", len(outcome.opened_before), self.context.seats)

    def fact_faults(self) -> Iterator[Violation]:
        setup = self.setup
        hand = setup.hands[setup.player]
        for field, fact in attrs.asdict(setup.turn_facts, recurse=False).items():
            if fact and setup.phase is not Phase.PLAY:
                yield fault(Reason.TURN_FACT_OUTSIDE_PLAY, field=field, phase=str(setup.phase))
        if setup.turn_facts.opened_now and setup.player not in self.owners:
            yield fault(Reason.OPENED_WITHOUT_MELD, player=setup.player)
        for number, duty in enumerate(setup.duties):
            if duty.kind is DutyKind.REACH_POINTS:
                yield from checks.integer(f"duties[{number}].points", duty.points, 1)
            elif duty.kind is not DutyKind.GO_OUT and duty.card is None:
                yield fault(Reason.DUTY_WITHOUT_CARD, duty=str(duty.kind))
            if duty.card is None:
                continue
            wild = self.rules.game.melds.is_wild(duty.card.id)
            if duty.kind is DutyKind.PLACE_TAKEN and duty.card != setup.taken:
                yield fault(Reason.DUTY_NOT_TAKEN, card=duty.card)
            # The wild card taken may have been laid off. That does not meet the duty, but the player may recover it
            # again.
            elif duty.card not in hand and not (wild and duty.kind is DutyKind.PLACE_TAKEN):
                yield fault(Reason.DUTY_CARD_ABSENT, card=duty.card)
            if duty.kind is DutyKind.PLACE_WILD and not wild:
                yield fault(Reason.DUTY_CARD_NATURAL, card=duty.card)
