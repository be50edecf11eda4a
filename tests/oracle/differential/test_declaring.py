"""Compare declarations of hands with wild cards and required runs; the reference tries all sets of melds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.reference.declaring import charge, faces_to_declare, points
from tests.support.depth import enough, numbers
from tests.support.flat import with_options

from rami import Card, Cards, Discard, Knock, Round, Setup, variants
from rami.policies.declaring.values import largest
from rami.policies.variant import Variant

DECLARED: dict[str, object] = {
    "equipment.players": (2, 6),
    "equipment.packs": 2,
    "dealing.hand_size": 13,
    "drawing.upcard_offer": "none",
    "drawing.recycle": "keep_top",
    "melding.ace": "both",
    "melding.max_run": 14,
    "melding.max_wild": None,
    "table.recovered_joker": None,
    "table.joker_on_foreign_clean_run": True,
    "closing.knock_limit": "all_matched",
    "closing.void_at": None,
    "scoring.kind": "penalty",
    "scoring.ace_hand_value": 10,
    "scoring.gin_bonus": 0,
    "scoring.big_gin_bonus": None,
    "scoring.undercut_bonus": 0,
    "match.end": "hands",
    "match.hands": 2,
    "match.dealer_rotation": "next",
}
LIVES: dict[str, object] = {"closing.declare_runs": 2, "closing.declare_pure_runs": 1, "scoring.cap": 80}


def declared(**options: object) -> Variant:
    """Return a game in which hands are declared."""
    changes = {name.replace("__", "."): value for name, value in options.items()}
    return with_options(variants.GIN, {**DECLARED, **changes})


JOKERS: dict[str, Any] = {"equipment.jokers": 2, "scoring.joker_hand_value": 0}
NATURAL: dict[str, object] = {"equipment.natural_wilds": True, "scoring.wild_hand_value": 0}
GAMES: dict[str, Variant] = {
    "no wild card, no demand": declared(),
    "no wild card, two runs": declared(closing__declare_runs=2),
    "jokers": declared(**JOKERS),
    "jokers that cost": declared(**{**JOKERS, "scoring.joker_hand_value": 25}),
    "two runs, one pure": declared(**JOKERS, **LIVES),
    "three runs, two pure": declared(
        **{**JOKERS, "equipment.jokers": 6, "closing.declare_runs": 3, "closing.declare_pure_runs": 2}
    ),
    "sevens wild": declared(**{**JOKERS, **LIVES, "equipment.wild_ranks": {7}, "scoring.wild_hand_value": 0}),
    "sevens wild or themselves": declared(
        **{**JOKERS, **LIVES, **NATURAL, "equipment.wild_ranks": {7}, "equipment.jokers": 1}
    ),
    "aces wild or themselves": declared(**{**LIVES, **NATURAL, "equipment.wild_ranks": {1}}),
    "sixes wild or themselves, any suits": declared(
        **{**NATURAL, "equipment.wild_ranks": {6}, "melding.set_suits": "any", "melding.max_wild": 1}
    ),
    "queens wild and dear": declared(
        **{**LIVES, "equipment.wild_ranks": {12}, "scoring.wild_hand_value": 30, "melding.set_suits": "any"}
    ),
    "one wild card in a meld": declared(**{**JOKERS, **LIVES, "melding.max_wild": 1}),
    "eights wild, alone too": declared(
        equipment__wild_ranks={8}, melding__min_natural=0, melding__set_suits="any", melding__set_max=None
    ),
    "jokers alone too": declared(**{**JOKERS, "equipment.jokers": 4, "melding.min_natural": 0}),
    "one natural card": declared(equipment__wild_ranks={5}, equipment__jokers=2, melding__min_natural=1),
    "low aces": declared(**{**JOKERS, **LIVES, "melding.ace": "low", "melding.max_run": 13}),
}


def pack_of(variant: Variant) -> Cards:
    """Return all cards of a round in order, the jokers last."""
    pack = [Card.from_id(number) for number in range(52) for _ in range(largest(variant.equipment.packs))]
    return Cards(pack) + Cards("* " * largest(variant.equipment.jokers))


def rich_hand(variant: Variant, size: int, rng: Random) -> tuple[Card, ...]:
    """Return `size` cards of the pack, most of them near one another."""
    jokers = largest(variant.equipment.jokers)
    pack = [card for card in pack_of(variant) if not card.is_joker]
    if rng.random() < 0.75:
        suits, low = rng.sample(range(4), 2), rng.randrange(1, 9)
        near = [card for card in pack if card.suit in suits and low <= (card.rank or 0) < low + 6]
        far = [card for card in pack if card not in near]
        rng.shuffle(near)
        rng.shuffle(far)
        pack = near[: size - rng.randrange(5)] + far
    else:
        rng.shuffle(pack)
    held = [card for card in pack if card.rank in variant.equipment.wild_ranks][: rng.randrange(4)]
    held += [Card("*")] * rng.randrange(min(jokers, 3) + 1)
    rest = [card for card in pack if card.rank not in variant.equipment.wild_ranks]
    return tuple(held + rest[: size - len(held)])


@pytest.mark.search(cases=6)
@pytest.mark.parametrize("name", GAMES)
def test_points_of_a_hand(name: str) -> None:
    """Compare the least points of all sets of melds that meet the demand, or the points of every card."""
    variant, met = GAMES[name], 0
    rules = rules_of(variant)
    for seed in numbers(30):
        rng = Random(f"{name} {seed}")
        held = (
            matched_hand(variant, rng)[1:]
            if seed % 3 == 0
            else rich_hand(variant, rng.choice((8, 9, 10)), rng)
        )
        expected = charge(texts(held), rules)
        found = variant.best_melds(held, "deadwood")
        assert variant.deadwood(held) == found.deadwood == expected, held
        assert Cards(held) == found.left + Cards(card for meld in found.melds for card in meld.cards)
        met += len(found.melds) > 0
    assert met >= enough(2)


@pytest.mark.search(cases=6)
@pytest.mark.parametrize("name", GAMES)
def test_with_which_cards_a_hand_may_be_declared(name: str) -> None:
    variant, some = GAMES[name], 0
    rules = rules_of(variant)
    for seed in numbers(8):
        rng = Random(f"declared {name} {seed}")
        held = matched_hand(variant, rng)
        expected = faces_to_declare(texts(held), rules)
        found = variant.knock_discards(held)
        other = next(card for card in map(Card.from_id, range(52)) if card not in held)
        assert {str(card) for card in found} == expected, held
        position = Round.from_setup(Setup(variant=variant, hands=[held, [other]], phase="play", turn=9))
        listed = [move for move in position.legal_moves if isinstance(move, Knock)]
        assert [str(move.discard) for move in listed] == sorted(expected, key=lambda face: Card(face).id)
        for card in set(held):
            assert (Knock(card) in position.legal_moves) == (str(card) in expected)
            assert Discard(card) in position.legal_moves
        for move in listed:
            after = position.play(move)
            assert after.over
            assert position.play(Knock(move.discard)) == after
            assert Round.from_setup(after.setup) == after
        some += bool(expected)
    assert some >= enough(2)


def matched_hand(variant: Variant, rng: Random) -> tuple[Card, ...]:
    """Return a hand of three or four random melds and a card."""
    rules = variant.melding
    pack = pack_of(variant)
    held: list[Card] = []
    while len(held) < 9:
        suit, low, rank = rng.randrange(4), rng.randrange(11), rng.randrange(13)
        run = [Card.from_id(13 * suit + (low + step) % 13) for step in range(rng.choice((3, 3, 4)))]
        group = [Card.from_id(13 * other + rank) for other in rng.sample(range(4), 3)]
        meld = run if rng.random() < 0.8 else group
        if largest(variant.equipment.jokers) and rng.random() < 0.4:
            meld[rng.randrange(len(meld))] = Card("*")
        if all(card in pack for card in meld) and rules is not None:
            held += meld
            for card in meld:
                pack = pack.remove(card) if card in pack else pack
    spare = rng.choice([card for card in pack if not card.is_joker])
    held = [card for card in held if Cards(held).count(card) <= largest(variant.equipment.packs)]
    jokers = [card for card in held if card.is_joker]
    for _ in jokers[largest(variant.equipment.jokers) :]:
        held.remove(Card("*"))
    return (*held, spare)


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("name", ["two runs, one pure", "sevens wild", "no wild card, no demand"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_each_player_is_counted_alone(name: str, players: int) -> None:
    """Compare the points of a whole round: the winner's, and each loser's least or full count, up to the limit."""
    variant = GAMES[name]
    house = with_options(variant, {"dealing.hand_size": 9})
    rules = rules_of(house)
    counted = 0
    for seed in numbers(7):
        rng = Random(f"round {name} {players} {seed}")
        shown = matched_hand(house, rng)
        faces = sorted(faces_to_declare(texts(shown), rules))
        if not faces:
            continue
        rest = list(pack_of(house) - Cards(shown))
        rng.shuffle(rest)
        size = len(shown) - 1
        others = [rest[size * seat : size * (seat + 1)] for seat in range(players - 1)]
        position = Round.from_setup(Setup(variant=house, hands=[shown, *others], phase="play", turn=9))
        after = position.play(Knock(faces[0]))
        assert after.over
        kept = Cards(shown).remove(Card(faces[0]))
        expected = points([texts(kept), *(texts(sorted(hand)) for hand in others)], 0, rules)
        assert [line.points for line in after.score().lines] == expected
        counted += 1
    assert counted >= enough(2)
