"""Show each difference in a position in which OpenSpiel breaks the rules, or plays by others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.oracle.peers.openspiel import CARDS, KNOCK, NUMBERS, TAKE, UTILS, Parameters, State, numbers, text
from tests.oracle.peers.replay import card_text, cards_of, variant_of

from rami import Round
from rami.cards.moves import Discard, DrawStock, Knock, LayOff, Move, PassUpcard, TakeDiscard
from rami.rounds.setup import Phase

TEN = Parameters()


def pack(first: str, second: str, upcard: str, stock: str = "") -> list[str]:
    """Return a whole pack that starts with these hands, this upcard and these stock cards."""
    given = f"{first} {second} {upcard} {stock}".split()
    return given + [card for card in CARDS if card not in given]


def theirs(deck: Sequence[str], actions: Sequence[str] = (), parameters: Parameters = TEN) -> State:
    """Return the game of OpenSpiel after these decisions."""
    state = parameters.new_game()
    stock, chosen = iter(deck), iter(actions)
    while True:
        while state.is_chance_node():
            state.apply_action(NUMBERS[next(stock)])
        action = next(chosen, None)
        if action is None:
            return state
        state.apply_action(next(each for each in state.legal_actions() if text(each) == action))


def choices(state: State) -> set[str]:
    return {text(action) for action in state.legal_actions()}


def ours(deck: Sequence[str], moves: Sequence[Move] = (), parameters: Parameters = TEN) -> Round:
    """Return the round of rami after these moves."""
    both = [card for pair in zip(deck[:10], deck[10:20], strict=True) for card in pair]
    state = Round.deal(variant_of(parameters), players=2, dealer=1, deck=" ".join([*both, *deck[20:]]))
    for move in moves:
        state = state.play(move)
    return state


def knocks(state: Round) -> list[Knock]:
    return [move for move in state.legal_moves if isinstance(move, Knock)]


ELEVEN = "5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d"
DEFENDER = "Ks Qs Kc Qc Jd 9d 8c 9s 2h 2c"


def test_a_knock_that_openspiel_does_not_offer() -> None:
    """Without the 7♥ three fives and four sixes leave 3 + 3 + 4 = 10: a knock.

    OpenSpiel melds as much as it can of all eleven cards, 4♥ 5♥ 6♥ 7♥ and 6♠ 6♦ 6♣, and only then discards the highest
    card left over: 5 + 3 + 3 = 11.
    """
    hand, rest = ELEVEN.rsplit(" ", 1)
    deck = pack(hand, DEFENDER, rest)

    there = theirs(deck, ["take"])
    assert choices(there) == set(ELEVEN.split())
    assert there.deadwood()[0] == 11

    melds, left = ["5s 5d 5h", "6s 6c 6d 6h"], "3s 3d 4h"
    assert sorted(f"{' '.join(melds)} {left} 7h".split()) == sorted(ELEVEN.split())
    assert all(UTILS.meld_to_int(numbers(meld)) >= 0 for meld in melds)
    assert sum(int(card[0]) for card in left.split()) == 10
    assert UTILS.min_deadwood([card for card in numbers(ELEVEN) if card != NUMBERS["7h"]]) == 10

    here = ours(deck, [TakeDiscard()])
    assert [str(move) for move in knocks(here)] == [str(here.parse(Knock("7h", melds)))]
    assert here.play(Knock("7h", melds)).phase is Phase.LAYOFF


def at_the_wall(hand: str, upcard: str) -> tuple[State, Round]:
    """Let both players discard what they draw until the first discards the upcard and two stock cards are left."""
    others = [card for card in CARDS if card not in f"{DEFENDER} {hand} {upcard}".split()]
    drawn = [*others[1:29], upcard]
    deck = pack(DEFENDER, hand, others[0], " ".join(drawn))
    words = ["pass", "pass", *(word for card in drawn for word in ("draw", card))]
    turns: list[Move] = [PassUpcard(), PassUpcard()]
    turns += [move for card in drawn for move in (DrawStock(), Discard(card))]
    return theirs(deck, words), ours(deck, turns)


def test_the_same_knock_at_the_wall() -> None:
    hand, upcard = ELEVEN.rsplit(" ", 1)
    there, here = at_the_wall(hand, upcard)
    assert (there.current_phase().name, there.current_player()) == ("WALL", 1)
    assert choices(there) == {"pass"}
    assert [str(move) for move in here.legal_moves] == ["take", "pass"]
    here = here.play(TakeDiscard())
    assert [str(move) for move in here.legal_moves] == [
        str(here.parse(Knock("7h", ["5s 5d 5h", "6s 6c 6d 6h"])))
    ]


CHAIN = [
    ("3s 4s 5s Kd Kh Kc Qd Qh Qc Ac", "6s 7s 8s 9s 2h 4h 6h 8d 8h Td", ["6s", "7s", "8s", "9s"]),
    ("9d Td Jd 2s 2h 2c As Ah Ac 4c", "5d 6d 7d 8d Ks 4h 4s 6h 8h Th", ["8d", "7d", "6d", "5d"]),
]


@pytest.mark.parametrize(("knocker", "defender", "chain"), CHAIN)
def test_a_chain_of_lay_offs_that_openspiel_stops(knocker: str, defender: str, chain: list[str]) -> None:
    """Each card laid off lengthens the run, so that the next one fits; OpenSpiel looks two cards far."""
    deck = pack(knocker, defender, "Jc")
    hand = knocker.split()
    melds = [" ".join(hand[start : start + 3]) for start in (0, 3, 6)]
    laid = ["take", "knock", "Jc", *melds_there(melds), "pass"]
    there = theirs(deck, laid)
    for number, card in enumerate(chain[:2]):
        assert choices(there) == {card, "pass"}
        there = theirs(deck, laid + chain[: number + 1])
    assert choices(there) == {"pass"}

    here = ours(deck, [TakeDiscard(), Knock("Jc", melds)])
    run = next(item.id for item in here.table if card_text(item.meld.cards[0]) == hand[0])
    for card in chain:
        assert cards_of(move.card for move in here.legal_moves if isinstance(move, LayOff)) == {card}
        here = here.play(LayOff(card, run))
    (meld,) = (item.meld for item in here.table if item.id == run)
    assert cards_of(meld.cards) == {*hand[:3], *chain}


def melds_there(melds: Sequence[str]) -> list[str]:
    return [text(56 + UTILS.meld_to_int(numbers(meld))) for meld in melds]


def test_a_card_laid_off_beside_two_runs_counts_from_both() -> None:
    """OpenSpiel accepts the third card of a chain that also touches another run of the knocker."""
    knocker, defender = "3s 4s 5s 9s Ts Js Qd Qh Qc Ac", "6s 7s 8s 2h 4h 6h 8d 8h Td Kd"
    melds = ["3s 4s 5s", "9s Ts Js", "Qd Qh Qc"]
    deck = pack(knocker, defender, "Jc")
    there = theirs(deck, ["take", "knock", "Jc", *melds_there(melds), "pass", "6s", "7s"])
    assert choices(there) == {"8s", "pass"}
    here = ours(deck, [TakeDiscard(), Knock("Jc", melds)])
    run = next(item.id for item in here.table if "3♠" in str(item.meld))
    here = here.play(LayOff("6s", run)).play(LayOff("7s", run))
    assert cards_of(move.card for move in here.legal_moves if isinstance(move, LayOff)) == {"8s"}


def test_openspiel_draws_the_game_when_both_throw_the_upcard_back() -> None:
    """No rule of rami does so: if a return is allowed, the round continues."""
    deck = pack("2s 4s 6s 8s Ts Qs 2h 4h 6h 8h", "3d 5d 7d 9d Jd Kd 3c 5c 7c 9c", "Ac")
    there = theirs(deck, ["take", "Ac", "take", "Ac"])
    assert there.is_terminal()
    assert there.returns() == [0, 0]
    here = ours(deck, [TakeDiscard(), Discard("Ac"), TakeDiscard(), Discard("Ac")])
    assert not here.over
    assert [str(move) for move in here.legal_moves] == ["draw", "take"]


def test_openspiel_draws_the_game_at_the_fiftieth_upcard() -> None:
    """No rule of rami counts upcards: `turn_cap` is the house rule that ends such a round."""
    deck = pack("2s 4s 6s 8s Ts Qs 2h 4h 6h 8h", "3d 5d 7d 9d Jd Kd 3c 5c 7c 9c", "Ac")
    there, here = theirs(deck), ours(deck)
    for _ in range(50):
        upcard = there.upcard()
        there.apply_action(TAKE)
        card = next(action for action in there.legal_actions() if action not in (upcard, KNOCK))
        there.apply_action(card)
        here = here.play(TakeDiscard()).play(Discard(text(card)))
    assert choices(there) == {"take", "draw"}
    there.apply_action(TAKE)
    assert there.is_terminal()
    assert there.returns() == [0, 0]
    assert [str(move) for move in here.legal_moves] == ["draw", "take"]
    assert not here.play(TakeDiscard()).over


def test_the_upcard_of_the_wall_may_be_the_discard_of_the_knock() -> None:
    """A player who could have knocked before takes it, discards it face down and knocks."""
    there, here = at_the_wall("5s 5h 5d 6s 6c 6h 4d 4c 4h 2d", "Kd")
    there.apply_action(KNOCK)
    assert "Kd" in choices(there)
    here = here.play(TakeDiscard())
    assert "Kd" in cards_of(move.discard for move in knocks(here))
