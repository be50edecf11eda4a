"""Deals, piles, scores and matches of Rummy 500."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from tests.rules.scenes import scene

from rami import Match, Round, TakeDiscard
from rami.board import Board
from rami.bots import GreedyBot, RandomBot
from rami.cards import Card, Cards
from rami.errors import RamiError
from rami.events import CardLaidOff, CardsDealt, DiscardTaken, Event, MeldsLaid, RoundScored
from rami.policies.match_format import MatchFacts
from rami.policies.scores import RoundScore, ScoreLine
from rami.variants import RUMMY_500


@pytest.mark.rule("RUM-MAT-01", "RUM-MAT-02", "RUM-JOK-01", "RUM-DEAL-01", "RUM-DEAL-02", "RUM-START-01")
@pytest.mark.parametrize("players,size,packs", [(2, 13, 1), (3, 7, 1), (4, 7, 1), (5, 7, 2), (8, 7, 2)])
def test_thirteen_cards_for_two_and_seven_for_more(players: int, size: int, packs: int) -> None:
    start = Round.deal(RUMMY_500, players=players, seed=4, dealer=1)
    assert [len(hand) for hand in start.hands] == [size] * players
    assert len(start.discards) == 1
    cards = Counter([*start.stock, *start.discards, *(card for hand in start.hands for card in hand)])
    assert cards == Counter({Card.from_id(number): packs for number in range(52)})
    assert start.player == 2 % players
    drawn = start.play("draw")
    thrown = next(move for move in drawn.legal_moves if str(move).startswith("drop"))
    assert drawn.play(thrown).player == 3 % players


@pytest.mark.rule("RUM-MAT-01")
@pytest.mark.parametrize("players", [1, 9])
def test_no_other_number_plays(players: int) -> None:
    with pytest.raises(RamiError):
        Round.deal(RUMMY_500, players=players, seed=4)


@pytest.mark.rule("RUM-SET-02")
def test_two_packs_do_not_make_groups_of_one_suit() -> None:
    with pytest.raises(RamiError) as caught:
        RUMMY_500.for_round(5).meld("7♠ 7♦ 7♦")
    assert [each.rule for each in caught.value.violations] == ["RUM-SET-02"]


@pytest.mark.rule("RUM-DEAL-03", "RUM-DEAL-04")
def test_chance_picks_the_first_dealer_and_the_deal_goes_round() -> None:
    dealers = {Match.start(RUMMY_500, players=3, seed=seed).round.context.dealer for seed in range(30)}
    assert dealers == {0, 1, 2}
    score = RoundScore(False, 0, (ScoreLine(1, 5),), credit=True)
    assert RUMMY_500.match.verdict(MatchFacts(score, 1, 3, (0, 1, 2), (0, 5, 0), dealer=1)).next_dealer == 2


@pytest.mark.rule("RUM-MATCH-01", "RUM-MATCH-02", "RUM-MATCH-03", "RUM-SCORE-03")
@pytest.mark.parametrize(
    "totals,winners",
    [((0, 499, -30), ()), ((12, 500, 3), (1,)), ((512, 530, 3), (1,)), ((520, 7, 520), (0, 2))],
)
def test_the_highest_total_wins_once_a_player_has_five_hundred(
    totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    score = RoundScore(False, None, (ScoreLine(1, 5),), credit=True)
    verdict = RUMMY_500.match.verdict(MatchFacts(score, 4, 3, (0, 1, 2), totals))
    assert (verdict.over, verdict.winners) == (bool(winners), winners)
    assert [totals[group[0]] for group in verdict.ranking] == sorted(set(totals), reverse=True)


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
    """The score of a round counted from what everybody saw: a second opinion, which reads no rule of the engine.

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
        out = [-sum(self.worth(str(card), []) for card in hand) for hand in hands]
        for (number, card), seat in self.by.items():
            out[seat] += self.worth(card, self.melds[number])
        return out

    @staticmethod
    def worth(card: str, meld: list[str]) -> int:
        rank = card[0]
        if rank == "A":
            return 1 if [other[0] for other in meld[:2]] == ["A", "2"] else 15
        return int(rank) if rank.isdigit() else 10


@pytest.mark.rule(
    "RUM-OFF-03", "RUM-SCORE-01", "RUM-SCORE-02", "RUM-SCORE-03", "RUM-SCORE-04", "RUM-VAL-01", "RUM-VAL-02"
)
@pytest.mark.rule("RUM-VAL-03", "RUM-VAL-04", "RUM-STOCK-03", "RUM-OUT-01")
@pytest.mark.parametrize("seed", range(4))
def test_whole_matches_are_counted_again(seed: int) -> None:
    match = Match.start(RUMMY_500, players=2 + 2 * seed % 5, seed=seed)
    scorer, seen = Scorer(), 0
    for number in range(3000):
        bot = RandomBot(seed) if (seed + number) % 3 == 0 else GreedyBot()
        match = match.play(bot.choose(match.view(match.round.player)))
        events = match.events(None)
        for event in events[seen:]:
            scorer.see(event)
            if isinstance(event, RoundScored):
                score = event.score
                told = [score.points(seat) for seat in range(match.players)]
                assert told == scorer.points(event.hands)
        seen = len(events)
        if match.over:
            break
        if match.round.over:
            match = match.next_round()
    assert match.over
    assert max(match.totals) >= 500
    assert match.winners == tuple(
        seat for seat, total in enumerate(match.totals) if total == max(match.totals)
    )
