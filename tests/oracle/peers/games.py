"""Record whole games of OpenSpiel for other programs to follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.oracle.peers.openspiel import CARDS, KNOCK, MELD_TEXTS, TAKE, UTILS, Parameters, State, text
from tests.oracle.peers.players import Style, choose


@dataclass(frozen=True)
class Decision:
    """One decision of a player.

    Parameters:
        phase: offer, stock, draw, discard, wall, thrown (the discard of a knock), spread (the knocker's melds),
            layoff, or meld (the defender's own melds).
        player: the seat.
        choices: all possible actions.
        chosen: the action taken.
        hands: the cards of both seats before it.
        deadwood: the count of OpenSpiel for each seat.
        knockable: for eleven cards, the discards after which OpenSpiel counts no more than the limit.
    """

    phase: str
    player: int
    choices: frozenset[str]
    chosen: str
    hands: tuple[frozenset[str], ...]
    deadwood: tuple[int, ...]
    knockable: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Record:
    """A game from the deal to the returns.

    Parameters:
        parameters: the rules.
        deck: seat 0's ten cards, seat 1's, the upcard, then the stock from its top.
        decisions: in order.
        ending: knock, wall (no player knocked), thrown back (both took the same upcard and discarded it), or fifty
            (the fiftieth upcard was taken).
        hands: the cards left in the hands.
        melds: the melds of each seat without lay-offs.
        laid_off: the defender's cards on the knocker's melds, in order.
        deadwood: the count of OpenSpiel for each seat at the end.
        returns: the points of each seat, less those of the other.
    """

    parameters: Parameters
    deck: tuple[str, ...]
    decisions: tuple[Decision, ...]
    ending: str
    hands: tuple[frozenset[str], ...]
    melds: tuple[tuple[str, ...], ...]
    laid_off: tuple[str, ...]
    deadwood: tuple[int, ...]
    returns: tuple[int, ...]


def _phase(state: State) -> str:
    name: str = state.current_phase().name
    if name == "FIRST_UPCARD":
        return "offer" if TAKE in state.legal_actions() else "stock"
    if name == "KNOCK":
        return "thrown" if len(state.hands()[state.current_player()]) + _laid(state) == 11 else "spread"
    if name == "LAYOFF":
        return "meld" if state.finished_layoffs() else "layoff"
    return name.lower()


def _laid(state: State) -> int:
    return sum(len(MELD_TEXTS[meld].split()) for meld in state.layed_melds()[state.current_player()])


def _names(cards: Sequence[int]) -> frozenset[str]:
    return frozenset(CARDS[card] for card in cards)


def _decision(state: State, action: int) -> Decision:
    phase, player = _phase(state), state.current_player()
    hands = state.hands()
    knockable: Sequence[int] = ()
    if phase in ("discard", "wall"):
        upcard = state.upcard()
        eleven = hands[player] if phase == "discard" or upcard is None else [*hands[player], upcard]
        knockable = UTILS.legal_discards(eleven, state.knock_card())
    return Decision(
        phase=phase,
        player=player,
        choices=frozenset(map(text, state.legal_actions())),
        chosen=text(action),
        hands=tuple(map(_names, hands)),
        deadwood=tuple(state.deadwood()),
        knockable=_names(knockable),
    )


def _ending(decisions: Sequence[Decision]) -> str:
    last = decisions[-1]
    if last.phase == "wall":
        return "wall"
    if last.phase == "discard":
        return "thrown back"
    return "fifty" if last.phase == "draw" else "knock"


def play(parameters: Parameters, deck: Sequence[int], styles: Sequence[Style], rng: Random) -> Record:
    """Play a game of OpenSpiel to its end."""
    state = parameters.new_game()
    stock = iter(deck)
    decisions: list[Decision] = []
    taken: int | None = None
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(stock))
            continue
        action = choose(state, styles[state.current_player()], rng, taken)
        taken = state.upcard() if action in (TAKE, KNOCK) else None
        decisions.append(_decision(state, action))
        state.apply_action(action)
    return Record(
        parameters=parameters,
        deck=tuple(CARDS[card] for card in deck),
        decisions=tuple(decisions),
        ending=_ending(decisions),
        hands=tuple(map(_names, state.hands())),
        melds=tuple(tuple(MELD_TEXTS[meld] for meld in laid) for laid in state.layed_melds()),
        laid_off=tuple(CARDS[card] for card in state.layoffs()),
        deadwood=tuple(state.deadwood()),
        returns=tuple(round(points) for points in state.returns()),
    )
