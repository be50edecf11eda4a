"""If a quick test rules out a turn, a complete search cannot complete it either."""

from __future__ import annotations

import contextlib
import random
from itertools import islice
from typing import Any, Literal

import pytest
from benchmarks.positions import suite
from tests.support.depth import enough, numbers
from tests.support.flat import with_options
from tests.support.refusals import codes_in
from tests.support.turn_facts import built

from rami import Card, Cards, DrawStock, LayDown, RamiError, Round, Setup, TakeDiscard, Variant, variants
from rami._kernel.melds.meld import Melds
from rami._kernel.turns.completion import search
from rami._kernel.turns.completion.going_out import GoingOut
from rami._kernel.turns.completion.relaxed import Relaxed
from rami._kernel.turns.completion.ways import Ways
from rami.errors import Reason
from rami.notation.positions import parse_position
from rami.policies.declaring.values import largest
from rami.rounds.setup import Phase, RoundContext

CLASSIC = variants.CLASSIC_51
GAMES = {
    "rami-500": variants.RAMI_500,
    "romme": variants.ROMME,
    "classic-51": CLASSIC,
    "lebanese-14": variants.LEBANESE_14,
    "to the hand": CLASSIC.with_(table={"recovered_joker": "hand"}),
    "laid off only": CLASSIC.with_(drawing={"discard_use": ["layoff"]}),
    "lay-offs count": CLASSIC.with_(opening={"counts_layoffs": True}),
    "out without points": CLASSIC.with_(opening={"all_at_once_requires": "nothing"}, table={"take": "off"}),
}
LINE = "A23456789TJQKA"


def scene(variant: Variant, seed: int) -> Setup | None:
    """Return an opened player or not, a few melds, cards close to them."""
    choice = random.Random(f"{variant.slug} {seed}")
    equipment = variant.equipment
    pack = Cards.from_ids([*range(52)] * largest(equipment.packs) + [52] * largest(equipment.jokers))
    table: list[tuple[int, Cards]] = []
    near: list[Card] = []
    while len(table) < 5:
        if choice.random() < 0.7:
            low, suit = choice.randrange(12), choice.choice("♣♦♥♠")
            cards = [f"{rank}{suit}" for rank in LINE[low : low + choice.randint(3, 5)]]
        else:
            rank = choice.choice(LINE)
            cards = [f"{rank}{suit}" for suit in choice.sample("♣♦♥♠", choice.randint(3, 4))]
        if choice.random() < 0.3:
            cards[choice.randrange(len(cards))] = "*"
        try:
            meld = variant.meld(cards)
        except RamiError:
            continue
        if not Cards(meld) <= pack:
            continue
        table.append((choice.randrange(seed % 2, 3), Cards(meld)))
        near += [card for card in meld if card.is_natural]
        pack -= Cards(meld)
    hand: list[Card] = []
    while len(hand) < 7:
        card = choice.choice(near)
        step = choice.choice((-2, -1, 0, 1, 2))
        row = card.id // 13 if choice.random() < 0.6 else choice.randrange(4)
        hand.append(Card("*") if choice.random() < 0.1 else Card.from_id(13 * row + (card.id + step) % 13))
    if not Cards(hand) <= pack:
        return None
    rest = list(pack - Cards(hand))
    try:
        melds = [(owner, variant.readings(cards)[0]) for owner, cards in table]
        mine, upcard = (hand[:-1], hand[-1]) if seed % 3 else (hand, rest[2])
        return Setup(
            variant=variant,
            hands=[Cards(mine), Cards(rest[:1]), Cards(rest[1:2])],
            table=melds,
            discards=[upcard],
            phase="draw" if seed % 3 else "play",
        )
    except (RamiError, IndexError):
        return None


def listed(setup: Setup) -> list[str]:
    return [str(move) for move in Round.from_setup(setup).legal_moves]


def can_take(variant: Variant, hand: str, discard: str, **facts: Any) -> bool:
    """Return whether the player may take this discard."""
    position = built(variant=variant, hands=[hand, "9♣"], discards=discard, phase="draw", **facts)
    return TakeDiscard() in position.legal_moves


@pytest.mark.only("pure", why="functions of the kernel are replaced")
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_ruled_out_that_a_search_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setups = [found for seed in numbers(200) if (found := scene(GAMES[name], seed)) is not None]
    quick: list[list[str]] = []
    for setup in setups:
        try:
            quick.append(listed(setup))
        except RamiError:
            quick.append([])
    assert sum(map(len, quick)) >= enough(50)
    monkeypatch.setattr(GoingOut, "sticks", lambda *_: False)
    monkeypatch.setattr(GoingOut, "division", lambda *_: ())
    monkeypatch.setattr(Relaxed, "placeable", lambda *_: True)
    monkeypatch.setattr(search, "_most", lambda *asked: asked[-1])
    for setup, moves in zip(setups, quick, strict=True):
        if moves:
            assert listed(setup) == moves, setup


@pytest.mark.only("pure", why="a function of the kernel is replaced")
@pytest.mark.parametrize("name", ["okey-101-1", "okey-101-3", "romme-1", "rami-500-7"])
def test_openings_without_a_way_out_hide_no_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = parse_position(suite()[name]["position"])
    guided = [*islice(Round.from_setup(setup).legal_moves, 100)]
    monkeypatch.setattr(GoingOut, "sticks", lambda *_: False)
    assert [*islice(Round.from_setup(setup).legal_moves, 100)] == guided


@pytest.mark.only("pure", why="functions of the kernel are replaced")
@pytest.mark.parametrize("name", ["rami-500-6", "romme-1"])
def test_a_way_to_go_out_serves_other_openings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = parse_position(suite()[name]["position"])
    searched: list[Melds] = []
    undivided = GoingOut._undivided

    def counted(going_out: GoingOut, melds: Melds) -> bool:
        searched.append(melds)
        return undivided(going_out, melds)

    monkeypatch.setattr(GoingOut, "_undivided", counted)
    shared = listed(setup)
    searches = len(searched)
    monkeypatch.setattr(Ways, "lead_out", lambda *_: False)
    assert listed(setup) == shared
    assert searches < len(searched) - searches


PREPARED = {
    # 8♥ leaves beside the joker, so that 7♥ can leave as well
    "a recovered joker makes room": "hands 7♠ / J♥ K♥ 2♠ 6♠; player 1; phase draw; table 0:1 J♣ Q♣ K♣ A♣ / "
    "1:1 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ / 2:0 6♦ 7♦ 8♦ 9♦ T♦ / 3:0 Q♦ K♦ A♦ / 4:0 T♥ * Q♥; discards 7♣",
    # A♣ leaves for the end of a run, which its low end alone would not show; then 2♣ may leave as well
    "an ace goes to the other end": "hands 5♣ K♣ 9♥ 2♠ / A♣ / 2♣; player 0; phase draw; table 0:0 A♣ 2♣ 3♣ 4♣ 5♣ / "
    "1:0 J♣ Q♣ K♣ / 2:0 Q♣ Q♦ Q♥ Q♠ / 3:1 9♣ 9♦ 9♥ 9♠; discards 2♦",
    # 7♣ leaves beside 6♣ and 8♣, and its other copy replaces the joker, which K♦ needs
    "a twin frees a joker": 'option table.set_joker = "either_missing"; hands 6♣ 7♣ 8♣ Q♦ 2♥ / A♠ / A♥; player 0; '
    "phase draw; table 0:0 7♣ 7♥ 7♠ *; discards K♦",
    # T♦ must be laid before A♥ frees the joker, which needs K♦ at once
    "the joker's next meld is prepared": "hands 8♦ T♦ / 7♠; player 0; phase draw; table 0:0 8♣ 9♣ T♣ / "
    "1:1 7♦ 8♦ 9♦ / 2:1 A♣ A♦ A♠ * / 3:1 * Q♦ K♦; discards A♥",
}


def test_a_wild_two_is_taken_for_the_contract() -> None:
    house = with_options(variants.FRUSTRATION, {"drawing.discard_use": ["meld"]})
    hand, context = "5♣ 5♦ 5♥ 9♣ 9♦ K♠ K♥ K♦ 4♣ J♠", RoundContext(2, contracts=(1, 1))
    for discard, serves in (("2♠", True), ("2♥", True), ("*", True), ("9♥", True), ("3♠", False)):
        assert can_take(house, hand, discard, context=context) is serves


@pytest.mark.rule("R51-DRAW-02")
@pytest.mark.parametrize("others", [0, 27, 28, 29])
def test_any_number_of_runs_of_a_suit_is_searched(others: int) -> None:
    """10♥ leaves the last run in order for 8♥ 9♥ 10♥, however many runs come before it."""
    house = CLASSIC.with_(equipment={"packs": 16}, drawing={"discard_use": ["meld"]})
    low, high = house.meld("A♥ 2♥ 3♥"), house.meld("4♥ 5♥ 6♥")
    before = [(1, low if number < 15 else high) for number in range(others)]
    long, own = house.meld("6♥ 7♥ 8♥ 9♥ T♥ J♥ Q♥ K♥ A♥"), house.meld("9♠ T♠ J♠")
    assert can_take(house, "9♥ K♠ 2♣", "8♥", table=[*before, (1, long), (0, own)])


def test_nothing_is_taken_from_an_empty_pile() -> None:
    house = with_options(CLASSIC, {"drawing.discard_use": None})
    position = built(variant=house, hands=["5♣ 6♣", "9♣"], discards="", phase="draw")
    assert list(position.legal_moves) == [DrawStock()]
    assert codes_in(position.explain(TakeDiscard())) == [Reason.DISCARDS_EMPTY]


@pytest.mark.rule("R51-DRAW-02", "R51-JSWAP-02")
@pytest.mark.parametrize("name", PREPARED)
def test_a_taken_card_is_placed_after_long_preparations(name: str) -> None:
    state = parse_position(f"rami position 1; variant classic-51 1; {PREPARED[name]}")
    turn = Round.from_setup(state).play(TakeDiscard())
    player = turn.player
    while turn.player == player and not turn.over:
        turn = turn.play(next(iter(turn.legal_moves)))


JOINED = {
    "a group": ("5♣ 5♦ 5♥", "5♠", True),
    "a group of four": ("5♣ 5♦ 5♥ 5♠", "5♠", False),
    "a group that holds the card": ("5♣ 5♦ 5♥", "5♥", False),
    "the joker of a group": ("5♣ 5♦ 5♥ *", "5♠", True),
    "the low end of a run": ("6♠ 7♠ 8♠", "5♠", True),
    "the high end of a run": ("T♠ J♠ Q♠", "K♠", True),
    "the end of a run up to the ace": ("J♠ Q♠ K♠", "A♠", True),
    "a run that a card of the hand leads to": ("8♠ 9♠ T♠", "6♠", True),
    "a run too far away": ("9♠ T♠ J♠", "6♠", False),
    "the joker of a run": ("6♠ * 8♠", "7♠", True),
    "the middle of a run": ("8♠ 9♠ T♠", "9♠", False),
    "a run of another suit": ("6♠ 7♠ 8♠", "5♦", False),
}


@pytest.mark.parametrize("name", JOINED)
@pytest.mark.parametrize("take", ["off", "opened"])
def test_a_taken_card_joins_a_meld(name: str, take: Literal["off", "opened"]) -> None:
    """The hand has cards for a joker that comes back."""
    meld, card, joins = JOINED[name]
    variant = CLASSIC.with_(table={"take": take})
    assert can_take(variant, "7♠ K♦ K♥ 2♥ 3♦", card, table=[(0, meld)]) is joins


@pytest.mark.parametrize(
    ("meld", "card", "other", "leaves"),
    [
        ("5♣ 5♦ 5♥", "5♠", "9♠", True),
        ("8♣ 8♦ 8♥", "8♠", "9♠", True),
        ("6♠ 7♠ 8♠", "5♠", "9♠", True),
        ("6♠ 7♠ 8♠", "9♠", "T♠", True),
        ("6♠ 7♠ 8♠", "T♠", "9♠", True),
        ("J♠ Q♠ K♠", "A♠", "9♠", True),
        ("5♣ 5♦ 5♥ 5♠", "5♠", "9♠", False),
        ("6♠ 7♠ 8♠", "T♠", "J♠", False),
        ("6♠ 7♠ 8♠", "5♦", "9♦", False),
    ],
)
def test_all_cards_but_one_leave_the_hand(meld: str, card: str, other: str, leaves: bool) -> None:
    """Without the points for an opening, so at once or not at all."""
    variant, hands = GAMES["out without points"], [f"A♣ 2♣ 3♣ {card} {other} K♦", "9♣"]
    position = built(variant=variant, hands=hands, table=[(1, meld), (1, "9♦ 9♥ 9♣")], phase="play", turn=5)
    assert any(isinstance(move, LayDown) for move in position.legal_moves) is leaves


@pytest.mark.only("pure", why="functions of the kernel are replaced")
@pytest.mark.parametrize("take", ["opened", "off"])
def test_quick_results_agree(take: Literal["off", "opened"], monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[Round] = []
    house = CLASSIC.with_(table={"take": take})
    for seed in numbers(250):
        setup = scene(house, seed)
        with contextlib.suppress(RamiError):
            if setup is not None and setup.phase is Phase.DRAW:
                rounds.append(Round.from_setup(setup))

    def takes() -> list[bool]:
        return [TakeDiscard() in Round.from_setup(each.setup).legal_moves for each in rounds]

    quick = takes()
    assert enough(10) <= sum(quick) <= len(quick) - enough(10)
    monkeypatch.setattr(search, "sketched", lambda *_: None)
    assert takes() == quick
    monkeypatch.setattr(search, "decided_at_once", lambda *_: None)
    assert takes() == quick
