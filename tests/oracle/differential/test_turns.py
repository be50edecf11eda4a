"""Compare the ends of turns, and verdicts on single moves, in positions of every game in which melds are laid.

Of moves that differ only by an exchange of wild cards, the engine lists one. So in Frustration its lists lead to some
of the ends that the reference finds, and to all of them if wild cards are not distinguished. Where the cards of a wild
rank are natural in their own places (IND-WILD-05), no two cards are interchangeable, and the ends are exactly equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from tests.oracle.differential.bridge import paired
from tests.oracle.differential.houses import BURNT as BURNT_OPTIONS
from tests.oracle.differential.houses import EARLY, FEW_TILES, PLAY, PRESETS, TILES, house, single_houses
from tests.oracle.differential.meld_checks import same_midway, same_turns, same_verdicts
from tests.oracle.differential.positions import BURNT, PLANS, Plan, played, round_of
from tests.support.depth import enough, numbers, share_of
from tests.support.flat import with_options

from rami import DrawStock, LayDown, SwapWild, variants
from rami.policies.variant import Variant

LIMIT = 120
PAIRS = {
    "pairs": Plan(hand=(4, 8), table=(2, 5), twins=0.5, jokers=(0, 2), seats=(3, 3), longest=4),
    "unopened with pairs": Plan(hand=(5, 8), table=(0, 4), twins=0.5, opened=0.0, seats=(3, 3), longest=4),
    "few cards beside pairs": Plan(hand=(1, 4), table=(3, 6), twins=0.4, wild=0.7, seats=(3, 3), longest=4),
}
FRUSTRATION = with_options(
    variants.FRUSTRATION, {"contracts": ["group 3 + run 3", "group 3", "run 4", "group 3 + group 3"]}
)
LIVERPOOL = with_options(
    variants.LIVERPOOL,
    {
        "match.rounds": {},
        "drawing.buy": None,
        "equipment.players": (2, 8),
        "equipment.packs": 2,
        "equipment.jokers": 4,
        "melding.run_min": 3,
        "melding.min_natural": 2,
        "opening.contracts": ["group 3 + run 3", "group 3", "run 3 + run 3", "group 3 + group 3"],
    },
)
"""Contracts of few cards, without buying, so that a turn has one player."""
CONTRACTS = {
    "opened": Plan(hand=(1, 4), table=(1, 3), opened=1.0, jokers=(0, 2), twins=0.0, seats=(2, 3)),
    "unopened": Plan(hand=(6, 8), table=(0, 2), opened=0.0, jokers=(0, 2), twins=0.0, seats=(2, 3)),
}
WHOLE = {"whole": Plan(hand=(5, 6), table=(0, 2), opened=0.0, jokers=(1, 3), twins=0.1, seats=(2, 3))}
FREE = {
    "free": Plan(hand=(4, 7), table=(1, 3), jokers=(1, 3), wild=0.6),
    "free, unopened": Plan(hand=(4, 7), table=(1, 3), opened=0.0, jokers=(1, 3), wild=0.6),
}

OF_FRUSTRATION: dict[str, dict[str, Any]] = {
    "exact sizes": {"contract_size": "exact"},
    "distinct": {"distinct_contract_melds": True},
    "extras later": {"contract_extras": "next_turn"},
    "end of turn": {"end_when_all_complete": "end_of_turn"},
    "never": {"end_when_all_complete": "never"},
    "minority": {"wild_limit": "minority"},
    "limit when laid": {"wild_limit_scope": "laydown"},
    "one wild": {"max_wild": 1},
    "two wilds apart": {"max_wild": 2, "adjacent_wilds": False},
    "three naturals": {"min_natural": 3},
    "three naturals in groups": {"group_naturals": 3},
    "five naturals": {"min_natural": 5},
    "one ace": {"max_run": 13},
    "distinct suits": {"set_suits": "distinct", "set_max": 4},
    "twos stay": {"recover_wild_ranks": False},
    "aces wild": {"wild_ranks": {1}},
    "nines wild": {"wild_ranks": {9}},
    "kings stay": {"wild_ranks": {13}, "recover_wild_ranks": False},
    "last card free": {"final_discard": "optional"},
    "last card laid": {"final_discard": "forbidden"},
    "no joker last": {"joker_finish_forbidden": True},
    "discards go back": {"allow_return_discard": True},
}
NATURAL_TWOS: dict[str, dict[str, Any]] = {
    "natural twos": {},
    "twos in distinct suits": {"set_suits": "distinct", "set_max": 4},
    "twos that stay": {"recover_wild_ranks": False},
    "aces": {"wild_ranks": {1}},
    "aces, one in a run": {"wild_ranks": {1}, "natural_aces": 1},
    "kings, one wild": {"wild_ranks": {13}, "max_wild": 1},
    "nines apart": {"wild_ranks": {9}, "max_wild": 2, "adjacent_wilds": False},
    "twos, three naturals": {"min_natural": 3, "wild_limit": "minority"},
    "threes at the ends": {"wild_ranks": {3}, "joker_at_ends": "invariant"},
    "twos, no wild on clean runs of others": {"joker_on_foreign_clean_run": False},
    "twos of distinct melds": {"distinct_contract_melds": True, "contract_size": "exact"},
    "twos, all laid": {"lay_down_all": True, "final_discard": "optional"},
    "twos taken are placed": {"discard_use": {"layoff", "swap"}},
    "twos, other swaps": {"recovered_joker": "new_meld", "recovered_when": "same_turn"},
    "no jokers": {"jokers": 0},
}
"""Options of Frustration beside natural twos."""
OF_FRUSTRATION.update((name, {"natural_wilds": True, **options}) for name, options in NATURAL_TWOS.items())
OF_LIVERPOOL: dict[str, dict[str, Any]] = {
    "further melds": {"further_melds": True},
    "extras later": {"contract_extras": "next_turn"},
    "all but one": {"lay_down_all": True},
    "all or all but one": {"lay_down_all": True, "final_discard": "optional"},
    "all": {"lay_down_all": True, "final_discard": "forbidden"},
    "all, distinct": {"lay_down_all": True, "final_discard": "optional", "distinct_contract_melds": True},
    "all, at once placed": {
        "lay_down_all": True,
        "final_discard": "optional",
        "discard_use": {"meld", "layoff", "swap"},
    },
    "taken is placed": {"discard_use": {"layoff", "swap"}},
    "wild twos": {"lay_down_all": True, "final_discard": "optional", "wild_ranks": {2}},
    "a rank between runs": {"run_gap": 1},
    "two ranks between runs": {"run_gap": 2, "final_discard": "optional"},
}
WITHOUT_CONTRACTS: dict[str, tuple[Variant, dict[str, Any]]] = {
    "basic rummy": (variants.BASIC_RUMMY, {"recover_wild_ranks": True}),
    "rummy 500": (variants.RUMMY_500, {"recover_wild_ranks": True}),
    "rummy 500, suits twice": (
        variants.RUMMY_500,
        {"recover_wild_ranks": True, "packs": 2, "set_suits": "any", "set_max": None},
    ),
    "kalooki": (variants.KALOOKI_40, {}),
    "clean run": (variants.CLASSIC_51, {"take": "off"}),
    "clean meld unless out": (
        variants.CLASSIC_51,
        {"take": "off", "clean": "run_or_set", "all_at_once_requires": "nothing", "max_wild": None},
    ),
    "clean window without the discard": (
        variants.RAMI_500,
        {"take": "off", "clean": "run_window", "discard_in_clean_run": False, "max_wild": None},
    ),
    "burnt": (variants.LEBANESE_14, {"take": "off"}),
    "discards that fit": (variants.CLASSIC_51, {"take": "off", "clean": None, "fitting_discard": "barred"}),
}
"""House rules of games without contracts beside natural twos."""
NATURAL: dict[str, Any] = {
    "natural_wilds": True,
    "wild_ranks": {2},
    "minimum": 0,
    "min_natural": 2,
    "wild_hand_value": 20,
    "joker_hand_value": 20,
}


CITED = {
    "classic-51: ordinary": pytest.mark.rule(
        "R51-TURN-01", "R51-DRAW-02", "R51-LAY-02", "R51-TAKE-01", "R51-JSWAP-02"
    ),
    "lebanese-14: burnt": pytest.mark.rule("LEB-JOK-01", "LEB-JOK-02"),
    "okey-101, few tiles: pairs": pytest.mark.rule(
        *("OKO-LAY-02", "OKO-LAY-03", "OKO-LAYOFF-03", "OKO-LAYOFF-04", "OKO-JOK-03", "OKO-OPEN-02")
    ),
    "okey-101, rising: unopened with pairs": pytest.mark.rule("OKO-OPEN-04"),
    "frustration: opened": pytest.mark.rule(
        "FRU-POST-01", "FRU-JRET-01", "FRU-JRET-02", "FRU-WILD-02", "FRU-TURN-01"
    ),
    "frustration: unopened": pytest.mark.rule("FRU-OPEN-01", "FRU-END-02", "FRU-TURN-01"),
    "liverpool: opened": pytest.mark.rule("LIV-DOWN-04", "LIV-OFF-01", "LIV-SWAP-01", "LIV-OUT-01"),
    "liverpool: whole": pytest.mark.rule("LIV-DOWN-01", "LIV-LAST-01"),
    "frustration, natural twos: opened": pytest.mark.rule("IND-WILD-05"),
}
"""The rules that some of the cases cite."""


def games() -> Iterator[tuple[str, Variant, Mapping[str, Plan], int]]:
    """Yield games and house rules with their names, plans of positions, and the number of positions for each plan."""
    for preset in PRESETS:
        yield preset.slug, preset, PLANS, 15 if preset is variants.CLASSIC_51 else 6
    yield "lebanese-14", variants.LEBANESE_14, BURNT, 16
    yield "okey-101", TILES, PLANS, 3
    yield "okey-101, few tiles", FEW_TILES, PLANS, 3
    yield "okey-101, few tiles", FEW_TILES, PAIRS, 60
    yield "okey-101, rising", FEW_TILES.with_(opening={"escalates": True}), PAIRS, 60
    for game, preset, plans, houses in (
        ("frustration", FRUSTRATION, CONTRACTS, OF_FRUSTRATION),
        ("liverpool", LIVERPOOL, {**CONTRACTS, **WHOLE}, OF_LIVERPOOL),
    ):
        yield game, preset, plans, 75
        for name, options in houses.items():
            yield f"{game}, {name}", with_options(preset, options), plans, 6
    for name, (preset, options) in WITHOUT_CONTRACTS.items():
        yield f"natural twos, {name}", with_options(preset, {**NATURAL, **options}), FREE, 8


CASES = [
    pytest.param(*(case, variant, plan, count), id=case, marks=CITED.get(case, ()))
    for game, variant, plans, count in games()
    for name, plan in plans.items()
    for case in (f"{game}: {name}",)
]


def compared(variant: Variant, plan: Plan, seed: str) -> tuple[int, int]:
    """Compare a made position, and return the numbers of positions within turns and of moves judged legal."""
    rng = Random(seed)
    state = round_of(variant, plan, rng)
    seen = same_turns(state, LIMIT) + same_midway(state, rng, LIMIT)
    return seen, same_verdicts(state, rng, 20, 2)


@pytest.mark.search(cases=40)
@pytest.mark.parametrize("case, variant, plan, count", CASES)
def test_made_positions(case: str, variant: Variant, plan: Plan, count: int) -> None:
    found = [compared(variant, plan, f"{case} {number}") for number in numbers(count)]
    seen, good = map(sum, zip(*found, strict=True))
    assert min(seen, good) >= enough(count)


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("variant", [*PRESETS, FEW_TILES], ids=lambda variant: variant.slug)
def test_played_positions(variant: Variant) -> None:
    seen = 0
    for seed in numbers(5):
        rng = Random(f"played {variant.slug} {seed}")
        for state in played(variant, rng, 2 + seed % 3, 60):
            if rng.random() < 0.25:
                seen += same_turns(state, LIMIT)
    assert seen >= enough(10)


def test_single_options() -> None:
    names = sorted(PLANS)
    for number, variant in share_of([*enumerate(single_houses(PLAY))]):
        compared(variant, PLANS[names[number % len(names)]], f"single {number}")


UNOPENED = {name: PLANS[name] for name in ("unopened", "unopened at a table")}
HOUSES = [
    *((f"classic-51 {part}", variants.CLASSIC_51, PLAY, 5, PLANS) for part in range(4)),
    *((preset.slug, preset, PLAY, 4, PLANS) for preset in PRESETS[1:]),
    ("openings", variants.CLASSIC_51, EARLY, 8, UNOPENED),
    ("burnt cards", variants.LEBANESE_14, BURNT_OPTIONS, 4, BURNT),
    ("okey-101", FEW_TILES, PLAY, 3, PAIRS),
]
"""Presets with options to change, the greatest number of changes, and plans."""


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("name, preset, names, most, plans", HOUSES, ids=[house[0] for house in HOUSES])
def test_house_rules(
    name: str, preset: Variant, names: Sequence[str], most: int, plans: Mapping[str, Plan]
) -> None:
    seen = good = 0
    for number in numbers(30):
        rng = Random(f"house {name} {number}")
        variant = house(rng, names, most, preset)
        more, better = compared(variant, plans[rng.choice(sorted(plans))], f"house {name} {number}")
        seen, good = seen + more, good + better
    assert min(seen, good) >= enough(100)


# What the positions hold.


def test_jokers_are_placed_for_burnt_cards() -> None:
    placed = 0
    for number in numbers(48):
        state = round_of(variants.LEBANESE_14, BURNT["burnt"], Random(f"placed {number}")).play(DrawStock())
        melds = [meld for move in state.legal_moves if isinstance(move, LayDown) for meld in move.melds]
        placed += any(meld.kind == "run" and state.variant.wilds(meld) for meld in melds)
    assert placed >= enough(6)


def test_jokers_of_pairs_are_recovered() -> None:
    opened = recovered = 0
    for number in numbers(60):
        state = round_of(FEW_TILES, PAIRS["few cards beside pairs"], Random(f"kinds {number}"))
        opened += bool(paired(state))
        pairs = {item.id for item in state.table if len(item.meld) == 2}
        moves = state.play(DrawStock()).legal_moves
        recovered += sum(isinstance(move, SwapWild) and move.meld in pairs for move in moves)
    assert opened >= enough(20)
    assert recovered >= enough(2)
