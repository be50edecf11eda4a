"""Lazily list the table actions that a turn allows, with the turns that follow them.

With 7♥ 8♥ 9♥ K♠ 2♣ in hand and 4♥ 5♥ 6♥ on the table, a player who has opened may lay 7♥ 8♥ 9♥ or lay off 7♥.
The kinds come in a fixed order: new melds from the hand, lay-offs, recoveries of wilds, and melds that take
cards out of table melds. If several actions lead to the same position, only the first is listed; `seen` contains the
keys of the turns already reached.

A *step* is an action with the turn after it. A *choice* may come without that turn if the turn can clearly end, because
building the turn is the slowest part. If the very next action has to fulfil a duty, the list is shorter (`taken_steps`,
`placing_steps`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .._rt import i64
from ..arranging.pairs import pairs_of
from ..cards import hands
from ..cards.codes import BIT, JOKER, SUIT, bits
from ..melds.finder import Taken
from ..melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    extended,
    is_run,
    is_wild_at,
    joining,
    points,
    run_suit,
    wild_count,
)
from ..melds.takes import Takes
from ..melds.wilds import dressed, lowest_of_each_kind, selections, wilds_of
from .actions import LAY_DOWN, LAY_OFF, SWAP_WILD, Action, Choice, Key, Step
from .faults import lay_off_faults, replacements
from .first_lay_downs import opened, opening_choices, opening_steps
from .successors import lay, lay_off, swap
from .turn import Game, Turn, kinds_of, supply_now

ANY_CARD: Final = -1


def meld_steps(game: Game, turn: Turn, seen: set[Key] | None = None, only: int = ANY_CARD) -> Iterator[Step]:
    """Yield the new melds that a player who has opened can lay from the hand.

    `seen` collects the keys of the turns after them. If `only` is given, every meld must contain that card.
    """
    if not turn.may_meld(game.turn):
        return
    for code in _new_melds(game, turn):
        if only != ANY_CARD and only not in code[1:]:
            continue
        after = lay(game, turn, code, ())
        if after is not None:
            if seen is not None:
                seen.add(after.key(game))
            yield Action(LAY_DOWN, melds=(code,), leaving=((),), points=points(game.melds, code)), after


def _new_melds(game: Game, turn: Turn) -> Iterator[Code]:
    """Yield the melds that the hand can form, but only of the kinds that this player may lay after opening."""
    if game.turn.pairs:
        if turn.may_pair(game.turn):
            yield from pairs_of(turn.hand)
        if turn.in_pairs():
            return
    yield from supply_now(game, turn).melds()


def take_steps(game: Game, turn: Turn, seen: set[Key] | None = None) -> Iterator[Step]:
    """Yield the new melds that take table cards, only one for each resulting position.

    `seen` contains the positions that melds from the hand alone have reached. A player who takes a meld apart and lays
    it again may reach one of these positions.
    """
    if not game.turn.take or not turn.may_touch(game.turn) or not turn.may_meld(game.turn):
        return
    seen = set() if seen is None else seen
    takes = Takes(game.melds, turn.hand, game.turn, turn.table, turn.player, turn.places(game))
    for shape, leaving in takes.melds():
        for code in _with_wilds(game, turn, shape, leaving):
            after = lay(game, turn, code, leaving)
            if after is None:
                continue
            key = after.key(game)
            if key not in seen:
                seen.add(key)
                yield (
                    Action(LAY_DOWN, melds=(code,), leaving=(leaving,), points=points(game.melds, code)),
                    after,
                )


def _with_wilds(game: Game, turn: Turn, shape: Code, leaving: tuple[Taken, ...]) -> Iterator[Code]:
    """Yield a meld that takes table cards, with wilds of the hand and the table instead of its jokers."""
    if not game.melds.wild_ranked:
        yield shape
        return
    cards = [turn.table[place][2][index + 1] for place, index in leaving]
    taken = [card for card in cards if game.melds.is_wild(card)]
    holes = shape[1:].count(JOKER) - len(taken)
    for chosen in selections(wilds_of(game.melds, turn.hand), holes, kinds_of(game, turn)):
        yield dressed((shape,), sorted((*chosen, *taken)))[0]


def lay_off_steps(game: Game, turn: Turn, only: int = ANY_CARD) -> Iterator[Step]:
    """Yield the lay-offs, one for each resulting position; if `only` is given, yield only lay-offs of that card."""
    if not turn.opened and not game.turn.layoff_unopened:
        return
    cards = _joining_cards(game, turn, only)
    if not cards:
        return
    seen: set[tuple[int, Code, int, int, bool, int]] = set()
    mark_fresh = game.turn.track_help and turn.fresh_open and not turn.tracked.helped
    for card in cards:
        wild = game.melds.is_wild(card)
        for place, (number, owner, code) in enumerate(turn.table):
            if not (wild or joining(game.melds, code) >> card & 1) or lay_off_faults(game, turn, card, place):
                continue
            fresh = mark_fresh and number >= turn.tracked.fresh_from
            wilds = turn.tracked.wilds_placed.count(number)
            for end in (LOW_END, HIGH_END) if is_run(code) else (LOW_END,):
                name = (owner, code, card, end, fresh, wilds)
                # Equal melds of one owner lead to the same position.
                if name in seen:
                    continue
                seen.add(name)
                after = lay_off(game, turn, card, place, end)
                if after is not None:
                    yield Action(LAY_OFF, card, place, end), after


def _joining_cards(game: Game, turn: Turn, only: int) -> list[int]:
    """Return the held cards that could be laid off, in ascending order; if `only` is given, consider only that card."""
    held: i64 = turn.hand[0]
    if only >= 0:
        if not hands.count(turn.hand, only):
            return []
        if game.melds.is_wild(only):
            return [only]
        held = BIT[only]
    joins: i64 = 0
    for _, _, code in turn.table:
        joins |= joining(game.melds, code)
    joins &= held
    if only < 0 and game.melds.wild_ranked:
        cards = lowest_of_each_kind(game.melds, turn.hand, kinds_of(game, turn))
        return [card for card in cards if game.melds.is_wild(card) or joins >> card & 1]
    out = bits(joins)
    if only < 0 and turn.hand[-1]:
        out.append(JOKER)
    return out


def swap_steps(game: Game, turn: Turn, only: int = ANY_CARD) -> Iterator[Step]:
    """Yield the recoveries of table wilds, one for each resulting position; if `only` is given, that card is used."""
    rules = game.turn
    if rules.recovered_joker is None or not (turn.opened or rules.swap_unopened):
        return
    seen: set[tuple[object, ...]] = set()
    for place, index in _wilds_on_table(game, turn):
        for card, other in replacements(game, turn, place, index):
            if only not in (ANY_CARD, card, other):
                continue
            after = swap(game, turn, place, index, card, other)
            key = after.key(game)
            if key not in seen:
                seen.add(key)
                yield Action(SWAP_WILD, card, place, index, other=other), after


def _wilds_on_table(game: Game, turn: Turn) -> list[tuple[int, int]]:
    """Return (index of the meld, index of the card in that meld) for every wild on the table."""
    rules = game.melds
    out: list[tuple[int, int]] = []
    for place, (_, _, code) in enumerate(turn.table):
        if wild_count(rules, code):
            out += [(place, index - 1) for index in range(1, len(code)) if is_wild_at(rules, code, index)]
    return out


def table_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Yield every table action with the turn after it, without checking whether that turn can be completed."""
    for action, after in table_choices(game, turn):
        yield action, opened(game, turn, action) if after is None else after


def table_choices(
    game: Game, turn: Turn, only: int = ANY_CARD, openings: Iterator[Choice] | None = None
) -> Iterator[Choice]:
    """Yield every table action; an opening after which the turn can clearly end comes without that turn.

    If `only` is given, steps that clearly cannot use that card are left out. `openings` lists the openings, if the
    caller screens them with a memo of its own.
    """
    rules = game.turn
    # In games that end by showing a hand, no melds are laid during play.
    if game.knock is not None:
        return
    if turn.taken_is_next(rules):
        yield from taken_steps(game, turn)
        return
    if turn.next_is_due(rules):
        yield from placing_steps(game, turn)
        return
    seen: set[Key] = set()
    if turn.opened:
        # A meld that takes table cards may have the same result as a meld from the hand.
        yield from meld_steps(game, turn, seen, ANY_CARD if game.turn.take else only)
    else:
        yield from openings or opening_choices(game, turn)
    yield from lay_off_steps(game, turn, only)
    yield from swap_steps(game, turn, only)
    if turn.opened:
        yield from take_steps(game, turn, seen=seen)


def taken_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Yield the actions that place the card taken, directly or by a chain of lay-offs on a run."""
    card = turn.duties.taken
    if turn.opened:
        yield from meld_steps(game, turn, only=card)
    else:
        yield from opening_steps(game, turn)
    for action, after in lay_off_steps(game, turn):
        if action.card == card or leads(game, after, action):
            yield action, after
    yield from swap_steps(game, turn, card)
    if turn.opened:
        for action, after in take_steps(game, turn):
            if not after.duties.taken_due:
                yield action, after


def leads(game: Game, after: Turn, action: Action) -> bool:
    """Return whether a lay-off extends a run towards the card taken, so that the card can be placed there next."""
    code = after.table[action.place][2]
    card = after.duties.taken
    if not is_run(code):
        return False
    wild = game.melds.is_wild(card)
    if card == JOKER or (wild and game.melds.tame is None) or (not wild and SUIT[card] != run_suit(code)):
        return False
    return _reaches(game, code, after.hand, card, action.at)


def _reaches(game: Game, code: Code, hand: hands.Hand, card: int, end: int) -> bool:
    """Return whether a card fits an end of a run once other hand cards have been laid off there."""
    if extended(game.melds, code, card, end) is not None:
        return True
    near = joining(game.melds, code)
    for other in hands.faces_of(hand):
        if not (game.melds.is_wild(other) or near >> other & 1):
            continue
        grown = extended(game.melds, code, other, end)
        if grown is not None and _reaches(game, grown, hands.remove(hand, other), card, end):
            return True
    return False


def placing_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Yield the actions that place a recovered wild."""
    owed = turn.duties.due
    seen: set[Key] = set()
    if turn.opened:
        for action, after in meld_steps(game, turn, seen):
            if len(after.duties.due) < len(owed):
                yield action, after
    else:
        yield from opening_steps(game, turn)
    if game.turn.recovered_joker == "meld_or_layoff":
        for wild in dict.fromkeys(owed):
            yield from lay_off_steps(game, turn, wild)
    if turn.opened:
        for action, after in take_steps(game, turn, seen):
            if len(after.duties.due) < len(owed):
                yield action, after
