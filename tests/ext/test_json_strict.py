"""What is not exactly a document is refused, with the path of every fault."""

from __future__ import annotations

import json as plain_json
import subprocess
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import jsonschema
import pytest
from tests.ext.examples import CLASSIC

from rami import (
    InvalidText,
    LayDown,
    Match,
    Move,
    Reason,
    Round,
    RoundContext,
    Setup,
    Turn,
    Variant,
    variants,
)
from rami.ext import json
from rami.ext.json import plain
from rami.moves import MOVE_TYPES
from rami.policies.scores import ScoreReason
from rami.setup import Outcome

MOVE = {"rami": 1, "type": "Move", "value": {"type": "LayOff", "card": "Q♣", "meld": 2, "at": None}}

TAGS = ", ".join(each.__name__ for each in MOVE_TYPES)


def faults(text: object, kind: Any = None) -> list[str]:
    with pytest.raises(InvalidText) as caught:
        json.loads(text, kind) if isinstance(text, (str, bytes)) else json.from_data(text, kind)
    assert type(caught.value) is InvalidText
    return [str(each) for each in caught.value.violations]


def moved(**changes: object) -> dict[str, Any]:
    """The document of a lay-off with other fields."""
    return {**MOVE, "value": {**MOVE["value"], **changes}}  # type: ignore[dict-item]  # a dict of dicts


@pytest.mark.parametrize(
    "value, found",
    [
        ({"meld": True}, "at $.value.meld: an integer was expected, not true"),
        ({"meld": 2.0}, "at $.value.meld: an integer was expected, not 2.0"),
        ({"meld": "2"}, "at $.value.meld: an integer was expected, not '2'"),
        ({"meld": None}, "at $.value.meld: an integer was expected, not null"),
        ({"meld": -1}, "the id of a table meld must be an integer, 0 or more, not -1"),
        ({"card": "Qc"}, "at $.value.card: a card such as '7♠' was expected, not 'Qc'"),
        ({"card": ["Q♣"]}, "at $.value.card: a card such as '7♠' was expected, not a list"),
        ({"card": "Q♣ "}, "at $.value.card: a card such as '7♠' was expected, not 'Q♣ '"),
        ({"card": "Q♣\n"}, "at $.value.card: a card such as '7♠' was expected, not 'Q♣\\n'"),
        ({"at": "lo"}, "at $.value.at: one of low, high was expected, not 'lo'"),
        ({"at": False}, "at $.value.at: one of low, high was expected, not false"),
        ({"crad": 1}, "at $.value.crad: there is no key 'crad'; did you mean 'card'?"),
        ({"$": 1}, "at $.value[\"$\"]: there is no key '$'"),
        (
            {"type": "LayOf"},
            f"at $.value.type: one of {TAGS} was expected, not 'LayOf'; did you mean 'LayOff'?",
        ),
    ],
)
def test_a_wrong_field_has_its_path(value: dict[str, object], found: str) -> None:
    (only,) = faults(moved(**value), Move)
    assert only == (found if found.startswith("at ") else f"at $.value: {found}")
    assert faults(plain_json.dumps(moved(**value)), Move) == [only]


def test_all_faults_are_told_at_once() -> None:
    turn = {"rami": 1, "type": "Turn", "value": {"moves": [{"type": "Discard"}, {}, 7, MOVE["value"]]}}
    assert faults(turn, Turn) == [
        "at $.value.moves[0]: the key 'card' is missing",
        "at $.value.moves[1]: the key 'type' is missing",
        "at $.value.moves[2]: a move as an object was expected, not 7",
    ]


def test_of_many_faults_the_first_are_told() -> None:
    turn = {"rami": 1, "type": "Turn", "value": {"moves": [7] * 1000}}
    assert len(faults(turn, Turn)) == plain.MOST_PROBLEMS


def test_the_path_leads_into_the_depth() -> None:
    setup = json.to_data(Setup(variant=CLASSIC, hands=["7♠ 8♠", "K♥ K♦"], table=[(0, "A♠ A♥ A♦")] * 3))
    setup["value"]["table"][2]["meld"] = "A♠ 7♥ K♦"
    setup["value"]["context"] = {"seats": 2, "totals": [0, "4/2"]}
    assert faults(setup, Setup)[0].startswith("at $.value.table[2].meld, character 1: ")
    assert faults(setup, Setup)[-1].startswith("at $.value.context.totals[1]: a fraction in lowest terms")


@pytest.mark.parametrize(
    "text, found",
    [
        ("", "line 1, character 1: not JSON: expecting value"),
        ("nul", "line 1, character 1: not JSON: expecting value"),
        ("[1 2]", "line 1, character 4: not JSON: expecting"),
        ('{"rami": 1} x', "line 1, character 13: not JSON: extra data"),
        ("\ufeff{}", "line 1, character 1: not JSON: "),
        (b"\xff", "not UTF-8"),
        ("7", "at $: a document as an object was expected, not 7"),
        ("[]", "at $: a document as an object was expected, not a list"),
        ("{}", "at $: the key 'rami' is missing"),
        (
            '{"rami": 2, "type": "Move", "value": 1}',
            "at $.rami: this is of version 2 of the format, here is version 1",
        ),
        ('{"rami": true, "type": "Move", "value": 1}', "at $.rami: this is of version true of the format"),
        ('{"rami": 1, "type": "Mvoe", "value": 1}', "at $.type: 'Move' was expected, not 'Mvoe'"),
        ('{"rami": 1, "type": "Turn", "value": 1}', "at $.type: 'Move' was expected, not 'Turn'"),
        ('{"rami": 1, "type": [], "value": 1}', "at $.type: 'Move' was expected, not a list"),
        ('{"rami": 1, "type": "Move", "value": 1, "more": 1}', "at $.more: there is no key 'more'"),
        (
            '{"rami": 1, "type": "Move", "value": {"a": 1, "a": 1}}',
            "at $.value.a: the key 'a' stands there twice",
        ),
        ('{"rami": 1, "type": "Move", "value": [NaN]}', "at $.value[0]: a number was expected, not NaN"),
        (
            '{"rami": 1, "type": "Move", "value": [-Infinity]}',
            "at $.value[0]: a number was expected, not -Infinity",
        ),
        ('{"rami": 1, "type": "Move", "value": [1e999]}', "at $.value[0]: a number was expected, not inf"),
        ('{"rami": 1, "type": "Move", "value": [9007199254740992]}', "at $.value[0]: an integer from "),
        ('{"rami": 1, "type": "Move", "value": [' + "9" * 5000 + "]}", "at $.value[0]: an integer from "),
        (
            '{"rami": 1, "type": "Move", "value": "\\ud800"}',
            "at $.value: Unicode text was expected, not a lone surrogate",
        ),
        ('{"rami": 1, "type": "Move", "\\ud800": 1}', "at $: Unicode text was expected"),
        (
            '{"rami": 1, "type": "Move", "value": "' + "x" * 10_001 + '"}',
            "at $.value: a text of 10001 characters is too long",
        ),
    ],
)
def test_text_that_is_no_document(text: str | bytes, found: str) -> None:
    assert any(each.startswith(found) for each in faults(text, Move)), faults(text, Move)


def test_nesting_is_bounded_before_it_is_read() -> None:
    deep = '{"rami": 1, "type": "Turn", "value": {"moves": [{"card": ' + "[" * 100_000
    (only,) = faults(deep)
    assert only == (
        f"at $.value.moves[0].card{'[0]' * 20}: lists and objects stand more than {plain.DEEPEST} deep in one another"
    )
    inside: Any = 7
    for _ in range(sys.getrecursionlimit()):
        inside = [inside]
    assert "deep" in faults({**MOVE, "value": inside})[0]
    circle: list[Any] = []
    circle.append(circle)
    assert "deep" in faults({**MOVE, "value": circle})[0]


def test_brackets_in_texts_are_no_nesting() -> None:
    code = "[{" * 99 + '"\\'
    document = {"rami": 1, "type": "Violation", "value": {"code": code}}
    assert json.loads(plain_json.dumps(document)).code == code


def test_sizes_are_bounded() -> None:
    assert "limit is 99" in faults_with_limit("[" + "1," * 60 + "1]", 99)
    assert "limit is 99" in faults_with_limit(b"\xff" * 500, 99)
    document = {**MOVE, "value": [0] * (plain.LONGEST_LIST + 1)}
    assert faults(document) == ["at $.value: a list of more than 100000 values is too long"]
    wide: list[Any] = [[0] * 60_000] * 60_000
    assert faults({**MOVE, "value": [wide] * 9}) == ["a document of more than 500000 values is too long"]
    keys = {**MOVE, "value": {"k" * 300: 1}}
    assert faults(keys) == ["at $.value: a key of 300 characters is too long, the limit is 200"]


def faults_with_limit(text: str | bytes, limit: int) -> str:
    with pytest.raises(InvalidText) as caught:
        json.loads(text, limit=limit)
    return str(caught.value)


@pytest.mark.parametrize("odd", [(1, 2), {1}, 1j, object(), b"x", Outcome(), float("nan"), {1: 2}, 10**30])
def test_data_that_json_cannot_carry(odd: object) -> None:
    (only,) = faults({**MOVE, "value": {"deep": [odd]}})
    assert only.startswith("at $.value.deep[0]: ")


HOSTILE: dict[str, Callable[[int], str]] = {
    "a text without an end": lambda size: '"' + '\\"' * (size // 2),
    "lists": lambda size: "[" * size,
    "objects": lambda size: '{"a":' * (size // 5),
    "brackets in texts": lambda size: '{"' + '":{"' * (size // 4),
    "numbers": lambda size: "[" + "1," * (size // 2),
    "many lists": lambda size: "[" + "[]," * (size // 3) + "1]",
    "escapes": lambda size: '"' + "\\u0041" * (size // 6) + '"',
    "a number": lambda size: "[" + "9" * size + "]",
    "keys": lambda size: "{" + ",".join(f'"{number}":1' for number in range(size // 10)) + "}",
    "faults": lambda size: '{"rami":1,"type":"Turn","value":{"moves":[' + "{}," * (size // 3) + "{}]}}",
}


@pytest.mark.parametrize("kind", list(HOSTILE))
def test_work_grows_with_the_size_alone(kind: str) -> None:
    def calls(size: int) -> int:
        text, count = HOSTILE[kind](size), 0

        def counted(_frame: FrameType, _event: str, _argument: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(counted)
        try:
            faults(text)
        finally:
            sys.setprofile(None)
        return count

    assert calls(40_000) < 10 * calls(5_000) + 1000


def test_other_kinds_are_refused() -> None:
    text = json.dumps(Turn([]))
    assert faults(text, Move) == ["at $.type: 'Move' was expected, not 'Turn'"]
    assert faults(text, "Nothing")[0].startswith("one of Card, ")
    with pytest.raises(InvalidText, match="none of the values of rami"):
        json.dumps(object())
    with pytest.raises(InvalidText, match="none of the values of rami"):
        json.dumps([Turn([])])
    group = json.to_data(CLASSIC.meld("A♠ A♥ A♦"))
    assert faults(group, type(CLASSIC.meld("7♠ 8♠ 9♠"))) == ["at $.value: a run was expected, not 'A♦ A♥ A♠'"]


def test_what_no_reader_would_accept_is_not_written() -> None:
    with pytest.raises(InvalidText, match=r"at \$.value.number: an integer from "):
        json.dumps(RoundContext(2, number=10**20))
    with pytest.raises(InvalidText, match="carries it in JSON"):
        json.dumps(ScoreReason("own", 1, {"thing": object()}))


def test_rounds_are_checked_by_the_rules() -> None:
    data = json.to_data(Round.deal(CLASSIC, players=3, seed=4))
    data["value"]["player"] = 3
    data["value"]["stock"] = data["value"]["stock"][3:]
    found = faults(data, Round)
    assert found[0].startswith("at $.value: player = 3 cannot be")
    assert any("missing from the pack" in each for each in found)


def match_data() -> dict[str, Any]:
    match = Match.start(variants.GIN, players=2, seed=7)
    for _ in range(6):
        match = match.play(next(iter(match.round.legal_moves)))
    return json.to_data(match)


@pytest.mark.parametrize(
    "field, value, found",
    [
        ("totals", [0, 1], "at $.value.totals: the record says '(0, 1)', the replay gives '(0, 0)'"),
        ("seed", "8", "at $.value"),
        ("seed", 7, "at $.value.seed: a seed as a text of digits was expected, not 7"),
        ("seed", str(2**256), "at $.value.log[0]: a seed is an integer from 0 to 2**256 - 1"),
        ("players", 3, "at $.value.log[0]: 3 players: this variant is for 2"),
        ("log", [], "at $.value.log: a list of moves and a deck for each round was expected, not 0 and 1"),
        ("log", [[{"player": 0, "move": {"type": "EndLayoffs"}}]], "at $.value.log[0][0]: "),
        ("log", [[]], "at $.value.round: "),
        ("decks", ["7♠"], "at $.value.log[0]: missing from the pack"),
        ("over", True, "at $.value.over: the record says 'True', the replay gives 'False'"),
        ("winners", [0], "at $.value.winners: "),
    ],
)
def test_matches_are_replayed(field: str, value: object, found: str) -> None:
    data = match_data()
    assert isinstance(json.from_data(data, Match), Match)
    data["value"][field] = value
    assert any(each.startswith(found) for each in faults(data, Match)), faults(data, Match)


@pytest.mark.parametrize(
    "change, found",
    [
        ({"slug": "other"}, "at $.value.slug: 'classic-51' was expected, not 'other'"),
        ({"version": 2}, "at $.value.version: 1 was expected, not 2"),
        (
            {"parent": {"slug": "classic-15", "version": 1}},
            "at $.value.parent.slug: there is no variant 'classic-15'",
        ),
        (
            {"parent": {"slug": "classic-51", "version": 2}},
            "at $.value.parent.version: this is of version 2 of classic-51, here is version 1",
        ),
        ({"parent": {"slug": "classic-51"}}, "at $.value.parent: the key 'version' is missing"),
        ({"parent": "classic-51"}, "at $.value.parent: an object was expected, not 'classic-51'"),
        ({"options": {"opening.minimun": 71}}, 'at $.value.options["opening.minimun"]: there is no option'),
        (
            {"options": {"opening.minimum": "many"}},
            'at $.value.options["opening.minimum"]: opening.minimum = ',
        ),
        ({"options": {"opening.minimum": 71.5}}, 'at $.value.options["opening.minimum"]: a value such as 71'),
        (
            {"options": {"opening.minimum": [[71]]}},
            'at $.value.options["opening.minimum"]: a value such as 71',
        ),
        (
            {"options": {"opening.minimum": True}},
            'at $.value.options["opening.minimum"]: opening.minimum = True',
        ),
        (
            {"options": {"opening.minimum": 51}},
            'at $.value.options["opening.minimum"]: an option that differs',
        ),
        (
            {"options": {"opening.minimum": 71, "slug": "classic-51"}},
            "at $.value.options.slug: an option that differs",
        ),
        ({"options": ["opening.minimum"]}, "at $.value.options: an object was expected, not a list"),
        (
            {"policies": ["opening"]},
            "at $.value.policies[0]: the slot opening holds a policy that text cannot carry",
        ),
        ({"policies": "opening"}, "at $.value.policies: a list was expected, not 'opening'"),
        ({"extra": 1}, "at $.value.extra: there is no key 'extra'"),
    ],
)
def test_variants_are_exactly_what_differs(change: dict[str, object], found: str) -> None:
    data = json.to_data(CLASSIC)
    data["value"].update(change)
    assert faults(data, Variant)[0].startswith(found)


def test_violations_keep_the_codes_of_rami() -> None:
    read = json.loads(json.dumps(CLASSIC.check_opening(["7♠ 8♠ 9♠"]).violations[0]))
    assert isinstance(read.code, Reason)


def test_without_cattrs_the_import_says_what_to_install() -> None:
    program = "import rami, sys; sys.modules['cattrs'] = None; import rami.ext.json"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "ImportError: rami.ext.json needs cattrs: pip install rami[json]"


@pytest.mark.parametrize(
    "fields", [{"type": "LayDown"}, {"type": "Knock", "discard": "K♥"}, {"type": "BigGin"}], ids=str
)
def test_a_move_has_no_more_melds_than_a_pack(fields: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(json.schema("Move"))

    def document(count: int) -> dict[str, Any]:
        return {"rami": 1, "type": "Move", "value": {**fields, "melds": ["7♠ 8♠ 9♠"] * count}}

    most = document(plain.MOST_MELDS)
    assert json.to_data(json.from_data(most, Move))["value"]["melds"] == most["value"]["melds"]
    assert validator.is_valid(most)
    for count in (plain.MOST_MELDS + 1, 5_000):
        assert faults(document(count), Move) == [
            "at $.value.melds: a list of more than 512 melds is too long"
        ]
        assert faults(plain_json.dumps(document(count)), Move) == faults(document(count), Move)
        assert not validator.is_valid(document(count))
    with pytest.raises(InvalidText, match="more than 512 melds"):
        json.dumps(LayDown(["7♠ 8♠ 9♠"] * (plain.MOST_MELDS + 1)))
