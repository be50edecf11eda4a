"""The colours, letters and languages of the output."""

from __future__ import annotations

import io
import sys

import pytest
from tests.support.terminal import Run, Terminal

from rami._base.lines import aligned
from rami._cli import main
from rami._cli.screen import Screen
from rami.cards import Card


def shown(stream: io.StringIO, color: str = "auto", lang: str = "en") -> str:
    Screen(lang, color, stream).write(["lay 7♥ 8♦ T♠"])
    return stream.getvalue()


COLOURED = "lay \x1b[31m7♥\x1b[0m \x1b[31m8♦\x1b[0m 10♠\n"


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert shown(Terminal()) == COLOURED
    assert shown(Terminal(), "never") == "lay 7♥ 8♦ 10♠\n"
    assert shown(io.StringIO()) == "lay 7♥ 8♦ 10♠\n"
    assert shown(io.StringIO(), "always") == COLOURED
    monkeypatch.setenv("TERM", "dumb")
    assert shown(Terminal()) == "lay 7♥ 8♦ 10♠\n"


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(Terminal()) == "lay 7♥ 8♦ 10♠\n"
    assert shown(Terminal(), "always") == COLOURED
    monkeypatch.setenv("NO_COLOR", "")
    assert shown(Terminal()) == COLOURED


def test_french_cards_are_written_and_read() -> None:
    assert shown(io.StringIO(), lang="fr") == "lay 7♥ 8♦ 10♠\n"
    screen = Screen("fr", "never", io.StringIO())
    assert screen.read("lay VP dp R♠ + 10c 1T") == "lay J♠ Q♠ K♠ + T♥ A♣"
    assert screen.read("take; discard K♥") == "take; discard K♥"
    assert Screen("en", "never", io.StringIO()).read("discard RC") == "discard RC"


def test_a_stream_without_symbols_gets_neutral_letters() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Screen("fr", "always", stream).write(["lay Q♥ 8♦"])
    stream.seek(0)
    assert stream.read() == "lay Qh 8d\n"


def test_a_screen_without_symbols_shows_and_reads_one_alphabet() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    screen = Screen("fr", "never", stream)
    screen.say("with {card}, {count} of your cards fit into melds", card=Card("T♣"), count=3)
    screen.write([screen.word("place {card}", card=Card("Q♥")), "R♠"])
    stream.seek(0)
    shown = stream.read()
    assert "10c" in shown
    assert "Qh" in shown
    assert "Ks" in shown
    assert screen.read("discard 7c; discard Dc") == "discard 7c; discard Dc"


def test_a_printed_card_is_played_without_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stdin", io.StringIO("pass\ndraw\ndrop 7c\nquit\n"))
    assert main(["play", "gin", "--seat", "0", "--lang", "fr", "--seed", "20"]) == 0
    output.seek(0)
    shown = output.read()
    assert "  Vous : defausser 7c" in shown.splitlines()
    assert "Vous jouez contre Bruno." in shown
    assert "?" not in shown


@pytest.mark.parametrize(
    "environment,words",
    [
        ({"RAMI_LANG": "fr_FR.UTF-8"}, "joueurs"),
        ({"LANG": "fr_FR.UTF-8"}, "joueurs"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "players"),
        ({"LANG": "fr", "LC_MESSAGES": "en_GB"}, "players"),
        ({"LANG": "fr_BE@euro", "RAMI_LANG": "en"}, "players"),
        ({"LANG": "xx_YY.UTF-8"}, "players"),
    ],
)
def test_the_environment_chooses_the_language_where_nothing_else_does(
    rami: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], words: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert rami("variants")[1][0].endswith(words)
    assert rami("variants", "--lang", "en")[1][0].endswith("players")


def test_long_texts_of_a_table_break_between_parts() -> None:
    lines = aligned(["who", "why"], [["Anna", ", ".join(["a reason"] * 20)]], 1)
    assert len(lines) > 2
    assert all(len(line) <= 100 for line in lines)


def test_a_table_that_does_not_fit_is_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    Screen("en", "never", stream).table(["player", "points"], [["Anna", 7]])
    assert stream.getvalue() == "player  points\n  Anna       7\n"
    monkeypatch.setenv("COLUMNS", "20")
    narrow = Terminal()
    monkeypatch.setattr(sys, "stdout", narrow)
    Screen("en", "never", narrow).table(["player", "points"], [["Anna-Louise", "0.0-56.2"]])
    assert all(word in narrow.getvalue() for word in ("Anna-Louise", "0.0-56.2"))
