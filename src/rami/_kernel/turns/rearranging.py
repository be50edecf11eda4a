"""Rearrange the whole table in a turn: find the hand cards that can be laid, and the resulting table.

If players may rearrange everything, a turn is a choice of *hand cards* to lay. Together with the cards on the table,
they may form any melds, and `regrouping` finds a possible table. With 5♥ 5♣ 5♠ 5♦ on the table and 4♣ 6♣ 7♣ in hand,
5♣ can leave its group, so the player can lay 4♣ 6♣ 7♣, 4♣ 6♣, or 6♣ 7♣.

The melds of such an action make up the whole table. One action is listed for each combination of hand cards. Its melds
depend only on the cards, so tables with equal cards have equal lists. A turn may offer thousands of combinations, and
finding the melds of one takes as long as listing ten, so `completed` adds them when the action is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import eq
from typing import Final, cast

from ..cards import hands
from ..cards.codes import JOKER, RANK, SUIT, natural
from ..melds.finder import Table
from ..melds.meld import Code, Melds, group_code, is_run, points_of, run_code
from ..openings.openings import is_sure
from ..regrouping.completing import unmatched, ways_of
from ..regrouping.naming import NamedQuestion
from ..regrouping.regrouper import Play, Regrouper
from ..regrouping.table_jokers import faces_of_wilds, masks_of
from ..rules import MeldRules, RegroupJoker
from .actions import REARRANGE, Action
from .opening_amid import opening_faults, opening_in, openings_of, opens_amid
from .successors import next_id
from .turn import NO_CARD, NOTHING_TRACKED, Game, Tracked, Turn, table_key

ANY_CARD: Final = -1
_RANKS: Final = 13
# The maximum number of results about tables that a game caches, and the maximum length of a cached list.
_MOST_KEPT: Final = 1024
_MOST_SETS: Final = 256


def cards_on(table: Table) -> list[int]:
    """Return the cards of all melds on the table."""
    return [card for _, _, code in table for card in code[1:]]


def _kept(game: Game, key: tuple[object, ...], answer: object) -> None:
    """Cache a result, because a position is listed and judged more than once, for the player, bots and views."""
    if len(game.regrouped) >= _MOST_KEPT:
        game.regrouped.clear()
    game.regrouped[key] = answer


def laid_sets(game: Game, table: Table, hand: hands.Hand) -> Iterator[bytes]:
    """Yield the combinations of hand cards that one turn can lay, the largest first; cards are in ascending order."""
    key = (*table_key(game, table), hand)
    known = game.regrouped.get(key)
    if known is not None:
        yield from cast("list[bytes]", known)
        return
    found: list[bytes] = []
    regrouper = Regrouper(game.melds)
    for laid in regrouper.plays_of(regrouper.questions(table, hand, _jokers(game))):
        cards = hands.cards_of(laid)
        if len(found) < _MOST_SETS:
            found.append(cards)
        yield cards
    if len(found) < _MOST_SETS:
        _kept(game, key, found)


def _jokers(game: Game) -> RegroupJoker:
    """Return the restriction on table jokers."""
    return "free" if game.regroup is None else game.regroup.regroup_joker


def table_with(game: Game, table: Table, laid: bytes, beside: Melds = ()) -> Melds | None:
    """Return melds of all table cards and the cards laid, in the order of codes; None if no such melds exist.

    The melds `beside` lie on the new table as well, and may free jokers of the old table.
    """
    regrouper = Regrouper(game.melds)
    rack = hands.of_cards(laid, game.planes)
    for question in regrouper.questions(table, rack, _jokers(game), beside):
        # If the question leaves out one of the cards, another question covers that card.
        if len(question.moved) + hands.size(question.rack) == len(laid):
            tiles = question.table
            for card in hands.cards_of(question.rack):
                tiles = hands.add(tiles, card)
            melds = _arranged(game, regrouper, tiles)
            if melds is not None:
                return regrouper.completed(question, melds)
    return None


def _arranged(game: Game, regrouper: Regrouper, tiles: hands.Hand) -> Melds | None:
    """Return melds of exactly these cards, or None if there are none."""
    key: tuple[object, ...] = (tiles,)
    if key in game.regrouped:
        return cast("Melds | None", game.regrouped[key])
    melds = regrouper.arranged(tiles)
    _kept(game, key, melds)
    return melds


def richest(rules: MeldRules, cards: bytes) -> Melds | None:
    """Return the highest-scoring melds of exactly these few cards; None if no such melds exist."""
    naturals = [card for card in cards if card != JOKER]
    return _richest(rules, tuple(naturals), len(cards) - len(naturals), {})


def _richest(
    rules: MeldRules,
    naturals: tuple[int, ...],
    jokers: int,
    memo: dict[tuple[tuple[int, ...], int], Melds | None],
) -> Melds | None:
    if not naturals:
        return None if jokers else ()
    key = naturals, jokers
    if key in memo:
        return memo[key]
    best: Melds | None = None
    # One of the melds must contain the first natural, so try only such melds.
    for code, rest, wilds in (*_groups_with(rules, naturals, jokers), *_runs_from(naturals, jokers)):
        others = _richest(rules, rest, jokers - wilds, memo)
        if others is not None:
            found = (code, *others)
            if best is None or points_of(rules, found) > points_of(rules, best):
                best = found
    memo[key] = best
    return best


def _groups_with(
    rules: MeldRules, naturals: tuple[int, ...], jokers: int
) -> Iterator[tuple[Code, tuple[int, ...], int]]:
    first = naturals[0]
    same = sorted({card for card in naturals if RANK[card] == RANK[first]} - {first})
    for more in range(len(same) + 1):
        for others in combinations(same, more):
            rest = list(naturals)
            for card in (first, *others):
                rest.remove(card)
            for wilds in range(max(0, 2 - more), min(jokers, 3 - more) + 1):
                cards = (first, *others, *[JOKER] * wilds)
                yield group_code(rules, RANK[first], cards), tuple(rest), wilds


def _runs_from(naturals: tuple[int, ...], jokers: int) -> Iterator[tuple[Code, tuple[int, ...], int]]:
    first = naturals[0]
    suit, rank = SUIT[first], RANK[first]
    for before in range(min(jokers, rank - 1) + 1):
        yield from _longer(
            naturals[1:], suit, rank - before, [JOKER] * before + [first], jokers - before, before
        )


def _longer(
    naturals: tuple[int, ...], suit: int, low: int, cards: list[int], jokers: int, wilds: int
) -> Iterator[tuple[Code, tuple[int, ...], int]]:
    if len(cards) >= 3:
        yield run_code(suit, low, cards), naturals, wilds
    following = low + len(cards)
    if following > _RANKS:
        return
    card = natural(suit, following)
    if card in naturals:
        at = naturals.index(card)
        yield from _longer(naturals[:at] + naturals[at + 1 :], suit, low, [*cards, card], jokers, wilds)
    if jokers:
        yield from _longer(naturals, suit, low, [*cards, JOKER], jokers - 1, wilds + 1)


def opens_alone(game: Game, turn: Turn) -> bool:
    """Return whether the player still has to open, in a separate turn and with hand cards alone (RKB-OPEN-02)."""
    return game.regroup is not None and game.regroup.opens_alone and not turn.opened


def opening_with(game: Game, turn: Turn, laid: bytes) -> Melds | None:
    """Return melds of exactly these cards with which the player may open; None if no such melds exist."""
    melds = table_with(game, (), laid)
    if melds is None or not opening_faults(game, turn, melds):
        return melds
    # Without jokers the points are fixed. With jokers, other melds may score more; the hand is small, because
    # many cards would have enough points.
    melds = richest(game.melds, laid) if JOKER in laid else None
    return None if melds is None or opening_faults(game, turn, melds) else tuple(sorted(melds))


def rearrangement(game: Game, turn: Turn, laid: bytes) -> Action | None:
    """Return the action listed for exactly these hand cards, with its melds; None if there is no such action."""
    if not opens_alone(game, turn):
        amid = opens_amid(game, turn)
        melds = _opened_table(game, turn, laid) if amid else table_with(game, turn.table, laid)
        return None if melds is None else Action(REARRANGE, melds=melds, laid=laid)
    opening = opening_with(game, turn, laid)
    if opening is None:
        return None
    return Action(REARRANGE, melds=tuple(sorted([*[code for _, _, code in turn.table], *opening])), laid=laid)


def _opened_table(game: Game, turn: Turn, laid: bytes) -> Melds | None:
    """Return melds of all table cards and the cards laid, with an opening among them; None if there are none."""
    hand = hands.of_cards(laid, game.planes)
    for opening in openings_of(game, turn, hand):
        found = _table_beside(game, turn, hand, opening)
        if found is not None:
            return tuple(sorted([*found, *opening]))
    return None


def _table_beside(game: Game, turn: Turn, hand: hands.Hand, opening: Melds) -> Melds | None:
    """Return melds of the table cards together with the hand cards that an opening leaves, or None."""
    rest = hands.remove_all(hand, [card for code in opening for card in code[1:]])
    return None if rest is None else table_with(game, turn.table, hands.cards_of(rest), opening)


def sets_amid(game: Game, turn: Turn, hand: hands.Hand) -> Iterator[bytes]:
    """Yield each combination of hand cards with which the player can open and rearrange the table, largest first."""
    openings = openings_of(game, turn, hand)
    # An opening lays at most as many cards as a player who has already opened could lay.
    most = len(next(laid_sets(game, turn.table, hand), b"")) if openings else 0
    regrouper, questions = Regrouper(game.melds), list[NamedQuestion]()
    for opening in openings:
        cards = [card for code in opening for card in code[1:]]
        rest = hands.remove_all(hand, cards)
        assert rest is not None  # the opening is made of these cards
        for asked in regrouper.questions(turn.table, rest, _jokers(game), opening):
            moved = [*asked.moved, *cards]
            questions.append(NamedQuestion(asked.table, asked.rack, asked.kept, moved, asked.fixed))
    for laid in regrouper.plays_of(questions, most):
        yield hands.cards_of(laid)


def completed(game: Game, turn: Turn, action: Action) -> Action:
    """Return a listed action with its melds."""
    if action.melds:
        return action
    found = rearrangement(game, turn, action.laid)
    assert found is not None  # the action was listed
    return found


def rearrangements(game: Game, turn: Turn, only: int = ANY_CARD) -> Iterator[Action]:
    """Yield one action for each combination of cards that can be laid, the largest first.

    If `only` is given, only combinations with that card are used.
    """
    opens = opens_alone(game, turn)
    if opens_amid(game, turn):
        sets = sets_amid(game, turn, turn.hand)
    else:
        sets = laid_sets(game, () if opens else turn.table, turn.hand)
    for laid in sets:
        if only == ANY_CARD or only in laid:
            # There may be no action, because cards that form melds may still score too few points to open.
            action = _opening(game, turn, laid) if opens else Action(REARRANGE, laid=laid)
            if action is not None and may_lay(game, turn, action):
                yield action


def _opening(game: Game, turn: Turn, laid: bytes) -> Action | None:
    """Return the listed action that opens with these cards, known to form melds; None if they cannot open."""
    rules, judge = game.melds, game.judge
    naturals = [card for card in laid if card != JOKER]
    points = sum([_value_of(rules, card) for card in naturals])
    if points >= judge.usual_floor and judge.clean is None and is_sure(judge, NO_CARD, 0, turn.is_first()):
        return Action(REARRANGE, laid=laid)
    if points + (len(laid) - len(naturals)) * max(rules.highest_values) < judge.floor:
        return None
    return rearrangement(game, turn, laid)


def _value_of(rules: MeldRules, card: int) -> int:
    """Return the points of a natural, which do not depend on its meld in any game with points to open."""
    own = rules.singles[card] if rules.singles else -1
    return own if own >= 0 else rules.group_values[RANK[card]]


def may_lay(game: Game, turn: Turn, action: Action) -> bool:
    """Return whether the action is allowed; a custom closing policy can forbid actions that empty the hand."""
    if game.closer is None or len(action.laid) < hands.size(turn.hand):
        return True
    return game.closer.allows(emptied(game, turn, action), NO_CARD)


def emptied(game: Game, turn: Turn, action: Action) -> Turn:
    """Return the turn after an action that lays the whole hand, with the facts that closing policies read."""
    after = rearranged(game, turn, action)
    tracked = Tracked(placed=action.laid)
    return Turn(after.hand, after.table, turn.player, True, turn.terms, tracked, fresh_open=not turn.opened)


def least_changed(game: Game, turn: Turn, action: Action) -> Action:
    """Return an action that lays the same cards but breaks fewer table melds, if a short search finds one.

    The listed table depends only on the cards, so it may move every card; people prefer a table that changes little.
    """
    action = completed(game, turn, action)
    if not turn.table or opens_alone(game, turn):
        return action
    opening = opening_in(game, turn, action.melds, action.laid)[0] if opens_amid(game, turn) else ()
    laid = hands.remove_all(
        hands.of_cards(action.laid, game.planes), [card for code in opening for card in code[1:]]
    )
    assert laid is not None  # an opening is made of these cards
    others = list(action.melds)
    for code in opening:
        others.remove(code)
    play = Play(0, laid, tuple(others))
    found, _, _ = Regrouper(game.melds).least_changed(turn.table, play, _jokers(game), opening)
    return Action(REARRANGE, melds=tuple(sorted([*found, *opening])), laid=action.laid)


def rearranged(game: Game, turn: Turn, action: Action) -> Turn:
    """Return the turn after a rearrangement; a meld that only grows, or is unchanged, keeps its id and owner."""
    action = completed(game, turn, action)
    hand = hands.remove_all(turn.hand, action.laid)
    assert hand is not None  # the action was judged against this hand
    left, fresh = [*action.melds], next_id(turn.table)
    table: list[tuple[int, int, Code]] = []
    for stays in (eq, _is_part):
        for entry in turn.table:
            if entry[0] in [number for number, _, _ in table]:
                continue
            code = next((code for code in left if stays(entry[2], code)), None)
            if code is not None:
                left.remove(code)
                table.append((entry[0], entry[1], code))
    table.sort()
    for code in left:
        table.append((fresh, turn.player, code))
        fresh += 1
    return Turn(
        hand, tuple(table), turn.player, True, turn.terms, NOTHING_TRACKED, fresh_open=not turn.opened
    )


def _is_part(old: Code, new: Code) -> bool:
    """Return whether the new meld is the old meld with cards added."""
    if is_run(old) != is_run(new):
        return False
    return all(new[1:].count(card) >= old[1:].count(card) for card in old[1:])


def bound(game: Game, turn: Turn, melds: Melds, naturals: Sequence[int]) -> list[int]:
    """Return the table jokers that a table of these melds moves illegally, as masks of the cards that they represent.

    A table joker is kept if a joker on the new table represents the same card. It is freed if the new table
    has that natural; each natural frees only one joker (RKB-D04). The mask of a joker that needs several
    naturals has the mark `BOUND`.
    """
    jokers = _jokers(game)
    if jokers != "named" and jokers != "both":
        return []
    before = masks_of(game.melds, turn.table, jokers)
    now: list[list[int]] = [[]]
    for code in melds:
        masks = faces_of_wilds(game.melds, ((0, 0, code),))
        now = [known + way for known in now for way in ways_of(masks, not is_run(code))]
    return min([unmatched(before, each, list(naturals)) for each in now], key=len)


def unlocked(game: Game, turn: Turn, melds: Melds) -> list[int]:
    """Return the ids of the old melds that contain jokers and illegally lose cards on a new table of these melds."""
    if _jokers(game) != "locked":
        return []
    return Regrouper(game.melds).leaving(turn.table, melds)


def carried(before: Table, after: Table) -> list[tuple[int, int, int]]:
    """Return the cards that move from one meld to another: (place before, index there, place after).

    Among equal cards, table cards are used before hand cards, beginning with the meld that gives the most cards to a
    new meld.
    """
    kept = {number for number, _, _ in after}
    # A meld that keeps its id can only have grown, so it keeps its cards too.
    left = [[] if number in kept else [*code[1:]] for number, _, code in before]
    old = {number: code for number, _, code in before}
    out: list[tuple[int, int, int]] = []
    for into, (number, _, code) in enumerate(after):
        cards = [*code[1:]]
        for card in old.get(number, (0,))[1:]:
            cards.remove(card)
        while True:
            shares = [len([card for card in cards if card in each]) for each in left]
            most = max(shares, default=0)
            if most == 0:
                break
            place = shares.index(most)
            for card in list(cards):
                if card in left[place]:
                    at = left[place].index(card)
                    left[place][at] = NO_CARD
                    cards.remove(card)
                    out.append((into, place, at))
    return [(place, at, into) for into, place, at in sorted(out)]
