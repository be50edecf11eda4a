"""The end of a round as a scoring policy reads it, made of the hands that are left: no round needs to be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .. import errors as checks
from .._kernel.cards import hands
from .._kernel.cards.codes import JOKER
from .._kernel.turns.knocking import (
    BIG_GIN,
    Knocked,
    best_shown,
    settlement,
    shown_kind,
    winner_between,
    winner_of,
)
from .._kernel.turns.turn import Game
from ..cards import UNKNOWN, Card, Cards, Rank
from ..errors import InvalidSetup, InvalidVariant, Reason, Violation, bounded, reject
from ._compiled import KIND_NAMES, KINDS, copies_of, copy_violations, game_of, reads_upcard
from ._queries import Queries
from .contracts import contracts_of
from .equipment import player_faults
from .outcomes import KnockFact, KnockKind, Outcome, RoundFacts, staying
from .scores import RoundScore


def facts_of(variant: Queries, number: int = 1, last: bool = False, **facts: Any) -> RoundFacts:
    """The end of a hand of the match with what the variant says about it."""
    return RoundFacts(
        multiplier=variant.match.multiplier(number, last),
        equipment=variant.equipment,
        **facts,
    )


def scored(variant: Queries, facts: RoundFacts) -> RoundScore:
    """The score of a round by the variant's policy, which may be a custom one."""
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
    """The seat that scores after a knock with these cards unmatched, or points where they are counted; or None."""
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


def opened_before(opened: tuple[bool, ...], winner: int | None, all_at_once: bool) -> tuple[bool, ...]:
    """Whether each seat had opened before the last turn."""
    return tuple(flag and not (all_at_once and seat == winner) for seat, flag in enumerate(opened))


def tally(
    variant: Queries,
    held: tuple[Cards, ...],
    *,
    winner: int | None,
    knocker: int | None,
    opened: Iterable[bool] | None,
    completed: Iterable[int],
    laid: Iterable[int],
    stock_out: bool,
    upcard: Card | str | None,
    folded: Iterable[int],
    turned_shown: int | None,
    paired: Iterable[int],
    charged: Iterable[int],
    number: int,
    most: int | None,
    last: bool,
    **finish: Any,
) -> RoundScore:
    """The score of a round that has left these hands; a match has no more than `most` of them."""
    first = None if upcard is None else Card(upcard)
    listed = {
        "opened": () if opened is None else opened,
        "completed": completed,
        "laid": laid,
        "folded": folded,
        "paired": paired,
        "charged": charged,
    }
    reject(
        InvalidSetup, (wrong for field, value in listed.items() for wrong in checks.collection(field, value))
    )
    flags = (True,) * len(held) if opened is None else bounded(opened)
    done, worth, prices, paid = map(bounded, (completed, laid, folded, charged))
    in_pairs = bounded(paired)
    reject(
        InvalidSetup,
        (
            *_wrong_hands(variant, held),
            *checks.integer("number", number, 1, most),
            *checks.flag("last", last),
            *_wrong_prices(variant, prices, len(held), knocker),
            *_wrong_players(variant, held, winner, knocker, done, flags, first),
            *_wrong_finish(variant, knocker if _sees_last(variant) else winner, finish),
            *_wrong_shown(variant, turned_shown, len(held)),
            *_wrong_charges(variant, paid, len(held)),
            *_wrong_pairs(variant, in_pairs, flags),
            *_wrong_points(variant, worth, len(held), stock_out=stock_out, winner=winner),
        ),
    )
    if winner is not None and contracts_of(variant.opening) is not None and winner not in done:
        done = (*done, winner)
    knock: KnockFact | None = None
    ended: tuple[Cards, ...] = ()
    laid_off = Cards()
    if knocker is not None:
        knock, ended, laid_off = _shown(variant, held, knocker, first, staying(range(len(held)), prices))
        winner = scorer(variant, knock, ended, range(len(held)))
    elif any(prices) and winner is None:
        alone = staying(range(len(held)), prices)
        winner = alone[0] if len(alone) == 1 else None
    outcome = Outcome(
        winner=winner,
        opened_before=opened_before(flags, winner, finish["all_at_once"]),
        deadwood=ended,
        laid_off=laid_off,
        complete=bool(done) and winner is None and len(set(done)) == len(held),
        stock_out=stock_out,
        **finish,
    )
    facts = facts_of(
        variant,
        number,
        last,
        outcome=outcome,
        hands=held,
        opened=flags,
        completed=done,
        laid=worth,
        knock=knock,
        upcard=first,
        folded=prices,
        paired=in_pairs,
        charged=paid,
        turned_shown=turned_shown,
    )
    return scored(variant, facts)


def _wrong_hands(variant: Queries, held: tuple[Cards, ...]) -> Iterator[Violation]:
    yield from player_faults(variant.equipment, len(held))
    yield from copy_violations(variant, bytes(card for hand in held for card in hand.ids))


def _wrong_prices(
    variant: Queries, prices: tuple[int, ...], seats: int, knocker: int | None
) -> Iterator[Violation]:
    """The violations of the players said to have dropped out."""
    if not prices:
        return
    draw = game_of(variant).draw
    if not draw.fold_prices:
        yield Violation(Reason.NO_FOLDING)
        return
    yield from checks.count("folded", len(prices), seats)
    for seat, price in enumerate(prices):
        if price not in (0, *draw.fold_prices):
            yield Violation(Reason.FOLDED_PRICE, None, {"player": seat, "points": price})
    if not staying(range(seats), prices):
        yield Violation(Reason.FOLDED_ALONE)
    if knocker is not None and any(prices[knocker:][:1]):
        yield Violation(Reason.FOLDED_PLAYS, None, {"player": knocker})


def _wrong_players(
    variant: Queries,
    held: tuple[Cards, ...],
    winner: int | None,
    knocker: int | None,
    completed: tuple[int, ...],
    opened: tuple[bool, ...],
    upcard: Card | None,
) -> Iterator[Violation]:
    """The violations of the facts given about the players."""
    seats = len(held)
    yield from checks.flags("opened", opened, seats)
    yield from checks.seats("completed", completed, seats)
    for name, seat in (("winner", winner), ("knocker", knocker)):
        if seat is not None:
            yield from checks.seat(name, seat, seats)
    contracts = contracts_of(variant.opening)
    if completed and contracts is None:
        yield Violation(Reason.NO_CONTRACTS)
    if variant.table.concealed:
        if winner is not None:
            yield Violation(Reason.WINNER_WITHOUT_KNOCK)
        if knocker is not None and upcard is None and reads_upcard(variant):
            yield Violation(Reason.UPCARD_NEEDED)
        return
    if knocker is not None:
        yield Violation(Reason.NO_KNOCKING)
    if type(winner) is not int or not 0 <= winner < seats:
        return
    if held[winner]:
        yield Violation(Reason.WINNER_HOLDS_CARDS, None, {"player": winner})
    if opened[winner : winner + 1] == (False,):
        yield Violation(Reason.WINNER_UNOPENED, None, {"player": winner})
    if contracts is None:
        for seat, hand in enumerate(held):
            if seat != winner and not hand:
                yield Violation(Reason.EMPTY_HAND_UNWON, None, {"player": seat})


def most_wilds(variant: Queries) -> int:
    """The number of wild cards with the most players."""
    copies = copies_of(variant)
    turned = variant.dealing.turned_card == "wild_rank"
    ranks = variant.equipment.ranks if turned else variant.equipment.wild_ranks
    of_rank = (sum(copies[rank - 1 : JOKER : len(Rank)]) for rank in ranks)
    return copies[JOKER] + max(of_rank, default=0)


def _wrong_finish(variant: Queries, winner: int | None, finish: dict[str, Any]) -> Iterator[Violation]:
    """The violations of the way in which a player is said to have gone out."""
    yield from checks.integer("wilds_placed", finish["wilds_placed"], 0, most_wilds(variant))
    if finish["final_discard"] in (UNKNOWN, str(UNKNOWN)):
        yield Violation(Reason.CARD_UNKNOWN)
    for name, value in finish.items():
        if winner is None and value not in (None, False, 0):
            yield Violation(Reason.FINISH_WITHOUT_WINNER, None, {"field": name})


def _sees_last(variant: Queries) -> bool:
    """Whether all players see the card discarded to show a hand, and no turn follows."""
    knock = game_of(variant).knock
    return knock is not None and knock.face_up and not knock.last_turns


def _wrong_shown(variant: Queries, player: int | None, seats: int) -> Iterator[Violation]:
    """The violations of the player said to have shown a copy of the card turned up."""
    if player is not None:
        yield from checks.seat("turned_shown", player, seats)
        if not game_of(variant).draw.turned_shown:
            yield Violation(Reason.TURNED_NOT_SHOWN)


def _wrong_pairs(variant: Queries, paired: tuple[int, ...], opened: tuple[bool, ...]) -> Iterator[Violation]:
    """The violations of the players said to have opened with pairs."""
    yield from checks.seats("paired", paired, len(opened))
    if paired and not game_of(variant).turn.pairs:
        yield Violation(Reason.NO_PAIRS)
    for seat in paired:
        if type(seat) is int and opened[seat : seat + 1] == (False,):
            yield Violation(Reason.PAIRED_UNOPENED, None, {"player": seat})


def _wrong_charges(variant: Queries, charged: tuple[int, ...], seats: int) -> Iterator[Violation]:
    """The violations of the points said to be paid for discards."""
    if charged:
        yield from checks.count("charged", len(charged), seats)
    for seat, points in enumerate(charged):
        yield from checks.integer(f"charged[{seat}]", points, 0)
    if any(charged) and not game_of(variant).turn.charges:
        yield Violation(Reason.NO_CHARGES)


def _wrong_points(
    variant: Queries, laid: tuple[int, ...], seats: int, *, stock_out: bool, winner: int | None
) -> Iterator[Violation]:
    """The violations of the points of cards laid, and of a round ended by an empty stock."""
    if laid:
        yield from checks.count("laid", len(laid), seats)
    for seat, points in enumerate(laid):
        yield from checks.integer(f"laid[{seat}]", points, 0)
    if any(laid) and not game_of(variant).turn.track_layers:
        yield Violation(Reason.LAID_UNSCORED)
    yield from checks.flag("stock_out", stock_out)
    if stock_out and (winner is not None or not game_of(variant).draw.stalemate_counts):
        yield Violation(Reason.STALEMATE_UNFIT)


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
    melds = best_shown(game, dealt[knocker], limit)
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
