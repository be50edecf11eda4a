"""Options that differ from hand to hand can be set by their names, like all other options."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.presets import SLUGS
from tests.support.refusals import codes_of

from rami import Round, Variant, variants
from rami.errors import InvalidVariant, Reason
from rami.notation import parse_position, position_text
from rami.notation.houses import dumps, loads
from rami.policies import Closing, MatchFormat
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.results._match_rounds import hands_of, rounds_of
from rami.rounds.setup import RoundContext

BY_HAND = [(variants.get(slug), name) for slug in SLUGS for name, _ in rounds_of(variants.get(slug).match)]


def value(variant: Variant, name: str) -> object:
    return variant.settings()[name]


def others(variant: Variant, name: str) -> list[Any]:
    """Return values of an option that are small and that the variant does not have."""
    slot, _, field = name.partition(".")
    option = options_of(SLOTS[slot])[field]
    tried: list[Any] = [*option.values.allowed, True, False, 5, 6, frozenset({6})]
    return [each for each in tried if option.values.accepts(each) and each != value(variant, name)]


def changed(variant: Variant, name: str, new: Any) -> Variant:
    slot, _, field = name.partition(".")
    changes: Any = {slot: {field: new}}
    return variant.with_(slug="house", **changes)


@pytest.mark.parametrize("variant, name", BY_HAND, ids=str)
def test_an_option_is_changed_by_its_name_for_every_hand(variant: Variant, name: str) -> None:
    made = [(new, changed(variant, name, new)) for new in others(variant, name)]
    assert made
    for new, house in made:
        assert isinstance(house.match, MatchFormat)
        assert name not in dict(house.match.rounds)
        for number in range(1, 1 + hands_of(rounds_of(variant.match))):
            before, after = (each.for_round(number=number).settings() for each in (variant, house))
            assert after[name] == new
            assert {each for each in after if after[each] != before[each]} <= {name, "match.rounds"}
        assert house.differences(variant) == {name: new, "match.rounds": house.match.rounds}
        assert variant.with_(slug="house", **nested(house.differences(variant))) == house
        assert loads(dumps(house)) == house


def nested(changes: dict[str, object]) -> Any:
    found: dict[str, dict[str, object]] = {}
    for name, new in changes.items():
        slot, _, field = name.partition(".")
        found.setdefault(slot, {})[field] = new
    return found


def test_hands_that_are_given_are_kept() -> None:
    rounds = {"closing.final_discard": ("required",) * 6 + ("optional",)}
    house = variants.LIVERPOOL.with_(closing={"final_discard": "optional"}, match={"rounds": rounds})
    assert dict(rounds_of(house.match)) == rounds
    own = Closing(final_discard="optional")
    assert Reason.IN_NO_HAND in codes_of(InvalidVariant, variants.LIVERPOOL.with_, closing=own)


def test_an_option_of_one_hand_differs_from_one_of_all_hands() -> None:
    # the options are those of the last hand, and the hands are as they were: by its name, each would hold in all
    last = variants.LIVERPOOL.for_round(number=7)
    options = {name: value(last, name) for name, _ in rounds_of(variants.LIVERPOOL.match)}
    options["match.rounds"] = rounds_of(variants.LIVERPOOL.match)
    house = variants.LIVERPOOL.with_(**nested(options))
    assert house != variants.LIVERPOOL
    assert variants.LIVERPOOL.with_(**nested(house.differences(variants.LIVERPOOL))) == house
    assert loads(dumps(house.with_(slug="house"))) == house.with_(slug="house")


@pytest.mark.parametrize("slug", ["liverpool", "three-thirteen"])
def test_the_rules_of_one_hand_are_written_and_read_as_they_are(slug: str) -> None:
    whole = variants.get(slug)
    for number in range(1, hands_of(rounds_of(whole.match)) + 1):
        hand = whole.for_round(number=number)
        assert loads(dumps(hand, whole)) == hand
        position = Round.deal(whole, context=RoundContext(3, number=number), seed=7)
        text = position_text(position.setup)
        assert "match.rounds" not in text
        assert Round.from_setup(parse_position(text)).variant == position.variant
