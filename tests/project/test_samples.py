"""Samples of rounds that a viewer cannot distinguish from the real round: all occur, with equal probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import permutations
from operator import le
from typing import cast

import attrs
import pytest
from tests.support.playing import end_of, rounds
from tests.support.presets import PRESETS
from tests.support.turn_facts import built

from rami import Card, Cards, RamiError, Round, Setup, TakeDiscard, variants
from rami._kernel.cards.shuffle import Stream
from rami._kernel.rounds.hidden import Hidden
from rami.bots import RandomBot
from rami.errors import InvalidSetup
from rami.policies import Variant
from rami.rounds.memory import Memory
from rami.rounds.setup import Duty, Phase, TurnFacts
from rami.testing._walks import pack, walk

pytestmark = pytest.mark.slow(every=2)

MOST_TURNS = 40


@cache
def positions(variant: Variant, number: int) -> tuple[Round, ...]:
    """Return positions of a random round, including the last one and positions with duties."""
    seats = min(3 + number % 2, variant.equipment.players[1])
    found = [step.position for step in walk(variant, seats, 11, number)]
    early = [at for at in found if at.turn < MOST_TURNS]
    return (*early[:: 1 + len(early) // 40], *[at for at in early if at.duties or at.knock][:20], found[-1])


def viewers(at: Round) -> tuple[int | None, ...]:
    return (None, *range(at.context.seats))


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)
def test_a_sample_looks_like_the_view_that_it_is_made_of(variant: Variant, number: int) -> None:
    for at in positions(variant, number):
        hard = any(str(duty.kind) in {"go_out", "place_taken"} for duty in at.duties)
        for viewer in viewers(at):
            if hard and viewer != at.player and (number or viewer not in (None, 0)):
                continue
            view = at.view(viewer)
            guess = Round.sampled(view, number)
            assert guess.view(viewer) == view
            assert Round.from_setup(guess.setup) == guess
            assert guess == Round.sampled(view, number)
            assert guess.setup.seed != at.setup.seed
            if view.to_act:
                assert tuple(view.legal_moves)[:40] == tuple(guess.legal_moves)[:40]


def test_samples_can_be_played_to_the_end() -> None:
    bot = RandomBot(5)
    for variant in PRESETS:
        start = Round.deal(variant.with_(match={"turn_cap": 12}), seed=3)
        guess = Round.sampled(start.view(1), 8)
        guess = end_of(rounds(guess, bot))
        assert guess.setup.seed != start.setup.seed


@pytest.mark.parametrize("seed", [-1, 1 << 256, True, "7", None])
def test_invalid_seeds_give_no_sample(seed: int) -> None:
    with pytest.raises(InvalidSetup):
        Round.sampled(Round.deal(variants.GIN).view(0), seed)


def unlikely(counts: Counter[Hashable], weights: dict[Hashable, int]) -> bool:
    """Return whether counts differ from the weights as they would by chance less than once in a thousand times."""
    total = sum(weights.values())
    draws = sum(counts.values())
    expected = {key: draws * weight / total for key, weight in weights.items()}
    assert not counts.keys() - expected.keys()
    assert min(expected.values()) >= 5
    found = sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())
    free = len(weights) - 1
    # Wilson and Hilferty: the cube root of chi-squared is nearly normal.
    bound = free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3
    return bool(found > bound)


def hidden_part(at: Round) -> Hashable:
    return at.hands, at.stock, at.discards


def late(setup: Setup) -> Round:
    """Return the position with all other cards of the pack at the bottom of the discard pile."""
    named = sum(setup.hands, Cards(setup.stock or ())) + Cards(setup.discards)
    for item in setup.table:
        named += Cards(item.meld.cards)
    rest = Cards(pack(setup.variant)) - named
    return Round.from_setup(attrs.evolve(setup, discards=(*rest, *setup.discards)))


def assignments(at: Round, free: Iterable[int], known: dict[int, str]) -> dict[Hashable, int]:
    """Count the ways to place the cards in these hands and in the stock, if the rules allow the position."""
    setup = at.setup
    held = {seat: Cards(known.get(seat, "")) for seat in free}
    pool = [card for seat in held for card in at.hands[seat] - held[seat]] + list(at.stock)
    found: Counter[Hashable] = Counter()
    allowed: dict[tuple[Cards, ...], bool] = {}
    for order in permutations(pool):
        cards = iter(order)
        hands = list(at.hands)
        for seat in held:
            more = [next(cards) for _ in range(len(hands[seat]) - len(held[seat]))]
            hands[seat] = held[seat] + Cards(more)
        stock = tuple(cards)
        key = tuple(hands)
        if key not in allowed:
            try:
                other = Round.from_setup(attrs.evolve(setup, hands=key, stock=stock))
            except InvalidSetup:
                allowed[key] = False
            else:
                allowed[key] = (other.phase, other.player) == (at.phase, at.player)
        if allowed[key]:
            found[key, stock, at.discards] += 1
    return dict(found)


def check_uniform(at: Round, viewer: int | None, weights: dict[Hashable, int], draws: int) -> None:
    view = at.view(viewer)
    counts = Counter(hidden_part(Round.sampled(view, seed)) for seed in range(draws))
    assert not unlikely(counts, weights)


def test_each_assignment_is_equally_likely() -> None:
    at = late(Setup(variant=variants.GIN, hands=["A♠ 2♠ 3♠", "K♥ 7♦"], stock="9♣ 4♣ 5♥"))
    check_uniform(at, 0, assignments(at, [1], {}), 900)


def test_two_copies_of_a_face_are_two_cards() -> None:
    at = late(Setup(variant=variants.CLASSIC_51, hands=["A♠ 2♠ 3♠", "7♦ K♥"], stock="7♦ 4♣"))
    weights = assignments(at, [1], {})
    assert sorted(set(weights.values())) == [2, 4]
    check_uniform(at, 0, weights, 900)


@pytest.mark.slow
def test_a_spectator_knows_no_hand() -> None:
    at = late(Setup(variant=variants.GIN, hands=["A♠ 2♠", "K♥"], stock="9♣ 5♣ 4♦"))
    check_uniform(at, None, assignments(at, [0, 1], {}), 3000)


def test_a_player_who_owes_a_meld_holds_its_cards() -> None:
    at = late(
        Setup(
            variant=variants.CLASSIC_51,
            hands=["K♣ 9♦", "7♠ 8♠ 9♠ 2♦", "5♣"],
            stock="6♠ 3♥",
            player=1,
            phase=Phase.PLAY,
            table=[(1, "T♥ J♥ Q♥ K♥"), (0, "T♣ T♦ T♥")],
            turn_facts=TurnFacts(taken="7♠", duties=[Duty("place_taken", "7♠")]),
        )
    )
    weights = assignments(at, [1, 2], {1: "7♠"})
    hands = {cast("tuple[tuple[Cards, ...], object, object]", key)[0][1] for key in weights}
    assert hands == {Cards("7♠ 8♠ 9♠ " + card) for card in ("2♦", "5♣", "6♠", "3♥")} | {
        Cards("6♠ 7♠ 8♠ " + card) for card in ("2♦", "5♣", "3♥")
    }
    check_uniform(at, 0, weights, 10 * len(weights))


def test_a_player_who_can_only_take_the_discard_is_able_to() -> None:
    rules = variants.CLASSIC_51
    shown = Cards("7♠ 2♦ 9♥ 8♠ 9♠ 2♦ 5♣ T♥ J♥ Q♥ T♣ T♦ T♥")
    rest = Cards(pack(rules)) - shown
    at = built(
        variant=rules,
        hands=["8♠ 9♠ 2♦", "2♦ 9♥ 5♣", rest],
        stock=(),
        discards="7♠",
        table=[(0, "T♥ J♥ Q♥"), (1, "T♣ T♦ T♥")],
        player=0,
        turn=30,
    )
    assert at.phase is Phase.DRAW
    weights = assignments(at, [0, 1], {})
    assert all(
        Cards("8♠ 9♠") <= hands[0]
        for hands, _, _ in cast("Iterable[tuple[tuple[Cards, ...], object, object]]", weights)
    )
    check_uniform(at, 2, weights, 200)


def test_the_discard_that_was_taken_is_in_the_hand_while_melds_are_concealed() -> None:
    at = Round.deal(variants.GIN, seed=2)
    taken = at.play(TakeDiscard())
    for viewer in (None, 1 - at.player):
        for seed in range(20):
            assert at.discards[-1] in Round.sampled(taken.view(viewer), seed).hands[at.player]


@pytest.mark.parametrize("twin", [False, True])
def test_whether_the_taken_card_may_go_back_is_as_the_hand_has_it(twin: bool) -> None:
    setup = Setup(
        variant=variants.FRUSTRATION,
        hands=["7♠ 8♥ 9♦" + " 7♠" * twin, "K♥ K♦ K♣"],
        phase=Phase.PLAY,
        turn_facts=TurnFacts(taken="7♠", barred=None if twin else "7♠"),
        stock="3♣ 4♣",
        turn=30,
    )
    at = late(setup)
    assert at.view(0).barred == setup.barred
    assert at.view(1).barred is None
    laid = late(attrs.evolve(setup, turn_facts=TurnFacts(taken="7♠")))
    assert Round.sampled(laid.view(0), 1).setup.barred is None
    barred = Counter[object]()
    for seed in range(60):
        guess = Round.sampled(at.view(1), seed).setup
        copies = guess.hands[0].count("7♠")
        barred[guess.barred] += 1
        assert (guess.barred is None) == (copies > 1)
        # The viewer remembers that the card was placed, so a copy in the hand was there before.
        memory = Memory(viewer=1, holds=(Cards(), Cards()), draws=(0, 0))
        guess = Round.sampled(attrs.evolve(at.view(1), memory=memory), seed).setup
        assert (guess.barred is None) == (Card("7♠") in guess.hands[0])
    assert len(barred) == 1 + twin


def test_the_discards_become_the_stock_as_often_as_they_still_may() -> None:
    rules = variants.FRUSTRATION.with_(drawing={"max_recycles": 3})
    at = Round.from_setup(attrs.evolve(Round.deal(rules, players=2, seed=1).setup, recycles=2))
    for viewer in (None, 0, 1):
        view = at.view(viewer)
        assert view.recycles_left == 1
        assert Round.sampled(view, 5).setup.recycles == 2
    unlimited = variants.GIN.drawing.max_recycles is None
    assert not unlimited or Round.deal(variants.GIN).view(0).recycles_left is None


def placements(hidden: Hidden) -> dict[Hashable, int]:
    """Return all placements that the pools allow; every card is different, and the order in a hand does not matter."""
    cards = [*hidden.recycled, *hidden.in_hands, *hidden.anywhere]
    found: dict[Hashable, int] = {}
    for order in permutations(cards):
        at = iter(order)
        hands = tuple(bytes(sorted(next(at) for _ in range(size))) for size in hidden.sizes)
        stock = bytes(at)
        old = [sum(card in hidden.recycled for card in hand) for hand in hands]
        if all(map(le, old, hidden.draws)) and not set(stock) & set(hidden.in_hands):
            found[hands, stock] = 1
    return found


@pytest.mark.parametrize(
    ("sizes", "draws", "pools"),
    [
        ((2, 2), (1, 2), (1, 3, 2)),
        ((1, 2), (0, 1), (0, 4, 2)),
        ((2, 0, 1), (1, 0, 1), (2, 3, 0)),
        ((1, 3), (1, 1), (2, 2, 2)),
    ],
)
def test_the_pools_are_dealt_in_every_way_alike(
    sizes: tuple[int, ...], draws: tuple[int, ...], pools: tuple[int, int, int]
) -> None:
    anywhere, recycled, _ = pools
    cards = bytes(range(sum(pools)))
    hidden = Hidden(
        cards[:anywhere],
        cards[anywhere : anywhere + recycled],
        cards[anywhere + recycled :],
        sizes,
        draws,
        sum(pools) - sum(sizes),
    )
    wanted = placements(hidden)
    numbers = Stream(9, "placements")
    counts: Counter[Hashable] = Counter()
    for _ in range(12 * len(wanted)):
        hands, stock = hidden.dealt(numbers)
        counts[tuple(bytes(sorted(hand)) for hand in hands), stock] += 1
    assert not unlikely(counts, wanted)


def test_values_that_do_not_fit_are_refused() -> None:
    view = Round.deal(variants.GIN, seed=4).view(0)
    shown = view.discards[-1]
    stranger = Memory(viewer=0, holds=(Cards(), Cards(shown)), draws=(0, 0))
    with pytest.raises(RamiError, match="does not match the position"):
        Round.sampled(attrs.evolve(view, memory=stranger), 1)
    hoarder = Memory(viewer=0, holds=(Cards(), Cards()), recycled=Cards("K♥ 7♦ 2♠ 9♣"), draws=(0, 0))
    assert Round.sampled(attrs.evolve(view, memory=hoarder), 1).view(0) == view
