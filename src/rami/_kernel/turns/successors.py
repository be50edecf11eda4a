"""Compute the turn that follows an action at the table.

Each kind of action has a function here that takes a turn and returns the next turn: `open_with` and `lay` for
new melds, `lay_off`, and `swap` to recover a wild. Laying off 7♥ on a run removes a bit from the hand and adds a card
to a code:

    hand 7♥ 8♥ 9♥ K♠ 2♣, table (0, 1, (36, 29, 30, 31))        4♥ 5♥ 6♥
    hand 8♥ 9♥ K♠ 2♣,    table (0, 1, (36, 29, 30, 31, 32))    4♥ 5♥ 6♥ 7♥

These functions check only that the cards fit. `faults` checks that the rules allow the action now, and
`completion` that the turn can then be completed.

The player may have *duties* to fulfil by placing cards (`duties_after`). A discard that was taken may have to be
placed, and so may a recovered wild, in some games by the very next action. The wild goes into a new meld or, if the
rules allow it ("meld_or_layoff"), is laid off.
"""

from __future__ import annotations

from ..cards import hands
from ..cards.codes import EVERY_NATURAL
from ..melds.finder import Table, Taken
from ..melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    Melds,
    added_at,
    extended,
    is_clean_run,
    is_pair,
    is_run,
    is_wild_at,
    joining,
    pieces,
    points,
    stands_for,
    swapped,
    value_at,
    wild_count,
)
from ..melds.wilds import unburnt, unburnt_together
from ..openings.judge import PAIR_UNIT, highest_pairs, highest_points
from ..rules import USE_LAYOFF, USE_MELD, USE_SWAP, MeldRules, TurnRules
from .turn import NO_CARD, Duties, Game, Layers, Tracked, Turn


def next_id(table: Table) -> int:
    """Return the id of the next meld; ids count up and are never reused."""
    highest = -1
    for number, _, _ in table:
        if number > highest:
            highest = number
    return highest + 1


def _moved(
    game: Game,
    turn: Turn,
    hand: hands.Hand,
    table: Table,
    placed: tuple[int, ...],
    use: int,
    tracked: Tracked,
    *,
    opening: bool = False,
    go_out: bool = False,
    missing: int = 0,
    recovered: tuple[int, ...] = (),
) -> Turn:
    """Return the turn after hand cards have been placed, with the remaining duties."""
    duties = turn.duties
    taken_due, due = duties_after(game.turn, turn, placed, use, opening)
    if recovered:
        due = tuple(sorted((*due, *recovered)))
    go_out = go_out or duties.go_out
    if (
        taken_due != duties.taken_due
        or due != duties.due
        or go_out != duties.go_out
        or missing != duties.missing
    ):
        duties = Duties(duties.taken, taken_due, duties.banned, due, go_out, missing)
    opened, fresh = turn.opened or opening, turn.fresh_open or opening
    if game.closer is not None:
        tracked = _with_placed(tracked, placed)
    after = Turn(hand, table, turn.player, opened, turn.terms, tracked, duties, fresh)
    # `to_come` counts the cards of the hand and the table together, so it holds throughout the turn.
    after.to_come = turn.to_come
    return after


def _tracked(
    game: Game,
    turn: Turn,
    helped: bool,
    laid: int,
    layers: Layers,
    wilds_placed: tuple[int, ...],
    opening: bool = False,
    added: int = 0,
    highest: int = 0,
) -> Tracked:
    """Return the tracked facts after an action; return the old object if nothing changes."""
    rules, old = game.turn, turn.tracked
    if not rules.tracks:
        return old
    helped = old.helped or (rules.track_help and helped)
    fresh_from = next_id(turn.table) if opening and rules.track_help else old.fresh_from
    laid = old.laid + laid if rules.counts_melds else 0
    added += old.added
    highest = max(highest, old.highest)
    if (
        helped == old.helped
        and fresh_from == old.fresh_from
        and laid == old.laid
        and added == old.added
        and layers == old.layers
        and wilds_placed == old.wilds_placed
        and highest == old.highest
    ):
        return old
    return Tracked(helped, fresh_from, laid, added, old.pile, layers, wilds_placed, highest, old.placed)


def _with_placed(old: Tracked, placed: tuple[int, ...]) -> Tracked:
    """Return the tracked facts with more cards placed on the table."""
    cards = bytes(sorted((*old.placed, *placed)))
    facts = (old.helped, old.fresh_from, old.laid, old.added, old.pile)
    return Tracked(*facts, old.layers, old.wilds_placed, old.highest, cards)


def _with_wilds(game: Game, old: tuple[int, ...], count: int, number: int) -> tuple[int, ...]:
    """Return the ids of melds with wilds placed this turn, after `count` more wilds have joined meld `number`."""
    return tuple(sorted((*old, *[number] * count))) if count and game.turn.track_wilds else old


def open_with(game: Game, turn: Turn, melds: Melds, value: int, missing: int, go_out: bool) -> Turn:
    """Return the turn after the opening; the melds get ids in the order of their codes."""
    number = next_id(turn.table)
    table = turn.table
    layers = turn.tracked.layers
    placed: tuple[int, ...] = ()
    wilds = turn.tracked.wilds_placed
    for offset, code in enumerate(sorted(melds)):
        wilds = _with_wilds(game, wilds, wild_count(game.melds, code), number + offset)
        table = (*table, (number + offset, turn.player, code))
        if game.turn.track_layers:
            layers = with_new(layers, turn.player, code)
        placed += code[1:]
    # Judging the melds has already checked that the hand has these cards.
    left = hands.remove_all(turn.hand, placed)
    assert left is not None  # the hand has the cards of the melds
    highest = 0
    if game.turn.track_highest:
        # Points are compared with points, and pairs with pairs.
        before = turn.tracked.highest
        if is_pair(melds[0]):
            highest = highest_points(before) + PAIR_UNIT * max(highest_pairs(before), len(melds))
        else:
            highest = before - highest_points(before) + max(highest_points(before), value + missing)
    return _moved(
        game,
        turn,
        left,
        table,
        placed,
        USE_MELD,
        _tracked(game, turn, False, len(melds), layers, wilds, opening=True, highest=highest),
        opening=True,
        go_out=go_out,
        missing=missing,
    )


def lay(game: Game, turn: Turn, code: Code, leaving: tuple[Taken, ...]) -> Turn | None:
    """Return the turn after a new meld of a player who has opened, or None if hand and table cannot supply it."""
    if unburnt(game.melds, code, turn.places(game)):
        return None
    if not leaving:
        held = hands.remove_all(turn.hand, code[1:])
        if held is None:
            return None
        number = next_id(turn.table)
        missing = turn.duties.missing
        if missing and not turn.fresh_open and set(turn.duties.due).isdisjoint(code[1:]):
            missing = max(0, missing - points(game.melds, code))
        laid = (*turn.table, (number, turn.player, code))
        layers = with_new(turn.tracked.layers, turn.player, code) if game.turn.track_layers else ()
        wilds = _with_wilds(game, turn.tracked.wilds_placed, wild_count(game.melds, code), number)
        return _moved(
            game,
            turn,
            held,
            laid,
            code[1:],
            USE_MELD,
            _tracked(game, turn, False, 1, layers, wilds, highest=_with_pair(game, turn, code)),
            missing=missing,
        )
    return _lay_with_takes(game, turn, code, leaving)


def _with_pair(game: Game, turn: Turn, code: Code) -> int:
    """Return the highest openings after laying a meld; a pair laid in the turn of the opening adds to that opening."""
    counts = game.turn.track_highest and turn.fresh_open and is_pair(code) and turn.in_pairs()
    return turn.tracked.highest + PAIR_UNIT if counts else turn.tracked.highest


def _lay_with_takes(game: Game, turn: Turn, code: Code, leaving: tuple[Taken, ...]) -> Turn | None:
    """Return the turn after a meld that takes table cards, or None if they cannot be supplied."""
    # Remove the cards that come from table melds; the rest comes from the hand.
    from_hand = list(code[1:])
    for place, index in leaving:
        card = turn.table[place][2][index + 1]
        if card not in from_hand:
            return None
        from_hand.remove(card)
    left = hands.remove_all(turn.hand, from_hand)
    if left is None:
        return None
    table = list(turn.table)
    split: list[tuple[int, Code]] = []
    first = next_id(turn.table)
    wilds = _with_wilds(game, (), sum([game.melds.is_wild(card) for card in from_hand]), first)
    helped = False
    for place in sorted({place for place, _ in leaving}):
        number, owner, old = table[place]
        gone = [index for other, index in leaving if other == place]
        kept = pieces(game.melds, old, gone, game.turn.take_ends)
        if kept is None:
            return None
        helped = helped or not _is_fresh(turn, number)
        table[place] = (number, owner, kept[0])
        placed = turn.tracked.wilds_placed.count(number)
        for offset, piece in enumerate(kept):
            stayed = min(placed, wild_count(game.melds, piece))
            wilds += (number if offset == 0 else first + len(split) + offset,) * stayed
            placed -= stayed
        wilds += (first,) * placed
        split.extend((owner, piece) for piece in kept[1:])
    wilds += tuple(
        [
            number
            for number in turn.tracked.wilds_placed
            if all(turn.table[at][0] != number for at, _ in leaving)
        ]
    )
    table.append((first, turn.player, code))
    for offset, (owner, piece) in enumerate(split, 1):
        table.append((first + offset, owner, piece))
    return _moved(
        game,
        turn,
        left,
        tuple(table),
        tuple(from_hand),
        USE_MELD,
        _tracked(game, turn, helped, 1, (), tuple(sorted(wilds))),
        missing=turn.duties.missing,
    )


def lay_off(game: Game, turn: Turn, card: int, place: int, end: int) -> Turn | None:
    """Return the turn after a lay-off, or None if the card does not fit."""
    number, owner, code = turn.table[place]
    bigger = extended(game.melds, code, card, end)
    if bigger is None or unburnt_at(game, turn, bigger, end) >= 0 or closed_to(game, turn, card, place, end):
        return None
    # The grown meld keeps its id and its place, because moves and events refer to the meld by these.
    table = (*turn.table[:place], (number, owner, bigger), *turn.table[place + 1 :])
    missing, highest = turn.duties.missing, turn.tracked.highest
    if missing and game.turn.counts_layoffs and card not in turn.duties.due:
        gained = value_at(game.melds, bigger, added_at(bigger, card, end))
        if game.turn.track_highest and gained > missing:
            highest += gained - missing
        missing = max(0, missing - gained)
    old = turn.tracked
    layers = with_added(old.layers, turn.player, place, bigger, card, end) if old.layers else ()
    wilds = wild_count(game.melds, bigger) - wild_count(game.melds, code)
    tracked = _tracked(
        game,
        turn,
        not _is_fresh(turn, number),
        0,
        layers,
        _with_wilds(game, old.wilds_placed, wilds, number),
        added=1 if game.turn.pair_layoffs and turn.in_pairs() else 0,
        highest=highest,
    )
    return _moved(
        game,
        turn,
        hands.remove(turn.hand, card),
        table,
        (card,),
        USE_LAYOFF,
        tracked,
        missing=missing,
    )


def unburnt_at(game: Game, turn: Turn, grown: Code, end: int) -> int:
    """Return the card that a wild just laid off at this end represents, if that card is not burnt; otherwise -1."""
    places = turn.places(game)
    index = len(grown) - 1 if end == HIGH_END else 1
    if places == EVERY_NATURAL or not is_run(grown) or not is_wild_at(game.melds, grown, index):
        return NO_CARD
    card = stands_for(grown, index - 1)
    return NO_CARD if places >> card & 1 else card


def closed_to(game: Game, turn: Turn, card: int, place: int, end: int) -> bool:
    """Return whether the rules forbid this card because it would be a wild in another player's clean run."""
    _, owner, code = turn.table[place]
    if not game.turn.clean_runs_closed or owner == turn.player or not game.melds.is_wild(card):
        return False
    if not is_clean_run(game.melds, code):
        return False
    grown = None if game.melds.tame is None else extended(game.melds, code, card, end)
    return grown is None or is_wild_at(game.melds, grown, added_at(grown, card, end))


def unburnt_in(game: Game, turn: Turn, melds: Melds) -> list[int]:
    """Return the cards that wilds in these melds must not represent, whatever the order in which the melds are laid."""
    return unburnt_together(game.melds, turn.in_the_open(game), melds) if game.melds.burnt else []


def extensions(rules: MeldRules, code: Code, card: int) -> list[tuple[int, Code]]:
    """Return the ends at which a card fits a meld, each with the longer meld; a group has only one end."""
    found: list[tuple[int, Code]] = []
    if rules.is_wild(card) or joining(rules, code) >> card & 1:
        for end in (LOW_END, HIGH_END) if is_run(code) else (LOW_END,):
            bigger = extended(rules, code, card, end)
            if bigger is not None:
                found.append((end, bigger))
    return found


def ends_for(rules: MeldRules, code: Code, card: int) -> list[int]:
    """Return the ends at which a card fits a meld; a group has only one end."""
    return [end for end, _ in extensions(rules, code, card)]


def fitting_ends(game: Game, turn: Turn, card: int, place: int) -> list[int]:
    """Return the ends at which the card may join a table meld; a group has only one end."""
    code = turn.table[place][2]
    found = extensions(game.melds, code, card)
    return [end for end, bigger in found if unburnt_at(game, turn, bigger, end) < 0]


def fits_both_ends(game: Game, turn: Turn, card: int, place: int) -> bool:
    """Return whether the card may join a table run at either end."""
    code = turn.table[place][2]
    # Only two kinds of cards fit both ends: a wild, and the one card missing from a run of twelve.
    if not is_run(code) or not (game.melds.is_wild(card) or len(code) - 1 == 12):
        return False
    return len(fitting_ends(game, turn, card, place)) > 1


def swap(game: Game, turn: Turn, place: int, index: int, card: int, other: int = NO_CARD) -> Turn:
    """Return the turn after one or two naturals have replaced the wild at `index` of a table meld."""
    number, owner, code = turn.table[place]
    wild = code[index + 1]
    table = (
        *turn.table[:place],
        (number, owner, swapped(game.melds, code, index, card, other)),
        *turn.table[place + 1 :],
    )
    hand = hands.add(hands.remove(turn.hand, card), wild)
    if other != NO_CARD:
        hand = hands.remove(hand, other)
    recovered = () if game.turn.recovered_joker == "hand" else (wild,)
    placed = list(turn.tracked.wilds_placed)
    if number in placed:
        placed.remove(number)
    return _moved(
        game,
        turn,
        hand,
        table,
        (card,) if other == NO_CARD else (card, other),
        USE_SWAP,
        _tracked(game, turn, not _is_fresh(turn, number), 0, (), tuple(placed)),
        missing=turn.duties.missing,
        recovered=recovered,
    )


def _is_fresh(turn: Turn, number: int) -> bool:
    return turn.fresh_open and number >= turn.tracked.fresh_from


def duties_after(
    rules: TurnRules, turn: Turn, placed: tuple[int, ...], use: int, opening: bool
) -> tuple[bool, tuple[int, ...]]:
    """Return whether the card taken is still due after placing hand cards, and which recovered wilds are still due."""
    duties = turn.duties
    if not duties.taken_due and not duties.due:
        return False, ()
    owed = list(duties.due)
    taken_due = duties.taken_due
    counts = opening or ((turn.opened or rules.taken_next) and (rules.uses & use) != 0)
    for_due = use == USE_MELD or (use == USE_LAYOFF and rules.recovered_joker == "meld_or_layoff")
    taken_first = taken_due and rules.recovered_joker == "meld_or_layoff" and not rules.uses & USE_LAYOFF
    for card in placed:
        settles_taken = taken_due and counts and card == duties.taken
        if settles_taken and (taken_first or not (for_due and card in owed)):
            taken_due = False
        elif for_due and card in owed:
            owed.remove(card)
    return taken_due, tuple(owed)


def leaves_due(rules: TurnRules, turn: Turn, after: Turn) -> bool:
    """Return whether an action leaves a duty that the very next action had to fulfil."""
    unplaced = turn.next_is_due(rules) and len(after.duties.due) >= len(turn.duties.due)
    return unplaced or after.taken_is_next(rules)


def with_new(layers: Layers, player: int, code: Code) -> Layers:
    """Return the layers (who laid each table card) with a new meld, laid by the player."""
    return (*layers, bytes([player]) * (len(code) - 1))


def with_added(layers: Layers, player: int, place: int, grown: Code, card: int, end: int) -> Layers:
    """Return the layers (who laid each table card) after the player has added a card to the meld at `place`."""
    before = layers[place]
    index = added_at(grown, card, end) - 1
    if not is_run(grown):
        # Equal cards of a group are ordered by the seats that laid them, so that equal tables have equal
        # layers.
        while index < len(before) and grown[index + 2] == card and before[index] < player:
            index += 1
    after = before[:index] + bytes([player]) + before[index:]
    return (*layers[:place], after, *layers[place + 1 :])


def laid_points(rules: MeldRules, table: Table, layers: Layers, seats: int) -> list[int]:
    """Return, for each seat, the points of the cards that it has laid on the table."""
    out = [0] * seats
    for place, (_, _, code) in enumerate(table):
        for index, seat in enumerate(layers[place], 1):
            out[seat] += value_at(rules, code, index)
    return out
