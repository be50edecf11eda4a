"""Whole rounds at a terminal with sixty columns, in French and Arabic, and the replies to mistyped moves."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from tests.support.playing import round_played
from tests.support.terminal import Run, Terminal

from rami import Match, Variant, variants
from rami._cli import main
from rami._cli.words import command
from rami.bots import GreedyBot
from rami.locales import language, worded

pytestmark = pytest.mark.slow(every=2)

COLUMNS = 60
ENGLISH = re.compile(
    r"\b(draws?|takes?|lays?|off|swaps?|drops?|discards?|throws?|knocks?|pass|passes|adds?|fold|declares?|opens|goes|"
    r"puts|player|hand|stock|deadwood|round|turn|cards?|melds?|run|group|you|your|move|the)\b",
    re.IGNORECASE,
)


def seen(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str) -> list[str]:
    """Return the lines of a command at a terminal."""
    window = Terminal()
    with monkeypatch.context() as patch:
        patch.setenv("COLUMNS", str(COLUMNS))
        patch.setenv("NO_COLOR", "1")
        patch.setattr(sys, "stdout", window)
        patch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(arguments) == 0
    return window.getvalue().splitlines()


def typed_by(variant: Variant, players: int, seed: int, lang: str = "fr") -> list[str]:
    """Return a first round as a person on the first seat might type it, with questions in between."""
    spoken = language(lang)
    match = Match.start(variant, players=players, seed=seed)
    typed: list[str] = []
    while not match.round.over:
        view = match.view(match.player)
        move = GreedyBot().choose(view)
        if match.player == 0:
            typed += [command(spoken, each) for each in (["help", "moves"] if not typed else ["hint"])]
            typed.append(worded(move, lang))
        match = match.play(move)
    return [*typed, command(spoken, "quit")]


@pytest.mark.search(cases=2)
@pytest.mark.parametrize(
    ("lang", "variant", "players", "seed"),
    [
        ("fr", variants.GIN, 2, 5),
        ("fr", variants.CLASSIC_51, 4, 3),
        ("fr", variants.LEBANESE_14, 2, 4),
        ("fr", variants.FRUSTRATION, 3, 6),
        ("fr", variants.INDIAN_13, 2, 2),
        ("ar", variants.GIN, 2, 5),
        ("ar", variants.LEBANESE_14, 2, 4),
    ],
    ids=str,
)
def test_a_round_in_another_language(
    monkeypatch: pytest.MonkeyPatch, lang: str, variant: Variant, players: int, seed: int
) -> None:
    typed = typed_by(variant.with_(match={"turn_cap": 400}), players, seed, lang)
    arguments = ("play", variant.slug, "--players", str(players), "--seed", str(seed), "--lang", lang)
    lines = seen(monkeypatch, *arguments, typed="\n".join([*typed, ""]))
    replies = {"fr": ("après 1 manche", "n'est pas un coup"), "ar": ("بعد جولة واحدة", "ليست هذه حركة")}
    after, wrong = replies[lang]
    assert any(after in line for line in lines)
    assert [line for line in lines if len(line) > COLUMNS] == []
    assert [line for line in lines if ENGLISH.search(line)] == []
    whole = " ".join(line.strip() for line in lines)
    assert wrong not in whole


def test_cards_are_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("play", "lebanese-14", "--players", "2", "--seed", "4", "--lang", "fr")
    lines = seen(monkeypatch, *arguments, typed="\n".join(typed_by(variants.LEBANESE_14, 2, 4)))
    assert any("♠" in line for line in lines)
    assert not [line for line in lines if line.strip()[:1] in ("♣", "♦", "♥", "♠")]


def test_the_hands_are_seen_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    match = round_played(Match.start(variants.GIN, players=2, seed=5))
    typed = "\n".join(typed_by(variants.GIN, 2, 5, "en"))
    lines = seen(monkeypatch, "play", "gin", "--seed", "5", typed=typed)
    whole = " ".join(line.strip() for line in lines)
    shown = whole.rpartition("The round is over.")[0].rpartition("Bruno ")[2]
    assert sorted(re.findall(r"[A2-9TJQK][♣♦♥♠]", shown)) == sorted(map(str, match.round.hands[1]))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_verbs_of_both_languages(rami: Run, language: str) -> None:
    verbs = ("pioche", "défausse"), ("draw", "discard"), ("piocher", "defausse"), ("draw", "throw")
    for draw, drop in ((draw, f"{drop} 6s") for draw, drop in verbs):
        lines = rami("play", "gin", "--seed", "209", "--lang", language, typed=f"pass\n{draw}; {drop}\n")[1]
        assert any(line.endswith(" 6♠") for line in lines), (draw, drop)


def test_help_has_the_verbs_of_the_game(rami: Run) -> None:
    gin = rami("play", "gin", "--seed", "5", typed="help\n")[1]
    assert any(line.startswith("  knock K♥") for line in gin)
    assert not any(line.startswith(("  swap", "  lay", "  off", "  declare", "  touch")) for line in gin)
    classic = rami("play", "classic-51", "--seed", "5", typed="help\n")[1]
    assert any(line.startswith("  swap 4♠ > 1") for line in classic)
    assert not any(line.startswith(("  knock", "  pass", "  big gin", "  take 3")) for line in classic)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("défausse", "Ajoutez une carte"),
        ("défausse 3h 4h", "Retirez «\u00a04h\u00a0»"),
        ("défausse x", "«\u00a0x\u00a0» n'est pas une carte"),
        ("pourquoi défausse", "Ajoutez une carte"),
    ],
)
def test_mistyped_values_are_reported_in_words(rami: Run, typed: str, said: str) -> None:
    lines = rami("play", "gin", "--seed", "5", "--lang", "fr", typed=f"passe\npioche\n{typed}\n")[1]
    assert f"{said}, par exemple\u00a0: défausse R♥" in lines
    assert not any("caractère" in line for line in lines)


def test_the_card_that_was_drawn_is_marked(rami: Run) -> None:
    lines = rami("play", "gin", "--seed", "209", typed="pass\ndraw\nundo force\n")[1]
    hands = [line for line in lines if line.startswith("Your hand")]
    assert ["(5♦)" in line for line in hands] == [False, False, True, False]
    assert "(discard)" in lines


def test_everything_fits_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ("rules gin --lang fr", "rules classic-51", "play --help", "score --help", "variants"):
        lines = seen(monkeypatch, *typed.split(), typed="")
        assert [line for line in lines if len(line) > COLUMNS] == []


def test_a_long_sheet_fits_the_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = ("Alexandra", "Bartholomew", "Clementine", "Desdemona", "Evangeline")
    sheet = ("score", str(tmp_path / "evening.json"), "rami-500", "--names", *names)
    lines = seen(monkeypatch, *sheet, typed="\na\nn\n35\n10\nK K 3 2 5 6 7 8 9 4\nno\n")
    assert [line for line in lines if len(line) > COLUMNS] == []
    assert any(line.startswith("round 1, dealt by Alexandra, ") for line in lines)
