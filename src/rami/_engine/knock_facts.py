"""What a setup says of knocking: checked, and read as the kernel has it."""

from __future__ import annotations

from collections.abc import Iterator

from .. import _checks as checks
from .._kernel.rules import OFFER_BOTH, OFFER_NONE, KnockRules
from .._kernel.state import Knocked
from ..errors import Reason, Violation
from ..policies._compiled import reads_upcard
from ..policies.outcomes import KnockKind
from ..setup import Phase, RoundContext, Setup
from .listed_moves import KIND_NAMES
from .positions import fault, pack_of, turn_order
from .rules import Rules

_KINDS: dict[KnockKind, int] = {kind: number for number, kind in KIND_NAMES.items()}


def knocked_of(setup: Setup) -> Knocked | None:
    """The knock of a setup without faults."""
    return None if setup.knock is None else Knocked(setup.knock.player, _KINDS[setup.knock.kind])


def knock_faults(rules: Rules, setup: Setup, context: RoundContext) -> Iterator[Violation]:
    """What cannot be about offers, upcards and knocks."""
    yield from _offer_faults(rules, setup, context)
    if setup.upcard is None and reads_upcard(rules.variant):
        yield fault(Reason.UPCARD_MISSING)
    if setup.upcard is not None and not setup.upcard.is_natural:
        yield fault(Reason.UPCARD_NOT_NATURAL, card=setup.upcard)
    knock = rules.game.knock
    if knock is None:
        if setup.knock is not None or setup.phase is Phase.LAYOFF:
            yield fault(Reason.NO_KNOCKING)
        return
    if setup.knock is None:
        if setup.phase is Phase.LAYOFF:
            yield fault(Reason.LAYOFF_WITHOUT_KNOCK)
        if setup.table:
            yield fault(Reason.CONCEALED)
        return
    yield from _shown_faults(rules, knock, setup, context)


def _offer_faults(rules: Rules, setup: Setup, context: RoundContext) -> Iterator[Violation]:
    offer, knock = rules.game.draw.offer, rules.game.knock
    order = turn_order(rules.variant, context)
    if setup.phase is Phase.STOCK and not _has_touched(rules, setup):
        if rules.game.draw.touch:
            yield fault(Reason.STOCK_UNTOUCHED, player=setup.player)
        elif offer == OFFER_NONE:
            yield fault(Reason.NO_OFFER)
        elif setup.player != order[0]:
            yield fault(Reason.STOCK_OUT_OF_TURN, player=setup.player)
    if setup.phase is not Phase.OFFER:
        return
    if not setup.discards:
        yield fault(Reason.DISCARDS_EMPTY)
    if knock is not None and knock.fiftieth and _stock_size(rules, setup) <= knock.void_at:
        return
    if offer == OFFER_NONE:
        yield fault(Reason.NO_OFFER)
    elif setup.player != order[0] and not (offer == OFFER_BOTH and setup.player == order[-1]):
        yield fault(Reason.OFFER_OUT_OF_TURN, player=setup.player)


def _has_touched(rules: Rules, setup: Setup) -> bool:
    """Whether the player to act has touched the discard, which leaves the stock."""
    return rules.game.draw.touch and setup.player in setup.touched and bool(setup.discards)


def _stock_size(rules: Rules, setup: Setup) -> int:
    if setup.stock is not None:
        return len(setup.stock)
    elsewhere = sum(map(len, setup.hands)) + len(setup.discards) + sum(len(item.meld) for item in setup.table)
    return len(pack_of(rules.variant)) - elsewhere


def _shown_faults(
    rules: Rules, knock: KnockRules, setup: Setup, context: RoundContext
) -> Iterator[Violation]:
    fact = setup.knock
    if fact is None:
        return
    wrong = checks.seat("knock.player", fact.player, context.seats, context.playing)
    yield from wrong
    if wrong:
        return
    if setup.phase not in (Phase.LAYOFF, Phase.OVER):
        yield fault(Reason.KNOCK_ENDS_PLAY, phase=str(setup.phase))
    if setup.phase is Phase.LAYOFF and not knock.by_moves:
        yield fault(Reason.KNOCK_ENDS_ROUND)
    if setup.phase is Phase.LAYOFF and setup.player == fact.player:
        yield fault(Reason.REPLY_BY_KNOCKER, player=setup.player)
    if fact.kind is KnockKind.BIG_GIN and not knock.big_gin:
        yield fault(Reason.NO_BIG_GIN)
    if fact.kind is not KnockKind.BIG_GIN and not setup.discards:
        yield fault(Reason.KNOCK_WITHOUT_DISCARD)
    if not knock.by_moves and any(item.owner != fact.player for item in setup.table):
        yield fault(Reason.MELDS_OF_OTHERS, player=fact.player)
    if len(setup.hands) > fact.player:
        empty = not setup.hands[fact.player]
        if empty != (fact.kind is not KnockKind.KNOCK):
            yield fault(Reason.KNOCK_WITHOUT_DEADWOOD if empty else Reason.GIN_WITH_DEADWOOD)
        limit = _limit(rules, knock, setup)
        values = rules.game.deadwood.values
        count = sum(values[card.id] for card in setup.hands[fact.player] if not card.is_unknown)
        if limit is not None and count > limit:
            yield fault(Reason.KNOCK_DEADWOOD, deadwood=count, limit=limit)


def _limit(rules: Rules, knock: KnockRules, setup: Setup) -> int | None:
    """The most deadwood of a knock in that round, if it is known."""
    if knock.limit >= 0:
        return knock.limit
    if setup.upcard is None or not setup.upcard.is_natural:
        return None
    return knock.limit_for(setup.upcard.id)
