"""Three Thirteen: deals, the hands of a match, last turns and totals."""

from __future__ import annotations

import pytest
from tests.support.playing import end_of, matches
from tests.support.refusals import codes_of

from rami import Card, Knock, Match, Round, simulate
from rami.bots import GreedyBot
from rami.errors import InvalidVariant
from rami.ext import json
from rami.matches import board
from rami.notation import parse_position, position_text, records
from rami.notation.houses import variant_named
from rami.rounds.setup import RoundContext
from rami.variants import THREE_THIRTEEN

HANDS = range(1, 12)


@pytest.mark.rule("TT-MAT-01", "TT-MAT-02", "TT-MAT-03", "TT-DEAL-01", "TT-DEAL-04", "TT-WILD-01")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", HANDS)
def test_a_card_more_in_each_hand_and_its_rank_wild(players: int, number: int) -> None:
    dealt = Round.deal(THREE_THIRTEEN, context=RoundContext(players, number=number), seed=4)
    size = number + 2
    assert [len(hand) for hand in dealt.hands] == [size] * players
    cards = [*dealt.stock, *dealt.discards, *(card for hand in dealt.hands for card in hand)]
    assert len(cards) == (52 if players == 2 else 104)
    assert not any(card.is_joker for card in cards)
    assert len(dealt.discards) == 1
    assert dealt.variant.equipment.wild_ranks == {size}
    for seat in range(players):
        assert dealt.view(seat).variant == dealt.variant
    assert Round.from_setup(parse_position(position_text(dealt.setup))) == dealt
    assert json.loads(json.dumps(dealt)) == dealt


@pytest.mark.rule(
    "TT-MATCH-01", "TT-MATCH-02", "TT-DEAL-01", "TT-DEAL-03", "TT-DEAL-05", "TT-WILD-01", "TT-LAST-01"
)
@pytest.mark.search(cases=1)
@pytest.mark.parametrize("players", [2, 4])
def test_a_match_has_eleven_hands_of_their_own_rules(players: int) -> None:
    """Each player has one turn after a player goes out, and no hand changes its number of cards."""
    after: list[int] = []
    dealt: list[Match] = []
    last: Match | None = None
    for match in matches(Match.start(THREE_THIRTEEN, players=players, seed=7 + players)):
        position = match.round
        if not match.log[-1]:
            dealt.append(match)
            after = []
        if last is not None and last.round.knock is not None and last.round.player != position.player:
            after.append(last.round.player)
        if position.over:
            assert position.knock is not None
            out = position.knock.player
            played = list(dict.fromkeys(logged.player for logged in match.log[-1][-2 * (players - 1) :]))
            assert played == [(out + step) % players for step in range(1, players)]
            assert position.score().points(out) == 0
        last = match
    assert last is not None
    assert [each.round.context.number for each in dealt] == list(HANDS)
    assert [len(each.round.hands[0]) for each in dealt] == [number + 2 for number in HANDS]
    dealers = [each.round.context.dealer for each in dealt]
    assert dealers == [(dealers[0] + step) % players for step in range(11)]
    assert len({each.round.stock[:3] for each in dealt}) == 11
    lowest = min(last.totals)
    assert last.winners == tuple(seat for seat in range(players) if last.totals[seat] == lowest)
    assert records.loads(records.dumps(last)) == last
    assert json.loads(json.dumps(last)) == last
    for viewer in (None, *range(players)):
        seen = board.Board.of(last.events(viewer), viewer)
        assert (seen.totals, seen.ended is not None) == (last.totals, True)


@pytest.mark.rule("TT-LAST-04", "TT-OUT-05", "TT-TURN-05")
@pytest.mark.parametrize("seed", range(2))
def test_hands_are_hidden_until_all_last_turns_are_over(seed: int) -> None:
    shown = False
    for match in matches(Match.start(THREE_THIRTEEN, players=3, seed=seed)):
        position = match.round
        for viewer in (None, 0, 1, 2):
            hands = position.view(viewer).hands
            out = None if position.knock is None else position.knock.player
            seen = {seat for seat, hand in enumerate(hands) if Card("?") not in hand}
            assert seen == ({0, 1, 2} if position.over else {viewer, out} - {None})
        if position.knock is not None and not position.over:
            shown = True
            assert not any(isinstance(move, Knock) for move in position.legal_moves)
            assert all(laid.owner == position.knock.player for laid in position.table)
            assert position.view(None).discards[-1:] != (Card("?"),)
        if position.context.number == 4:
            break
    assert shown


@pytest.mark.rule("TT-JOK-01", "TT-JOK-02", "TT-FIRST-01")
def test_jokers_and_a_bonus_where_the_table_agrees() -> None:
    house = THREE_THIRTEEN.with_(
        equipment={"jokers": 4}, scoring={"joker_hand_value": 20, "winner_score": -5}
    )
    for number in HANDS:
        assert house.for_round(2, number=number).meld("* 9♠ T♠").kind == "run"
    score = house.score(["2♣ 2♦ * 9♠ T♠ J♠", "* K♣ 2♠ 9♦ 4♣ 7♥"], knocker=0, number=4)
    assert [score.points(seat) for seat in (0, 1)] == [-5, 52]
    assert house.for_round(2, number=4).deadwood("*") == 20


def test_a_shorter_match_and_other_rules_by_hand() -> None:
    short = THREE_THIRTEEN.with_(slug="short", match={"hands": 2})
    match = end_of(matches(Match.start(short, players=2, seed=3)))
    assert match.round.context.number == 2
    assert short.for_round(number=20).dealing.hand_size == 13


@pytest.mark.rule("IND-DEALS-05")
def test_players_who_are_level_play_on_by_themselves() -> None:
    house = THREE_THIRTEEN.with_(match={"hands": 1, "lowest_tie": "extra_hand"})
    bot, extra = GreedyBot(), 0
    for seed in range(8):
        match = Match.start(house, players=3, seed=seed)
        while not match.over:
            if match.round.over:
                lowest = min(match.totals[seat] for seat in match.round.context.playing)
                level = tuple(seat for seat in match.round.context.playing if match.totals[seat] == lowest)
                assert len(level) > 1
                match = match.next_round()
                assert match.playing == match.round.context.playing == level
                extra += 1
            match = match.play(bot.choose(match.view(match.player)))
        assert len(match.winners) == 1
        assert records.loads(records.dumps(match)) == match
        seen = board.Board.of(match.events(None), None)
        assert (seen.totals, seen.eliminated) == (match.totals, match.eliminated)
    assert extra


@pytest.mark.slow
def test_simulated_rounds_come_to_an_end() -> None:
    games = simulate(THREE_THIRTEEN, 11, seed=5, players=3, bots=GreedyBot())
    assert all(result.winner is not None for result in games.rounds)
    first = simulate(THREE_THIRTEEN, 12, seed=5, players=2)
    assert simulate(THREE_THIRTEEN, 1, seed=5, players=2, first=11).rounds == first.rounds[11:]


@pytest.mark.rule("TT-DEAL-01", "TT-WILD-01")
def test_other_rules_by_hand() -> None:
    house = THREE_THIRTEEN.with_(match={"rounds": {"equipment.wild_ranks": [[3], [5], [3]]}})
    assert [len(house.for_round(number=each).equipment.wild_ranks) for each in (1, 2, 3, 9)] == [1, 1, 1, 1]
    assert house.for_round(number=2).equipment.wild_ranks == {5}
    assert Round.deal(house, context=RoundContext(2, number=2), seed=3).hands[0].count(Card("?")) == 0
    for rounds, code in (
        ({"dealing.hand_size": [4, 5]}, "in_no_hand"),
        ({"dealing.handsize": [3]}, "option_entry"),
        ({"dealing.hand_size": []}, "option_value"),
        ({"dealing.hand_size": [3, 300]}, "option_entry"),
        ({"equipment.players": [(2, 3)]}, "option_value"),
        ({"match.hands": [3]}, "option_value"),
        ({"dealing.hand_size": [3, 30]}, "deal_too_large"),
        ({"equipment.wild_ranks": [{3}, set()]}, "option_needs"),
    ):
        assert codes_of(InvalidVariant, THREE_THIRTEEN.with_, match={"rounds": rounds})[0] == code
    nine = THREE_THIRTEEN.with_(dealing={"hand_size": 9})
    assert variant_named("three-thirteen", "dealing.hand_size=9") == nine
    assert {nine.for_round(number=number).dealing.hand_size for number in range(1, 12)} == {9}
    assert len({nine.for_round(number=number).equipment.wild_ranks for number in range(1, 12)}) == 11
