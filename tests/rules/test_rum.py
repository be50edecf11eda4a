"""Rummy 500: deals, the discard pile, scores and matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import attrs
import pytest
from tests.support.depth import shorter
from tests.support.refusals import codes_of, refusal
from tests.support.worked.scenes import scene

from rami import Discard, Match, Round, TakeDiscard
from rami.bots import GreedyBot, RandomBot, hint
from rami.cards import Card, Cards
from rami.cards.moves import PassUpcard
from rami.errors import InvalidSetup, RamiError
from rami.matches.board import Board
from rami.policies.results.seats import Seat
from rami.policies.variant import Variant
from rami.rounds.events import (
    CardLaidOff,
    CardsDealt,
    DiscardTaken,
    Event,
    MeldsLaid,
    RoundScored,
)
from rami.rounds.setup import Phase
from rami.variants import RUMMY_500


@pytest.mark.rule("RUM-PILE-01", "RUM-DRAW-05")
def test_all_players_see_the_pile_and_the_cards_taken_from_it() -> None:
    position = scene(
        "6♥ K♣ 9♦", variant=RUMMY_500, others=["2♣ 3♣ 4♣", "8♠ 9♠"], phase="draw", discards="2♦ 3♠ 5♥ 4♥"
    )
    for viewer in (0, 1, 2, None):
        assert position.view(viewer).discards == tuple(map(Card, ["2♦", "3♠", "5♥", "4♥"]))
    after, events = position.step(TakeDiscard(2))
    assert events[0] == DiscardTaken(0, Card("5♥"), above=(Card("4♥"),))
    board = Board.of_view(position.view(1))
    for event in events:
        board = board.after(event)
    assert board == Board.of_view(after.view(1))
    assert after.view(1).discards == (Card("2♦"), Card("3♠"))


@pytest.mark.rule("RUM-DRAW-05", "RUM-PILE-01")
def test_the_cards_taken_are_remembered() -> None:
    for seed in range(40):
        match = Match.start(RUMMY_500, players=3, seed=seed)
        while not match.round.over:
            player = match.round.player
            several = [move for move in islice(match.round.legal_moves, 20) if isinstance(move, TakeDiscard)]
            move = several[0] if several else GreedyBot().choose(match.round.view(player))
            pile = match.round.discards
            match = match.play(move)
            if several and not match.round.over:
                holds = match.view((player + 1) % 3).memory
                assert holds is not None
                assert Cards(pile[-several[0].count :]) - holds.holds[player] == Cards()
                return
    raise AssertionError("nobody could take several cards")


class Scorer:
    """A second count of the score of a round, made only from the events that everybody sees.

    For each card laid, it records who laid it. At the end, a card counts the value of its place in its meld, and the
    cards left in the hands are subtracted.
    """

    def __init__(self) -> None:
        self.by: dict[tuple[int, str], int] = {}
        self.melds: dict[int, list[str]] = {}

    def see(self, event: Event) -> None:
        match event:
            case CardsDealt():
                self.by, self.melds = {}, {}
            case MeldsLaid():
                for laid in event.melds:
                    self.melds[laid.id] = [str(card) for card in laid.meld]
                    self.by.update({(laid.id, str(card)): event.player for card in laid.meld})
            case CardLaidOff():
                self.melds[event.meld.id] = [str(card) for card in event.meld.meld]
                self.by[event.meld.id, str(event.card)] = event.player
            case _:
                pass

    def points(self, hands: tuple[Cards, ...]) -> list[int]:
        out = [-sum(self.value(str(card), []) for card in hand) for hand in hands]
        for (number, card), seat in self.by.items():
            out[seat] += self.value(card, self.melds[number])
        return out

    @staticmethod
    def value(card: str, meld: list[str]) -> int:
        rank = card[0]
        if rank == "A":
            return 1 if [other[0] for other in meld[:2]] == ["A", "2"] else 15
        return int(rank) if rank.isdigit() else 10


@pytest.mark.rule(
    "RUM-OFF-03", "RUM-SCORE-01", "RUM-SCORE-02", "RUM-SCORE-03", "RUM-SCORE-04", "RUM-VAL-01", "RUM-VAL-02"
)
@pytest.mark.rule("RUM-VAL-03", "RUM-VAL-04", "RUM-STOCK-03", "RUM-OUT-01")
@pytest.mark.search(cases=1)
@pytest.mark.parametrize("seed", range(4))
def test_whole_matches_are_counted_again(seed: int) -> None:
    house = RUMMY_500.with_(match={"target": shorter(500)})
    match = Match.start(house, players=2 + 2 * seed % 5, seed=seed)
    scorer, seen = Scorer(), 0
    for number in range(3000):
        bot = RandomBot(seed) if (seed + number) % 3 == 0 else GreedyBot()
        match = match.play(bot.choose(match.view(match.round.player)))
        events = match.events(None)
        for event in events[seen:]:
            scorer.see(event)
            if isinstance(event, RoundScored):
                counted = [event.score.points(seat) for seat in range(match.players)]
                assert counted == scorer.points(event.hands)
        seen = len(events)
        if match.over:
            break
        if match.round.over:
            match = match.next_round()
    assert match.over
    assert max(match.totals) >= shorter(500)
    assert match.winners == tuple(
        seat for seat, total in enumerate(match.totals) if total == max(match.totals)
    )


# The rum call

CALLED = RUMMY_500.with_(conduct={"rum_call": "takes_turn"})
RUN = (1, "7♦ 8♦ 9♦")


def before_discard(
    pile: str, *, table: Sequence[tuple[int, str]] = (RUN,), variant: Variant = CALLED
) -> Round:
    """Return a position in which player 0 of four is about to discard the K♠."""
    others = ["2♣ 3♥", "4♠ 5♥", "6♠ Q♥"]
    return scene("K♠ K♥", table, variant=variant, others=others, discards=pile)


@pytest.mark.rule("RUM-CALL-01")
@pytest.mark.parametrize(
    "pile,table,counts",
    [
        ("3♣ 5♥", [RUN], []),
        ("6♦ 5♥", [RUN], [3]),
        # These need cards that lie above them.
        ("5♦ 6♦", [RUN], [2, 3]),
        ("6♦ 5♦", [RUN], [3]),
        # These make a new meld with cards above them.
        ("K♦ 3♣ K♣", [], [4]),
        ("3♥ 5♥ 4♥", [], [4]),
        ("Q♠ A♠", [], [3]),
        ("J♠ Q♠ T♠", [], [4]),
        ("Q♠ J♠", [], [3]),
        ("3♣ 3♦ 3♠ 3♥", [], [4, 5]),
        ("9♠ 9♥ 4♣", [(2, "9♣ 9♦ 9♥")], [4]),
    ],
)
def test_what_can_be_called_as_it_lies(
    pile: str, table: Sequence[tuple[int, str]], counts: list[int]
) -> None:
    variant = CALLED.with_(equipment={"packs": 2})
    over = before_discard(pile, table=table, variant=variant).play(Discard("K♠"))
    assert (over.phase is Phase.OFFER) == bool(counts)
    if counts:
        assert [move.count for move in over.legal_moves if isinstance(move, TakeDiscard)] == counts


@pytest.mark.rule("RUM-CALL-01")
def test_a_hand_does_not_decide_who_is_asked() -> None:
    asked = before_discard("3♣ T♦").play(Discard("K♠"))
    assert dict(hint(asked).params)["card"] == "T♦"
    hands = [asked.hands[0], *asked.hands[2:], asked.hands[1]]
    turned = Round.from_setup(attrs.evolve(asked.setup, hands=hands))
    assert turned.legal_moves == asked.legal_moves
    assert [str(move) for move in turned.play(PassUpcard()).legal_moves] == ["take 2", "pass"]


@pytest.mark.rule("RUM-CALL-01")
@pytest.mark.parametrize(
    "facts,code",
    [
        ({"player": 0}, "buyer_unfit"),
        ({"drawer": 2}, "buyer_unfit"),
        ({"discards": "3♣ K♠"}, "buyer_unfit"),
        ({"seats": [Seat(), Seat(), Seat(bought=1), Seat()]}, "no_buying"),
    ],
)
def test_windows_that_cannot_be(facts: dict[str, Any], code: str) -> None:
    setup = before_discard("3♣ T♦").play(Discard("K♠")).setup
    assert code in codes_of(InvalidSetup, Round.from_setup, attrs.evolve(setup, **{"stock": None, **facts}))


@pytest.mark.rule("RUM-CALL-01")
def test_a_guess_in_the_middle_of_a_window_is_one_too() -> None:
    asked = before_discard("3♣ T♦").play(Discard("K♠")).play(PassUpcard())
    for viewer in (*range(4), None):
        view = asked.view(viewer)
        assert Round.sampled(view, 9).view(viewer) == view
        assert "call a discard, or pass" in str(view)


@pytest.mark.rule("RUM-CALL-01")
@pytest.mark.parametrize(
    "options,rules",
    [
        ({"drawing": {"discard_depth": 1}}, "take several"),
        ({"drawing": {"no_twin_pickup": True}, "equipment": {"packs": 2}}, "any card"),
        ({"drawing": {"first_round_discard": False}}, "any card"),
    ],
)
def test_calls_need_a_pile_that_is_open_to_all(options: dict[str, Any], rules: str) -> None:
    assert "conduct.rum_call" in str(refusal(RamiError, CALLED.with_, **options))
