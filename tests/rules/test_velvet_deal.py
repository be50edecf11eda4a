"""GameVelvet Rami: the pack, the deal, the first turns, the end of a round, scores and eliminations."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest
from tests.rules.scenes import ACES, RUN, allowed, everything, near_its_end, refused, scene, scores

from rami import (
    JOKER,
    Card,
    Cards,
    Discard,
    DrawStock,
    InvalidSetup,
    LayDown,
    LayOff,
    Match,
    Phase,
    Round,
    RoundContext,
    Setup,
    TakeDiscard,
    variants,
)

GAME = variants.GAMEVELVET
OPENING = [RUN, ACES]


@pytest.mark.rule("VELVET-MAT-01")
def test_two_players_or_more_as_long_as_the_stock_lasts() -> None:
    for players in range(2, 7):
        assert len(Round.deal(GAME, players=players, seed=1).hands) == players
    for players in (1, 7):
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(GAME, players=players, seed=1)
        assert [each.code for each in caught.value.violations] == ["player_count"]


@pytest.mark.rule("VELVET-MAT-02", "VELVET-DEAL-03")
def test_two_packs_of_fifty_four_are_mixed() -> None:
    start = Round.deal(GAME, players=4, seed=11)
    assert Counter(everything(start)) == Counter({**{Card.from_id(n): 2 for n in range(52)}, JOKER: 4})
    assert Round.deal(GAME, players=4, seed=12).stock != start.stock


@pytest.mark.rule("VELVET-DEAL-01")
def test_chance_picks_the_first_dealer() -> None:
    dealers = Counter(Match.start(GAME, players=3, seed=seed).round.context.dealer for seed in range(60))
    assert set(dealers) == {0, 1, 2}


@pytest.mark.rule("VELVET-DEAL-02", "VELVET-START-01")
def test_the_deal_goes_round_clockwise_and_the_next_player_starts() -> None:
    match = Match.start(GAME.with_(match={"turn_cap": 1, "first_dealer": 2}), players=4, seed=7)
    for dealer in (2, 3, 0, 1, 2):
        assert match.round.context.dealer == dealer
        assert (match.round.player, match.round.phase) == ((dealer + 1) % 4, Phase.DRAW)
        while not match.round.over:
            match = match.play(list(match.round.legal_moves)[-1])
        match = match.next_round()


@pytest.mark.rule("VELVET-DEAL-04", "VELVET-DEAL-05", "VELVET-START-01")
@pytest.mark.parametrize("players,dealer", [(2, 0), (3, 2), (6, 4)])
def test_fourteen_cards_each_and_one_turned_up(players: int, dealer: int) -> None:
    pack = list(everything(Round.deal(GAME, players=4, seed=7)))
    start = Round.deal(GAME, players=players, dealer=dealer, deck=pack)
    for step in range(players):
        assert start.hands[(dealer + 1 + step) % players] == Cards(pack[step : 14 * players : players])
    assert start.discards == (pack[14 * players],)
    assert start.stock == tuple(pack[14 * players + 1 :])
    assert all(start.view(viewer).discards == start.discards for viewer in (0, 1, None))


FULL = f"{RUN} {ACES} 2♣ 4♦ 6♥ 8♣ T♦ Q♥ 3♠"


def first_turns(*hands: str, upcard: str = "9♠") -> Round:
    """The first turn of a round of so many players; the last of them has dealt."""
    return Round.from_setup(
        Setup(
            variant=GAME,
            hands=hands,
            discards=upcard,
            turn=0,
            context=RoundContext(len(hands), dealer=len(hands) - 1),
        )
    )


@pytest.mark.rule("VELVET-DRAW-02", "VELVET-OPEN-01")
def test_on_their_first_turn_nobody_takes_the_discard_or_lays_melds() -> None:
    position = first_turns(FULL, "7♠ 8♠ A♦ A♣ A♥ K♦ 4♦", upcard="9♠")
    for player in (0, 1):
        assert position.player == player
        refused(position, TakeDiscard(), "discard_first_turn VELVET-DRAW-02")
        drawn = allowed(position, DrawStock())
        if player == 0:
            refused(drawn, LayDown(OPENING), "opening_first_turn VELVET-OPEN-01")
        assert {type(move) for move in drawn.legal_moves} == {Discard}
        position = allowed(drawn, Discard("4♦"))
    second = allowed(position, DrawStock())
    allowed(second, LayDown(OPENING))
    third = allowed(second, Discard("9♠"))
    allowed(third, TakeDiscard(), LayDown(OPENING))


@pytest.mark.rule("VELVET-DISC-01", "VELVET-DRAW-01")
def test_a_turn_is_a_draw_and_at_the_end_a_discard() -> None:
    position = Round.deal(GAME, players=3, seed=7, dealer=2)
    for player in (0, 1, 2, 0):
        assert (position.player, position.phase, len(position.hands[player])) == (player, Phase.DRAW, 14)
        card = next(iter(position.hands[player]))
        refused(position, Discard(card), "wrong_phase VELVET-DRAW-01")
        drawn = allowed(position, DrawStock())
        assert drawn.hands[player] - position.hands[player] == Cards([position.stock[0]])
        refused(drawn, DrawStock(), "wrong_phase VELVET-DRAW-01")
        position = allowed(drawn, Discard(card))
        assert position.discards[-1] == card


@pytest.mark.rule("VELVET-STOCK-01")
def test_an_empty_stock_is_made_anew_from_the_discards() -> None:
    pack = everything(Round.deal(GAME, players=2, seed=7))
    hand, pile = "K♠ 5♥", "2♥ 9♣ K♦ 4♠ 7♥"
    others = pack - Cards(hand) - Cards(pile)

    def position(seed: int) -> Round:
        return Round.from_setup(
            Setup(variant=GAME, hands=[hand, others], discards=pile, stock="", seed=seed, turn=4)
        )

    drawn = allowed(position(0), DrawStock())
    assert drawn.discards == (Card("7♥"),)
    assert Cards([*drawn.stock, *(drawn.hands[0] - Cards(hand))]) == Cards("2♥ 9♣ K♦ 4♠")
    assert len({position(seed).play(DrawStock()).stock for seed in range(20)}) > 3


# the end of a round


@pytest.mark.rule("VELVET-OBJ-01", "VELVET-GO-01", "VELVET-END-01")
def test_the_last_card_is_laid_or_discarded() -> None:
    position = scene("T♠ J♠", [(0, RUN)], variant=GAME, others=["2♣", "3♦"])
    one = allowed(position, LayOff("T♠", 0))
    assert not one.over
    for move in (LayOff("J♠", 0), Discard("J♠")):
        end = allowed(one, move)
        assert end.over
        assert end.outcome is not None
        assert end.outcome.winner == 0
        refused(end, DrawStock(), "round_over VELVET-END-01")
    assert allowed(scene("5♣ 5♦ 5♥", [(0, RUN)], variant=GAME), LayDown("5♣ 5♦ 5♥")).over


@pytest.mark.rule("VELVET-SCORE-03")
@pytest.mark.parametrize("held", ["2♣", "* A♠ 9♦", "K♠ K♣ K♥ Q♠ Q♦ J♠ J♥ T♠ T♦ T♥ * *"])
def test_whoever_has_not_laid_down_scores_a_hundred(held: str) -> None:
    end = allowed(scene("K♦", [(0, RUN)], variant=GAME, others=[held], discards="3♣"), Discard("K♦"))
    assert scores(end) == [0, 100]


# the match


@pytest.mark.rule("VELVET-MATCH-01")
def test_whoever_reaches_a_hundred_and_one_leaves_and_the_last_one_wins() -> None:
    match = near_its_end(GAME, ["2♣", "6♥", "3♠"], [(0, RUN), (1, "4♣ 4♦ 4♥")]).play(Discard("K♦"))
    assert (match.totals, match.over, match.eliminated) == ((0, 2, 100, 100), False, ())
    table = [(0, RUN), (1, "4♣ 4♦ 4♥"), (2, "A♣ A♦ A♥"), (3, "6♦ 7♦ 8♦")]
    match = near_its_end(GAME, ["2♣", "A♠", "*"], table, match=match).play(Discard("K♦"))
    assert (match.totals, match.over, match.eliminated) == ((0, 4, 111, 100), False, (2,))
    following = match.next_round()
    assert following.playing == (0, 1, 3)
    assert len(following.round.hands[2]) == 0
    setup = attrs.evolve(
        scene("K♦", [(0, RUN)], variant=GAME, others=["2♣", "3♠"]).setup,
        hands=("K♦", "2♣", "", "3♠"),
        context=following.round.context,
        opened=None,
    )
    done = attrs.evolve(following, round=Round.from_setup(setup)).play(Discard("K♦"))
    assert (done.totals, done.over, done.winners) == ((0, 104, 111, 200), True, (0,))
    assert [standing.player for standing in done.standings] == [0, 1, 3, 2]


@pytest.mark.rule("VELVET-MATCH-01")
@pytest.mark.parametrize("limit,over", [(101, True), (201, False), (501, False)])
def test_the_limit_is_chosen(limit: int, over: bool) -> None:
    chosen = GAME.with_(match={"elimination_limit": limit})
    match = near_its_end(chosen, ["A♠ 9♦"], [], hand=f"{RUN} {ACES} K♦").play(LayDown(OPENING))
    done = match.play(Discard("K♦"))
    assert (done.totals, done.over) == ((0, 200), over)


@pytest.mark.rule("VELVET-OBJ-02", "VELVET-SCORE-05")
def test_few_points_are_good() -> None:
    match = near_its_end(GAME, ["2♣", "6♥ 5♥"], [(0, RUN), (1, "4♣ 4♦ 4♥"), (2, "A♣ A♦ A♥")]).play(
        Discard("K♦")
    )
    assert [(each.rank, each.player, each.total) for each in match.standings] == [
        (1, 0, 0),
        (2, 1, 2),
        (3, 2, 11),
    ]
