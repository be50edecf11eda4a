"""Every message has a translation with the same parameters in every language."""

from __future__ import annotations

import ast
import re
import struct
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from tests.support.messages import messages
from tests.support.write_catalogue import by_key, renewed, stored, translations

from rami import RamiError
from rami.locales import Language, language, languages
from rami.locales.reading import neutral
from rami.locales.speaking import compiled

ROOT = Path(__file__).parents[3]
CATALOGUES = ROOT / "src" / "rami" / "locales"
MESSAGES = list(messages())


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_no_message_lacks_a_translation() -> None:
    french = language("fr")
    assert [key for key in MESSAGES if not french.knows(*key)] == []


@pytest.mark.parametrize("code", ["en", "fr"])
def test_catalogues_hold_messages_and_nothing_else(code: str) -> None:
    listed = by_key(stored(code))
    assert [key for key in listed if key not in set(MESSAGES)] == []
    assert all(all(translations(each)) for each in listed.values())


@pytest.mark.parametrize("code", languages())
def test_all_languages_use_the_same_parameters(code: str) -> None:
    for (_, english), message in by_key(stored(code)).items():
        for text in filter(None, translations(message)):
            assert blanks(text) == blanks(english), message


@pytest.mark.parametrize("code", [each for each in languages() if each != "en"])
def test_other_languages_may_lag_a_little(code: str) -> None:
    """French is complete; what another catalogue lacks is shown in English."""
    spoken = language(code)
    assert sum(spoken.knows(*key) for key in MESSAGES) >= 0.95 * len(MESSAGES)


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("code", [each for each in languages() if each != "en"])
def test_a_language_is_one_file(code: str) -> None:
    """No module and no script asks for a language by its name."""
    for folder in ("src/rami", "docs"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if re.search(rf"""["']{code}["']""", text):
                named = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
                assert code not in named, path
    for path in (ROOT / "docs" / "_try_it").glob("*.js"):
        assert not re.search(f"""["'`]{code}["'`]""", path.read_text(encoding="utf-8")), path


def test_languages_are_found_by_their_names() -> None:
    assert language("fr") is language("fr_CA.UTF-8") is language("FR")
    assert language(language("fr")) is language("fr")
    with pytest.raises(RamiError, match="there is no language 'xx'; available: ar, en, fr"):
        language("xx")


def test_the_catalogue_of_a_new_language() -> None:
    """It lists every message, with as many plural forms as the language has."""
    polish = by_key(renewed("pl"))
    assert list(polish) == MESSAGES
    assert renewed("pl").num_plurals == 3
    assert {each.pluralizable for each in polish.values()} == {True, False}


def test_the_catalogue_of_french_is_up_to_date() -> None:
    now, then = by_key(renewed("fr")), by_key(stored("fr"))
    assert list(now) == list(then)
    assert {key: translations(each) for key, each in now.items()} == {
        key: translations(each) for key, each in then.items()
    }


@pytest.mark.parametrize("code", languages())
def test_a_catalogue_of_a_source_tree_has_the_messages_of_a_wheel(code: str) -> None:
    po = (CATALOGUES / f"{code}.po").read_bytes()
    wheel = BytesIO()
    write_mo(wheel, read_po(BytesIO(po)))
    wheel.seek(0)
    ours, theirs = (vars(GNUTranslations(mo)) for mo in (BytesIO(compiled(po.decode("utf-8"))), wheel))
    assert ours["_catalog"].keys() == theirs["_catalog"].keys()
    assert {key for key in ours["_catalog"] if ours["_catalog"][key] != theirs["_catalog"][key]} <= {""}
    assert ours["_info"]["plural-forms"] == theirs["_info"]["plural-forms"]


def test_a_message_without_a_translation_is_english() -> None:
    nothing = Language("x", compiled(""))
    assert nothing.message("card.suit", "spades") == "spades"
    assert nothing.message("verdict", "allowed, {points} points", 3) == "allowed, {points} points"
    assert not nothing.knows("card.suit", "spades")
    assert not nothing.right_to_left


def header(text: str) -> bytes:
    """Return a compiled catalogue with only a header; older versions of Babel drop headers they cannot read."""
    value = text.encode()
    places = (0x950412DE, 0, 1, 28, 36, 0, 0, 0, 44, len(value), 45)
    return struct.pack("<11I", *places) + b"\0" + value + b"\0"


@pytest.mark.parametrize(
    "catalogue",
    [
        header("Plural-Forms: nplurals=2; plural=n/(n-5);\n"),
        compiled('msgctxt "language"\nmsgid "elisions"\nmsgstr "de"\n'),
        compiled('msgctxt "language"\nmsgid "contractions"\nmsgstr "de le du au = x"\n'),
    ],
)
def test_a_catalogue_that_cannot_be_used_is_refused(catalogue: bytes) -> None:
    with pytest.raises(RamiError):
        Language("x", catalogue)


def test_a_language_gives_the_letters_of_its_cards_in_its_catalogue() -> None:
    contexts = {
        "card.letter": {"J": "B", "Q": "D"},
        "card.suit letter": dict(zip("cdhs", "TRHP", strict=True)),
    }
    lines = [
        f'msgctxt "{context}"\nmsgid "{own}"\nmsgstr "{letter}"\n'
        for context, letters in contexts.items()
        for own, letter in letters.items()
    ]
    spoken = Language("x", compiled("\n".join(lines)))
    assert neutral("drop BR", spoken) == "discard J♦"
    assert neutral("lay 10P BP DP", spoken) == "lay T♠ J♠ Q♠"
