"""Pickles of earlier releases can be loaded, and pickles do not depend on the internals of rami."""

from __future__ import annotations

import pickle
import pickletools
from collections.abc import Iterator
from fractions import Fraction

import pytest
from tests.support.custom import ThreeMelds
from tests.support.presets import SLUGS
from tests.support.write_pickles import FOLDER, PROTOCOLS, values
from tests.unit.base.test_immutable import public

from rami import Cards, RamiError, Round, Variant, __version__, variants
from rami.errors import InvalidVariant
from rami.ext import json
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.ledger import Ledger
from rami.policies.declaring.options import SLOTS

CUSTOM = variants.CLASSIC_51.with_(name="Custom", opening=ThreeMelds())

RELEASES = sorted(path.name for path in FOLDER.iterdir())


def stored(release: str, kind: str, protocol: int) -> tuple[object, ...]:
    found: tuple[object, ...] = pickle.loads((FOLDER / release / f"{kind}.{protocol}.pickle").read_bytes())
    return found


def kinds(release: str) -> list[str]:
    return sorted(path.stem for path in (FOLDER / release).glob("*.jsonl"))


@pytest.mark.parametrize(
    "release, kind", [(release, kind) for release in RELEASES for kind in kinds(release)]
)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_pickles_of_a_release_can_be_loaded(release: str, kind: str, protocol: int) -> None:
    documents = (FOLDER / release / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    for value, document in zip(stored(release, kind, protocol), documents, strict=True):
        anew = json.loads(document, kind)
        assert json.dumps(value) == json.dumps(anew)
        assert type(value) is type(anew)
        assert repr(value) == repr(anew)
        if not isinstance(value, RamiError):
            assert value == anew
            assert hash(value) == hash(anew)


def test_this_release_has_pickles_of_every_kind() -> None:
    assert kinds(__version__) == sorted(json.KINDS)


def named(data: bytes) -> Iterator[str]:
    """Yield the names of modules and classes in a pickle, and all its other texts."""
    for _, argument, _ in pickletools.genops(data):
        if isinstance(argument, str):
            yield argument


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_nothing_private_is_named(protocol: int) -> None:
    # where written rules are decided, which variants say in words
    places = {place for slug in SLUGS for _, place in variants.get(slug).ledger.rules}
    for kind, listed in values().items():
        data = pickle.dumps(listed, protocol)
        again = pickle.loads(data)
        assert again == listed or (
            kind == "RamiError" and [*map(json.dumps, again)] == [*map(json.dumps, listed)]
        )
        parts = {part for text in named(data) if text not in places for part in text.split(".")}
        assert not [part for part in parts if part.startswith("_")], kind


def test_the_repr_of_a_value_makes_it_again() -> None:
    """The repr of a variant, and of what holds one, describes it in angle brackets."""
    names = {each.__name__: each for each in public()}
    for value in (value for kind, listed in values().items() for value in listed if kind != "RamiError"):
        assert "<" in repr(value) or eval(repr(value), {**names, "Fraction": Fraction}) == value


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_values_that_the_kernel_makes_are_pickled_by_every_protocol(protocol: int) -> None:
    hand = "9♠ 8♠ 7♠ A♦ A♣ A♥ K♥"
    made = (next(variants.CLASSIC_51.openings(hand)), variants.CLASSIC_51.best_melds(hand), Cards(hand))
    assert pickle.loads(pickle.dumps(made, protocol)) == made


@pytest.mark.parametrize("variant", [variants.GIN, variants.CLASSIC_51, CUSTOM], ids=str)
def test_the_variant_of_pickles_is_made_once(variant: Variant) -> None:
    first, second = (pickle.loads(pickle.dumps(Round.deal(variant, players=2, seed=seed))) for seed in (1, 2))
    assert first.variant is second.variant
    assert (first.variant, first.variant.ledger) == (variant, variant.ledger)


def test_equal_variants_keep_their_own_ledgers() -> None:
    other = variants.GIN.with_(ledger=Ledger(cited={"knock_limit": "HOME-01"}))
    assert other == variants.GIN
    assert pickle.loads(pickle.dumps(other)).ledger == other.ledger
    assert pickle.loads(pickle.dumps(variants.GIN)).ledger == variants.GIN.ledger


@pytest.mark.parametrize("slot", SLOTS)
def test_no_option_has_two_values_that_a_pickle_would_confuse(slot: str) -> None:
    # a variant is looked up by its options, and 1 == True
    for name, option in options_of(SLOTS[slot]).items():
        for number in (0, 1):
            assert not (option.values.accepts(number) and option.values.accepts(bool(number))), name


def test_the_options_in_a_pickle_are_checked() -> None:
    data = pickle.dumps(variants.CLASSIC_51)
    assert data.count(b"run_meld") == 1
    with pytest.raises(InvalidVariant, match="clean"):
        pickle.loads(data.replace(b"run_meld", b"run_melt"))
