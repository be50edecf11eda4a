"""Make deals and players for the compared games: random players, players with a plan, and provokers of rare cases."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.oracle.peers.openspiel import DRAW, FIRST_MELD, KNOCK, MELDS, PASS, TAKE, UTILS, State


@dataclass(frozen=True)
class Style:
    """A way of playing, in probabilities.

    Parameters:
        purpose: to play a decision well instead of at random.
        knock: to knock if possible.
        take: to take the upcard without a reason.
        back: to discard it at once.
        finish: to lay melds and lay off while anything can be laid.
    """

    purpose: float = 1.0
    knock: float = 0.8
    take: float = 0.0
    back: float = 0.0
    finish: float = 0.9


STYLES = {
    "purposeful": Style(),
    "hurried": Style(knock=1.0, finish=1.0),
    "patient": Style(knock=0.08),
    "wavering": Style(purpose=0.7, knock=0.5, take=0.1, finish=0.6),
    "random": Style(purpose=0.0, knock=0.5, finish=0.5),
    "spiteful": Style(purpose=0.0, knock=0.1, take=1.0, back=0.08),
}


def deck(rng: Random, kind: str) -> list[int]:
    """Return a shuffled pack: `even`, or its first cards close in rank (`ranks`), or mostly of two suits (`suits`)."""
    cards = list(range(52))
    rng.shuffle(cards)
    if kind == "ranks":
        middle = rng.randrange(2, 11)
        weight = {card: abs(card % 13 - middle) + rng.uniform(0, 3) for card in cards}
        cards.sort(key=weight.__getitem__)
    elif kind == "suits":
        chosen = rng.sample(range(4), 2)
        weight = {card: (card // 13 not in chosen) + rng.uniform(0, 1.6) for card in cards}
        cards.sort(key=weight.__getitem__)
    first = cards[:21]
    rng.shuffle(first)
    return first + cards[21:]


def choose(state: State, style: Style, rng: Random, taken: int | None) -> int:
    """Choose an action in this style; `taken` is the upcard taken in this turn."""
    legal: list[int] = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    phase = state.current_phase().name
    if KNOCK in legal:
        if rng.random() < style.knock:
            return KNOCK
        legal.remove(KNOCK)
    if phase in ("FIRST_UPCARD", "DRAW"):
        return _draw(state, legal, style, rng)
    if phase == "DISCARD":
        if taken is not None and rng.random() < style.back:
            return taken
        return _discard(state, legal, style, rng)
    if phase == "KNOCK" and PASS not in legal and legal[0] < TAKE:
        return _discard(state, legal, style, rng)
    return _lay(state, legal, style, rng)


def _draw(state: State, legal: list[int], style: Style, rng: Random) -> int:
    if rng.random() < style.take:
        return TAKE
    if rng.random() >= style.purpose:
        return rng.choice(legal)
    hand, upcard = state.hands()[state.current_player()], state.upcard()
    if upcard is not None and UTILS.min_deadwood([*hand, upcard]) < UTILS.min_deadwood(hand):
        return TAKE
    return PASS if PASS in legal else DRAW


def _discard(state: State, legal: list[int], style: Style, rng: Random) -> int:
    if rng.random() >= style.purpose:
        return rng.choice(legal)
    hand = state.hands()[state.current_player()]
    rng.shuffle(legal)
    return min(legal, key=lambda card: UTILS.min_deadwood([held for held in hand if held != card]))


def _lay(state: State, legal: list[int], style: Style, rng: Random) -> int:
    more = [action for action in legal if action != PASS]
    if PASS in legal and (not more or rng.random() >= style.finish):
        return PASS
    if more[0] >= FIRST_MELD and rng.random() < style.purpose:
        best = UTILS.best_meld_group(state.hands()[state.current_player()])
        wanted = {frozenset(meld) for meld in best}
        more = [action for action in more if frozenset(MELDS[action - FIRST_MELD]) in wanted] or more
    return rng.choice(more)
