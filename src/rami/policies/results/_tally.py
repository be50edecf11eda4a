"""Complete the reported end of a round, so that a round not played in rami can be scored.

People at a table report the winner and the cards left. This module checks that the report is possible in the game and
completes it: it arranges hands after a knock, finds the player who scores, and treats a wrong declaration as a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from ..._kernel.cards import hands
from ..._kernel.cards.codes import JOKER
from ..._kernel.melds.meld import Code, Melds
from ..._kernel.turns.knocking import (
    BIG_GIN,
    Knocked,
    best_shown,
    declarations,
    settlement,
    shown_kind,
    unseen_by,
    winner_between,
)
from ...cards import UNKNOWN, Cards, Rank
from ...cards.faces import cards_of
from ...cards.melds import MeldOrCards
from ...errors import InvalidSetup, InvalidVariant, RamiError, Reason, Violation, checks, reject
from .._compiled import KIND_NAMES, copies_of, game_of, melds_of, reads_upcard
from .._queries import Queries
from .._refusals import copy_violations, freely_arranged, meld_violations, named_by, undeclared, violation
from ..slots.contracts import contracts_of
from ..slots.equipment import player_faults
from ..slots.scoring import Scoring
from .outcomes import FINISH, KnockFact, KnockKind, RoundFacts, remaining, unknown_hand
from .scores import RoundScore
from .seats import bought_often, by_seat, with_seat, without_rule


def facts_of(variant: Queries, number: int = 1, last: bool = False, **facts: Any) -> RoundFacts:
    """Return facts about the end of a hand, with the variant's multiplier and equipment for that hand."""
    return RoundFacts(multiplier=variant.match.multiplier(number, last), equipment=variant.equipment, **facts)


def scored(variant: Queries, facts: RoundFacts) -> RoundScore:
    """Score a round with the scoring policy of the variant, which may be custom."""
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
    """Return the seat that scores after a knock, given the unmatched cards or, if known, their points.

    Raises:
        InvalidSetup: a hand that counts is unknown.
    """
    # Gin beats any other hand.
    if knock.kind is not KnockKind.KNOCK:
        return knock.player
    game, other = game_of(variant), next(seat for seat in playing if seat != knock.player)

    def left_of(seat: int) -> int:
        # If people have counted the points, no cards are needed.
        points = counted[seat] if counted else None
        if points is not None:
            return points
        if UNKNOWN in deadwood[seat]:
            raise InvalidSetup(unknown_hand(seat, "counts"))
        return _points_of(variant, deadwood[seat])

    winner = winner_between(game, knock.player, other, left_of(knock.player), left_of(other))
    return None if winner < 0 else winner


def _points_of(variant: Queries, cards: Cards) -> int:
    """Return the points of unmatched cards."""
    game = game_of(variant)
    return game.deadwood.points(hands.of_cards(cards.ids, game.planes))


def check_end(variant: Queries, facts: RoundFacts, number: int, last: bool, most: int | None) -> RoundFacts:
    """Check and complete the reported end of a round.

    `number` is the number of the hand in the match, from 1 to `most`; None for `most` means no upper limit.

    Raises:
        InvalidSetup: the facts are not possible in a round of the variant; the error lists all faults.
    """
    # All hands come from one pack, so check their cards together.
    cards = bytes(card for hand in facts.hands if UNKNOWN not in hand for card in hand.ids)
    wrong = (
        *player_faults(variant.equipment, len(facts.hands)),
        *copy_violations(variant, cards),
        *checks.integer("number", number, 1, most),
        *checks.flag("last", last),
        *_unknown_to_custom(variant, facts),
        *_wrong_seats(variant, facts),
        *_wrong_players(variant, facts),
        *_wrong_finish(variant, facts),
    )
    reject(InvalidSetup, wrong)
    return complete_end(variant, facts, number, last)


def complete_end(variant: Queries, facts: RoundFacts, number: int, last: bool = False) -> RoundFacts:
    """Complete the reported end of a round with the facts that follow from the rules of the variant.

    After a knock, arrange the hands that are not arranged yet so that they leave the fewest points, and find the player
    who scores. If wrong declarations have a price, a player who declared wrongly is out, as in a played round.
    """
    facts = _with_wrong_declaration(variant, facts)
    outcome, knock = facts.outcome, facts.knock
    winner, seats, done = outcome.winner, facts.seats, facts.completed
    # A player who goes out must have laid the contract, so people need not report that.
    if winner is not None and contracts_of(variant.opening) is not None and winner not in done:
        # D-96: `completed` is in the order of laying. A winner who is missing from the report comes last.
        done = (*done, winner)
        seats = with_seat(seats, winner, completed=1 + max(each.completed for each in seats))
    ended, laid_off = outcome.deadwood, outcome.laid_off
    left = remaining(facts.playing, seats)
    if knock is not None and not ended:
        knock, ended, laid_off = _shown(variant, facts, knock, left)
    if knock is not None:
        winner = scorer(variant, knock, ended, facts.playing, facts.counted)
    elif len(left) == 1 < len(facts.playing):
        winner = left[0]
    if outcome.winner not in (None, winner):
        raise InvalidSetup(Violation(Reason.OUTCOME_MISMATCH))
    return attrs.evolve(
        facts,
        outcome=attrs.evolve(
            outcome,
            winner=winner,
            opened_before=tuple(
                # D-128: a player who goes out all at once had not opened before the last turn.
                flag and not (outcome.all_at_once and seat == winner)
                for seat, flag in enumerate(facts.opened)
            ),
            deadwood=ended,
            laid_off=laid_off,
            stock_out=outcome.stock_out and winner is None,
            complete=bool(done) and winner is None and set(done) == set(facts.playing),
        ),
        seats=seats,
        knock=knock,
        multiplier=variant.match.multiplier(number, last),
        equipment=variant.equipment,
    )


def _unknown_to_custom(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check that no hand is unknown if the scoring policy is custom."""
    # Only the built-in policy is sure to ignore the cards of a player who pays a flat charge.
    if not isinstance(variant.scoring, Scoring):
        for seat, hand in enumerate(facts.hands):
            if UNKNOWN in hand:
                yield unknown_hand(seat, "counts")


def _wrong_seats(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check the facts about each seat that only some games allow."""
    game = game_of(variant)
    prices = {*game.draw.fold_prices, _wrong_price(variant)} - {0}
    if any(facts.folded) and not prices:
        yield Violation(Reason.NO_FOLDING)
    else:
        # IND-FOLD-02 and IND-FOLD-03 set two prices, and IND-WRONG-01 a third; any other amount must be a mistake.
        for seat, price in enumerate(facts.folded):
            if price and price not in prices:
                yield Violation(Reason.FOLDED_PRICE, None, {"player": seat, "points": price})
        # IND-FOLD-06: the last remaining player wins, so not everybody can have dropped out.
        if not remaining(facts.playing, facts.seats):
            yield Violation(Reason.FOLDED_ALONE)
        if facts.knock is not None and facts.folded[facts.knock.player]:
            yield Violation(Reason.FOLDED_PLAYS, None, {"player": facts.knock.player})
    yield from without_rule(facts, by_seat(facts.seats), game)
    yield from bought_often(facts.seats, game)
    if facts.paired and not game.turn.pairs:
        yield Violation(Reason.NO_PAIRS)
    for seat in facts.paired:
        if not facts.seats[seat].opened:
            yield Violation(Reason.PAIRED_UNOPENED, None, {"player": seat})
    if any(facts.laid) and not game.turn.track_layers:
        yield Violation(Reason.LAID_UNSCORED)


def _wrong_players(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check the players who are reported to have ended the round."""
    winner, knock = facts.outcome.winner, facts.knock
    contracts = contracts_of(variant.opening)
    if facts.outcome.stock_out and (winner is not None or not game_of(variant).draw.stalemate_counts):
        yield Violation(Reason.STALEMATE_UNFIT)
    if facts.completed and contracts is None:
        yield Violation(Reason.NO_CONTRACTS)
    if facts.melds is not None and knock is None:
        yield Violation(Reason.MELDS_WITHOUT_KNOCK)
    if variant.table.concealed:
        # IND-FOLD-06: a player wins without a knock if all others have dropped out.
        alone = any(facts.folded) and remaining(facts.playing, facts.seats) == (winner,)
        if knock is None and winner is not None and not alone:
            yield Violation(Reason.WINNER_WITHOUT_KNOCK)
        if knock is not None and facts.upcard is None and reads_upcard(variant):
            yield Violation(Reason.UPCARD_NEEDED)
        if knock is not None:
            yield from _wrong_kind(variant, facts, knock)
            pairs = zip(facts.hands, facts.outcome.deadwood, strict=False)
            if any(UNKNOWN not in hand and UNKNOWN not in left and left - hand for hand, left in pairs):
                yield Violation(Reason.OUTCOME_MISMATCH)
        return
    if knock is not None:
        yield Violation(Reason.NO_KNOCKING)
    if winner is None:
        return
    if facts.hands[winner]:
        yield Violation(Reason.WINNER_HOLDS_CARDS, None, {"player": winner})
    # BAS-RUMMY-03: where unopened players may lay off, a winner may have got rid of all cards in that way.
    if variant.table.layoff_requires_open and not facts.seats[winner].opened:
        yield Violation(Reason.WINNER_UNOPENED, None, {"player": winner})
    # D-98: cards have no points in Frustration, so a report may list only the contracts laid and omit the hands.
    if contracts is None:
        for seat in facts.losers:
            if not facts.hands[seat] and facts.points_counted(seat) is None:
                yield Violation(Reason.EMPTY_HAND_UNWON, None, {"player": seat})


def _wrong_kind(variant: Queries, facts: RoundFacts, knock: KnockFact) -> Iterator[Violation]:
    """Check the reported kind of knock, as far as this is possible before the hands are arranged."""
    rules, arranged = game_of(variant).knock, facts.outcome.deadwood
    assert rules is not None  # melds are concealed
    kinds = {KnockKind.KNOCK, KnockKind.GIN, KnockKind.BIG_GIN}
    if rules.declared:
        # Until the hands are arranged, a plain knock stands for any kind.
        kinds = {KnockKind.DECLARATION} if arranged else {KnockKind.DECLARATION, KnockKind.KNOCK}
        kinds |= {KnockKind.PAIRS} if rules.pairs else set()
    if knock.kind not in kinds:
        yield Violation(Reason.KNOCK_KIND, None, {"kind": knock.kind})
    elif knock.kind is KnockKind.BIG_GIN and not rules.big_gin:
        yield Violation(Reason.NO_BIG_GIN)
    elif arranged and (facts.upcard is not None or not reads_upcard(variant)):
        points, cards = facts.points_counted(knock.player), arranged[knock.player]
        # If people have counted the points, the cards may be unknown.
        if points is None and UNKNOWN not in cards:
            points = _points_of(variant, cards)
        gin = knock.kind is not KnockKind.KNOCK
        limit = 0 if gin else rules.limit_for(JOKER if facts.upcard is None else facts.upcard.id)
        if points is not None and points > limit:
            yield (
                Violation(Reason.GIN_WITH_DEADWOOD)
                if gin
                else violation(variant, Reason.KNOCK_DEADWOOD, deadwood=points, limit=limit)
            )


def most_wilds(variant: Queries) -> int:
    """Return the largest number of wild cards in a round with as many players as the game allows."""
    copies = copies_of(variant)
    turned = variant.dealing.turned_card == "wild_rank"
    ranks = variant.equipment.ranks if turned else variant.equipment.wild_ranks
    of_rank = (sum(copies[rank - 1 : JOKER : len(Rank)]) for rank in ranks)
    return copies[JOKER] + max(of_rank, default=0)


def _wrong_finish(variant: Queries, facts: RoundFacts) -> Iterator[Violation]:
    """Check the reported way of going out."""
    outcome = facts.outcome
    yield from checks.integer("wilds_placed", outcome.wilds_placed, 0, most_wilds(variant))
    if outcome.final_discard == UNKNOWN:
        yield Violation(Reason.CARD_UNKNOWN)
    ended = facts.knock if _sees_last(variant) else outcome.winner
    for name in FINISH:
        if ended is None and getattr(outcome, name) not in (None, False, 0):
            yield Violation(Reason.FINISH_WITHOUT_WINNER, None, {"field": name})
    # BAS-RUMMY-03: after a lay-off in an earlier turn nobody can go out all at once.
    placed = by_seat(facts.seats).placed if game_of(variant).turn.track_placed else ()
    if outcome.all_at_once and outcome.winner in placed:
        yield Violation(Reason.ALL_AT_ONCE_PLACED, None, {"player": outcome.winner})


def _sees_last(variant: Queries) -> bool:
    """Return whether all players see the discard of a knock, and nobody has a turn after it."""
    knock = game_of(variant).knock
    return knock is not None and knock.face_up and not knock.last_turns


def _with_wrong_declaration(variant: Queries, facts: RoundFacts) -> RoundFacts:
    """Treat a wrong declaration as a fault if the game has a price for it."""
    price, knock = _wrong_price(variant), facts.knock
    if (
        not price
        or knock is None
        or facts.outcome.deadwood
        or not _declared_wrongly(variant, facts, knock.player)
    ):
        return facts
    seats = with_seat(facts.seats, knock.player, folded=price)
    if len(remaining(facts.playing, seats)) > 1:
        # The others must have played on, so the round did not end with this declaration.
        raise InvalidSetup(
            Violation(Reason.WRONG_DECLARATION, None, {"player": knock.player, "points": price})
        )
    return attrs.evolve(facts, knock=None, melds=None, seats=seats)


def _wrong_price(variant: Queries) -> int:
    """Return the price of a wrong declaration, or 0; it is paid whatever the mode of `conduct` is."""
    price, knock = variant.conduct.wrong_declaration, game_of(variant).knock
    return price if price is not None and knock is not None and knock.declared else 0


def _declared_wrongly(variant: Queries, facts: RoundFacts, player: int) -> bool:
    """Return whether a declaration is wrong; False if the hand is unknown, or the reported melds have faults."""
    game, cards = game_of(variant), facts.hands[player]
    if UNKNOWN in cards:
        return False
    hand = hands.of_cards(cards.ids, game.planes)
    if facts.melds is None:
        return not declarations(game, hand)
    codes, left, wrong = _reported_melds(variant, facts.melds, player, hand)
    return not wrong and any(undeclared(variant, codes, left))


def _shown(
    variant: Queries, facts: RoundFacts, knock: KnockFact, defenders: tuple[int, ...]
) -> tuple[KnockFact, tuple[Cards, ...], Cards]:
    """Return the knock, the unmatched cards of each seat, and the cards that the best replies lay off."""
    game, held, knocker = game_of(variant), facts.hands, knock.player
    rules = game.knock
    assert rules is not None  # melds are concealed
    most = variant.dealing.cards_each(len(held))
    # A player who shows big gin has not discarded, so the hand has one card more.
    limits = [most + (rules.big_gin and seat == knocker) for seat in range(len(held))]
    unknown = [seat for seat, hand in enumerate(held) if UNKNOWN in hand]
    wrong = [
        Violation(Reason.HAND_SIZE, None, {"player": seat, "count": len(hand)})
        for seat, hand in enumerate(held)
        if len(hand) > limits[seat]
    ]
    # The knocker's hand must be known, because others lay off on it or because it may be declared in pairs.
    wrong += (
        unknown_hand(seat, "shown" if seat == knocker else "counts")
        for seat in unknown
        if seat == knocker or not rules.declared
    )
    reject(InvalidSetup, wrong)
    dealt = [
        # Only after a declaration may a hand be unknown. Its player pays a flat charge, so an empty hand represents it
        # here.
        hands.of_cards(() if seat in unknown else hand.ids, game.planes)
        for seat, hand in enumerate(held)
    ]
    all_cards = len(held[knocker]) > most
    upcard = facts.upcard
    # If the limit depends on the upcard, `_wrong_players` has made sure that it is known; otherwise any card will do.
    limit = 0 if all_cards else rules.limit_for(JOKER if upcard is None else upcard.id)
    melds = _melds_of(variant, facts.melds, knock, dealt[knocker], limit)
    rest = hands.remove_all(dealt[knocker], b"".join(bytes(code[1:]) for code in melds))
    assert rest is not None  # the melds are cards of this hand
    dealt[knocker] = rest
    kind = BIG_GIN if all_cards else shown_kind(game, melds, rest)
    if knock.kind not in (KnockKind.KNOCK, KIND_NAMES[kind]):
        deadwood = KIND_NAMES[kind] is KnockKind.KNOCK
        raise InvalidSetup(Violation(Reason.GIN_WITH_DEADWOOD if deadwood else Reason.OUTCOME_MISMATCH))
    table = tuple((place, knocker, code) for place, code in enumerate(melds))
    left, laid_off = settlement(game, tuple(dealt), table, Knocked(knocker, kind), defenders)
    ended = tuple(
        held[seat] if seat in unknown else Cards.from_ids(hands.cards_of(hand))
        for seat, hand in enumerate(left)
    )
    return KnockFact(knocker, KIND_NAMES[kind]), ended, Cards.from_ids(laid_off)


def _melds_of(
    variant: Queries, reported: tuple[MeldOrCards, ...] | None, knock: KnockFact, hand: hands.Hand, limit: int
) -> Melds:
    """Return the melds that ended the round: the reported melds or, without a report, the best melds.

    Raises:
        InvalidSetup: the reported melds have faults, or no melds could end the round; the error lists the reasons.
    """
    game = game_of(variant)
    declared = game.knock is not None and game.knock.declared
    if reported is not None:
        melds, left, wrong = _reported_melds(variant, reported, knock.player, hand)
    else:
        found = best_shown(game, hand, limit, unseen_by(game, hand, b""))
        if found is not None and knock.kind is KnockKind.DECLARATION:
            # OKE-OUT-02: a hand of pairs may match in melds too, and its player has declared it that way.
            return declarations(game, hand)[-1]
        if found is not None:
            return found
        wrong = []
        melds, left = freely_arranged(game, hand)
    if not wrong and declared:
        wrong.extend(undeclared(variant, melds, left))
    elif not wrong:
        deadwood = game.deadwood.points(left)
        if deadwood > limit:
            wrong.append(violation(variant, Reason.KNOCK_DEADWOOD, deadwood=deadwood, limit=limit))
    reject(InvalidSetup, wrong)
    return melds


def _reported_melds(
    variant: Queries, reported: tuple[MeldOrCards, ...], player: int, hand: hands.Hand
) -> tuple[Melds, hands.Hand, list[Violation]]:
    """Return the reported melds, the cards left, and the faults of the melds."""
    codes: list[Code] = []
    wrong: list[Violation] = []
    for meld in reported:
        try:
            code, given = named_by(variant, meld)
        except RamiError as error:
            wrong += error.violations
            continue
        wrong += meld_violations(variant, melds_of(variant), code, given=given)
        codes.append(code)
    used = [card for code in codes for card in code[1:]]
    left = hands.remove_all(hand, used)
    if left is None:
        lacking = [card for card in dict.fromkeys(used) if used.count(card) > hands.count(hand, card)]
        wrong.append(
            Violation(Reason.MELDS_NOT_HELD, None, {"player": player, "cards": cards_of(bytes(lacking))})
        )
    return tuple(sorted(codes)), hand if left is None else left, wrong
