"""The command `rami check`, which judges melds, openings and moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.terminal import POSITION, Complaint, Run

DRAWING = "rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ / K♦ Q♦ 2♣; phase draw; discards 7♥"


def test_a_meld(rami: Run) -> None:
    run = ["A run: 7♠ 8♠ *, 24 points", "* stands for 9♠", "In another order it could be: * 7♠ 8♠"]
    assert rami("check", "classic-51", "7♠ 8♠ *") == (0, run)
    assert rami("check", "classic-51", "7s 7h 7d") == (0, ["A group: 7♦ 7♥ 7♠, 21 points"])


def test_invalid_melds(rami: Run) -> None:
    code, (verdict, reason) = rami("check", "classic-51", "7♠ 7♠ 7♥")
    assert (code, verdict) == (1, "7♠ 7♠ 7♥: this is not a meld.")
    assert reason == "- the cards of a group must be of different suits: 7♠ 7♠ 7♥ [R51-SET-01]"


def test_an_opening(rami: Run) -> None:
    assert rami("check", "classic-51", "7♠ 8♠ 9♠", "A♦ A♣ A♥")[1][-1] == "As an opening: allowed, 57 points"
    code, lines = rami("check", "classic-51", "7♠ 8♠ 9♠", "7♦ 7♣ 7♥")
    assert (code, lines[-1]) == (1, "- the opening is worth 45 of the 51 points needed [R51-OPEN-01]")
    assert rami("check", "classic-51", "7♠ 8♠ 9♠")[0] == 0
    assert rami("check", "classic-51", "--opening", "7♠ 8♠ 9♠")[0] == 1
    assert rami("check", "classic-51", "7♠ 8♠ 9♠", "7♦ 7♦ 7♥")[1][1] == "7♦ 7♦ 7♥: this is not a meld."


def test_a_contract(rami: Run) -> None:
    groups = ("7♠ 7♥ 7♦", "9♠ 9♥ 9♦", "Q♠ Q♥ Q♦")
    assert rami("check", "frustration", "--contract", "1", *groups)[0] == 0
    assert rami("check", "frustration", "--contract", "2", *groups)[0] == 1


def test_moves(rami: Run) -> None:
    assert rami("check", "--position", POSITION, "discard K♠") == (0, ["discard K♠: this is legal."])
    code, lines = rami("check", "--position", POSITION, "discard K♣")
    assert code == 1
    assert lines == ["discard K♣: this is not legal.", "- K♣ is not in your hand"]
    assert rami("check", "--position", "-", "discard K♠", typed=f"{POSITION}\n")[0] == 0
    legal = ["draw from the stock: this is legal.", "discard A♣: this is legal."]
    assert rami("check", "--position", DRAWING, "draw; discard A♣") == (0, legal)


def test_in_french(rami: Run) -> None:
    found = rami("check", "classic-51", "DC VC RC", "--lang", "fr")
    assert found == (0, ["Une suite\u00a0: V♥ D♥ R♥, 30 points"])
    _, lines = rami("check", "classic-51", "7♠ 8♠ 9♠", "7♦ 7♣ 7♥", "--lang", "fr")
    assert lines[-1] == "- l'ouverture vaut 45 points, il en faut 51 [R51-OPEN-01]"


def test_house_rules(rami: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('parent = "classic-51"\nslug = "house"\n[opening]\nminimum = 40\n', encoding="utf-8")
    assert rami("check", str(house), "7♠ 8♠ 9♠", "7♦ 7♣ 7♥")[0] == 0
    assert "house.toml" in rami("check", str(tmp_path / "no-house.toml"), "7♠ 8♠ 9♠")[1][0]


@pytest.mark.parametrize(
    "arguments",
    [
        ("classic-51",),
        ("bridge", "7♠ 8♠ 9♠"),
        ("classic-51", "7x 8♠ 9♠"),
        ("classic-51", "7♠ 8♠ 9♠", "--lang", "tlh"),
        ("--position", "nonsense; at all", "draw"),
        ("--position", POSITION, "drap K♠"),
        ("--position", POSITION, "discard K♠", "--contract", "0"),
    ],
)
def test_unreadable_arguments_are_reported_in_one_line(
    complaint: Complaint, arguments: tuple[str, ...]
) -> None:
    complaint("check", *arguments)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--position", "rami position 1; variant gin 1", ""), 2, "expected a move"),
        (("--position", "gin", "draw", "--contract", "1"), 2, "--contract cannot be used with --position"),
        (("frustration", "7♠ 7♥ 7♦", "9♠ 9♥ 9♦"), 2, "--contract: say which contract is due, 1 to 14"),
        (("gin", "7♠ 7♥ 7♦", "9♠ 9♥ 9♦"), 2, "Gin has no opening"),
        (("classic-51", "7♠ 7♥ 7♦", "--first-turn"), 2, "--first-turn is for an opening"),
        (("gin", "7♠ * 7♥"), 1, "- * appears 1 time: the pack holds 0"),
    ],
)
def test_invalid_commands(rami: Run, arguments: tuple[str, ...], code: int, words: str) -> None:
    found, lines = rami("check", *arguments)
    assert found == code
    assert any(words in line for line in lines)
