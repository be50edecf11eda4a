"""What a setup says of knocking: checked, and read as the kernel has it."""

from __future__ import annotations

from collections.abc import Iterator

from .._kernel.rules import OFFER_BOTH, OFFER_NONE, KnockRules
from .._kernel.state import Knocked
from ..errors import Reason, Violation
from ..policies.compiled import reads_upcard
from ..policies.outcomes import KnockKind
from ..setup import Phase, RoundContext, Setup
from .listed_moves import KIND_NAMES
from .positions import pack_of, turn_order
from .rules import Rules

__all__ = ["knock_faults", "knocked_of"]

_KINDS: dict[KnockKind, int] = {kind: number for number, kind in KIND_NAMES.items()}


def knocked_of(setup: Setup) -> Knocked | None:
    """The knock of a setup without faults."""
    return None if setup.knock is None else Knocked(setup.knock.player, _KINDS[setup.knock.kind])


def knock_faults(rules: Rules, setup: Setup, context: RoundContext) -> Iterator[Violation]:
    """What cannot be about offers, upcards and knocks."""
    yield from _offer_faults(rules, setup, context)
    if setup.upcard is None and reads_upcard(rules.variant):
        yield _impossible("upcard", None, "the first upcard counts in this game")
    if setup.upcard is not None and not setup.upcard.is_natural:
        yield _impossible("upcard", setup.upcard, "a natural card")
    knock = rules.game.knock
    if knock is None:
        if setup.knock is not None or setup.phase is Phase.LAYOFF:
            yield _phase(setup.phase, "nobody knocks in this game")
        return
    if setup.knock is None:
        if setup.phase is Phase.LAYOFF:
            yield _phase(setup.phase, "it replies to a knock")
        if setup.table:
            yield _impossible("table", len(setup.table), "melds stay in the hand until a player knocks")
        return
    yield from _shown_faults(rules, knock, setup, context)


def _offer_faults(rules: Rules, setup: Setup, context: RoundContext) -> Iterator[Violation]:
    offer, knock = rules.game.draw.offer, rules.game.knock
    order = turn_order(rules.variant, context)
    if setup.phase is Phase.STOCK and not _has_touched(rules, setup):
        if rules.game.draw.touch:
            yield _phase(setup.phase, "the player has not touched the discard")
        elif offer == OFFER_NONE:
            yield _phase(setup.phase, "no upcard is offered in this game")
        elif setup.player != order[0]:
            yield _phase(setup.phase, "after the last pass the player who did not deal draws")
    if setup.phase is not Phase.OFFER:
        return
    if not setup.discards:
        yield _phase(setup.phase, "there is no discard to offer")
    if knock is not None and knock.fiftieth and _stock_size(rules, setup) <= knock.void_at:
        return
    if offer == OFFER_NONE:
        yield _phase(setup.phase, "no upcard is offered in this game")
    elif setup.player != order[0] and not (offer == OFFER_BOTH and setup.player == order[-1]):
        yield _phase(setup.phase, "the upcard is not offered to that player")


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
    if type(fact.player) is not int or fact.player not in context.playing:
        yield _impossible("knock", fact.player, "a seat that plays")
        return
    if setup.phase not in (Phase.LAYOFF, Phase.OVER):
        yield _phase(setup.phase, "a knock ends the play")
    if setup.phase is Phase.LAYOFF and not knock.by_moves:
        yield _phase(setup.phase, "in this game the round is over at the knock")
    if setup.phase is Phase.LAYOFF and setup.player == fact.player:
        yield _impossible("player", setup.player, "the player who did not knock replies")
    if fact.kind is KnockKind.BIG_GIN and not knock.big_gin:
        yield _impossible("knock", str(fact.kind), "big gin is not declared in this game")
    if fact.kind is not KnockKind.BIG_GIN and not setup.discards:
        yield _impossible("discards", 0, "a knock puts a card on the discard pile")
    if not knock.by_moves and any(item.owner != fact.player for item in setup.table):
        yield _impossible("table", len(setup.table), "only the melds of the player who knocked lie there")
    if len(setup.hands) > fact.player:
        empty = not setup.hands[fact.player]
        if empty != (fact.kind is not KnockKind.KNOCK):
            yield _impossible("knock", str(fact.kind), "gin leaves no card unmatched, a knock leaves some")
        limit = _limit(rules, knock, setup)
        values = rules.game.deadwood.values
        count = sum(values[card.id] for card in setup.hands[fact.player] if not card.is_unknown)
        if limit is not None and count > limit:
            yield _impossible("knock", count, f"a knock leaves {limit} points at most")


def _limit(rules: Rules, knock: KnockRules, setup: Setup) -> int | None:
    """The most deadwood of a knock in that round, if it is known."""
    if knock.limit >= 0:
        return knock.limit
    if setup.upcard is None or not setup.upcard.is_natural:
        return None
    return knock.limit_for(setup.upcard.id)


def _impossible(field: str, value: object, why: str) -> Violation:
    return Violation(Reason.IMPOSSIBLE_FACT, None, {"field": field, "value": value, "why": why})


def _phase(phase: Phase, why: str) -> Violation:
    return Violation(Reason.IMPOSSIBLE_PHASE, None, {"phase": str(phase), "why": why})
