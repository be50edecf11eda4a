"""Compare larger families of positions with small packs than the tests do, for any length of time.

python -m tests.oracle.differential.small_pack --seconds 600 --ranks A2345 --hand 4 --melds 1
python -m tests.oracle.differential.small_pack --seconds 600 --ranks QKA --copies 1 --hand 3 --houses table
python -m tests.oracle.differential.small_pack --preset gamevelvet --ranks A234567 --suits ♣♥ --copies 1 --max-wild 2
python -m tests.oracle.differential.small_pack --preset frustration --ranks 345 --twos ♣♦ --contract "group 3 + run 3"
python -m tests.oracle.differential.small_pack --preset gin --ranks A234 --hand 3 4 --minimum 4
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product

import attrs
from tests.oracle.differential import gin_small_pack
from tests.oracle.differential.gin_small_pack import GinFamily
from tests.oracle.differential.houses import PLAY, single_houses
from tests.oracle.differential.small_pack_families import Family, Pack
from tests.oracle.differential.small_pack_turns import compare_all
from tests.oracle.reference.cards import SUITS
from tests.support.flat import with_options

from rami import variants
from rami.policies.declaring.values import largest
from rami.policies.variant import Variant

SMALL_OPENINGS = {"opening.minimum", "opening.pickup_minimum"}


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the engine with the reference on a small pack.")
    parser.add_argument("--preset", choices=variants.available(), default="classic-51", help="the game")
    parser.add_argument("--seconds", type=float, default=300.0, help="time to spend")
    parser.add_argument("--ranks", default="A2345", help="ranks of the pack")
    parser.add_argument("--suits", default=SUITS, help="suits of these ranks")
    parser.add_argument("--copies", type=int, default=2, help="copies of each card")
    parser.add_argument("--jokers", type=int, default=1, help="jokers of the pack")
    parser.add_argument("--twos", default="", help="suits of wild twos, in a game that has them")
    parser.add_argument("--max-wild", type=int, help="wild cards of a meld; by default as the game says")
    parser.add_argument("--hand", type=int, nargs="*", default=range(2, 9), help="cards after the draw")
    parser.add_argument("--melds", type=int, nargs="*", default=range(3), help="melds on the table")
    parser.add_argument("--minimum", type=int, default=12, help="points of an opening, or of a knock")
    parser.add_argument("--contract", default="group 3", help="the contract of every player")
    parser.add_argument(
        "--houses", nargs="?", const="", help="options of Classic 51, all or those of a slot, each on its own"
    )
    given = parser.parse_args(arguments)
    if given.houses is not None and given.preset != "classic-51":
        parser.error("--houses are those of Classic 51")
    return given


def scaled(house: Variant, given: argparse.Namespace) -> Variant:
    """Return the variant with an opening that a small pack can reach; a minimum of 0 remains, as it may have to."""
    if house.slug == "gin":
        return with_options(house, {"closing.knock_limit": given.minimum})
    settings = house.settings()
    changes: dict[str, object] = {name: given.minimum for name in SMALL_OPENINGS if settings[name]}
    if house.slug == "frustration":
        changes = {"opening.contracts": [given.contract]}
    if given.max_wild is not None:
        changes["melding.max_wild"] = given.max_wild
    return with_options(house, changes)


def held_by(house: Variant, pack: Pack) -> Pack:
    """Return the small pack without the cards that the pack of a house lacks."""
    equipment = house.equipment
    return attrs.evolve(
        pack,
        copies=min(pack.copies, largest(equipment.packs)),
        jokers=min(pack.jokers, largest(equipment.jokers)),
    )


def asked_for(preset: str, slot: str | None) -> list[Variant]:
    """Return the preset, or houses of Classic 51 with an option of that slot.

    The price of an announcement needs no small pack.
    """
    if slot is None:
        return [variants.get(preset)]
    names = [name for name in PLAY if name.startswith(slot)]
    return [house for house in single_houses(names) if house.conduct.mode == "auto"]


def families(given: argparse.Namespace) -> Iterator[Family | GinFamily]:
    """Yield families that grow."""
    pack = Pack(given.ranks, given.copies, given.jokers, given.suits, given.twos)
    for size in given.hand:
        if given.preset == "gin":
            for other, phase in product(range(size + 1), ("play", "draw", "offer")):
                yield GinFamily(pack, phase, size, other)
            yield GinFamily(pack, "draw", size, stock=3)
            continue
        for melds, opened in product(given.melds, (True, False)):
            if melds or not opened:
                yield Family(pack, size, melds, opened)


def main(arguments: list[str] | None = None) -> int:
    """Compare growing families until the time is over, and return the number of families that differ."""
    given = parsed(arguments)
    until = time.monotonic() + given.seconds
    houses = asked_for(given.preset, given.houses)
    wrong = 0
    for shape in families(given):
        for house in houses:
            if time.monotonic() > until:
                return wrong
            variant, family = scaled(house, given), attrs.evolve(shape, pack=held_by(house, shape.pack))
            name = f"{family} {variant.differences(variants.get(house.slug))}"
            try:
                if isinstance(family, Family):
                    count = str(compare_all(family, variant, until))
                else:
                    count = str(gin_small_pack.compare_all(family, variant, until))
            except AssertionError as error:
                wrong += 1
                sys.stdout.write(f"{name}: {error}\n")
            else:
                whole = "all" if time.monotonic() <= until else "the first"
                sys.stdout.write(f"{name}: {whole} {count}\n")
            sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main()))
