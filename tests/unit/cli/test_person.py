"""The command `rami play`, with which a person plays against bots."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.support.terminal import Run, Terminal, Window

from rami import Match, load_variant, variants
from rami._cli import arguments, main
from rami._cli.keyboard import CLEAR, Keyboard
from rami._cli.screen import Screen
from rami.bots import GreedyBot
from rami.notation import records

GIN = ("play", "gin", "--seed", "209")
UP = "\x1b[A"


def test_where_nobody_can_type_bots_play_on(rami: Run) -> None:
    code, lines = rami(*GIN, "--rounds", "1", typed="")
    assert code == 0
    assert any(line.startswith("This is not a terminal") for line in lines)
    assert "Stopped after 1 round, before the end of the match." in lines


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("language,prompt", [("fr", "Votre coup"), ("ar", "حركتك")])
def test_a_terminal_of_ascii_takes_every_language(language: str, prompt: str) -> None:
    window = Window("play", "classic-51", "--players", "3", "--seed", "5", "--lang", language, locale="C")
    try:
        assert "Traceback" not in window.until(prompt)
    finally:
        window.close()


def test_a_person_sees_the_table_and_leaves(rami: Run) -> None:
    code, lines = rami(*GIN, typed="quit\n")
    assert code == 0
    assert lines[:2] == ["Gin: 2 players, seed 209", "You play against Bruno."]
    greeting = " ".join(lines[2:6])
    assert greeting.count("groups and runs") == 1
    assert "A group is 3 or 4 cards of the same rank. A run is 3 or more" in greeting
    assert "Type help to see what you can do, rules for the rules, hint for advice." in lines
    assert lines[-1] == "Stopped after 0 rounds, before the end of the match."
    assert "Stock: 31 cards. Discard: 7♣" in lines
    assert "Your hand: A♣ 5♣   9♦ J♦ Q♦   4♥ 10♥   6♠ 10♠ J♠   (deadwood 75)" in lines
    assert rami(*GIN)[0] == 0


def test_no_hidden_card_is_printed(rami: Run) -> None:
    match = Match.start(variants.GIN, players=2, seed=209)
    text = "\n".join(rami(*GIN, typed="moves\nhint\n2\ntable\nquit\n")[1])
    seen = {*match.round.hands[0], *match.round.discards}
    assert not [card for card in match.round.hands[1] if str(card) in text and card not in seen]


def test_a_pass_shows_no_card_that_another_player_draws(rami: Run) -> None:
    """LIV-BUY-07: the pass of the last buyer lets the player in turn draw, as part of the same move."""
    typed = "pass\ndraw\ndiscard 3h\npass\nquit\n"
    lines = rami("play", "liverpool", "--players", "3", "--seed", "3", typed=typed)[1]
    assert [line for line in lines if line.startswith("  You: pass")] == ["  You: pass"] * 2
    hands = [line for line in lines if line.startswith("Your hand: ")]
    # The draw of the person waits in the same way, until the others have passed the discard.
    assert [("(" in hand) for hand in hands] == [False, False, True, False, False]
    assert "(5♦)" in hands[2]


@pytest.mark.parametrize(
    ("language", "typed", "drawn", "offered"),
    [
        ("en", "pass\ndraw\ndiscard 3h\n", "You draw 5♦.", "You may take the discard out of turn."),
        ("fr", "passe\npioche\ndéfausse 3h\n", "Vous piochez 5♦.", "la défausse hors de votre tour."),
    ],
)
def test_offers_to_the_person_say_you(rami: Run, language: str, typed: str, drawn: str, offered: str) -> None:
    lines = rami(*("play", "liverpool", "--players", "3", "--seed", "3", "--lang", language), typed=typed)[1]
    assert [line for line in lines if line.startswith("Bruno") and line.endswith(f" {drawn}")]
    assert any(line.endswith(offered) for line in lines)


def test_moves_are_listed_and_played_by_number(rami: Run) -> None:
    lines = rami(*GIN, typed=f"moves\n7\n{'1' * 5000}\n1\n")[1]
    assert "   1  take the discard" in lines
    assert "   2  pass" in lines
    assert "There is no move 7 in the list." in lines
    assert any(line.startswith("“111") for line in lines)
    assert "  You: take the discard (7♣)" in lines
    assert "Stock: 31 cards. Discard: none" in lines


def test_a_number_plays_from_the_printed_list(rami: Run) -> None:
    lines = rami(*GIN, typed="1\n2\n1\nsave\nquit\n")[1]
    assert "Choose a number from this list." in lines
    assert lines.index("   1  take the discard") < lines.index("  You: pass")
    assert not any("You: take" in line for line in lines)
    assert "Say which file, as in: save match.txt" in lines


def test_moves_are_typed(rami: Run) -> None:
    lines = rami(*GIN, typed="take; discard 9d\nquit\n")[1]
    assert "  You: take the discard (7♣)" in lines
    assert "  You: discard 9♦" in lines
    assert any(line.startswith("Bruno ") for line in lines)


def test_the_beginning_of_a_verb_will_do(rami: Run) -> None:
    """The letter d draws before the draw and discards after it; a verb that may not be played now is read as well."""
    lines = rami(*GIN, typed="pa\nk kh\nd\nd 9d\nquit\n")[1]
    assert next(line for line in lines if line.startswith("  You: ")) == "  You: pass"
    assert "draw from the stock first" in lines
    assert any(line.startswith("  You: draw from the stock (") for line in lines)
    assert "  You: discard 9♦" in lines
    assert "  Vous\u00a0: passer" in rami(*GIN, "--lang", "fr", typed="pas\n")[1]


@pytest.mark.parametrize(
    ("language", "card"),
    [("en", "nine of diamonds"), ("en", "9 of Diamonds"), ("fr", "neuf de carreau"), ("ar", "تسعة الديناري")],
)
def test_cards_may_be_named_in_words(rami: Run, language: str, card: str) -> None:
    lines = rami(*GIN, "--lang", language, typed=f"pass\nd\nd {card}\n")[1]
    assert any("9♦" in line and ":" in line for line in lines if line.startswith("  "))


def test_the_rules_are_there_while_one_plays(rami: Run) -> None:
    lines = rami(*GIN, typed="rules\nquit\n")[1]
    assert "The rules of Gin" in lines
    assert not any("GIN-" in line for line in lines)


def test_a_draw_is_not_taken_back(rami: Run) -> None:
    lines = rami(*GIN, typed="pass\ndraw; discard A♠\nundo\nquit\n")[1]
    assert any(line.startswith("  You: draw from the stock (") for line in lines)
    assert any("is not in your hand" in line for line in lines)
    assert any("cannot be taken back" in line for line in lines)


def test_hints_and_reasons(rami: Run) -> None:
    lines = rami(*GIN, typed="hint\nwhy discard K♥\nwhy take\nwhy\nwhy fly\nquit\n")[1]
    assert "Pass. 7♣ does not improve your melds." in lines
    assert "- take the card that is offered, or pass [GIN-TURN-02]" in lines
    assert "take the discard: this is legal." in lines
    assert "Say which move, as in: why discard K♥" in lines
    assert "“fly” is not a move. Type help to see what you can do." in lines


def test_undo(rami: Run) -> None:
    lines = rami(*GIN, typed="undo\ntake\nundo\ntake; discard 9d\nundo\nundo force\nquit\n")[1]
    assert "There is nothing to take back in this round." in lines
    assert "Others have moved since; undo force goes back to your last move anyway." in lines
    assert lines.count("Stock: 31 cards. Discard: 7♣") == 2
    assert [line for line in lines if line.startswith("Stock:")][-1] == "Stock: 31 cards. Discard: none"


def test_refusals_in_french_have_french_words(rami: Run) -> None:
    typed = "prends\npioche\nannuler\ndéfausse\nquitter\n"
    lines = rami(*GIN, "--lang", "fr", typed=f"passe\n{typed}")[1]
    assert "Ajoutez une carte, par exemple\u00a0: défausse R♥" in lines
    undo = [line for line in lines if "ne peut pas être annulé" in line]
    assert len(undo) == 1
    assert undo[0].startswith("«\u00a0pioche") or undo[0].startswith("« pioche")


def test_a_match_is_saved(rami: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    lines = rami(*GIN, typed=f"take\nsave {path}\nsave {tmp_path}/no/file\nquit\n")[1]
    assert f"Written to {path}." in lines
    assert len(records.load(path).log[0]) == 1
    assert any("No such file" in line for line in lines)


def test_help_in_french(rami: Run) -> None:
    lines = rami(*GIN, "--lang", "fr", typed="aide\ncoups\npourquoi défausse RC\nquitter\n")[1]
    assert "Votre main\u00a0: A♣ 5♣   9♦ V♦ D♦   4♥ 10♥   6♠ 10♠ V♠   (bois mort 75)" in lines
    assert any("numérotés" in line for line in lines)
    assert any("[GIN-TURN-02]" in line for line in lines)


def test_a_round_is_played_to_its_end(rami: Run) -> None:
    """By the moves that a bot would play."""
    match = Match.start(variants.CLASSIC_51.with_(match={"turn_cap": 1000}), players=2, seed=4)
    typed: list[str] = []
    while not match.round.over:
        player = match.round.player
        move = GreedyBot().choose(match.view(player))
        if player == 1:
            typed.append(str(move))
        match = match.play(move)
    arguments = ("play", "--players", "2", "--seat", "1", "--seed", "4")
    code, lines = rami(*arguments, typed="\n".join([*typed, "quit", ""]))
    assert code == 0
    outcome = match.round.outcome
    assert outcome is not None
    said = "You win the round." if outcome.winner == 1 else "Bruno goes out"
    assert any(line.startswith(said) for line in lines)
    assert any(line.startswith("Your contract") for line in lines) is False
    assert "player  points  total  reasons" in lines
    winner = ("Bruno", "You")[outcome.winner or 0]
    assert lines[-4:-2] == ["place  player  total", f"    1  {winner:>6}      0"]


def test_a_person_may_buy_back_in(rami: Run, tmp_path: Path) -> None:
    """The moves are those that a bot would play; the record of the match has the answer."""
    house = tmp_path / "pool.toml"
    rules = "elimination_limit = 5\nbuy_ins = 1\nbuy_in_players = 2"
    house.write_text(
        f'parent = "kalooki-40"\nslug = "pool"\nname = "Pool"\n[match]\n{rules}', encoding="utf-8"
    )
    match = Match.start(load_variant(house), players=2, seed=2)
    typed: list[list[str]] = [[], []]
    while not match.round.over:
        move = GreedyBot().choose(match.view(match.player))
        typed[match.player].append(str(move))
        match = match.play(move)
    (loser,) = match.deciding
    path = str(tmp_path / "match.txt")
    seat = ("--players", "2", "--seat", str(loser), "--seed", "2", "--save", path)
    code, lines = rami("play", str(house), *seat, typed="\n".join([*typed[loser], "y", "quit", ""]))
    assert code == 0
    assert "You have reached the limit: buy back in? (y/n) y" in lines
    assert f"Player {loser + 1} buys back in." in rami("replay", path)[1]


def test_a_seat_that_is_not_there(rami: Run) -> None:
    assert rami("play", "gin", "--seat", "2") == (2, ["rami: error: --seat: seats are 0 to 1"])


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    found = Window(*GIN, *getattr(request, "param", ()))
    yield found
    found.close()


@pytest.mark.slow(every=2)
def test_the_table_stays_in_its_place(window: Window) -> None:
    pytest.importorskip("readline")
    assert CLEAR not in window.until("Your move: ")
    window.type(UP)
    window.until("take")
    window.type(f"{UP}\r")
    after = window.until("Your move: ").rpartition(CLEAR)[2]
    assert after.startswith("Round 1, dealt by Bruno")
    assert "  You: pass" in after
    assert "\x1b[31m4♥\x1b[0m" in after
    assert len(after.splitlines()) <= 20
    window.type("\x04")
    window.until("Stopped after 0 rounds")
    assert window.command.wait(60) == 0


@pytest.mark.parametrize("readline", [True, False])
def test_help_mentions_arrow_keys_if_they_work(readline: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no readline, and `input` goes through no list of moves there."""
    typed = iter(["help", "quit"])
    monkeypatch.setenv("TERM", "xterm")
    silent = SimpleNamespace(clear_history=lambda: None, add_history=lambda line: None)
    monkeypatch.setitem(sys.modules, "readline", silent if readline else None)
    monkeypatch.setattr("builtins.input", lambda question: next(typed))
    monkeypatch.setattr(sys, "stdin", Terminal())
    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    assert main(GIN) == 0
    assert ("arrow keys" in shown.getvalue()) is readline


def test_a_program_without_output_has_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows may start a program without streams, even when one of them is there."""
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", None)
    assert not Keyboard(Screen()).terminal
    monkeypatch.setattr(sys, "stdin", None)
    assert not Keyboard(Screen()).terminal
    assert arguments.text_or_input("-") == ""


@pytest.mark.slow
@pytest.mark.parametrize("window", [("--plain",)], indirect=True)
def test_plain_lines_follow_one_another(window: Window) -> None:
    window.until("Your move: ")
    window.type("pass\r")
    assert CLEAR not in window.until("Your move: ")
