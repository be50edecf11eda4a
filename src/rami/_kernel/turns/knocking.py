"""End the play by showing a hand: who may do it, the melds to show, and the count of the hands.

A gin player with 5♥ 6♥ 7♥ 8♣ 8♦ 8♠ A♣ 2♣ 3♣ A♦ K♠ discards K♠ and knocks with 1 point: the A♦ is *unmatched*,
that is, in no meld. In games of declarations (Indian 13, Okey) every card has to be matched, and nobody lays
off.

If several choices of melds leave equal points, the other player's chances to lay off decide: the choice that allows
fewer lay-offs comes first (`exposure`). Only 4♣ could join A♣ 2♣ 3♣, and only the card of the missing suit could join a
group of three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .._rt import i64
from ..arranging.deadwood import Deadwood
from ..arranging.pairs import paired, unpaired
from ..arranging.plain_melds import PlainMelds
from ..budget import step
from ..cards import hands
from ..cards.codes import BIT, NATURALS, bits
from ..melds.finder import Table, hand_melds
from ..melds.meld import HIGH_END, LOW_END, Code, Melds, extended, is_pair, joining
from .actions import BIG_GIN_CALL, KNOCK_CALL, LAY_DOWN, LAY_OFF, Action, Step
from .successors import ends_for, extensions, next_id
from .turn import NO_CARD, Game, Terms, Turn

KNOCK: Final = 1
GIN: Final = 2
BIG_GIN: Final = 3
DECLARATION: Final = 4
PAIRS: Final = 5

Reply = tuple[int, tuple[tuple[int, int, int], ...]]


@dataclass(eq=False, repr=False)
class Knocked:
    """The fact that a player has shown a hand to end the play; `kind` is KNOCK, GIN, BIG_GIN, DECLARATION or PAIRS.

    `face_up` is set if the discard of the knock is face up.
    """

    player: int
    kind: int
    face_up: bool = False

    def __reduce__(self) -> tuple[type[Knocked], tuple[object, ...]]:
        return Knocked, (self.player, self.kind, self.face_up)

    def key(self) -> tuple[object, ...]:
        """Return a key that is the same for equal facts."""
        return (self.player, self.kind)


def knock_faults(turn: Turn, card: int) -> list[str]:
    """Return the reasons why a knock cannot discard this held card."""
    return ["returned_discard"] if card == turn.duties.banned else []


def may_show(game: Game, turn: Turn, card: int = NO_CARD) -> bool:
    """Return whether the closing policy lets the player discard this card and show the rest, or show all cards."""
    return game.closer is None or game.closer.allows(turn, card)


def too_heavy(game: Game, turn: Turn) -> bool:
    """Return whether no discard reduces the deadwood to the limit."""
    if game.knock is None or turn.terms.limit < 0:
        return True
    if game.knock.pairs and unpaired(turn.hand) <= 1:
        return False
    if game.knock.declared:
        return not game.shown.spared(turn.hand)
    # A discard saves at most its own value, so a hand above this bound is too heavy with any discard.
    deadwood, hand = game.shown, turn.hand
    most = turn.terms.limit + deadwood.highest_value
    single = deadwood.tabled and len(hand) == 2 and not hand[1]
    least: int = deadwood.least_of_plane(hand[0]) if single else deadwood.least(hand, most)
    return least > most


def knock_cards(game: Game, turn: Turn) -> Iterator[tuple[int, hands.Hand, int]]:
    """Yield (discard, other cards, their least deadwood) for every discard that allows a knock.

    A hand that consists of pairs has no deadwood if the rules allow pairs.
    """
    deadwood, knock = game.shown, game.knock
    if knock is None or too_heavy(game, turn):
        return
    for card in hands.faces_of(turn.hand):
        if knock_faults(turn, card):
            continue
        rest = hands.remove(turn.hand, card)
        least = 0 if knock.pairs and not unpaired(rest) else deadwood.least(rest, turn.terms.limit)
        if least <= turn.terms.limit and may_show(game, turn, card):
            yield card, rest, least


def show_actions(game: Game, turn: Turn, pile: bytes) -> list[Action]:
    """Return every way to end the play: big gin first, then knocks, the best knock first."""
    if game.knock is not None and game.knock.declared:
        return declaring_actions(game, turn)
    return [] if too_heavy(game, turn) else big_gin_actions(game, turn) + knock_actions(game, turn, pile)


def declaring_actions(game: Game, turn: Turn) -> list[Action]:
    """Return, for each discard, the ways to end the play with melds or pairs if all cards must be matched."""
    if turn.terms.limit < 0:
        return []
    matched = game.shown.spared(turn.hand)
    return [
        Action(KNOCK_CALL, card, melds=melds)
        for card in hands.faces_of(turn.hand)
        if not knock_faults(turn, card)
        for melds in _forms(game, hands.remove(turn.hand, card), matched.get(card))
        if may_show(game, turn, card)
    ]


def knock_actions(game: Game, turn: Turn, pile: bytes) -> list[Action]:
    """Return all knocks, without repetitions: each discard with each choice of melds that leaves few enough points.

    Knocks are sorted by deadwood, then by the other player's chance to lay off, so the first knock is a good choice.
    """
    found: list[tuple[int, int, Melds]] = []
    is_plain = game.deadwood.tabled and not any(turn.hand[1:])
    plain: PlainMelds | None = None
    for card, rest, _ in knock_cards(game, turn):
        if is_plain:
            if plain is None:
                plain = PlainMelds(game.deadwood, turn.hand[0])
            for melds, points in plain.listed(rest[0], turn.terms.limit):
                found.append((points, card, melds))
            continue
        for melds, left in meld_sets(game, rest, turn.terms.limit):
            found.append((game.deadwood.points(left), card, melds))
    found.sort()
    unseen: i64 = -1
    known: dict[Melds, tuple[int, int]] = {}
    ranked: list[tuple[int, tuple[int, int], int, Melds]] = []
    for at in range(len(found)):
        count, card, melds = found[at]
        exposed = (0, 0)
        # Compute the exposure only to break ties, because it takes longer than finding the melds.
        tied = (at > 0 and found[at - 1][0] == count) or (at + 1 < len(found) and found[at + 1][0] == count)
        if tied and lays_off_on(game, KNOCK if count else GIN):
            if unseen < 0:
                unseen = unseen_by(game, turn.hand, pile)
            if melds not in known:
                known[melds] = exposure(game, melds, unseen)
            exposed = known[melds]
        ranked.append((count, exposed, card, melds))
    ranked.sort()
    return [Action(KNOCK_CALL, card, melds=melds, points=count) for count, _, card, melds in ranked]


def declarations(game: Game, rest: hands.Hand) -> list[Melds]:
    """Return the ways to match every card: with pairs first, if possible, because losers then pay more."""
    return _forms(game, rest, game.shown.matching(rest))


def _forms(game: Game, rest: hands.Hand, melds: Melds | None) -> list[Melds]:
    knock = game.knock
    found: list[Melds] = []
    if knock is not None and knock.pairs and not unpaired(rest):
        found.append(paired(rest))
    if melds is not None:
        found.append(melds)
    return found


def shown_kind(game: Game, melds: Melds, left: hands.Hand) -> int:
    """Return the kind of a knock with these melds and these unmatched cards."""
    if game.knock is not None and game.knock.declared:
        return PAIRS if melds and is_pair(melds[0]) else DECLARATION
    return KNOCK if hands.size(left) else GIN


def best_shown(game: Game, rest: hands.Hand, limit: int, unseen: int) -> Melds | None:
    """Return the best melds of the hand without the discard, or None if they leave more than the limit.

    The best melds leave the least deadwood and, among equals, have the least `exposure`.
    """
    if game.knock is not None and game.knock.declared:
        return next(iter(declarations(game, rest)), None)
    least = game.shown.least(rest, limit)
    if least > limit:
        return None
    found = [melds for melds, left in meld_sets(game, rest, least) if game.deadwood.points(left) == least]
    if len(found) > 1 and lays_off_on(game, KNOCK if least else GIN):
        return min([(exposure(game, melds, unseen), melds) for melds in found])[1]
    return min(found)


def unseen_by(game: Game, hand: hands.Hand, pile: bytes) -> int:
    """Return a mask of the naturals that have at least one copy hidden from the player."""
    planes = list(hand)
    for card in pile:
        # While a player considers taking a discard, the card may be in both the hand and the pile.
        for plane in range(game.planes if card < NATURALS else 0):
            if not planes[plane] & BIT[card]:
                planes[plane] |= BIT[card]
                break
    # A card is in the last plane if all its copies are visible.
    return game.pack & ~planes[game.planes - 1]


def exposure(game: Game, melds: Melds, unseen: int) -> tuple[int, int]:
    """Return the points that the other player could lay off directly, and the points including chains of cards.

    The way to show a hand with the lower pair of numbers is better. Cards that can only follow another card come
    second, because the other player seldom holds both: over random hands this order loses fewer points than either
    number alone.
    """
    values, rules = game.deadwood.values, game.melds
    left: i64 = unseen
    at_once = in_all = 0
    codes = list(melds)
    at = 0
    while at < len(codes):
        code = codes[at]
        for card in bits(joining(rules, code) & left):
            for end in (LOW_END, HIGH_END):
                bigger = extended(rules, code, card, end)
                if bigger is None:
                    continue
                codes.append(bigger)
                if left & BIT[card]:
                    left &= ~BIT[card]
                    in_all += values[card]
                    at_once += values[card] if at < len(melds) else 0
        at += 1
    return at_once, in_all


def big_gin_actions(game: Game, turn: Turn) -> list[Action]:
    """Return every way to meld the whole hand and keep it all, without a discard."""
    knock = game.knock
    if (
        knock is None
        or not knock.big_gin
        or game.deadwood.least(turn.hand, 0) > 0
        or not may_show(game, turn)
    ):
        return []
    found = sorted(melds for melds, left in meld_sets(game, turn.hand, 0) if not hands.size(left))
    return [Action(BIG_GIN_CALL, melds=melds) for melds in found]


def can_show(game: Game, turn: Turn) -> bool:
    """Return whether the player could end the play now."""
    return bool(next(knock_cards(game, turn), None) is not None or big_gin_actions(game, turn))


def meld_sets(game: Game, hand: hands.Hand, limit: int) -> Iterator[tuple[Melds, hands.Hand]]:
    """Yield (melds in canonical order, other cards) for every choice of melds that leaves at most `limit` points."""
    codes = sorted(hand_melds(game.melds, hand))
    return _meld_sets(game.deadwood, codes, 0, (), hand, limit)


def _meld_sets(
    deadwood: Deadwood, codes: list[Code], start: int, chosen: Melds, hand: hands.Hand, limit: int
) -> Iterator[tuple[Melds, hands.Hand]]:
    step()
    if deadwood.points(hand) <= limit:
        yield chosen, hand
    for index in range(start, len(codes)):
        left = hands.remove_all(hand, codes[index][1:])
        # Continue only if the remaining cards can still get within the limit.
        if left is not None and deadwood.least(left, limit) <= limit:
            yield from _meld_sets(deadwood, codes, index, (*chosen, codes[index]), left, limit)


def lays_off_on(game: Game, kind: int) -> bool:
    """Return whether the other player may add cards to the melds of this kind of knock."""
    knock = game.knock
    if knock is None or knock.declared:
        return False
    return kind == KNOCK or (kind == GIN and knock.layoff_on_gin)


def reply_steps(game: Game, turn: Turn, knocked: Knocked) -> Iterator[Step]:
    """Yield the other player's replies to a knock before the hands are counted: new melds and lay-offs."""
    for code in hand_melds(game.melds, turn.hand):
        after = reply_with_meld(turn, code)
        if after is not None:
            yield Action(LAY_DOWN, melds=(code,), leaving=((),)), after
    if not lays_off_on(game, knocked.kind):
        return
    seen: set[tuple[int, Code, int]] = set()
    for card in hands.faces_of(turn.hand):
        for place, (_, owner, code) in enumerate(turn.table):
            if owner != knocked.player:
                continue
            for end in ends_for(game.melds, code, card):
                if (card, code, end) not in seen:
                    seen.add((card, code, end))
                    yield Action(LAY_OFF, card, place, end), reply_with_card(game, turn, card, place, end)


def reply_with_meld(turn: Turn, code: Code) -> Turn | None:
    """Return the turn after the replying player lays a new meld, or None if the hand lacks one of its cards."""
    left = hands.remove_all(turn.hand, code[1:])
    if left is None:
        return None
    table = (*turn.table, (next_id(turn.table), turn.player, code))
    return Turn(left, table, turn.player, True, Terms(limit=turn.terms.limit))


def reply_with_card(game: Game, turn: Turn, card: int, place: int, end: int) -> Turn:
    """Return the turn after a held card joins a meld that it fits."""
    number, owner, code = turn.table[place]
    bigger = extended(game.melds, code, card, end)
    assert bigger is not None  # the card fits at this end
    table = (*turn.table[:place], (number, owner, bigger), *turn.table[place + 1 :])
    left = hands.remove(turn.hand, card)
    return Turn(left, table, turn.player, turn.opened, Terms(limit=turn.terms.limit))


def settlement(
    game: Game, seat_hands: tuple[hands.Hand, ...], table: Table, knocked: Knocked, order: tuple[int, ...]
) -> tuple[tuple[hands.Hand, ...], bytes]:
    """Return (unmatched cards by seat, cards laid off) after a knock and the best replies of the other players."""
    # A player who has dropped out shows no cards.
    left = [hand if seat in order else hands.empty(game.planes) for seat, hand in enumerate(seat_hands)]
    laid_off = b""
    for seat in order:
        if seat == knocked.player:
            continue
        rest: hands.Hand | None = seat_hands[seat]
        if lays_off_on(game, knocked.kind):
            melds = tuple(code for _, owner, code in table if owner == knocked.player)
            plan = best_reply(game, seat_hands[seat], melds, {})
            laid_off = bytes(card for card, _, _ in plan[1])
            rest = hands.remove_all(seat_hands[seat], laid_off)
        assert rest is not None  # this hand holds the cards of the plan
        left[seat] = game.deadwood.left(rest)
    return tuple(left), laid_off


def best_reply(
    game: Game, hand: hands.Hand, melds: Melds, known: dict[tuple[hands.Hand, Melds], Reply]
) -> Reply:
    """Return the least deadwood and the lay-offs that lead to it, considering all melds and all chains of lay-offs.

    The result is exact: a card laid off changes the meld that it joins, so every (hand, melds shown) is searched, and
    the results are stored in `known`. A lay-off is (card, index of the meld, end).
    """
    key = (hand, melds)
    found = known.get(key)
    if found is not None:
        return found
    best: Reply = (game.deadwood.least(hand), ())
    if best[0]:
        for card in hands.faces_of(hand):
            for place, code in enumerate(melds):
                for end, bigger in extensions(game.melds, code, card):
                    after = (*melds[:place], bigger, *melds[place + 1 :])
                    count, plan = best_reply(game, hands.remove(hand, card), after, known)
                    if count < best[0]:
                        best = (count, ((card, place, end), *plan))
    known[key] = best
    return best


def winner_of(game: Game, left: tuple[hands.Hand, ...], knocked: Knocked, order: tuple[int, ...]) -> int:
    """Return the player who scores after a knock, or -1 for nobody."""
    assert game.knock is not None  # this is called only after a knock
    if knocked.kind != KNOCK:
        return knocked.player
    other = next(seat for seat in order if seat != knocked.player)
    mine = game.deadwood.points(left[knocked.player])
    theirs = game.deadwood.points(left[other])
    return winner_between(game, knocked.player, other, mine, theirs)


def winner_between(game: Game, knocker: int, other: int, mine: int, theirs: int) -> int:
    """Return the seat that scores, given the unmatched points of both hands, or -1 for neither."""
    assert game.knock is not None  # this is called only after a knock
    if mine == theirs:
        tie = game.knock.knock_tie
        return other if tie == "undercut" else knocker if tie == "knocker" else -1
    return knocker if mine < theirs else other
