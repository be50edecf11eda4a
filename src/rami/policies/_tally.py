"""The end of a round as a scoring policy reads it, made of the hands that are left: no round needs to be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from .. import errors as checks
from .._kernel.cards import hands
from .._kernel.cards.codes import JOKER
from .._kernel.turns.knocking import (
    BIG_GIN,
    Knocked,
    best_shown,
    settlement,
    shown_kind,
    unseen_by,
    winner_between,
    winner_of,
)
from .._kernel.turns.turn import Game
from ..cards import UNKNOWN, Card, Cards, Rank
from ..errors import InvalidSetup, InvalidVariant, Reason, Violation, reject
from ._compiled import KIND_NAMES, KINDS, copies_of, copy_violations, game_of, reads_upcard
from ._queries import Queries
from .contracts import contracts_of
from .equipment import player_faults
from .outcomes import FINISH, KnockFact, KnockKind, RoundFacts, staying
from .scores import RoundScore


def facts_of(variant: Queries, number: int = 1, last: bool = False, **facts: Any) -> RoundFacts:
    """Return the end of a hand of the match with what the variant says about it."""
    return RoundFacts(
        multiplier=variant.match.multiplier(number, last),
        equipment=variant.equipment,
        **facts,
    )


def scored(variant: Queries, facts: RoundFacts) -> RoundScore:
    """Score a round by the variant's policy, which may be a custom one."""
    score: object = variant.scoring.score(facts)
    if not isinstance(score, RoundScore):
        raise InvalidVariant(*checks.instance("scoring.score", score, RoundScore))
    return score


def scorer(
    variant: Queries,
    knock: KnockFact,
    deadwood: tuple[Cards, ...],
    playing: Iterable[int],
    counted: tuple[int | None, ...] = (),
) -> int | None:
    """Return the seat that scores after a knock with these cards unmatched, or points where they are counted."""
    game, seats = game_of(variant), tuple(playing)
    left = tuple(hands.of_cards(cards.ids, game.planes) for cards in deadwood)
    # gin wins whatever the others hold; for a knock, points that people have counted stand for their cards
    if any(points is not None for points in counted) and knock.kind is KnockKind.KNOCK:
        other = next(seat for seat in seats if seat != knock.player)

        def left_of(seat: int) -> int:
            points = counted[seat]
            return game.deadwood.worth(left[seat]) if points is None else points

        mine, theirs = left_of(knock.player), left_of(other)
        winner = winner_between(game, knock.player, other, mine, theirs)
    else:
        winner = winner_of(game, left, Knocked(knock.player, KINDS[knock.kind]), seats)
    return None if winner < 0 else winner


def check_end(variant: Queries, facts: RoundFacts, number: int, last: bool, most: int | None) -> RoundFacts:
    """Check the reported end of a round, and complete it; a match has no more than `most` rounds.

    Raises:
        InvalidSetup: for everything that no round of the variant has, all at once.
    """
    reject(
        InvalidSetup,
        (
            *player_faults(variant.equipment, len(facts.hands)),
            *copy_violations(variant, bytes(card for hand in facts.hands for card in hand.ids)),
            *checks.integer("number", number, 1, most),
            *checks.flag("last", last),
            *_wrong_seats(variant, facts),
            *_wrong_players(variant, facts),
            *_wrong_finish(variant, facts),
        ),
    )
    return complete_end(variant, facts, number, last)


def complete_end(variant: Queries, facts: RoundFacts, number: int, last: bool = False) -> RoundFacts:
    """Add to the reported end of a round what follows from it, and what the variant says about it.

    After a knock whose hands are not arranged yet, they are arranged so that least is left, and the player who scores
    is found.
    """
    outcome, knock, held = facts.outcome, facts.knock, facts.hands
    winner, done = outcome.winner, facts.completed
    if winner is not None and contracts_of(variant.opening) is not None and winner not in done:
        done = (*done, winner)
    ended, laid_off = outcome.deadwood, outcome.laid_off
    remaining = staying(facts.playing, facts.folded)
    if knock is not None and not ended:
        knock, ended, laid_off = _shown(variant, held, knock.player, facts.upcard, remaining)
    if knock is not None and winner is None:
        winner = scorer(variant, knock, ended, facts.playing, facts.counted)
    elif winner is None and len(remaining) == 1 < len(facts.playing):
        winner = remaining[0]
    return attrs.evolve(
        facts,
        outcome=attrs.evolve(
            outcome,
            winner=winner,
            opened_before=tuple(
                flag and not (outcome.all_at_once and seat == winner)
                for seat, flag in enumerate(facts.opened)
            ),
            deadwood=ended,
            laid_off=laid_off,
            stock_out=outcome.stock_out and winner is None,
            complete=bool(done) and winner is None and set(done) == set(facts.playing),
        ),
        completed=done,
        knock=knock,
        multiplier=variant.match.multiplier(number, last),
        equipment=variant.equipment,
    )


def _wrong_seats(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check the facts by seat that only some games have."""
    game = game_of(variant)
    if facts.folded and not game.draw.fold_prices:
        yield Violation(Reason.NO_FOLDING)
    elif facts.folded:
        for seat, price in enumerate(facts.folded):
            if price not in (0, *game.draw.fold_prices):
                yield Violation(Reason.FOLDED_PRICE, None, {"player": seat, "points": price})
        if not staying(facts.playing, facts.folded):
            yield Violation(Reason.FOLDED_ALONE)
        if facts.knock is not None and any(facts.folded[facts.knock.player :][:1]):
            yield Violation(Reason.FOLDED_PLAYS, None, {"player": facts.knock.player})
    if facts.turned_shown is not None and not game.draw.turned_shown:
        yield Violation(Reason.TURNED_NOT_SHOWN)
    if facts.paired and not game.turn.pairs:
        yield Violation(Reason.NO_PAIRS)
    for seat in facts.paired:
        if not facts.opened[seat]:
            yield Violation(Reason.PAIRED_UNOPENED, None, {"player": seat})
    if any(facts.charged) and not game.turn.charges:
        yield Violation(Reason.NO_CHARGES)
    if any(facts.laid) and not game.turn.track_layers:
        yield Violation(Reason.LAID_UNSCORED)


def _wrong_players(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check who is said to have ended the round."""
    winner, knock = facts.outcome.winner, facts.knock
    contracts = contracts_of(variant.opening)
    if facts.outcome.stock_out and (winner is not None or not game_of(variant).draw.stalemate_counts):
        yield Violation(Reason.STALEMATE_UNFIT)
    if facts.completed and contracts is None:
        yield Violation(Reason.NO_CONTRACTS)
    if variant.table.concealed:
        if winner is not None:
            yield Violation(Reason.WINNER_WITHOUT_KNOCK)
        if knock is not None and facts.upcard is None and reads_upcard(variant):
            yield Violation(Reason.UPCARD_NEEDED)
        return
    if knock is not None:
        yield Violation(Reason.NO_KNOCKING)
    if winner is None:
        return
    if facts.hands[winner]:
        yield Violation(Reason.WINNER_HOLDS_CARDS, None, {"player": winner})
    if not facts.opened[winner]:
        yield Violation(Reason.WINNER_UNOPENED, None, {"player": winner})
    if contracts is None:
        for seat in facts.losers:
            if not facts.hands[seat]:
                yield Violation(Reason.EMPTY_HAND_UNWON, None, {"player": seat})


def most_wilds(variant: Queries) -> int:
    """The number of wild cards with the most players."""
    copies = copies_of(variant)
    turned = variant.dealing.turned_card == "wild_rank"
    ranks = variant.equipment.ranks if turned else variant.equipment.wild_ranks
    of_rank = (sum(copies[rank - 1 : JOKER : len(Rank)]) for rank in ranks)
    return copies[JOKER] + max(of_rank, default=0)


def _wrong_finish(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check the way in which a player is said to have gone out."""
    outcome = facts.outcome
    yield from checks.integer("wilds_placed", outcome.wilds_placed, 0, most_wilds(variant))
    if outcome.final_discard == UNKNOWN:
        yield Violation(Reason.CARD_UNKNOWN)
    ended = facts.knock if _sees_last(variant) else outcome.winner
    for name in FINISH:
        if ended is None and getattr(outcome, name) not in (None, False, 0):
            yield Violation(Reason.FINISH_WITHOUT_WINNER, None, {"field": name})


def _sees_last(variant: Queries) -> bool:
    """Whether all players see the card discarded to show a hand, and no turn follows."""
    knock = game_of(variant).knock
    return knock is not None and knock.face_up and not knock.last_turns


def _shown(
    variant: Queries, held: tuple[Cards, ...], knocker: int, upcard: Card | None, defenders: tuple[int, ...]
) -> tuple[KnockFact, tuple[Cards, ...], Cards]:
    """The knock of a hand, the cards of all that are unmatched, and those laid off, as well as can be."""
    game: Game = game_of(variant)
    rules = game.knock
    assert rules is not None  # melds are concealed
    most = variant.dealing.cards_each(len(held))
    limits = [most + (rules.big_gin and seat == knocker) for seat in range(len(held))]
    reject(
        InvalidSetup,
        (
            Violation(Reason.HAND_SIZE, None, {"player": seat, "count": len(hand)})
            for seat, hand in enumerate(held)
            if len(hand) > limits[seat]
        ),
    )
    dealt = [hands.of_cards(hand.ids, game.planes) for hand in held]
    all_cards = len(held[knocker]) > most
    limit = 0 if all_cards else rules.limit_for(JOKER if upcard is None else upcard.id)
    melds = best_shown(game, dealt[knocker], limit, unseen_by(game, dealt[knocker], b""))
    if melds is None and rules.declared:
        left_over = {"cards": Cards.from_ids(hands.cards_of(game.shown.left(dealt[knocker])))}
        raise InvalidSetup(
            Violation(Reason.NOT_ALL_MATCHED, variant.rule_id(Reason.NOT_ALL_MATCHED), left_over)
        )
    if melds is None:
        shown = {"deadwood": game.deadwood.least(dealt[knocker]), "limit": limit}
        raise InvalidSetup(Violation(Reason.KNOCK_DEADWOOD, variant.rule_id(Reason.KNOCK_DEADWOOD), shown))
    rest = hands.remove_all(dealt[knocker], b"".join(bytes(code[1:]) for code in melds))
    assert rest is not None  # the melds are cards of this hand
    dealt[knocker] = rest
    kind = BIG_GIN if all_cards else shown_kind(game, melds, rest)
    table = tuple((place, knocker, code) for place, code in enumerate(melds))
    left, laid_off = settlement(game, tuple(dealt), table, Knocked(knocker, kind), defenders)
    ended = tuple(Cards.from_ids(hands.cards_of(hand)) for hand in left)
    return KnockFact(knocker, KIND_NAMES[kind]), ended, Cards.from_ids(laid_off)
