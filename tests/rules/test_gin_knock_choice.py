"""A knock without melds shows the player's best melds: the least deadwood, then the fewest chances to lay off."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest
from tests.support.depth import enough, numbers
from tests.support.worked.gin_scenes import GIN, PACK, at, gin

from rami import Card, Cards, Discard, InvalidMeld, Knock, Round, Setup
from rami.bots import ExpertBot, GreedyBot
from rami.cards.melds import Meld
from rami.policies.variant import Variant

RUNS_OR_GROUPS = "2♠ 9♣ T♣ J♣ 9♦ T♦ J♦ 9♥ T♥ J♥"
"""Three runs or three groups, each with two points left over."""
MANY_FIT_RUNS = "8♣ 8♦ Q♣ Q♦ Q♥ K♣ 3♠ 3♥ 5♦ 6♥"
GROUPS = ["9♣ 9♦ 9♥", "T♣ T♦ T♥", "J♣ J♦ J♥"]
UNDERCUT = "A♣ 3♣ 4♣ 2♦ 2♥ 3♥ 4♥ 3♠ 4♠ 5♠"
"""A hand with ten points left over in two ways; with a run of spades, two cards of the next hand undercut it."""
UNDERCUTS = "2♣ 6♣ 7♣ 8♣ Q♣ Q♥ A♠ 6♠ 7♠ Q♠"


def exposed(variant: Variant, melds: tuple[Meld, ...], seen: Cards) -> int:
    """Return the points of the cards that nobody has shown and that fit one of these melds."""
    return sum(
        variant.deadwood([card])
        for card in set(PACK) - set(seen)
        if any(_is_meld(variant, [*meld.cards, card]) for meld in melds)
    )


def _is_meld(variant: Variant, cards: list[Card]) -> bool:
    try:
        variant.meld(cards)
    except InvalidMeld:
        return False
    return True


def knocks_of(position: Round) -> list[Knock]:
    """Return the listed knocks."""
    return [move for move in position.legal_moves if isinstance(move, Knock)]


def first_shown(position: Round) -> list[str]:
    """Return the melds of the knock that is listed first."""
    return [str(meld) for meld in knocks_of(position)[0].melds or ()]


@pytest.mark.rule("GIN-LAYOFF-01")
@pytest.mark.parametrize(
    ("own", "other", "points"), [(RUNS_OR_GROUPS, MANY_FIT_RUNS, 41), (UNDERCUT, UNDERCUTS, 6)]
)
def test_a_knock_without_melds_gives_no_lay_offs_away(own: str, other: str, points: int) -> None:
    position = at(f"{own} K♦", other, top="K♥")
    first = next(iter(position.legal_moves))
    assert isinstance(first, Knock)
    assert first.discard == Card("K♦")
    assert position.canonical(Knock("K♦")) == (first,)
    for move in (Knock("K♦"), first, "knock K♦"):
        assert position.play(move).score().points(0) == points
    assert GreedyBot().choose(position.view(0)) == first
    # It may wait for gin.
    assert ExpertBot().choose(position.view(0)) in {first, Discard("K♦")}
    assert GIN.score([own, other], knocker=0).points(0) == points


@pytest.mark.rule("GIN-LAYOFF-01")
def test_what_has_been_discarded_is_laid_off_by_nobody() -> None:
    """The runs of three nines, tens and jacks are safe once the eights and queens are in the pile."""
    seen = "8♣ 8♦ 8♥ Q♣ Q♦ Q♥"
    hidden = at(f"{RUNS_OR_GROUPS} 4♠", top="7♦")
    public = at(f"{RUNS_OR_GROUPS} 4♠", top=seen)
    assert first_shown(hidden) == GROUPS
    assert first_shown(public) == ["9♣ T♣ J♣", "9♦ T♦ J♦", "9♥ T♥ J♥"]


def positions() -> list[Round]:
    """Return hands of which many reach the same deadwood in several ways, with some cards in the pile."""
    found: list[Round] = []
    rng = Random(41)
    for _ in numbers(120):
        low, width = rng.randint(1, 9), rng.randint(3, 4)
        near = [card for card in PACK if card.rank is not None and low <= card.rank < low + width]
        own = rng.sample(near, rng.randint(9, 10))
        own += rng.sample([card for card in PACK if card not in own], 11 - len(own))
        rest = [card for card in PACK if card not in own]
        rng.shuffle(rest)
        other, pile = rest[:10], rest[10 : 10 + rng.randint(1, 12)]
        found.append(at(str(Cards(own)), str(Cards(other)), top=str(Cards(pile))))
    return found


@pytest.mark.rule("GIN-LAYOFF-01")
def test_of_equal_knocks_the_one_with_least_to_lay_off_on_is_first() -> None:
    ties = 0
    for position in positions():
        seen = Cards([*position.hands[0], *position.discards])
        listed = knocks_of(position)
        for discard in {move.discard for move in listed}:
            with_it = [move for move in listed if move.discard == discard]
            assert position.canonical(Knock(discard)) == (with_it[0],)
        for count, same in groupby(listed, key=lambda move: _left(position, move)):
            equal = list(same)
            if count and len(equal) > 1:
                worst = [exposed(GIN, move.melds or (), seen) for move in equal]
                assert worst == sorted(worst)
                ties += len(set(worst)) > 1
    assert ties >= enough(20)


def _left(position: Round, move: Knock) -> int:
    laid = Cards(card for meld in move.melds or () for card in meld.cards)
    return sum(GIN.deadwood([card]) for card in position.hands[0].remove(move.discard) - laid)


@pytest.mark.rule("GIN-LAYOFF-01")
def test_with_gin_nothing_is_laid_off_and_the_order_is_the_usual_one() -> None:
    gin_hand = "9♣ T♣ J♣ 9♦ T♦ J♦ 9♥ T♥ J♥ Q♥"
    usual = at(f"{gin_hand} 4♠", top="K♦")
    risky = at(f"{gin_hand} 4♠", top="K♦", variant=gin(closing__layoff_on_gin=True))
    assert first_shown(usual)[0] == "9♣ T♣ J♣"
    assert exposed(GIN, knocks_of(risky)[0].melds or (), Cards(f"{gin_hand} 4♠ K♦")) == min(
        exposed(GIN, move.melds or (), Cards(f"{gin_hand} 4♠ K♦"))
        for move in knocks_of(risky)
        if not _left(risky, move)
    )


@pytest.mark.rule("GIN-LAYOFF-01")
def test_cards_that_the_pack_lacks_fit_nowhere() -> None:
    """In a pack without queens and kings, with the eights in the pile, nothing fits the runs."""
    short = gin(equipment__ranks=set(range(1, 12)), dealing__min_stock=5)
    hands = [f"{RUNS_OR_GROUPS} 4♠", "8♠ 7♠ 6♠ 5♠ A♣ A♦ 2♥ 3♦ 6♦ 5♥"]
    position = Round.from_setup(Setup(variant=short, hands=hands, discards="8♣ 8♦ 8♥", phase="play"))
    assert first_shown(position)[0] == "9♣ T♣ J♣"
