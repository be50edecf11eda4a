"""Documents with any fault are refused, and the error has the path of every fault."""

from __future__ import annotations

import json as plain_json
import subprocess
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import attrs
import jsonschema
import pytest
from cattrs.errors import BaseValidationError
from tests.support.examples import CLASSIC
from tests.support.refusals import refusal

from rami import Discard, Match, Round, Setup, Variant, variants
from rami.cards.moves import Move
from rami.cards.turns import Turn
from rami.errors import InvalidText, Reason, Violation
from rami.ext import json
from rami.ext.json import plain
from rami.rounds.setup import Outcome, RoundContext

MOVE = {"rami": 1, "type": "Move", "value": {"type": "LayOff", "card": "Q♣", "meld": 2, "at": None}}


def faults(text: object, kind: Any = None) -> list[str]:
    with pytest.raises(InvalidText) as caught:
        json.loads(text, kind) if isinstance(text, (str, bytes)) else json.from_data(text, kind)
    assert type(caught.value) is InvalidText
    return [shown(each) for each in caught.value.violations]


def shown(found: Violation) -> str:
    """Return the path, the code, and the parameters of the violation."""
    params = dict(found.params)
    path, _ = params.pop("path", ""), params.pop("choices", None)
    return f"{path}: {found.code} {plain_json.dumps(params, ensure_ascii=False)}"


def moved(**changes: object) -> dict[str, Any]:
    """Return the document of a lay-off with other fields."""
    return {**MOVE, "value": {**MOVE["value"], **changes}}  # type: ignore[dict-item]  # a dict of dicts


@pytest.mark.parametrize(
    "value, found",
    [
        ({"meld": True}, '$.value.meld: not_an_integer {"field": "meld", "got": "bool"}'),
        ({"meld": 2.0}, '$.value.meld: not_an_integer {"field": "meld", "got": "float"}'),
        ({"meld": "2"}, '$.value.meld: not_an_integer {"field": "meld", "got": "str"}'),
        ({"meld": None}, '$.value.meld: not_an_integer {"field": "meld", "got": "NoneType"}'),
        ({"meld": -1}, "$.value: too_small"),
        ({"card": "Qc"}, '$.value.card: not_in_form {"kind": "Card", "value": "Qc"}'),
        ({"card": ["Q♣"]}, '$.value.card: not_a_text {"field": "card", "got": "list"}'),
        ({"card": "Q♣ "}, '$.value.card: not_in_form {"kind": "Card", "value": "Q♣ "}'),
        ({"card": "Q♣\n"}, '$.value.card: not_in_form {"kind": "Card", "value": "Q♣\\n"}'),
        ({"at": "lo"}, '$.value.at: not_one_of {"field": "at", "nearest": "low", "value": "lo"}'),
        ({"at": False}, '$.value.at: not_a_text {"field": "at", "got": "bool"}'),
        ({"crad": 1}, '$.value.crad: key_unknown {"key": "crad", "nearest": "card"}'),
        ({"$": 1}, '$.value["$"]: key_unknown {"key": "$"}'),
        (
            {"type": "LayOf"},
            '$.value.type: not_one_of {"field": "type", "nearest": "LayOff", "value": "LayOf"}',
        ),
    ],
)
def test_a_wrong_field_has_its_path(value: dict[str, object], found: str) -> None:
    (only,) = faults(moved(**value), Move)
    assert only.startswith(found)
    assert faults(plain_json.dumps(moved(**value)), Move) == [only]


def test_all_faults_are_reported_at_once() -> None:
    turn = {"rami": 1, "type": "Turn", "value": {"moves": [{"type": "Discard"}, {}, 7, MOVE["value"]]}}
    assert faults(turn, Turn) == [
        '$.value.moves[0]: key_missing {"key": "card"}',
        '$.value.moves[1]: key_missing {"key": "type"}',
        '$.value.moves[2]: wrong_type {"expected": "dict", "field": "moves[2]", "got": "int"}',
    ]


def test_of_many_faults_the_first_are_reported() -> None:
    turn = {"rami": 1, "type": "Turn", "value": {"moves": [7] * 1000}}
    assert len(faults(turn, Turn)) == plain.MOST_PROBLEMS


def test_the_path_leads_into_the_depth() -> None:
    setup = json.to_data(Setup(variant=CLASSIC, hands=["7♠ 8♠", "K♥ K♦"], table=[(0, "A♠ A♥ A♦")] * 3))
    setup["value"]["table"][2]["meld"] = "A♠ 7♥ K♦ (run A♠)"
    setup["value"]["context"] = {"seats": 2, "totals": [0, "4/2"]}
    assert faults(setup, Setup)[0].startswith("$.value.table[2].meld: ")
    fraction = '$.value.context.totals[1]: not_in_form {"kind": "Fraction", "value": "4/2"}'
    assert faults(setup, Setup)[-1] == fraction


@pytest.mark.parametrize(
    "text, found",
    [
        ("", ": not_json"),
        ("nul", ": not_json"),
        ("[1 2]", ": not_json"),
        ('{"rami": 1} x', ": not_json"),
        ('{\n"rami": x}', ': not_json {"column": 9, "line": 2}'),
        ("\ufeff{}", ": not_json"),
        (b"\xff", ": not_utf8"),
        ("7", "$: wrong_type"),
        ("[]", "$: wrong_type"),
        ("{}", "$: key_missing"),
        ('{"rami": 2, "type": "Move", "value": 1}', "$.rami: other_format"),
        ('{"rami": true, "type": "Move", "value": 1}', "$.rami: not_an_integer"),
        ('{"rami": 1, "type": "Mvoe", "value": 1}', "$.type: not_one_of"),
        ('{"rami": 1, "type": "Turn", "value": 1}', "$.type: not_one_of"),
        ('{"rami": 1, "type": [], "value": 1}', "$.type: not_a_text"),
        ('{"rami": 1, "type": "Move", "value": 1, "more": 1}', "$.more: key_unknown"),
        ('{"rami": 1, "type": "Move", "value": {"a": 1, "a": 1}}', "$.value.a: key_twice"),
        ('{"rami": 1, "type": "Move", "value": [NaN]}', "$.value: wrong_type"),
        ('{"rami": 1, "type": "Move", "value": [-Infinity]}', "$.value: wrong_type"),
        ('{"rami": 1, "type": "Move", "value": [1e999]}', "$.value: wrong_type"),
        ('{"rami": 1, "type": "Move", "value": [9007199254740992]}', "$.value[0]: too_large"),
        ('{"rami": 1, "type": "Move", "value": [' + "9" * 5000 + "]}", "$.value[0]: too_large"),
        ('{"rami": 1, "type": "Move", "value": "\\ud800"}', "$.value: not_unicode"),
        ('{"rami": 1, "type": "Move", "\\ud800": 1}', "$: not_unicode"),
        ('{"rami": 1, "type": "Move", "value": "' + "x" * 10_001 + '"}', "$.value: too_many_characters"),
    ],
)
def test_text_that_is_no_document(text: str | bytes, found: str) -> None:
    assert any(each.startswith(found) for each in faults(text, Move)), faults(text, Move)


def test_nesting_is_bounded_before_it_is_read() -> None:
    deep = '{"rami": 1, "type": "Turn", "value": {"moves": [{"card": ' + "[" * 100_000
    (only,) = faults(deep)
    assert only == ': nested_too_deeply {"most": 24}'
    some = '{"rami": 1, "type": "Turn", "value": ' + "[" * 30 + "]" * 30 + "}"
    assert faults(some) == [f'$.value{"[0]" * 23}: nested_too_deeply {{"most": 24}}']
    inside: Any = 7
    for _ in range(sys.getrecursionlimit()):
        inside = [inside]
    assert "nested_too_deeply" in faults({**MOVE, "value": inside})[0]
    circle: list[Any] = []
    circle.append(circle)
    assert "nested_too_deeply" in faults({**MOVE, "value": circle})[0]


def test_brackets_in_texts_are_no_nesting() -> None:
    code = "[{" * 99 + '"\\'
    document = {"rami": 1, "type": "Violation", "value": {"code": code}}
    assert json.loads(plain_json.dumps(document)).code == code


def test_sizes_are_bounded() -> None:
    assert "at most 99 are" in faults_with_limit("[" + "1," * 60 + "1]", 99)
    assert "at most 396 are" in faults_with_limit(b"\xff" * 500, 99)
    document = {**MOVE, "value": [0] * (plain.LONGEST_LIST + 1)}
    assert faults(document) == ['$.value: too_many_values {"count": 100001, "most": 100000}']
    wide: list[Any] = [[0] * 60_000] * 60_000
    (wide_fault,) = faults({**MOVE, "value": [wide] * 9})
    assert wide_fault == '$.value[0][7]: too_many_values {"count": 540013, "most": 500000}'
    keys = {**MOVE, "value": {"k" * 300: 1}}
    assert faults(keys) == ['$.value: too_many_characters {"most": 200, "size": 300}']


def faults_with_limit(text: str | bytes, limit: int) -> str:
    return str(refusal(InvalidText, json.loads, text, limit=limit))


@pytest.mark.parametrize("odd", [(1, 2), {1}, 1j, object(), b"x", Outcome(), {1: 2}, 10**30])
def test_data_that_json_cannot_carry(odd: object) -> None:
    (only,) = faults({**MOVE, "value": {"deep": [odd]}})
    assert only.startswith("$.value.deep[0]: " if odd != {1: 2} else "$.value.deep[0]: not_a_text")


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


@pytest.mark.search(cases=1)
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

    faults("[]")  # what the first document of all takes is no matter of size
    assert calls(40_000) < 10 * calls(5_000) + 1000


def test_other_kinds_are_refused() -> None:
    text = json.dumps(Turn([]))
    assert faults(text, Move) == ['$.type: not_one_of {"field": "type", "value": "Turn"}']
    assert faults(text, "Nothing") == [': not_one_of {"field": "kind", "value": "Nothing"}']
    with pytest.raises(InvalidText, match="cannot contain a value of type object"):
        json.dumps(object())
    with pytest.raises(InvalidText, match="cannot contain a value of type list"):
        json.dumps([Turn([])])
    group = json.to_data(CLASSIC.meld("A♠ A♥ A♦"))
    (other,) = faults(group, type(CLASSIC.meld("7♠ 8♠ 9♠")))
    assert other == '$.value: not_in_form {"kind": "Run", "value": "A♦ A♥ A♠ (group A)"}'


def test_values_that_no_reader_accepts_are_not_written() -> None:
    with pytest.raises(InvalidText, match=r"at \$.value.number: number = 10+ is too large"):
        json.dumps(RoundContext(2, number=10**20))


def test_rounds_are_checked_by_the_rules() -> None:
    data = json.to_data(Round.deal(CLASSIC, players=3, seed=4))
    data["value"]["player"] = 3
    data["value"]["stock"] = data["value"]["stock"][3:]
    found = faults(data, Round)
    assert all(each.startswith("$.value: ") for each in found)
    assert any("cards_lost" in each for each in found)


def match_data() -> dict[str, Any]:
    match = Match.start(variants.GIN, players=2, seed=7)
    for _ in range(6):
        match = match.play(next(iter(match.round.legal_moves)))
    return json.to_data(match)


_DEAL = {"type": "Dealt", "deck": ""}


@pytest.mark.parametrize(
    "field, value, found",
    [
        ("seed", "8", "$.value"),
        ("seed", 7, "$.value.seed: not_a_text"),
        ("seed", str(2**256), "$.value.steps[0]: seed_range"),
        ("players", 3, "$.value.steps[0]: player_count"),
        ("steps", [], "$.value.steps: no_deal"),
        ("steps", [{"type": "Undone", "player": None}], "$.value.steps[0]: no_deal"),
        (
            "steps",
            [_DEAL, {"type": "Moved", "player": 0, "move": {"type": "EndLayoffs"}}],
            "$.value.steps[1]: wrong",
        ),
        ("steps", [_DEAL, _DEAL], "$.value.steps[1]: round_not_over"),
        ("steps", [_DEAL, {"type": "Undone", "player": 1}], "$.value.steps[1]: undo_nothing"),
        ("steps", [{"type": "Dealt", "deck": "7♠"}], "$.value.steps[0]: cards_lost"),
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
        ({"slug": "other"}, "$.value.slug: document_differs"),
        ({"version": 2}, "$.value.version: document_differs"),
        ({"parent": {"slug": "classic-15", "version": 1}}, "$.value.parent.slug: unknown_variant"),
        ({"parent": {"slug": "classic-51", "version": 2}}, "$.value.parent.version: other_version"),
        ({"parent": {"slug": "classic-51"}}, "$.value.parent: key_missing"),
        ({"parent": "classic-51"}, "$.value.parent: wrong_type"),
        ({"options": {"opening.minimun": 71}}, '$.value.options["opening.minimun"]: option_unknown'),
        ({"options": {"opening.minimum": "many"}}, '$.value.options["opening.minimum"]: option_value'),
        ({"options": {"opening.minimum": 71.5}}, '$.value.options["opening.minimum"]: not_an_integer'),
        ({"options": {"opening.minimum": [[71]]}}, '$.value.options["opening.minimum"]: option_value'),
        ({"options": {"opening.minimum": True}}, '$.value.options["opening.minimum"]: option_value'),
        ({"options": {"opening.minimum": 51}}, '$.value.options["opening.minimum"]: document_differs'),
        (
            {"options": {"opening.minimum": 71, "slug": "classic-51"}},
            "$.value.options.slug: document_differs",
        ),
        ({"options": ["opening.minimum"]}, "$.value.options: wrong_type"),
        ({"policies": ["opening"]}, "$.value.policies[0]: own_policy"),
        ({"policies": "opening"}, "$.value.policies: wrong_type"),
        ({"extra": 1}, "$.value.extra: key_unknown"),
    ],
)
def test_variants_equal_their_differences(change: dict[str, object], found: str) -> None:
    data = json.to_data(CLASSIC)
    data["value"].update(change)
    assert faults(data, Variant)[0].startswith(found)


def test_violations_keep_the_codes_of_rami() -> None:
    read = json.loads(json.dumps(CLASSIC.check_opening(["7♠ 8♠ 9♠"]).violations[0]))
    assert isinstance(read.code, Reason)


def test_without_cattrs_there_are_documents_but_no_converter() -> None:
    program = "import sys; sys.modules['cattrs'] = None; import rami; from rami.ext import json"
    program += "; print(json.loads(json.dumps(rami.Card('7♠')))); json.make_converter()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "7♠\n"
    assert done.stderr.splitlines()[-1] == (
        "ImportError: converters of rami.ext.json need cattrs: pip install rami[json]"
    )


@pytest.mark.search(cases=1)
@pytest.mark.parametrize(
    "fields", [{"type": "LayDown"}, {"type": "Knock", "discard": "K♥"}, {"type": "BigGin"}], ids=str
)
def test_a_move_has_no_more_melds_than_a_pack(fields: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(json.schema("Move", accepted=True))

    def document(count: int) -> dict[str, Any]:
        return {"rami": 1, "type": "Move", "value": {**fields, "melds": ["7♠ 8♠ 9♠"] * count}}

    most = document(plain.MOST_MELDS)
    assert json.to_data(json.from_data(most, Move))["value"]["melds"] == most["value"]["melds"]
    assert validator.is_valid(most)
    for count in (plain.MOST_MELDS + 1, 5_000):
        expected = [f'$.value.melds: too_many_values {{"count": {count}, "most": 512}}']
        assert faults(document(count), Move) == faults(plain_json.dumps(document(count)), Move) == expected
        assert not validator.is_valid(document(count))


def test_the_converter_raises_the_errors_of_cattrs() -> None:
    """So that it can be part of another converter, whose errors are reported in the same way."""
    with pytest.raises(BaseValidationError) as caught:
        json.make_converter().structure({"moves": [{"type": "Discard", "card": 7}]}, Turn)
    assert [shown(each) for each in json.violations(caught.value)] == [
        '$.moves[0].card: not_a_text {"field": "card", "got": "int"}'
    ]
    with pytest.raises(ZeroDivisionError):
        list(json.violations(ZeroDivisionError()))


@attrs.frozen
class Note:
    """A value of a program that holds values of rami."""

    moves: tuple[Move, ...]
    text: str


@attrs.frozen
class Notes:
    """Several of these."""

    notes: tuple[Note, ...]


def test_the_classes_of_a_program_may_hold_values() -> None:
    converter = json.make_converter()
    notes = Notes((Note((Discard("7♠"),), "at last"),))
    data = converter.unstructure(notes)
    assert data == {
        "notes": [{"moves": [{"type": "Discard", "card": "7♠", "announce": None}], "text": "at last"}]
    }
    assert converter.structure(data, Notes) == notes
    first = {"moves": [{"type": "Discard", "card": "7x"}, 3], "txet": ""}
    wrong = {"notes": [first, {"moves": [], "text": 5}]}
    with pytest.raises(BaseValidationError) as caught:
        converter.structure(wrong, Notes)
    assert [shown(each) for each in json.violations(caught.value)] == [
        '$.notes[0].moves[0].card: not_in_form {"kind": "Card", "value": "7x"}',
        '$.notes[0].moves[1]: wrong_type {"expected": "dict", "field": "moves[1]", "got": "int"}',
        '$.notes[0]: key_missing {"key": "text"}',
        '$.notes[0].txet: key_unknown {"key": "txet", "nearest": "text"}',
        '$.notes[1].text: not_a_text {"field": "text", "got": "int"}',
    ]
