"""House-rule files are read, written, and refused with the wrong key and a suggestion."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.custom import ThreeMelds
from tests.support.flat import with_options
from tests.support.presets import PRESETS
from tests.support.refusals import refusal
from tests.support.strategies import LIVELY, many

import rami
from rami import Match, RamiError, Variant, variants
from rami.errors import InvalidText, InvalidVariant, Reason, UnknownVariant
from rami.ext import json
from rami.notation import houses, parse_position, position_text, records
from rami.notation._differences import differences_of, plain_value, read_option, value_text
from rami.notation.houses import LARGEST_FILE, LONGEST_LINE, dumps, loads
from rami.policies import Contract, Ledger
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.results._match_rounds import _values_of, by_hand
from rami.sessions import Session
from rami.sessions import records as session_records

CLASSIC = variants.CLASSIC_51

ODD: tuple[Variant, ...] = (
    CLASSIC.with_(name='The "Red; Lion" \\ Köln 🂡', slug="red-lion", version=7),
    CLASSIC.with_(scoring={"all_at_once_factors": (2, "3/2", 1), "joker_finish_factor": 2.5}),
    CLASSIC.with_(scoring={"all_at_once_factors": tuple(range(1, 80))}),
    CLASSIC.with_(drawing={"discard_use": ["meld"]}, match={"first_dealer": 3}),
    CLASSIC.with_(equipment={"wild_ranks": []}, melding={"min_natural": 3}),
    CLASSIC.with_(slug="no-written-rules", ledger=Ledger()),
    CLASSIC.with_(slug="gin"),
)


def problems(text: str) -> list[str]:
    """Return every problem of a file, as text."""
    return [str(violation) for violation in refusal(InvalidVariant, loads, text).violations]


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("variant", [*PRESETS, *LIVELY, *ODD], ids=lambda variant: str(variant.name))
def test_written_values_are_read_back(variant: Variant) -> None:
    for parent in (None, *PRESETS):
        assert loads(dumps(variant, parent)) == variant


@pytest.mark.parametrize("variant", PRESETS, ids=str)
def test_a_preset_differs_in_nothing(variant: Variant) -> None:
    assert dumps(variant) == f'parent = "{variant.slug}"\nparent_version = {variant.version}\n'


def test_only_differences_are_written() -> None:
    house = CLASSIC.with_(
        slug="our-table", opening={"minimum": 71, "clean": None}, scoring={"unopened_flat": 150}
    )
    slots = '[opening]\nminimum = 71\nclean = "none"\n\n[scoring]\nunopened_flat = 150\n'
    assert dumps(house).partition("\n")[2].partition("\n")[2] == f'slug = "our-table"\n\n{slots}'


def _options() -> list[tuple[str, object]]:
    tries: Sequence[Any] = (
        *(True, False, None, 0, 1, 2, 3, 5, 13, 60, 100, "3/2", (1, 2, 3), (2, 5), (2, 1)),
        *(frozenset({"meld"}), frozenset({"clubs"}), frozenset({2}), frozenset({1, 3})),
        (Contract(groups=(3, 3)),),
        (("dealing.hand_size", (7, 10, 13)), ("equipment.wild_ranks", (frozenset({2}), frozenset({4})))),
        ("3♦ 0", "Q♠ 40"),
        (("opening.contracts", (None, (Contract(groups=(3, 3)),))),),
    )
    found: list[tuple[str, object]] = []
    for slot, policy in SLOTS.items():
        for name, described in options_of(policy).items():
            words = [word for word in described.values.allowed if isinstance(word, str)]
            found += [
                (f"{slot}.{name}", value) for value in (*tries, *words) if described.values.accepts(value)
            ]
    return found


@many(300)
@given(st.lists(st.sampled_from(_options()), max_size=4), st.sampled_from(PRESETS))
def test_every_option_is_written_and_read_back(changes: list[tuple[str, object]], parent: Variant) -> None:
    try:
        house = with_options(parent, dict(changes)).with_(slug="our-table")
    except InvalidVariant:
        return
    text = dumps(house)
    assert loads(text) == house
    file = tomllib.loads(text)
    written = {f"{slot}.{name}" for slot in file.keys() & SLOTS.keys() for name in file[slot]}
    # An option set to its old value may still end the changes from hand to hand, which are then all that differs.
    assert written <= {*dict(changes), *({"match.rounds"} & house.differences(parent).keys())}
    assert file["parent"] == parent.slug


TUPLES: Sequence[Any] = ((20, 40), (30, 60), (11, 1, 11), (2, "3/2"), ("Q♠ 40", "K♠ 10"), tuple(range(13)))
BY_ROUND = [name for name in sorted({name for name, _ in _options()}) if _values_of(name) is not None]


def tried(name: str) -> list[Any]:
    """Return values that an option accepts."""
    slot, _, field = name.partition(".")
    option = options_of(SLOTS[slot])[field].values
    values = [value for other, value in _options() if other == name]
    return [*values, *filter(option.accepts, map(option.convert, TUPLES))]


def by_round(preset: Variant, name: str) -> Variant:
    """Return a game whose option has, round by round, its own value and all others that the game allows."""
    listed = [preset.settings()[name]]
    for value in tried(name):
        with suppress(InvalidVariant):
            preset.with_(match={"rounds": {name: (*listed, value)}})
            listed.append(value)
    return preset.with_(slug="our-table", match={"rounds": {name: tuple(listed)}})


@pytest.mark.parametrize("name", BY_ROUND)
def test_the_values_of_every_option_by_round_are_written_and_read_back(name: str) -> None:
    values = tried(name)
    for listed in (tuple(values), *((each,) for each in values), *((each, values[0]) for each in values)):
        rounds = ((name, listed),)
        assert by_hand.accepts(rounds)
        text = value_text(plain_value("match.rounds", rounds))
        assert by_hand.convert(tomllib.loads(f"rounds = {text}")["rounds"]) == rounds
        assert read_option(f"match.rounds = {text}") == ("match.rounds", plain_value("match.rounds", rounds))


@pytest.mark.parametrize("name", BY_ROUND)
def test_games_with_any_option_by_round_are_written_and_read_back(name: str) -> None:
    houses_found = 0
    for preset in PRESETS:
        try:
            house = by_round(preset, name)
        except InvalidVariant:
            continue
        houses_found += 1
        assert loads(dumps(house)) == house
        assert json.loads(json.dumps(house)) == house
        match = Match.start(house, players=max(2, house.players[0]), seed=7)
        assert records.loads(records.dumps(match)) == match
        # What a value looks like in a file depends on the option, so three games are enough.
        if houses_found == 3:
            break
    assert houses_found


def test_every_field_is_tried() -> None:
    names = {f"{slot}.{name}" for slot, policy in SLOTS.items() for name in options_of(policy)}
    assert names == {name for name, _ in _options()}


def test_the_word_none_has_one_meaning() -> None:
    described = [each for policy in SLOTS.values() for each in options_of(policy).values()]
    assert not any(each.values.accepts(None) and each.values.accepts("none") for each in described)


def test_a_parent_is_the_variant_of_that_slug_or_the_nearest_preset() -> None:
    for house in (variants.GIN.with_(slug="my-gin", version=3), CLASSIC.with_(slug="gin")):
        assert dumps(house).startswith('parent = "gin"\n')


def test_a_parent_is_one_that_the_reader_will_find() -> None:
    first = CLASSIC.with_(slug="first", opening={"minimum": 71})
    second = first.with_(slug="second", closing={"final_discard": "optional"})
    assert loads(dumps(second, CLASSIC)) == second
    assert refusal(UnknownVariant, dumps, second, first).violations[0].code == Reason.UNKNOWN_VARIANT
    changed = CLASSIC.with_(version=9, opening={"minimum": 71})
    found = (
        "the parent is not the game that rami reads as classic-51: they differ in version and opening.minimum"
    )
    assert str(refusal(InvalidText, dumps, second, changed)) == found


def by_many_rounds(count: int) -> Variant:
    """Return a game whose limit for knocking changes every round."""
    rounds = {"closing.knock_limit": [10, 5] * (count // 2), "scoring.gin_bonus": [25, 20]}
    return variants.GIN.with_(slug="our-table", match={"rounds": rounds})


@pytest.mark.parametrize("count", [2, 100, 140, 300, 4_000])
def test_long_lists_of_rounds_are_written_on_several_lines(count: int) -> None:
    house = by_many_rounds(count)
    text = dumps(house)
    assert loads(text) == house
    assert max(map(len, text.split("\n"))) <= LONGEST_LINE


def test_nothing_is_written_that_is_too_long_to_read() -> None:
    for count, write in ((12_000, dumps), (4_000, record), (4_000, session_record)):
        assert refusal(InvalidText, write, by_many_rounds(count)).violations[0].code == Reason.TEXT_TOO_LONG


def record(variant: Variant) -> str:
    return records.dumps(Match.start(variant, players=2, seed=7))


def session_record(variant: Variant) -> str:
    return session_records.dumps(Session.start(variant, ["Ana", "Bruno"], seed=7))


@pytest.mark.parametrize(
    ("option", "found"),
    [
        ('"opening.minimum" = 71', "write opening.minimum without quotation marks"),
        (
            '[opening]\nclean = "None"',
            "opening.clean = 'None' is not allowed: it must be run_meld, run_window, ",
        ),
        (
            "[equipment]\nwild_ranks = [2, 3]",
            "equipment.wild_ranks = [2, 3] is not allowed: it must be {}, {1}, ",
        ),
        (
            '[match]\nrounds = ["dealing.hand_size = [3, 400]"]',
            "match.rounds has a wrong entry: dealing.hand_size = 400 is ",
        ),
        (
            '[match]\nrounds = ["dealing.hand_sise = [3]"]',
            "match.rounds has a wrong entry: there is no option 'dealing.hand_sise'; did you mean 'dealing.hand_size'?",
        ),
        (
            '[match]\nrounds = ["dealing.hand_size = [3, 4]", "opening.minimum = 51"]',
            "match.rounds = 'opening.minimum = 51' is not allowed: ",
        ),
        (
            '[match]\nrounds = ["dealing.hand_size = [3]", "dealing.hand_size = [4]"]',
            "match.rounds = ['dealing.hand_size', (4,)] is not allowed: ",
        ),
        (
            '[match]\nrounds = ["opening.minimum = [51]", "scoring.kind = [\\"none\\"]"]',
            "match.rounds = ['scoring.kind', ('none',)] is not allowed: ",
        ),
    ],
)
def test_a_mistake_is_named_where_it_is(option: str, found: str) -> None:
    listed = problems(f'parent = "classic-51"\nslug = "our-table"\n{option}')
    assert len(listed) == 1
    assert listed[0].startswith(found)


def test_a_file_writes_none_as_a_word() -> None:
    text = 'parent = "classic-51"\nslug = "our-table"\n[opening]\nclean = "None"'
    assert problems(text)[0].endswith("run_or_set or none; did you mean 'none'?")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    house = CLASSIC.with_(name="Zum Löwen", opening={"minimum": 71})
    houses.dump(house, path)
    assert b"\r" not in path.read_bytes()
    assert rami.load_variant(path) == rami.load_variant(str(path)) == house
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert rami.load_variant(path) == house
    with path.open("rb") as binary, path.open(encoding="utf-8-sig") as text:
        assert rami.load_variant(binary) == rami.load_variant(text) == house
    out = io.StringIO()
    houses.dump(house, out)
    assert out.getvalue() == dumps(house)
    with pytest.raises(FileNotFoundError):
        rami.load_variant(tmp_path / "nowhere.toml")


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b'parent = "classic-51"\nname = "L\xf6we"\n')
    with pytest.raises(InvalidText, match="line 2: this is not UTF-8"):
        rami.load_variant(path)


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 5_000_000])
@pytest.mark.parametrize("char", ["a", "é", "🂡"])
def test_no_more_is_read_than_needed(tmp_path: Path, size: int, char: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(char * size, encoding="utf-8")
    assert refusal(InvalidText, rami.load_variant, path).violations[0].code == Reason.TEXT_TOO_LONG


def test_a_file_that_differs_from_its_parent_says_its_slug() -> None:
    assert problems('parent = "classic-51"\n[opening]\nminimum = 71') == ["the key 'slug' is missing"]
    house = CLASSIC.with_(opening={"minimum": 71})
    assert 'slug = "classic-51"' in dumps(house)
    assert loads(dumps(house)) == house


def test_everything_that_is_wrong_is_named_by_its_key() -> None:
    text = """
parrent = 1
parent = "classic-51"
name = ""
opening.minimum = [1, 2]
"conduct".mode = 'loud'
[drawing]
discard_use = "none"
allow_return_discard = "no"
remark = "a"
[scoring]
kind = "none"
gin_bonus = 5
dry_when = "nobody_else_laid"
[match]
teams = true
first_dealers = "random"
"""
    found = problems(text)
    for start in (
        "there is no option 'parrent'; did you mean 'parent'?",
        "name = ",
        "opening.minimum = ",
        "conduct.mode = 'loud' is not allowed",
        "drawing.allow_return_discard = 'no' is not allowed",
        "there is no option 'drawing.remark'",
        "scoring.dry_when = 'nobody_else_laid' has no effect without points for the cards left in the hand",
        "match.teams = True is not supported",
        "there is no option 'match.first_dealers'; did you mean 'match.first_dealer'?",
    ):
        assert sum(each.startswith(start) for each in found) == 1, (start, found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["the key 'parent' is missing"]),
        ("parent = false", ["parent = False is not a slug"]),
        ("parent = 51", ["parent = 51 is not a slug"]),
        ("version = " + "9" * 900, ["the key 'parent' is missing", "version = 'int' is not allowed"]),
        (
            'parent = "clasic-51"\n[opening]\nminimun = 3\nclean = "all"',
            [
                "there is no variant 'clasic-51'",
                "there is no option 'opening.minimun'",
                "opening.clean = 'all'",
            ],
        ),
    ],
)
def test_all_faults_are_reported(text: str, found: list[str]) -> None:
    lines = problems(text)
    assert len(lines) == len(found)
    assert all(line.startswith(start) for line, start in zip(lines, found, strict=True)), lines


@pytest.mark.parametrize(
    ("rest", "start"),
    [
        ("parent_version = " + "9" * 900, "parent_version = 'int' is not allowed"),
        (
            "parent_version = 2",
            "this text was written for version 2 of classic-51, and the version here is 1",
        ),
        ('parent_version = "1"', "parent_version = '1' is not allowed"),
        ("opening = 71", "opening must be a table of options, not int"),
        ("[[opening]]\nminimum = 71", "opening must be a table of options, not list"),
        ("minimum = 71", "there is no option 'minimum'; did you mean 'opening.minimum'?"),
        ("[opening]\njokers = 2", "there is no option 'opening.jokers'; did you mean 'equipment.jokers'?"),
        (
            "[scoring]\nbig_gin = 2",
            "there is no option 'scoring.big_gin'; did you mean 'scoring.big_gin_bonus'?",
        ),
        ('[opening]\n"a.b" = 71', "there is no option 'opening.a.b'"),
        ("[opening.minimum]\nx = 1", "opening.minimum = "),
        ("opening = {minimum = -1}", "opening.minimum = -1 is not allowed"),
        ('[ledger]\ngame = "gin"', "there is no option 'ledger'"),
        ("version = true", "version = True is not allowed"),
        ('slug = "Our Table"', "slug = 'Our Table' is not a slug"),
        ("name = 1979-05-27", "name = "),
        ('name = """quoted """"\nversion = 0', "version = 0 is not allowed"),
        (
            '[table]\nrecovered_joker = "none"\n',
            "table.recovered_joker, table.concealed and table.run_joker cannot",
        ),
    ],
)
def test_faults_are_reported(rest: str, start: str) -> None:
    (line,) = problems(f'parent = "classic-51"\n{rest}')
    assert line.startswith(start)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("parent", "line 1"),
        ('parent = "classic-51', "line 1"),
        ('parent = "classic-51"\n[opening\n', "line 2, character 9"),
        ("a = 1\n\nb = [[\n", "line 4"),
        ("a = 1\nb == 1", "line 2, character 4"),
        ("a = 1\na = 2", "line 2"),
        ("a\x00 = 1", "line 1, character 2"),
        ("a = " + "[" * 900, "values are nested too deeply"),
        ("a = " + "{a=" * 300, "line 1"),
        ("\n" + "a" * (LONGEST_LINE + 1), "line 2: a line of 1001 characters is too long"),
        ("\n" * (LARGEST_FILE + 1), "a house-rule file of 32001 characters is too long"),
    ],
)
def test_invalid_toml_is_reported_with_its_place(text: str, place: str) -> None:
    assert str(refusal(InvalidText, loads, text)).startswith(place)


@pytest.mark.parametrize("value", [None, 7, b'parent = "gin"', Path("house.toml")])
def test_only_text_is_loaded(value: Any) -> None:
    with pytest.raises(InvalidText):
        loads(value)


def test_the_list_of_problems_is_bounded() -> None:
    for prefix in ("", "[opening]\n"):
        lines = "\n".join(f"minimun{number} = 1" for number in range(1500))
        found = problems(f'parent = "classic-51"\n{prefix}{lines}')
        assert len(found) == 41
        assert found[-1] == "and 1460 more"


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 499) + " = 1\n",
        "[" + ".".join("a" * 490) + "]\n",
        "[[a]]\n",
        "a = [" + "[],\n" * 900 + "]\n",
        '"' + "\\u0041" * 160 + '" = 1\n',
        "a = '''" + "[x]\n" * 900 + "'''\n",
    ],
)
def test_hostile_files_take_no_time(text: str) -> None:
    many = 'parent = "classic-51"\n' + text * min(1, 30_000 // len(text))
    repeated = "".join(
        line.replace("a", f"a{number}", 1) for number, line in enumerate([text] * (30_000 // len(text)))
    )
    for each in (many, repeated[: repeated.rfind("\n", 0, 31_000)], text * (30_000 // len(text))):
        assert len(str(refusal(RamiError, loads, each))) < 20_000


def test_own_policies_are_not_written() -> None:
    house = CLASSIC.with_(opening=ThreeMelds(), dealing={"hand_size": 12})
    with pytest.raises(InvalidText, match="opening cannot be written as text"):
        dumps(house)


def test_a_house_is_written_as_a_house_of_its_game() -> None:
    for variant in PRESETS:
        house = variant.with_(slug="our-table")
        assert loads(dumps(house)).ledger == variant.ledger
        assert dumps(house).startswith(f'parent = "{variant.slug}"')


def test_an_option_for_every_hand_is_written_alone() -> None:
    house = variants.THREE_THIRTEEN.with_(slug="our-table", dealing={"hand_size": 10})
    assert dumps(house).splitlines()[2:] == ['slug = "our-table"', "", "[dealing]", "hand_size = 10"]
    assert [name for name, _ in house.match.rounds] == ["equipment.wild_ranks"]
    assert loads(dumps(house)) == house


def test_settings_are_made_once() -> None:
    assert differences_of(LIVELY[0]) is differences_of(LIVELY[0])


def test_the_largest_version_can_be_written() -> None:
    house = loads(f'parent = "classic-51"\nslug = "house"\nversion = {2**53 - 1}')
    assert house.version == 2**53 - 1
    assert loads(dumps(house)) == house
    assert json.loads(json.dumps(house)) == house
    match = Match.start(house, players=2, seed=1)
    assert records.loads(records.dumps(match)) == match
    assert parse_position(position_text(match.round.setup)) == match.round.setup
