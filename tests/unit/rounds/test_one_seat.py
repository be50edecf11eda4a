"""A view that is made from the known facts of a single seat equals the view of the round."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.ends import outcome_of
from tests.support.refusals import codes_of
from tests.support.strategies import VARIANTS, many
from tests.support.turn_facts import built

from rami import Cards, PlayerView, Round, Setup, variants
from rami.bots import GreedyBot, SearchBot, hint
from rami.cards import UNKNOWN
from rami.errors import InvalidSetup, RamiError
from rami.notation import parse_position, position_text
from rami.rounds import Memory, lay_downs, moves_of
from rami.rounds.setup import RoundContext
from rami.testing import strategies

GIN = variants.GIN
MINE = "A♣ 2♣ 3♣ 9♦ 9♥ 9♠ 4♦ 6♥ K♠ Q♥ 5♣"


def codes(viewer: int | None = 0, **facts: Any) -> list[str]:
    return codes_of(InvalidSetup, lambda: PlayerView.from_setup(Setup(**facts), viewer))


def from_outside(view: PlayerView) -> PlayerView:
    """Return the view, built again from what its player can see on the table."""
    hands = [
        view.hand if seat == view.viewer else size if UNKNOWN in hand else hand
        for seat, (size, hand) in enumerate(zip(view.hand_sizes, view.hands, strict=True))
    ]
    limit = view.variant.drawing.max_recycles
    recycles = 0 if limit is None or view.recycles_left is None else limit - view.recycles_left
    facts: dict[str, Any] = {
        each.name: getattr(view, each.name) for each in attrs.fields(Setup) if hasattr(view, each.name)
    }
    facts |= {"hands": hands, "stock": None, "seed": 0, "recycles": recycles}
    setup = Setup(**facts)
    return PlayerView.from_setup(setup, view.viewer)


@many(40)
@given(st.sampled_from(VARIANTS).flatmap(strategies.rounds), st.integers(0, 2**32))
def test_every_view_is_rebuilt_from_visible_facts(position: Round, seed: int) -> None:
    for viewer in (None, *range(position.context.seats)):
        view = position.view(viewer)
        for found in (from_outside(view), PlayerView.from_setup(view.setup, viewer)):
            assert found == view
            assert found.memory is None
            assert tuple(islice(found.legal_moves, 20)) == tuple(islice(view.legal_moves, 20))
            for move in islice(position.legal_moves, 5):
                assert found.explain(move) == view.explain(move)
            assert str(found) == str(view)
        assert outcome(Round.sampled, found, seed) == outcome(Round.sampled, view, seed)
        mine, theirs = found.in_turn(), view.in_turn()
        if theirs.to_act:
            assert hint(mine) == hint(theirs)
            card = next(iter(view.hand))
            assert mine.placements(card) == theirs.placements(card)
            assert list(moves_of(mine, card)) == list(moves_of(theirs, card))
            assert outcome(lay_downs, mine, view.hand) == outcome(lay_downs, theirs, view.hand)


def outcome(ask: Callable[..., object], *arguments: object) -> object:
    """Return the result of a call, or the violations of its error."""
    try:
        return ask(*arguments)
    except RamiError as error:
        return error.violations


def test_bots_play_from_one_seat() -> None:
    view = PlayerView.from_setup(Setup(variant=GIN, hands=[MINE, 10], discards="J♦", phase="play"))
    assert view.stock_size == 52 - 11 - 10 - 1
    for bot in (GreedyBot(), SearchBot(2)):
        assert bot.choose(view) in view.legal_moves
    waiting = PlayerView.from_setup(Setup(variant=GIN, hands=[10, MINE[:-3]], discards="J♦"), 1)
    assert not waiting.to_act
    assert waiting.in_turn().legal_moves


def test_a_hand_known_in_part_is_remembered() -> None:
    seen = Setup(variant=GIN, hands=[MINE, "J♣ Q♣ ? ? ? ? ? ? ? ?"], discards="J♦", phase="play")
    view = PlayerView.from_setup(seen)
    assert view == PlayerView.from_setup(attrs.evolve(seen, hands=[MINE, 10]))
    assert isinstance(view.memory, Memory)
    assert view.memory.holds == (Cards(), Cards("J♣ Q♣"))
    assert view.memory.anywhere == Cards.from_ids(range(52)) - Cards(MINE) - Cards("J♣ Q♣ J♦")
    assert all(Cards("J♣ Q♣") <= Round.sampled(view, seed).hands[1] for seed in range(5))


def test_the_other_defaults_are_those_of_a_setup() -> None:
    facts: dict[str, Any] = {
        "variant": variants.CLASSIC_51,
        "table": [(0, "7♠ 8♠ 9♠"), (1, "K♥ Q♥ J♥")],
        "context": RoundContext(3, dealer=1, number=2, totals=(10, 0, 30)),
    }
    hands = ["2♣ 4♠", "J♣ 9♦ 4♦", "3♣ 5♠ 9♥"]
    whole = built(hands=hands, **facts).view(0)
    assert PlayerView.from_setup(Setup(hands=[hands[0], 3, 3], **facts)) == whole
    assert whole.opened == (True, True, False)


def test_the_position_of_a_view_has_a_text() -> None:
    view = PlayerView.from_setup(Setup(variant=GIN, hands=[MINE, 10], discards="J♦", phase="play"))
    line = position_text(view.setup)
    assert "/ ? ? ? ? ? ? ? ? ? ?;" in line
    assert PlayerView.from_setup(parse_position(line)) == view


def test_a_round_names_the_function_for_unknown_hands() -> None:
    with pytest.raises(InvalidSetup, match=r"PlayerView\.from_setup") as caught:
        built(variant=GIN, hands=[MINE, 10], phase="play")
    (wrong,) = caught.value.violations
    assert (wrong.code, dict(wrong.params)) == ("cards_unknown", {"count": 10})


@pytest.mark.parametrize(
    "facts, viewer, expected",
    [
        ({"hands": ["7♠ 8♠ ?", 10]}, 0, ["own_hand_unknown"]),
        ({"hands": [MINE, 10], "discards": "? J♦", "phase": "play"}, 0, ["discards_face_up"]),
        ({"hands": [MINE, 42], "phase": "play"}, 0, ["unknown_excess"]),
        ({"hands": [MINE, 41], "phase": "play", "stock": "?"}, 0, ["unknown_excess"]),
        ({"hands": [MINE, 10], "phase": "play", "stock": "? ?"}, 0, ["cards_lost"]),
        ({"hands": [MINE, 0], "phase": "play"}, 0, ["hand_size"]),
        ({"hands": [f"{MINE} A♣", 10], "phase": "play"}, 0, ["cards_doubled"]),
        ({"hands": [MINE, 10], "phase": "play"}, 2, ["no_such_player"]),
        ({"hands": [MINE, 10], "phase": "play"}, "0", ["not_an_integer"]),
        ({"hands": [MINE, 10], "player": 5}, 0, ["not_a_seat"]),
        ({"hands": [MINE, 10], "turn": -1, "table": [(0, "6♠ 7♠ 8♠")]}, 0, ["too_small", "concealed"]),
        ({"hands": [MINE]}, 0, ["wrong_count"]),
        ({"hands": [MINE, 10], "turned": "?"}, 0, ["turned_unread"]),
        ({"hands": [MINE, 1000]}, 0, ["too_large"]),
        ({"hands": [MINE, -1]}, 0, ["too_small"]),
        ({"variant": variants.INDIAN_13, "hands": ["A♣ 2♣ 3♣", 13], "turned": "?"}, 0, ["card_unknown"]),
    ],
)
def test_impossible_views_have_their_reason(facts: dict[str, Any], viewer: Any, expected: list[str]) -> None:
    assert codes(viewer, **{"variant": GIN, **facts}) == expected


def test_hands_that_are_face_up_must_be_named() -> None:
    at = built(
        variant=GIN, hands=["A♣ 2♣ 3♣ 9♦ 9♥ 9♠ J♦ Q♦ K♦ 4♠ 5♠", "7♣ 7♦ 2♥ 3♥ 5♥ 8♠ T♠ J♠ K♣ Q♣"], phase="play"
    )
    over = at.play("knock 5♠")
    facts = attrs.asdict(over.view(1).setup, recurse=False)
    assert codes(1, **{**facts, "hands": [1, over.hands[1]]}) == ["hand_face_up"]
    assert codes(1, **{**facts, "hands": [over.hands[0], 1]}) == ["own_hand_unknown"]
    facts = attrs.asdict(over.view(0).setup, recurse=False)
    assert codes(0, **{**facts, "hands": [over.hands[0], len(over.hands[1])]}) == ["hand_face_up"]
    other = attrs.evolve(outcome_of(over), laid_off=["2♣"])
    assert codes(0, **{**facts, "outcome": other}) == ["outcome_mismatch"]
    assert from_outside(over.view(0)) == over.view(0)
