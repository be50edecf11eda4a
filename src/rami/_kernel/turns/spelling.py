"""Spell actions as numbers. One numbering, which names cards by their faces, serves all games.

A learning program chooses one number at a time from a fixed range. So an action is spelled as a *word*, a
tuple of numbers: one for the kind of action, then numbers for cards and places. For example, with 7♥ 8♥ 9♥ in
hand (cards 32, 33, 34) and 4♥ 5♥ 6♥ as the first meld of the table:

    lay 7♥ 8♥ 9♥    (367, 360, 361, 362, 6, 7)    MELDS + head, CARDS + card, ..., END_OF_MELD, DONE
    lay off 7♥      (201, 424)                    LAY_OFFS + card, SLOTS + place in the table

A rearrangement of the whole table is spelled by the cards laid from the hand, CARDS + card, ..., DONE,
because only one action is listed for each combination of cards.

No word is the beginning of another word, so a word is complete as soon as only one word remains possible.
`rami.ext.learning.actions` documents the numbers.
"""

from __future__ import annotations

from typing import Final

from ..melds.meld import NAMED_GROUP, Code, Melds, group_rank, is_run, named_card
from . import actions
from .actions import Action
from .faults import wild_choices
from .successors import fits_both_ends
from .turn import Game, Turn

Word = tuple[int, ...]

BIG_GIN: Final = 5
END_OF_MELD: Final = 6
DONE: Final = 7
LOW: Final = 8
DISCARDS: Final = 10
ANNOUNCEMENTS: Final = 63
KNOCKS: Final = 116
LAY_OFFS: Final = 169
SWAPS: Final = 222
CARDS: Final = 275
MELDS: Final = 328
# The head of a group of different suits, without its rank.
OF_RANK: Final = 64
SLOTS: Final = 424
PLACES: Final = 488
ROUND_ENDS: Final = 502
SEVERAL: Final = 503
FOLDS: Final = 565
SHOWS: Final = 566
NUMBERS: Final = 567

FEWEST: Final = 2
MOST: Final = FEWEST + FOLDS - SEVERAL - 1
MOST_SLOTS: Final = PLACES - SLOTS

_BARE: Final = {
    actions.DRAW_STOCK: 0,
    actions.TAKE_DISCARD: 1,
    actions.TOUCH: 2,
    actions.PASS: 3,
    actions.END_REPLY: 4,
    actions.END_ROUND: ROUND_ENDS,
    actions.FOLD: FOLDS,
    actions.SHOW_TURNED: SHOWS,
}


def plain_word(action: Action) -> Word:
    """Return the spelling of an action that has the same spelling in every position."""
    if action.kind == actions.DISCARD:
        return ((ANNOUNCEMENTS if action.at == actions.ANNOUNCED else DISCARDS) + action.card,)
    if action.kind == actions.DECLARE_WRONGLY:
        return (KNOCKS + action.card, DONE)
    return (_BARE[action.kind],)


def spell(game: Game, turn: Turn, action: Action) -> Word:
    """Return the spelling of a listed action of a turn.

    Raise OverflowError if the table has too many melds, or the player takes too many discards, for the numbering.
    """
    kind = action.kind
    if kind == actions.TAKE_DISCARD and action.at:
        if action.at > MOST:
            raise OverflowError(action.at)
        return (SEVERAL + action.at - FEWEST,)
    if kind in (actions.DISCARD, actions.DECLARE_WRONGLY) or kind in _BARE:
        return plain_word(action)
    if kind == actions.KNOCK_CALL:
        return (KNOCKS + action.card, *_melds(action.melds), DONE)
    if kind == actions.BIG_GIN_CALL:
        return (BIG_GIN, *_melds(action.melds), DONE)
    if kind == actions.LAY_DOWN:
        return _lay_down(turn, action)
    if kind == actions.REARRANGE:
        return (*[CARDS + card for card in action.laid], DONE)
    slot = _slot(action.place)
    if kind == actions.LAY_OFF:
        if fits_both_ends(game, turn, action.card, action.place):
            return (LAY_OFFS + action.card, slot, LOW + action.at)
        return (LAY_OFFS + action.card, slot)
    word = [SWAPS + action.card, slot]
    if len(wild_choices(game, turn, action.place, action.card, action.other)) > 1:
        code = turn.table[action.place][2]
        # Equal wilds of a group count as one choice, so the face identifies it.
        word.append(PLACES + action.at if is_run(code) else CARDS + code[action.at + 1])
    if action.other >= 0:
        word.append(CARDS + action.other)
    return tuple(word)


def narrowed(words: list[Word], at: int, number: int) -> tuple[list[int], int]:
    """Return the indexes of the words with `number` at index `at`, and the length of their common prefix."""
    left = [place for place, word in enumerate(words) if word[at] == number]
    if left:
        first = words[left[0]]
        at += 1
        # No word is the beginning of another word, so if the first word ends here, it is the only word left.
        while at < len(first) and all(words[place][at] == first[at] for place in left):
            at += 1
    return left, at


def _lay_down(turn: Turn, action: Action) -> Word:
    if not any(action.leaving):
        return (*_melds(tuple(sorted(action.melds))), DONE)
    sources: list[int] = []
    for leaving in action.leaving:
        for place, index in leaving:
            code = turn.table[place][2]
            card = code[index + 1]
            sources.append(_slot(place))
            sources.append(CARDS + card)
            if is_run(code) and code[1:].count(card) > 1:
                sources.append(PLACES + index)
    return (*_melds(action.melds), *sources, DONE)


def _melds(melds: Melds) -> Word:
    out: list[int] = []
    for code in melds:
        out.append(MELDS + _head(code))
        out += [CARDS + card for card in code[1:]]
        named = named_card(code)
        if named >= 0:
            # A card after the wild of a group names the card that the wild represents.
            out.append(CARDS + named)
        out.append(END_OF_MELD)
    return tuple(out)


def _head(code: Code) -> int:
    """Return the head of a meld; a pair, or a group with a named wild, gets the head of an ordinary group."""
    return OF_RANK + group_rank(code) if code[0] >= NAMED_GROUP else code[0]


def _slot(place: int) -> int:
    if place >= MOST_SLOTS:
        raise OverflowError(place)
    return SLOTS + place
