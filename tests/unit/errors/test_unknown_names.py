"""The error for an unknown name suggests a similar name, and does not hide other mistakes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from tests.support.presets import SLUGS
from tests.support.refusals import codes_of, refusal

from rami import RamiError, Setup, rulebook, variants
from rami._cli import main
from rami._cli.arguments import BOTS
from rami.errors import InvalidVariant, Reason
from rami.errors.checks import nearest
from rami.ext import json, svg
from rami.ext.learning import Rewards
from rami.locales import language, languages
from rami.notation import parse_position
from rami.notation.houses import loads
from rami.policies._validity import named_in
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.rounds.setup import Duty, DutyKind, Phase
from rami.sessions import EntryKind, Session

CLASSIC = variants.CLASSIC_51
SESSION = Session.start(variants.GIN, ["Ana", "Bo"], 7)


def misspelt(name: str) -> str:
    """Return the name with two letters of its last word exchanged, about its middle."""
    *before, word = name.rpartition(".")
    places = sorted(range(1, len(word) - 1), key=lambda at: abs(at - len(word) // 2))
    at = next(at for at in places if word[at] != word[at + 1])
    return "".join(before) + word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def changed(name: str) -> Any:
    """Return the change of one option to 1."""
    slot, option = name.split(".")
    return {slot: {option: 1}}


def doors() -> Iterator[tuple[str, Callable[[Any], object]]]:
    """Yield every name that a user may write, with a call that takes it."""
    for slug in SLUGS:
        yield slug, variants.get
        yield slug, lambda name: loads(f'parent = "{name}"')
        yield slug, lambda name: parse_position(f"rami position 1; variant {name} 1; hands A♥ / 2♦")
    for slot, policy in SLOTS.items():
        for option in options_of(policy):
            yield (f"{slot}.{option}", lambda name: CLASSIC.with_(**changed(name)))
            yield f"{slot}.{option}", lambda name: loads(f'parent = "gin"\n{name} = 1')
    for kind in json.KINDS:
        yield kind, lambda name: json.loads("{}", name)
        yield kind, json.schema
    for phase in Phase:
        yield phase, lambda name: Setup(variant=CLASSIC, hands=["7♠", "8♠"], phase=name)
    for kind in EntryKind:
        yield kind, lambda name: SESSION.repeat(name, 0)
    for kind in DutyKind:
        yield kind, Duty
    for theme in ("auto", "light", "dark"):
        yield theme, lambda name: svg.Style(theme=name)
    for kind in ("margin", "points"):
        yield kind, Rewards


def test_a_misspelt_name_comes_with_the_right_one() -> None:
    for name, ask in doors():
        error = refusal(RamiError, ask, misspelt(name))
        nearest_ones = [dict(each.params).get("nearest") for each in error.violations]
        assert name in nearest_ones, error


@pytest.mark.parametrize("name, meant", [("GIN", "gin"), ("Gin Rummy", "gin"), ("classic51", "classic-51")])
def test_games_are_known_by_how_people_call_them(name: str, meant: str) -> None:
    with pytest.raises(RamiError, match=f"did you mean '{meant}'"):
        variants.get(name)


@pytest.mark.parametrize("name", ["french", "FRR", "français", "fra"])
def test_languages_are_known_by_their_names(name: str) -> None:
    for ask in (language, lambda lang: rulebook(CLASSIC, lang)):
        with pytest.raises(RamiError, match="did you mean 'fr'"):
            ask(name)
    assert "fr" in languages()


@pytest.mark.parametrize(
    "name, meant",
    [
        ("closing.drop", "scoring.fold_prices"),
        ("closing.knock", "closing.knock_limit"),
        ("melding.joker", "equipment.jokers"),
        ("scoring.gim", "scoring.gin_bonus"),
        ("scoring.minimum", "opening.minimum"),
        ("closing.xyzzy", None),
    ],
)
def test_options_are_found_by_a_word_or_their_sentence(name: str, meant: str | None) -> None:
    slot, option = name.split(".")
    changes: Any = {slot: {option: 1}}
    found = refusal(InvalidVariant, CLASSIC.with_, **changes).violations
    (wrong,) = [each for each in found if each.code == Reason.OPTION_UNKNOWN]
    assert (wrong["field"], wrong["nearest"]) == (name, meant)


COMMANDS = {
    "playy gin": "play",
    "play gim": "gin",
    "rules gin --langg fr": "--lang",
    "rules gin --lang frr": "fr",
    "rules gin --color alwasy": "always",
    **{f"simulate gin --bots {misspelt(bot)}": bot for bot in BOTS},
}


@pytest.mark.parametrize("line, meant", COMMANDS.items())
def test_the_command_line_suggests_a_word(line: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(line.split()) == 2
    assert f"did you mean {meant!r}?" in stream.getvalue()


def test_a_name_that_is_like_none_has_no_suggestion() -> None:
    assert nearest("xyzzy", SLUGS) is None
    assert nearest("", SLUGS) is None
    assert nearest("x" * 1000, SLUGS) is None
    assert nearest(51, SLUGS) is None


CONFLICT: dict[str, Any] = {"equipment": {"wild_ranks": [2]}}
"""A wild rank has no value of its own in the points of an opening."""


@pytest.mark.parametrize(
    "mistake, codes",
    [
        ({"opening": {"minimun": 71}}, {Reason.OPTION_UNKNOWN}),
        ({"melding": {"run_min": 99}}, {Reason.OPTION_VALUE}),
        ({"melding": {"rn_min": 4}, "name": ""}, {Reason.OPTION_UNKNOWN, Reason.NAME_OF_VARIANT}),
        ({"opening": {"clean": "run"}, "slug": "No!"}, {Reason.OPTION_VALUE, Reason.SLUG_OF_VARIANT}),
        ({"jokers": 3}, {Reason.OPTION_UNKNOWN}),
        ({"name": ""}, {Reason.NAME_OF_VARIANT}),
    ],
)
def test_a_mistake_hides_no_other(mistake: dict[str, Any], codes: set[Reason]) -> None:
    found = codes_of(InvalidVariant, CLASSIC.with_, **CONFLICT, **mistake)
    assert {*found} == codes | {*codes_of(InvalidVariant, CLASSIC.with_, **CONFLICT)}


def test_an_option_that_is_left_out_contradicts_nothing() -> None:
    # concealed hands without a knock could not end: here the limit is only misspelt, or is none
    for limit in ({"knock_limt": 10}, {"knock_limit": "ten"}):
        slots: Any = {
            "equipment": {"players": (2, 2)},
            "table": {"concealed": True},
            "scoring": {"kind": "net"},
        }
        conflicts = refusal(InvalidVariant, variants.PLAIN.with_, closing=limit, **slots).violations[1:]
        assert not [each for each in conflicts if "closing.knock_limit" in named_in(each)]
