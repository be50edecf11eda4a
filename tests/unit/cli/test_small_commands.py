"""The smaller commands: moves, rules, simulations, records and shell completion."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.terminal import POSITION, Run

from rami import Round, simulate, variants
from rami._cli.simulate import interval
from rami.bots import GreedyBot, RandomBot
from rami.locales import worded
from rami.notation import parse_position, position_text, records
from rami.sessions import records as session_records
from rami.sessions.session import Session


def test_moves_of_a_position(rami: Run) -> None:
    code, lines = rami("moves", POSITION)
    moves = [str(move) for move in Round.from_setup(parse_position(POSITION)).legal_moves]
    assert (code, lines) == (0, ["Player 0, play:", *moves])
    assert rami("moves", POSITION, "--quiet", "--limit", "2")[1] == moves[:2]
    french = rami("moves", "-", "--lang", "fr", typed=f"{POSITION}\n")[1][1:]
    assert french == [worded(move, "fr") for move in moves]
    assert rami("moves", POSITION, "--seed", "1")[0] == 2


def test_moves_of_a_deal(rami: Run) -> None:
    start = Round.deal(variants.CLASSIC_51, players=3, seed=2)
    lines = rami("moves", "classic-51", "--players", "3", "--seed", "2", "--turns", "--limit", "3")[1]
    turns = [worded(turn, "en") for turn in start.turns(3)]
    assert lines == [position_text(start.setup), f"Player {start.player}, {start.phase}:", *turns]


def test_alone_it_prints_its_help(rami: Run) -> None:
    code, lines = rami()
    assert code == 0
    assert any(line.startswith("usage: rami") for line in lines)
    assert any("play a match against bots" in line for line in lines)


@pytest.mark.parametrize(("lang", "word"), [("en", "rules of"), ("fr", "règles du")])
def test_rules(rami: Run, lang: str, word: str) -> None:
    code, lines = rami("rules", "gin", "--lang", lang)
    assert code == 0
    assert word in lines[0].lower()
    assert not any("GIN-" in line for line in lines)
    code, lines = rami("rules", "gin", "--lang", lang, "--ids")
    assert code == 0
    assert any("GIN-KNOCK-01" in line for line in lines)


def test_simulations(rami: Run) -> None:
    code, lines = rami("simulate", "gin", "--rounds", "8", "--seed", "3")
    played = simulate(variants.GIN, 8, seed=3, bots=GreedyBot())
    assert code == 0
    assert lines[0] == "Gin: 2 players, 8 rounds, seed 3"
    for number, wins in enumerate(played.wins, 1):
        assert lines[1 + number].split()[:2] == [str(number), str(wins)]
    assert lines[4].startswith(f"Rounds without a winner: {8 - sum(played.wins)}.")
    assert sum(played.wins) > 4


def test_simulations_at_random_are_played_by_the_kernel(rami: Run) -> None:
    lines = rami("simulate", "gin", "--rounds", "40", "--seed", "3", "--bots", "random")[1]
    assert [int(line.split()[1]) for line in lines[2:4]] == list(simulate(variants.GIN, 40, seed=3).wins)


def test_simulations_for_programs(rami: Run) -> None:
    bots = ("--bots", "greedy", "random")
    code, lines = rami("simulate", "gin", "--rounds", "2", "--seed", "3", "--json", *bots)
    played = simulate(variants.GIN, 2, seed=3, bots=(GreedyBot(), RandomBot(3)))
    result = json.loads(lines[0])
    assert (code, len(lines)) == (0, 1)
    assert [seat["wins"] for seat in result["seats"]] == list(played.wins)
    assert [seat["points"] for seat in result["seats"]] == list(played.points)
    assert [seat["bot"] for seat in result["seats"]] == ["greedy", "random"]
    assert (result["variant"], result["rounds"], result["turns"]) == ("gin", 2, played.turns)


def test_simulations_by_several_processes(rami: Run) -> None:
    alone = rami("simulate", "gin", "--rounds", "4", "--json")
    assert alone == rami("simulate", "gin", "--rounds", "4", "--json", "--processes", "2")


def test_as_many_bots_as_seats(rami: Run) -> None:
    assert rami("simulate", "gin", "--bots", "greedy", "random", "greedy")[0] == 2
    assert rami("play", "gin", "--bots", "greedy", "random", "greedy")[0] == 2


def test_intervals() -> None:
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 100
    assert interval(5, 10)[0] < 50 < interval(5, 10)[1]


def test_a_record_is_replayed(rami: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "record.txt")
    code, played = rami("play", "gin", "--watch", "--seed", "5", "--rounds", "2", "--save", path)
    assert code == 0
    # A record has seats and no names: there the players are numbered, from 1 as people count.
    code, again = rami("replay", path)
    numbered = "\n".join(played).replace("Bruno", "Player 1").replace("Chloé", "Player 2")
    assert (code, " ".join(again).split()) == (0, numbered.split())
    second = rami("replay", path, "--round", "2")[1]
    assert second[0] == played[0]
    assert "Round 2, dealt by Player 1" in second or "Round 2, dealt by Player 2" in second
    assert all(line in again for line in second)
    assert not [line for line in rami("replay", path, "--quiet")[1] if "discard" in line]


def test_a_record_of_a_session_is_replayed_without_its_takebacks(rami: Run, tmp_path: Path) -> None:
    path, plain = str(tmp_path / "session.txt"), str(tmp_path / "match.txt")
    session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
    session = session.play("take", by=0).undo(by=0).comment("are you sure?").play("pass", by=0)
    session_records.dump(session, path)
    records.dump(session.match, plain)
    lines = rami("replay", path)[1]
    assert any(line.endswith("  Ana passes.") for line in lines)
    assert lines[-1] == "Stopped after 0 rounds, before the end of the match."
    assert len(lines) == len(rami("replay", plain)[1])


def test_a_round_that_a_record_does_not_hold(rami: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "record.txt")
    rami("play", "gin", "--watch", "--seed", "5", "--rounds", "1", "--save", path)
    error = "rami: error: --round 7: the record has only 1 round"
    assert rami("replay", path, "--round", "7") == (2, [error])


def test_a_record_is_replayed_step_by_step(rami: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "record.txt")
    rami("play", "gin", "--watch", "--seed", "5", "--rounds", "1", "--save", path)
    lines = rami("replay", path, "--step", typed="\n\nq\n")[1]
    assert lines.count("Press Enter to continue, or type q to leave: ") == 2
    assert lines[-1] == "" or lines[-1] == "Press Enter to continue, or type q to leave: q"
    assert rami("replay", path, "--step")[0] == 0


def test_a_false_record_is_refused(rami: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    rami("play", "gin", "--watch", "--seed", "5", "--rounds", "1", "--save", str(path))
    match = records.load(path)
    assert len(match.scores) == 1
    path.write_text(path.read_text("utf-8").replace("players 2", "players 3"), encoding="utf-8")
    code, lines = rami("replay", str(path))
    assert code == 2
    assert "line" in lines[0]
    assert rami("replay", str(tmp_path / "nothing"))[0] == 2


def test_completion(rami: Run) -> None:
    for shell in ("bash", "zsh", "fish"):
        code, lines = rami("completion", shell)
        assert code == 0
        for word in ("simulate", "classic-51", "seat", "json"):
            assert any(word in line for line in lines)
    assert rami("completion", "cmd")[0] == 2


@pytest.mark.skipif(shutil.which("bash") is None, reason="asks bash itself")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("rami si", ["simulate"]),
        ("rami rules cl", ["classic-51"]),
        ("rami play --se", ["--seat", "--seed"]),
        ("rami completion z", ["zsh"]),
        ("rami play --lang f", ["fr"]),
        ("rami play --bots g", ["greedy"]),
        ("rami play --color n", ["never"]),
    ],
)
def test_bash_completes(rami: Run, words: str, found: list[str]) -> None:
    script = "\n".join(rami("completion", "bash")[1])
    asked = f'{script}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _rami; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == found


def test_words_that_french_and_english_share(rami: Run) -> None:
    """A position is written with letters that every language reads; names and numbers are those of the language."""
    position = rami("moves", "classic-51", "--seed", "7", "--lang", "fr", "--limit", "1")[1][0]
    assert position == rami("moves", "classic-51", "--seed", "7", "--limit", "1")[1][0]
    assert position_text(parse_position(position)) == position
    lines = rami("simulate", "classic-51", "--rounds", "1", "--lang", "fr")[1]
    assert lines[0] == "Rami 51\u00a0: 4 joueurs, 1 manche, graine 7"
    assert lines[2].endswith("greedy")
    assert not any("." in line for line in lines[1:-2])
    shown = rami("play", "gin", "--watch", "--rounds", "1", "--turn-cap", "2", "--lang", "fr")[1]
    assert shown[0] == "Gin rami\u00a0: 2 joueurs, graine 7"
    assert sum(line.startswith(("Bruno ", "Chloé ")) for line in shown) >= 2
    assert "tour  main  coups" in shown
    assert any(" Rami 51 " in f" {line}" for line in rami("variants", "--lang", "fr")[1])


def test_a_file_that_is_not_there_in_french(rami: Run) -> None:
    error = "rami: error: nofile.toml : fichier ou dossier introuvable"
    assert rami("rules", "nofile.toml", "--lang", "fr") == (2, [error])


def test_a_game_with_tiles_is_printed_in_tiles(rami: Run) -> None:
    code, lines = rami("play", "okey", "--watch", "--players", "2", "--seed", "3", "--rounds", "1")
    assert code == 0
    assert not any(suit in "\n".join(lines) for suit in "♣♦♥♠")
    code, lines = rami("moves", "okey", "--seed", "3", "--lang", "fr", "--quiet")
    assert all(line.split()[-1][-1] in "bjrn*" for line in lines if line.startswith("défausse"))
    code, lines = rami("check", "okey", "7r 7y 7y")
    assert any("the tiles of a group must be of different colours: 7r 7y 7y" in line for line in lines)
