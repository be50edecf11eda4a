"""Random rounds with many kinds of moves, and checks of whole matches.

With random moves from a random deal, players seldom open, and rounds are long. So every second deal is *rich*, that is,
full of melds, every fourth deal has a short stock, and bots choose some of the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar

import attrs

from rami._base.values import Value
from rami._kernel.cards.shuffle import Stream, derive
from rami.bots import GreedyBot
from rami.cards import JOKER, Card, Suit
from rami.cards.moves import Discard, Move
from rami.errors import InvalidMatch, InvalidSetup, RamiError, Violation, reject
from rami.errors.checks import instance
from rami.matches.counting import Count, counted
from rami.matches.match import Match
from rami.notation import records
from rami.policies.slots.contracts import contracts_by_hand
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant, hands_with_rules
from rami.rounds._engine.positions import pack_of
from rami.rounds.round import Round
from rami.rounds.setup import RoundContext
from rami.rounds.views import PlayerView
from rami.testing.failure import CheckFailed, Property
from rami.testing.report import kind_of

T = TypeVar("T")

BREADTH = 64

"""The number of listed moves that are checked in a position, by default."""

_DRAWS = 2

"""The number of draws per player for which a rich deal provides useful cards."""

_TEMPERS = ((75, 20), (10, 80), (50, 40), (0, 50))

"""Ways to play a round, each as two percentages: of moves chosen by bots, and of moves whose kind is chosen first."""


def pick(stream: Stream, items: Sequence[T]) -> T:
    """Return a random item; all items are equally likely."""
    return items[stream.below(len(items))]


def pack(variant: Variant) -> list[Card]:
    """Return all cards of the pack, in card order."""
    reject(RamiError, instance("variant", variant, Variant))
    return list(map(Card.from_id, pack_of(variant)))


def capped(variant: Variant, turn_cap: int) -> Variant:
    """Return the variant with rounds of at most `turn_cap` turns; a custom match policy is left unchanged."""
    reject(RamiError, instance("variant", variant, Variant))
    match = variant.match
    if not isinstance(match, MatchFormat):
        return variant
    cap = turn_cap if match.turn_cap is None else min(match.turn_cap, turn_cap)
    return variant.with_(match={"turn_cap": cap})


def seat_numbers(variant: Variant, players: int | None) -> tuple[int, ...]:
    """Return the possible numbers of players for a round, or only `players` if it is given."""
    lo, hi = variant.equipment.players
    if players is not None:
        Round.deal(variant, players=players)
        return (players,)
    found: list[int] = []
    refused: tuple[Violation, ...] = ()
    for number in range(lo, hi + 1):
        try:
            Round.deal(variant, players=number)
        except InvalidSetup as error:
            refused = error.violations
            continue
        found.append(number)
    if not found:
        raise InvalidSetup(*refused)
    return tuple(found)


def shuffled(stream: Stream, cards: Sequence[T]) -> list[T]:
    """Return the cards in random order."""
    left = list(cards)
    return [left.pop(stream.below(len(left))) for _ in range(len(left))]


def _block(stream: Stream, left: Counter[Card]) -> list[Card]:
    """Return a few of the remaining cards that form a meld or part of a meld, sometimes with a joker."""
    centre = pick(stream, sorted(card for card in left if card.is_natural))
    assert centre.rank is not None  # a natural card has a rank and a suit
    assert centre.suit is not None
    if stream.below(3):
        ranks = range(centre.rank, min(13, centre.rank + 2 + stream.below(3)) + 1)
        wanted = [Card.of(rank, centre.suit) for rank in ranks]
    else:
        wanted = shuffled(stream, [Card.of(centre.rank, suit) for suit in Suit])[: 3 + stream.below(2)]
    found = [card for card in wanted if left[card]]
    if left[JOKER] and not stream.below(4):
        found[stream.below(len(found))] = JOKER
    return found


def _rich_deck(variant: Variant, players: int, stream: Stream) -> list[Card]:
    """Return the pack in an order that gives hands full of melds, and draws that fit them."""
    size = variant.dealing.cards_each(players)
    left = Counter(pack(variant))
    piles: list[list[Card]] = []
    for _ in range(players):
        pile: list[Card] = []
        while len(pile) < size + _DRAWS:
            block = _block(stream, left)[: size + _DRAWS - len(pile)]
            pile += block
            left -= Counter(block)
        piles.append(shuffled(stream, pile))
    dealt = [card for cards in zip(*piles, strict=True) for card in cards]
    # D-140: the first player's extra card and the turned-up card are dealt between the hands and the stock.
    between = variant.dealing.starter_extra + variant.dealing.turned_up
    rest = shuffled(stream, sorted(left.elements()))
    return [*dealt[: players * size], *rest[:between], *dealt[players * size :], *rest[between:]]


def _context(variant: Variant, seats: int, number: int, stream: Stream) -> RoundContext:
    """Return a context with a random dealer, random contracts and sometimes an eliminated seat."""
    playing = list(range(seats))
    # In the middle of a match, players may have been eliminated, but a new match always has all seats.
    if seats > max(2, variant.equipment.players[0]) and number % 4 == 3:
        playing.remove(stream.below(seats))
    by_hand = contracts_by_hand(variant.opening)
    contracts = () if by_hand else getattr(variant.opening, "contracts", None) or ()
    return RoundContext(
        seats,
        dealer=pick(stream, playing),
        number=1 + number % hands_with_rules(variant),
        playing=tuple(playing),
        contracts=tuple(1 + stream.below(len(contracts)) for _ in range(seats if contracts else 0)),
    )


def deal(variant: Variant, players: int, seed: int, number: int) -> Round:
    """Deal random round `number`; every second round is rich, and every fourth has a short stock.

    >>> from rami import variants
    >>> deal(variants.GIN, 2, 7, 0) == deal(variants.GIN, 2, 7, 0)
    True
    """
    stream = Stream(seed, f"deal {number}")
    context = _context(variant, players, number, stream)
    variant = variant.for_round(players, number=context.number)
    playing = len(context.playing)
    prepared = playing * (variant.dealing.cards_each(playing) + _DRAWS)
    rich = number % 2 == 1 and prepared + _DRAWS <= len(pack(variant))
    deck = _rich_deck(variant, playing, stream) if rich else None
    start = Round.deal(variant, seed=derive(seed, "round", number), context=context, deck=deck)
    return _late(start) if number % 4 == 2 else start


def _late(start: Round) -> Round:
    """Return the deal with most of the stock moved to the discards, so that the stock soon runs out."""
    setup = start.setup
    # Each player can draw about twice: enough to play, but few enough for the stock to run out.
    keep = 2 * start.context.seats + 3
    below = start.stock[keep:]
    # RKB-TURN-01: in a game without discards, the stock cannot be moved to the discards.
    if start.over or start.variant.drawing.turn == "draw_or_play":
        return start
    return Round.from_setup(attrs.evolve(setup, stock=start.stock[:keep], discards=(*below, *start.discards)))


def listed(position: Round | PlayerView, breadth: int = BREADTH) -> tuple[Move, ...]:
    """Return the first legal moves, in the order of the list."""
    return tuple(islice(position.legal_moves, breadth))


def _candidates(position: Round, breadth: int) -> tuple[Move, ...]:
    """Return the first legal moves; if these include no discard, return all legal discards too."""
    moves = listed(position, breadth)
    if len(moves) < breadth or any(isinstance(move, Discard) for move in moves):
        return moves
    # Discards come last in the list. A list cut off at `breadth` may lack them, and the turn might never end.
    faces = sorted(set(position.hands[position.player]))
    return (*moves, *(move for move in map(Discard, faces) if move in position.legal_moves))


def play(position: Round, stream: Stream, temper: int, breadth: int = BREADTH) -> Move:
    """Return a legal move: a bot's choice, a random move of a random kind, or a random move of any kind."""
    by_bot, by_kind = _TEMPERS[temper % len(_TEMPERS)]
    # Decide between the three ways with a single roll, so that the percentages of a temper add up.
    roll = stream.below(100)
    if roll < by_bot:
        return GreedyBot().choose(position.view(position.player))
    moves = _candidates(position, breadth)
    if roll < by_bot + by_kind:
        # Choose the kind first, because a hand full of melds has hundreds of lay-downs for each discard.
        kinds = dict.fromkeys(kind_of(position, move) for move in moves)
        kind = pick(stream, list(kinds))
        moves = tuple(move for move in moves if kind_of(position, move) == kind)
    return pick(stream, moves)


@attrs.frozen
class Step(Value):
    """A position, with the previous position and the move that led from there."""

    position: Round
    before: Round | None = None
    move: Move | None = None


def walk(
    variant: Variant, players: int, seed: int, number: int = 0, breadth: int = BREADTH
) -> Iterator[Step]:
    """Yield the positions of random round `number`, from the deal to the end of the round.

    >>> from rami import variants
    >>> [*_, last] = walk(variants.GIN, 2, seed=7)
    >>> last.position.over
    True
    """
    stream = Stream(seed, f"walk {number}")
    position = deal(variant, players, seed, number)
    yield Step(position)
    while not position.over:
        move = play(position, stream, number, breadth)
        after = position.play(move)
        yield Step(after, position, move)
        position = after


_MOVES = 24

"""The maximum number of moves to play in a match."""


def check_verdict(position: Round) -> None:
    """Check that the match policy returns a valid verdict after a finished round."""
    context = position.context
    # A round records which players are out of the match, but not when they left, so let them leave in the order of
    # their seats.
    gone = tuple((seat,) for seat in range(context.seats) if seat not in context.playing)
    before = Count(
        totals=(0,) * context.seats,
        departures=gone,
        next_dealer=context.dealer,
        contracts=context.contracts,
    )
    try:
        counted(before, position.variant, position.score())
    except InvalidMatch as error:
        found = f"the match policy returns an impossible verdict: {error}"
        raise CheckFailed(Property.MATCHES, found, position.setup) from error


def check_match(variant: Variant, players: int, seed: int) -> None:
    """Check that the rulebook can be written in every language, and that the record of a match can be read back."""
    # Languages are slow to import, so import them only when a rulebook is written.
    from rami.locales import languages
    from rami.locales.rulebooks import rulebook

    for language in languages():
        str(rulebook(variant, language))
    bot = GreedyBot()
    match = Match.start(variant, players, derive(seed, "checked match", 0))
    for _ in range(_MOVES):
        if match.over:
            break
        if match.deciding:
            # Let players alternately buy back in and stay out, so that the record contains both decisions.
            match = match.buy_in(accept=len(match.buy_ins) % 2 == 0)
            continue
        if match.round.over:
            match = match.next_round()
            continue
        match = match.play(bot.choose(match.view(match.round.player)))
    if records.loads(records.dumps(match), variant=variant) != match:
        raise CheckFailed(
            Property.MATCHES, "the match changes when its record is read back", match.round.setup
        )
