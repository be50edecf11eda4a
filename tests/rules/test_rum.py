"""Rummy 500: deals, the discard pile, scores and matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import attrs
import pytest
from tests.support.depth import shorter
from tests.support.ends import outcome_of
from tests.support.refusals import codes_of, refusal
from tests.support.worked.scenes import reasons, scene

from rami import Discard, LayOff, Match, Round, TakeDiscard
from rami.bots import GreedyBot, RandomBot, hint
from rami.cards import Card, Cards
from rami.cards.moves import PassUpcard
from rami.errors import InvalidSetup, RamiError
from rami.matches.board import Board
from rami.policies.results.seats import Seat
from rami.policies.variant import Variant
from rami.rounds.events import (
    CardDiscarded,
    CardLaidOff,
    CardsDealt,
    DiscardForSale,
    DiscardTaken,
    Event,
    MeldsLaid,
    RoundScored,
    TurnBegun,
    UpcardPassed,
)
from rami.rounds.setup import Duty, DutyKind, Phase
from rami.variants import RUMMY_500


@pytest.mark.rule("RUM-SET-02")
def test_two_packs_do_not_make_groups_of_one_suit() -> None:
    found = refusal(RamiError, RUMMY_500.for_round(5).meld, "7♠ 7♦ 7♦")
    assert [each.rule for each in found.violations] == ["RUM-SET-02"]


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

    Each card that is laid is written down with who laid it; at the end it is worth what the place says at which it is
    then found in its meld, and the cards that are left in the hands are taken off.
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


def called_game(hand: str, *others: str, pile: str = "3♣") -> Round:
    """Return a position with calls in which player 0 of three is about to discard."""
    return scene(hand, [RUN], variant=CALLED, others=others, discards=pile)


@pytest.mark.rule("RUM-CALL-01", "RUM-CALL-02", "RUM-CALL-03")
def test_a_call_is_offered_in_turn_and_takes_the_turn() -> None:
    start = before_discard("3♣ T♦")
    asked, events = start.step(Discard("K♠"))
    assert events == (
        CardDiscarded(0, Card("K♠")),
        TurnBegun(1, start.turn + 1, Phase.DRAW),
        DiscardForSale(1, 1),
    )
    for seat in (1, 2, 3):
        assert (asked.player, asked.phase, asked.setup.drawer) == (seat, Phase.OFFER, 1)
        # The top card fits nowhere.
        assert list(asked.legal_moves) == [TakeDiscard(2), PassUpcard()]
        assert dict(hint(asked).params)["card"] == "T♦"
        assert reasons(asked, TakeDiscard()) == ["discard_uncalled RUM-CALL-01"]
        assert reasons(asked, "draw") == ["wrong_phase RUM-TURN-01"]
        called, events = asked.step(TakeDiscard(2))
        assert events[0] == DiscardTaken(seat, Card("T♦"), above=(Card("K♠"),))
        assert (called.player, called.phase, called.setup.drawer) == (seat, Phase.PLAY, None)
        assert list(called.legal_moves) == [LayOff("T♦", 0)]
        over = called.play(LayOff("T♦", 0)).play(Discard("K♠"))
        assert (over.player, over.phase) == ((seat + 1) % 4, Phase.DRAW)
        asked, events = asked.step(PassUpcard())
    assert events == (UpcardPassed(3), TurnBegun(1, start.turn + 1, Phase.DRAW))
    assert (asked.player, asked.phase, asked.setup.drawer) == (1, Phase.DRAW, None)
    assert asked.discards == tuple(map(Card, ["3♣", "T♦", "K♠"]))


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
def test_cards_of_a_hand_do_not_help() -> None:
    # Other players hold two queens, and player 0 a ten that would lead to the jack.
    start = called_game("K♠ T♦", "Q♣ Q♥", "2♣ 3♥", pile="Q♠ J♦")
    assert start.play(Discard("K♠")).phase is Phase.DRAW
    # A hand does not decide who is asked, either.
    asked = before_discard("3♣ T♦").play(Discard("K♠"))
    hands = [asked.hands[0], *asked.hands[2:], asked.hands[1]]
    turned = Round.from_setup(attrs.evolve(asked.setup, hands=hands))
    assert turned.legal_moves == asked.legal_moves
    assert [str(move) for move in turned.play(PassUpcard()).legal_moves] == ["take 2", "pass"]


@pytest.mark.rule("RUM-CALL-02")
def test_the_card_called_is_laid_at_once() -> None:
    asked = before_discard("3♣ 3♦ 3♠").play(Discard("K♠")).play(PassUpcard()).play(PassUpcard())
    called = asked.play(TakeDiscard(4))
    assert called.duties == (Duty(DutyKind.PLACE_TAKEN, Card("3♣")),)
    assert reasons(called, Discard("K♠")) == ["duty_taken RUM-DRAW-04"]
    assert reasons(called, "pass") == ["wrong_phase RUM-TURN-01"]
    assert [str(move) for move in called.legal_moves] == ["lay 3♣ 3♦ 3♠"]


@pytest.mark.rule("RUM-CALL-02")
def test_a_top_card_that_is_called_is_not_free() -> None:
    start = called_game("T♦ K♥", "2♣ 3♥", "J♦ 5♥").play(Discard("T♦"))
    called = start.play(TakeDiscard())
    assert [str(move) for move in called.legal_moves] == ["off T♦ > 0"]
    assert GreedyBot().choose(start.view(1)) == TakeDiscard()
    # The next player may pass, and take the card freely at the draw.
    free = start.play(PassUpcard()).play(PassUpcard()).play(TakeDiscard())
    assert free.duties == ()
    assert Discard("2♣") in free.legal_moves


@pytest.mark.rule("RUM-CALL-02", "RUM-DRAW-06")
def test_a_caller_may_lay_it_with_cards_of_the_hand() -> None:
    start = called_game("T♦ K♥", "T♥ T♠ 4♣", "5♥ 3♥")
    called = start.play(Discard("T♦")).play(TakeDiscard())
    assert [str(move) for move in called.legal_moves] == ["lay T♦ T♥ T♠", "off T♦ > 0"]


@pytest.mark.rule("RUM-CALL-04")
def test_nobody_calls_after_a_player_has_gone_out() -> None:
    start = called_game("T♦ K♥", "2♣ 3♥", "4♠ 5♥")
    assert start.play(Discard("T♦")).phase is Phase.OFFER
    last = called_game("T♦", "2♣ 3♥", "4♠ 5♥", pile="3♣ K♥")
    assert last.play(Discard("T♦")).over


@pytest.mark.rule("RUM-CALL-03")
def test_a_caller_may_go_out() -> None:
    start = called_game("T♦ K♥", "2♣ 3♥", "2♥ 2♠", pile="2♦")
    assert start.play(Discard("K♥")).phase is Phase.DRAW
    start = called_game("T♦ K♥", "2♣ 3♥", "J♦ Q♦", pile="2♦")
    called = start.play(Discard("T♦")).play(PassUpcard()).play(TakeDiscard())
    end = called.play(LayOff("T♦", 0)).play(LayOff("J♦", 0)).play(LayOff("Q♦", 0))
    assert outcome_of(end).winner == 2


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
