"""Bots play rounds with every house rule to the end, and make only legal moves."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from tests.support.depth import numbers
from tests.support.ends import outcome_of
from tests.support.playing import end_of, matches, played, rounds
from tests.support.refusals import refusal
from tests.support.turn_facts import built

from rami import Card, Cards, Match, PlayerView, RamiError, Round, variants
from rami._kernel.cards.codes import bits
from rami._kernel.melds.meld import thirds_of
from rami._kernel.turns.successors import ends_for
from rami.bots import Bot, ExpertBot, GreedyBot, RandomBot, SearchBot
from rami.bots.bot import known_by
from rami.bots.greedy import GREEDY, table_player
from rami.policies import Variant
from rami.policies._compiled import game_of
from rami.policies._refusals import code_of

pytestmark = pytest.mark.slow(every=2)

CLASSIC = variants.CLASSIC_51
CAPPED = CLASSIC.with_(match={"turn_cap": 300})
NO_JOKER_FINISH = CAPPED.with_(scoring={"joker_finish": None})
HOUSES: dict[str, Variant] = {
    "last card placed": NO_JOKER_FINISH.with_(closing={"final_discard": "forbidden"}),
    "last card free": CAPPED.with_(closing={"final_discard": "optional"}),
    "no joker last": NO_JOKER_FINISH.with_(closing={"joker_finish_forbidden": True}),
    "announced": CAPPED.with_(conduct={"mode": "explicit"}),
    "announced early": CAPPED.with_(conduct={"mode": "explicit", "announce_at": 3, "carte_penalty": 4}),
    "round the corner": CAPPED.with_(melding={"run_wrap": True, "max_run": 13}),
    "nothing taken": CAPPED.with_(table={"take": "off"}),
    "jokers taken": CAPPED.with_(table={"take_joker": True, "take_min_hand_cards": 0}),
    "jokers to the hand": CAPPED.with_(table={"recovered_joker": "hand"}),
    "jokers in time": CAPPED.with_(
        table={
            "recovered_joker": "meld_or_layoff",
            "recovered_when": "same_turn",
            "swap_requires_open": False,
        }
    ),
    "free discards": CAPPED.with_(drawing={"discard_use": None}),
    "lay-offs count": CAPPED.with_(
        opening={"counts_layoffs": True}, drawing={"unopened_discard_use": "any_same_turn"}
    ),
    "extras later": CAPPED.with_(opening={"post_open": "next_turn"}),
    "easy opening": CAPPED.with_(opening={"minimum": 0, "clean": None}),
    "rising openings": CAPPED.with_(opening={"escalates": True}),
    "opening in the first round": CAPPED.with_(opening={"first_round_melds": False}),
    "lay-offs unopened": CAPPED.with_(table={"layoff_requires_open": False}),
    "no jokers": CAPPED.with_(equipment={"jokers": 0}),
    "one stock": CAPPED.with_(drawing={"recycle": "never"}),
    "exempt": CAPPED.with_(opening={"all_at_once_requires": "nothing"}),
    "short hands": CAPPED.with_(dealing={"hand_size": 7}),
    "anticlockwise": CAPPED.with_(dealing={"direction": "anticlockwise"}),
    "halves": CAPPED.with_(scoring={"rounding": "exact", "all_at_once_factors": (Fraction(3, 2),)}),
}


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("house", HOUSES)
def test_greedy_rounds_come_to_an_end(house: str) -> None:
    variant = HOUSES[house]
    winners = 0
    for seed in range(2):
        end = end_of(rounds(Round.deal(variant, players=2 + seed, seed=seed)))
        winners += end.score().winner is not None
    assert winners


@pytest.mark.parametrize("seed", range(4))
def test_a_match_ends_with_winners(seed: int) -> None:
    match = end_of(matches(Match.start(CAPPED, players=2 + seed, seed=seed)))
    assert match.winners
    assert max(match.totals) >= 100
    assert all(match.totals[seat] == min(match.totals) for seat in match.winners)


def test_greedy_bots_do_everything_there_is_to_do() -> None:
    kinds: set[str] = set()
    openings = 0
    for seed in range(5):
        end, moves = played(Round.deal(CAPPED, players=4, seed=seed))
        kinds.update(type(move).__name__ for move in moves)
        openings += sum(end.opened)
        outcome = outcome_of(end)
        assert outcome.winner is not None
        assert outcome.final_discard is not None
    assert kinds == {"DrawStock", "TakeDiscard", "LayDown", "LayOff", "SwapWild", "Discard"}
    assert openings >= 5


BOTS = [GreedyBot(), GreedyBot(12), RandomBot(7), RandomBot(5, breadth=3), ExpertBot(), SearchBot(40, seed=7)]


@pytest.mark.parametrize("bot", BOTS, ids=repr)
def test_bots_are_values_and_equal_views_get_equal_moves(bot: Bot) -> None:
    copy = pickle.loads(pickle.dumps(bot))
    assert (copy, hash(copy)) == (bot, hash(bot))
    midway = end_of(rounds(Round.deal(variants.GIN, seed=3)), 6)
    for position in (midway, Round.deal(CLASSIC, players=3, seed=2)):
        view = position.view(position.player)
        assert copy.choose(Round.sampled(view, 9).view(position.player)) == bot.choose(view)


@pytest.mark.parametrize("bot", BOTS, ids=repr)
def test_bots_refuse_to_choose_for_a_waiting_player(bot: Bot) -> None:
    start = Round.deal(CLASSIC, players=3, seed=2)
    for viewer in (None, 1):
        (violation,) = refusal(RamiError, bot.choose, start.view(viewer)).violations
        assert (violation.code, violation["player"], violation["by"]) == ("not_your_turn", 0, viewer)


def test_random_bots_differ_by_their_seed() -> None:
    view = Round.deal(CLASSIC, players=3, seed=2).view(0)
    assert len({RandomBot(seed).choose(view) for seed in range(20)}) > 5


@pytest.mark.parametrize(
    ("bot", "name", "wrong"),
    [
        (RandomBot, "seed", (-1, 2**256)),
        (SearchBot, "seed", (-1,)),
        *((bot, "breadth", (0, -1)) for bot in (GreedyBot, RandomBot, SearchBot)),
        *((SearchBot, name, (0, True)) for name in ("iterations", "turns")),
        (SearchBot, "seconds", (-1.0,)),
        (SearchBot, "doubt", (-0.5, "1")),
    ],
)
def test_a_refusal_names_the_parameter(bot: Any, name: str, wrong: tuple[object, ...]) -> None:
    for value in wrong:
        with pytest.raises(RamiError, match=rf"^(a )?{name} "):
            bot(**{name: value})


def at_play(hand: str, variant: Variant = CLASSIC, **facts: Any) -> PlayerView:
    return built(**{"variant": variant, "hands": [hand, "2♣ 4♦ 6♥ 8♠"], "phase": "play", **facts}).view(0)


def chosen(hand: str, variant: Variant = CLASSIC, **facts: Any) -> str:
    return str(GreedyBot().choose(at_play(hand, variant, **facts)))


LOUD, FREE = CLASSIC.with_(conduct={"mode": "explicit"}), CLASSIC.with_(drawing={"discard_use": None})
RUN = (0, "7♠ 8♠ 9♠")


@pytest.mark.parametrize(
    ("hand", "variant", "facts", "move"),
    [
        ("7♠ 8♠ 9♠ A♦ A♥ A♣ 5♦ 5♥ 5♣ K♥", CLASSIC, {}, "lay 7♠ 8♠ 9♠ + A♣ A♦ A♥ + 5♣ 5♦ 5♥"),
        *((hand, CLASSIC, {"table": [RUN]}, "off T♠ > 0") for hand in ("T♠ K♥ 2♦", "T♠ K♥")),
        ("8♠ K♥ K♦ 2♣", CLASSIC, {"table": [(0, "2♥ 3♥ 4♥"), (1, "7♠ * 9♠")]}, "swap 8♠ > 1"),
        ("2♦ K♥", LOUD, {"table": [RUN]}, "discard K♥ carte"),
        ("7♠ 8♠ K♥ J♦ 3♣", FREE, {"phase": "draw", "discards": "9♠"}, "take"),
        ("7♠ 8♠ K♥ J♦ 3♣", FREE, {"phase": "draw", "discards": "2♦"}, "draw"),
    ],
    ids=["opens with all", "lays off", "goes out", "recovers a joker", "announces", "is helped", "is not"],
)
def test_the_greedy_bot_chooses(hand: str, variant: Variant, facts: dict[str, Any], move: str) -> None:
    assert chosen(hand, variant, **facts) == move


def test_the_greedy_bot_keeps_melds_pairs_and_jokers() -> None:
    view = at_play("5♠ 6♠ 7♠ Q♥ Q♦ * 2♣ 9♦")
    valued = table_player(view.variant, GREEDY).values(known_by(view)[1])
    values = {Card.from_id(card): value for value, card in valued}
    ranked = sorted(values, key=lambda card: values[card])
    assert set(ranked[:2]) == {Card("2♣"), Card("9♦")}
    assert ranked[-1] == Card("*")
    assert all(values[Card(kept)] > values[Card("2♣")] for kept in ("5♠", "6♠", "7♠", "Q♥", "Q♦"))
    assert str(GreedyBot().choose(view)) in ("discard 2♣", "discard 9♦")


def test_chances_follow_the_rules() -> None:
    def shown(one: str, other: str, variant: Variant = CLASSIC) -> str:
        thirds = thirds_of(game_of(variant).melds)[52 * Card(one).id + Card(other).id]
        return str(Cards(map(Card.from_id, bits(thirds))))

    assert shown("7♠", "8♠") == "6♠ 9♠"
    assert shown("Q♠", "A♠") == "K♠"
    assert shown("K♠", "2♠") == ""
    assert shown("K♠", "2♠", HOUSES["round the corner"]) == "A♠"
    assert shown("7♠", "7♥") == "7♣ 7♦"
    assert shown("7♠", "7♠") == ""
    assert shown("7♠", "9♥") == ""
    frustration = variants.FRUSTRATION
    assert shown("7♠", "7♥", frustration) == "7♣ 7♦ 7♥ 7♠"
    assert shown("A♠", "2♠", frustration) == ""
    rules, run = game_of(CLASSIC).melds, code_of(game_of(CLASSIC).melds, CLASSIC.meld("7♠ 8♠ 9♠"))
    joining = [card for card in ("T♠", "6♠", "5♠", "*") if ends_for(rules, run, Card(card).id)]
    assert joining == ["T♠", "6♠", "*"]


CIRCLES = [
    *((2, seed) for seed in (45, 405, 539, 710, 1228)),
    *((3, seed) for seed in (936, 1427, 1719)),
    *((4, seed) for seed in (34, 50, 1127, 1735, 1883, 2155, 2485)),
    *((6, seed) for seed in (201, 478)),
]
"""Deals in which bots that always judge alike wait for one another's cards, or are left with a card each, forever."""


def check_that_it_ends(bot: Bot, start: Round) -> None:
    """Check that bots win a round without a limit of turns."""
    assert not outcome_of(end_of(rounds(start, bot), 4_000)).void


@pytest.mark.parametrize(("players", "seed"), CIRCLES)
def test_greedy_players_never_go_round_in_circles(players: int, seed: int) -> None:
    """Basic Rummy turns the pile over without shuffling it, and has no limit of turns."""
    check_that_it_ends(GreedyBot(), Round.deal(variants.BASIC_RUMMY, players=players, seed=seed))


@pytest.mark.parametrize(("bot", "seed"), [(GreedyBot(), 29), (ExpertBot(), 38)], ids=repr)
def test_two_cards_are_not_kept_where_all_groups_are_full(bot: Bot, seed: int) -> None:
    """Kalooki 40 asks for a last discard: two cards and the next one make no meld that leaves it."""
    check_that_it_ends(bot, Round.deal(variants.KALOOKI_40, players=2, seed=seed))


@pytest.mark.slow
@pytest.mark.parametrize("bot", [GreedyBot(), ExpertBot()], ids=repr)
def test_rounds_of_greedy_players_end(bot: Bot) -> None:
    gin = variants.GIN.with_(closing={"void_at": None, "knock_limit": 0}, drawing={"recycle": "turn_over"})
    basic = [(variants.BASIC_RUMMY, number) for number in (2, 3, 4, 6)]
    for variant, players in (*basic, (variants.KALOOKI_40, 2), (gin, 2)):
        for seed in numbers(400):
            start = Round.deal(variant, players=players, seed=seed)
            assert end_of(rounds(start, bot), 12_000).over, (variant.slug, players, seed)


def test_a_last_card_is_not_kept_where_nothing_can_be_laid_off() -> None:
    """With 2♥ laid off, the player would keep one ace, and no card to come would fit the table: neither could win."""
    groups = [(0, "2♣ 2♦ 2♠"), (1, "8♣ 8♦ 8♥ 8♠")]
    facts: dict[str, Any] = {"hands": ["A♣ A♥ 2♥", "A♠"], "discards": "K♥ 7♥", "player": 0}
    full = {"table": [*groups, (1, "6♣ 6♦ 6♥ 6♠")], **facts}
    assert "off 2♥ > 0" in at_play("", variants.BASIC_RUMMY, **full).legal_moves
    assert chosen("", variants.BASIC_RUMMY, **full).startswith("discard ")
    assert chosen("", variants.BASIC_RUMMY, table=[*groups, (1, "9♣ T♣ J♣")], **facts).startswith("off ")
