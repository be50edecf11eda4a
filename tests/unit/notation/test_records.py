"""Records: a match is read back unchanged, and an invalid record is refused with the number of the line."""

from __future__ import annotations

import io
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from tests.support.custom import ThreeMelds
from tests.support.depth import numbers
from tests.support.record_edits import dealt_in_order, signed
from tests.support.refusals import codes_of, refusal
from tests.support.strategies import whole_match

from rami import Card, Match, Variant, __version__, variants
from rami.errors import InvalidText, Reason
from rami.notation import records
from rami.notation.records import LARGEST_RECORD, LONGEST_LINE, dumps, loads
from rami.policies.results.outcomes import RoundFacts
from rami.policies.results.scores import RoundScore, ScoreLine

GIN = variants.GIN


@cache
def record(variant: Variant = GIN, seed: int = 3, moves: int = 10_000) -> str:
    return dumps(whole_match(variant, seed, moves)[-1])


def refused(text: str, **options: Any) -> str:
    error = refusal(InvalidText, loads, text, **options)
    assert len(str(error)) < 3_000
    return str(error)


def test_a_record_is_plain_to_read() -> None:
    lines = record(moves=3).splitlines()
    head = ["rami record 1", f"rami {__version__}", "variant gin 1", "players 2", "shuffle 1", "seed 3"]
    assert lines[:8] == [*head, f"commitment {lines[6].split()[1]}", ""]
    assert lines[8].startswith("round 1 dealer ")
    assert lines[-3:-1] == ["", "unfinished"]
    assert lines[-1].startswith("digest ")


@attrs.frozen
class Halves:
    """Scores of one and a half points."""

    def score(self, facts: RoundFacts) -> RoundScore:
        return RoundScore(False, None, tuple(ScoreLine(seat, Fraction(3, 2)) for seat in facts.playing))

    def hand_value(self, card: Card) -> int:
        del card
        return 1


def test_fractions_are_kept() -> None:
    house = variants.CLASSIC_51.with_(slug="halves", scoring=Halves(), match={"turn_cap": 4})
    match = whole_match(house, 1, moves=30)[-1]
    assert "\nscores 3/2 3/2 3/2\ntotals 3/2 3/2 3/2\n" in dumps(match)
    assert loads(dumps(match), variant=house) == match


def test_seats_that_have_left_are_marked() -> None:
    house = variants.GAMEVELVET.with_(
        opening={"minimum": 0, "clean": None},
        equipment={"jokers": 12, "players": (3, 3)},
        drawing={"first_round_discard": True},
        match={"elimination_limit": 30},
    )
    text = next(text for seed in range(9) if "\nout " in (text := record(house, seed, 2_000)))
    after = text[text.index("\nout ") :]
    assert any(line.startswith("scores") and "-" in line for line in after.splitlines()) or "won " in after
    assert loads(text).departures


def test_decks_are_kept() -> None:
    match = dealt_in_order()
    text = dumps(match)
    assert text.splitlines()[9].startswith("deck K♣ A♣ 2♣")
    assert loads(text) == match
    line = text.splitlines()[9]
    wrong = {
        line[:-3]: "missing from",
        line.replace("K♣", "Kc"): "the record says",
        "deck x": "'x' is not a card",
    }
    for new, reason in wrong.items():
        assert refused(signed(text.replace(line, new))).startswith(f"line 10: {reason}")
    without = signed(text.replace(f"{line}\n", ""))
    assert refused(without).startswith("line 10, character 10: 2♣ is not in your hand")


NO_DECK = "a round was dealt from a pack in a given order, which shows every hidden card, so the seed cannot be hidden"


def test_a_match_with_a_deck_cannot_be_hidden(tmp_path: Path) -> None:
    assert str(refusal(InvalidText, dumps, dealt_in_order(), reveal=False)) == NO_DECK
    with pytest.raises(InvalidText):
        records.dump(dealt_in_order(), tmp_path / "hidden.txt", reveal=False)
    assert not list(tmp_path.iterdir())
    # a record that hides the seed and has a deck is never written
    text, seed = dumps(dealt_in_order()), dealt_in_order().seed
    hidden = signed(text.replace(f"seed {seed}\n", ""))
    assert refused(hidden, seed=seed) == (
        "line 9: the order of the pack is listed although the seed is not revealed"
    )


def one_round() -> Match:
    """Return a match whose first round is over."""
    match = Match.start(GIN.with_(match={"turn_cap": 1}), players=2, seed=5)
    while not match.round.over:
        match = match.play(next(iter(match.round.legal_moves)))
    return match


def test_no_deck_of_a_later_round_can_be_hidden() -> None:
    deck, match = [str(card) for card in dealt_in_order().deck], one_round()
    assert loads(dumps(match, reveal=False), seed=5) == match
    after = match.next_round(deck=deck)
    assert str(refusal(InvalidText, dumps, after, reveal=False)) == NO_DECK
    assert loads(dumps(match.next_round(), reveal=False), seed=5) == match.next_round()
    hidden = signed(dumps(after).replace("seed 5\n", ""))
    number = 1 + hidden.splitlines().index(f"deck {' '.join(deck)}")
    assert refused(hidden, seed=5).startswith(f"line {number}: the order of the pack is listed")


def test_decks_of_later_rounds_are_kept() -> None:
    deck, match = [str(card) for card in dealt_in_order().deck], one_round()
    text = dumps(match.next_round(deck=deck))
    assert loads(text) == match.next_round(deck=deck)
    number = 1 + text.splitlines().index(f"deck {' '.join(deck)}")
    wrong = signed(text.replace("deck K♣", "deck A♣"))
    assert refused(wrong).startswith(f"line {number}: missing from the pack: K♣")


def test_a_round_that_is_over_at_the_deal() -> None:
    house = variants.CLASSIC_51.with_(
        equipment={"packs": 1, "jokers": 0, "players": (2, 2)},
        dealing={"hand_size": 26, "min_stock": 0, "starter_extra": 0},
        drawing={"starter_turn": "normal"},
    )
    match = Match.start(house, players=2, seed=3).next_round()
    assert [score.void for score in match.scores] == [True, True]
    assert (match.number, match.deck) == (2, ())
    text = dumps(match)
    assert text.count("scores void") == 2
    assert loads(text) == match
    assert match.undo(force=True) == Match.start(house, players=2, seed=3)


def test_the_lines_of_a_header_are_read_in_any_order() -> None:
    house = variants.CLASSIC_51.with_(opening={"minimum": 40}, melding={"max_wild": 2}, match={"target": 300})
    match = Match.start(house, players=3, seed=7)
    head, _, body = dumps(match).partition("\n\n")
    first, second, *lines = head.splitlines()
    for seed in range(10):
        Random(seed).shuffle(lines)
        assert loads(signed("\n".join([first, second, *lines]) + "\n\n" + body)) == match
    place = lines.index("option opening.minimum = 40")
    lines[place] = "option opening.minimun = 40"
    reason = refused(signed("\n".join([first, second, *lines]) + "\n\n" + body))
    assert reason.startswith(f"line {place + 3}: there is no option 'opening.minimun'")


@pytest.mark.parametrize("lines", range(7))
def test_a_record_that_ends_early_is_refused_at_the_next_line(lines: int) -> None:
    text = "\n".join(record(moves=3).splitlines()[:lines])
    assert refused(text).startswith(f"line {lines + 1}: ")


def test_a_seed_that_is_not_revealed() -> None:
    match = whole_match(GIN, 3, moves=40)[-1]
    match = loads(dumps(match))
    text = dumps(match, reveal=False)
    assert "seed" not in text
    assert loads(text, seed=3) == match
    assert refused(text) == "line 6: the seed has not been revealed, and without it nothing can be replayed"
    assert refused(text, seed=4) == "line 6: the commitment does not match this seed"
    assert refused(text, seed=-1) == "line 6: a seed is an integer from 0 to 2**256 - 1"
    assert loads(dumps(match), seed=3) == match
    assert refused(dumps(match), seed=4) == "line 6: the record has seed 3, not 4"


def test_a_policy_of_ones_own_is_given_to_the_reader() -> None:
    house = variants.CLASSIC_51.with_(slug="own", opening=ThreeMelds(), match={"turn_cap": 20})
    match = whole_match(house, 1, moves=30)[-1]
    text = dumps(match)
    assert "\npolicy opening\n" in text
    assert loads(text, variant=house) == match
    assert "the slot opening has a custom policy, which cannot be written as text" in refused(text)
    assert refused(text).startswith("line 6: ")
    assert "written for a variant other than the one given" in refused(text, variant=variants.CLASSIC_51)


def test_the_variant_may_be_demanded() -> None:
    text = record(GIN, moves=9)
    assert loads(text, variant=GIN).variant is GIN
    found = refused(text, variant=variants.CLASSIC_51)
    assert found.startswith("line 3: the text was written for a variant other than the one given")
    assert refused(text, variant=GIN.with_(match={"target": 5})).endswith("they differ in match.target")


LIES: list[tuple[str, str, str]] = [
    ("rami record 1", "rami record 2", "line 1: 'rami record 1' was expected, not 'rami record 2'"),
    ("rami record 1\n", "", "line 1: 'rami record 1' was expected"),
    (f"rami {__version__}", "rami", "line 2: the version of rami"),
    ("variant gin 1", "variant gin 2", "line 3: this text was written for version 2 of gin"),
    ("variant gin 1", "variant gim 1", "line 3: there is no variant 'gim'"),
    ("variant gin 1", "variant classic-51 1", "line 10, character 4"),
    ("variant gin 1", "variant", "line 3: 'variant' with a slug and a version"),
    ("players 2", "players 3", "line 4: 3 players: this game is for 2"),
    ("players 2", "option scoring.gin_bonus = 25\nplayers 2", "line 4: the end of the options was expected"),
    ("players 2", "option scoring.gin_bonus = 20.5\nplayers 2", "line 4, character 28: a value such as"),
    ("players 2", "option match.teams = true\nplayers 2", "line 4: match.teams = True is not supported"),
    ("players 2", "option a.b = 1\noption a.b = 1\nplayers 2", "line 5: the key 'a.b' occurs twice"),
    ("players 2", "policy opening\npolicy opening\nplayers 2", "line 5: the key 'opening' occurs twice"),
    ("players 2", 'option slug = "a\\u0007"\nplayers 2', "line 4, character 15: a value such as"),
    ("players 2", "policy Opening\nplayers 2", "line 4: 'policy' and a slot"),
    ("seed 3", "seed 4", "line 7: the commitment does not match this seed"),
    ("seed 3", "seed three", "line 6: 'seed' and a number"),
    ("seed 3", f"seed {2**256}", "line 7: a seed is an integer"),
    ("commitment ", "commitment 0", "line 7: 'commitment' and 64"),
    ("shuffle 1", "shuffle 2", "line 5: 'shuffle 1', the only shuffle of this version of rami was expected"),
    ("round 1 dealer ", "round 1 dealer 9", "line 9: the record says 'round 1 dealer 9"),
    ("round 1", "round 2", "line 9: the record says 'round 2"),
]


@pytest.mark.parametrize(("old", "new", "reason"), LIES)
def test_a_false_header_is_refused(old: str, new: str, reason: str) -> None:
    assert old in record()
    assert refused(signed(record().replace(old, new, 1))).startswith(reason)


def test_a_record_without_the_shuffle_is_of_the_first() -> None:
    true = record()
    assert loads(signed(true.replace("shuffle 1\n", ""))) == loads(true)


def edited(number: int, line: str) -> str:
    """Return the record of gin with another line, in place of the one of that number; "" takes the line away."""
    lines = record().splitlines()
    lines[number - 1 : number] = [line] if line else []
    return signed("\n".join(lines) + "\n")


def first(start: str) -> int:
    """Return the number of the first line that starts so."""
    return 1 + next(number for number, line in enumerate(record().splitlines()) if line.startswith(start))


def test_false_turns_are_refused() -> None:
    line = record().splitlines()[9]
    seat, _, moves = line.partition(": ")
    spelled = line.translate(str.maketrans("♠♥♣♦", "shcd"))
    for wrong, reason in (
        (
            f"{1 - int(seat)}: {moves}",
            f", character 4: it is player {seat}'s turn, not player {1 - int(seat)}'s",
        ),
        (f"7: {moves}", ", character 4: player 7 is not in this round"),
        ("", ""),
        (f"{line}; draw", f", character {len(line) + 3}: the end of the turn"),
        (f" {line}", ": "),
        (f"{line} ", ": "),
        (f"{spelled} ", ""),
        (f"{seat}: fly", ", character 4: 'draw', 'take'"),
        (moves, ", character 1: a seat"),
    ):
        assert refused(edited(10, wrong)).startswith(f"line 10{reason}")
    assert refused(edited(10, f"{line}\n{line}")).startswith("line 11")


def test_a_turn_is_one_line() -> None:
    lines = record().splitlines()
    number = 1 + next(at for at, line in enumerate(lines) if at > 7 and "; " in line)
    seat, _, moves = lines[number - 1].partition(": ")
    one, _, rest = moves.partition("; ")
    text = refused(edited(number, f"{seat}: {one}\n{seat}: {rest}"))
    assert text.startswith(f"line {number + 1}: this line continues the turn of the line before")


def test_false_points_are_refused() -> None:
    for start in ("scores", "totals"):
        number = first(start)
        line = record().splitlines()[number - 1]
        said = f"line {number}: the record says {line + '0'!r}, and the replay gives {line!r}"
        assert refused(edited(number, f"{line}0")) == said
        assert refused(edited(number, "")).startswith(f"line {number}: the record says")
        assert refused(edited(number, f"{line}\n{line}")).startswith(f"line {number + 1}: the record says")


def test_a_false_end_is_refused() -> None:
    number = first("won")
    winner = int(record().splitlines()[number - 1].split()[1])
    assert refused(edited(number, f"won {1 - winner}")).startswith(f"line {number}: the record says")
    assert refused(edited(number, "unfinished")).startswith(f"line {number}: the record says 'unfinished'")
    assert refused(edited(number, "")).startswith(f"line {number}: the record says")
    assert refused(edited(number - 1, f"\nround 99 dealer 0\n\nwon {winner}")).startswith(f"line {number}: ")
    short = record(moves=5)
    assert refused(signed(short.replace("unfinished", "won 0"))).startswith("line 1")


def test_the_digest_reveals_changes_that_the_replay_does_not() -> None:
    text = record(moves=5)
    line = text.splitlines()[-4]
    shorter = text.replace(f"{line}\n", "")
    assert loads(signed(shorter)).log != loads(text).log
    assert refused(shorter).endswith("the digest does not match the lines above: something has been changed")
    newer = text.replace(f"rami {__version__}", "rami 99.9")
    assert loads(signed(newer)) == loads(text)
    assert "digest" in refused(newer)


def test_every_truncation_is_refused() -> None:
    for text in (record(moves=25), dumps(dealt_in_order())):
        for size in numbers(len(text)):
            assert refused(text[:size])


def test_nothing_may_follow() -> None:
    text = record(moves=5)
    lines = len(text.splitlines())
    assert refused(f"{text}\n").startswith(f"line {lines + 1}: the end was expected")
    assert refused(text + text).startswith(f"line {lines + 1}: the end was expected")
    assert refused(text[:-1]) == f"line {lines}: the end of the line was expected, not the end"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\n" * LARGEST_RECORD,
        "x" * LARGEST_RECORD,
        "rami record 1\n" * 50_000,
        "\u2028" * 1000,
        "\ud800",
        "rami record 1\r\nrami 1\r\n",
        f"rami record 1\nrami 1\nvariant gin 1\n{'option a = 1' * 900}",
        f"rami record 1\nrami 1\nvariant gin 1\noption a = {'[' * 9_000}\nplayers 2",
        f"rami record 1\nrami 1\nvariant gin 1\nplayers 2\nseed {'9' * 5_000}",
        f"rami record 1\nrami 1\nvariant gin 1\nplayers {'9' * 5_000}",
        "rami record 1\nrami 1\nvariant gin 1\n"
        + "".join(f"option a{number} = 1\n" for number in range(40_000)),
        "rami record 1\nrami 1\nvariant gin 1\n" + "policy opening\n" * 40_000,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_hostile_texts_are_refused_at_once(text: str) -> None:
    assert refused(text).startswith(("line ", "character"))


def test_sizes_are_limited() -> None:
    assert refused("x" * (LARGEST_RECORD + 1)).startswith(
        f"a record of {LARGEST_RECORD + 1} characters is too long"
    )
    line = "9" * (LONGEST_LINE + 1)
    assert refused(record(moves=5) + line).startswith("line 17: a line of 10001 characters is too long")
    text = record()
    assert refused(text, limit=len(text) - 1).startswith("a record of")
    assert loads(text, limit=len(text)) == loads(text)


def test_only_matches_are_written_and_only_texts_read() -> None:
    for value in (None, 7, GIN, b"rami record 1"):
        with pytest.raises(InvalidText):
            dumps(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # wrong on purpose
        with pytest.raises(InvalidText):
            loads(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # wrong on purpose


def test_a_match_that_its_log_does_not_give_is_not_written() -> None:
    match = attrs.evolve(whole_match(GIN, 3, moves=20)[-1], totals=(7, 7))
    assert codes_of(InvalidText, dumps, match) == [Reason.LOG_DIFFERS]


def test_files(tmp_path: Path) -> None:
    match = whole_match(GIN, 3, moves=30)[-1]
    path = tmp_path / "match.rami"
    records.dump(match, path)
    assert records.load(path) == records.load(str(path)) == match
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        assert records.load(binary) == records.load(text) == match
    out = io.StringIO()
    records.dump(match, out, reveal=False)
    assert records.load(io.StringIO(out.getvalue()), seed=3) == match
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert records.load(path) == match
    path.write_bytes(path.read_bytes()[:-100] + b"\xff")
    with pytest.raises(InvalidText, match="not UTF-8"):
        records.load(path)
    with pytest.raises(InvalidText, match="too long"):
        records.load(io.BytesIO(b"x" * 100), limit=20)


def test_a_misspelt_word_of_the_header_is_named() -> None:
    # Without its second option, the game would have neither an end nor a target.
    house = GIN.with_(match={"end": "hands", "hands": 2, "target": None})
    text = records.dumps(Match.start(house, players=2, seed=1))
    line = next(each for each in text.splitlines() if each.startswith("option match.hands"))
    number = text.splitlines().index(line) + 1
    for word, found in (("optoin", "'option'"), ("xyz", "'variant', 'option', 'policy',")):
        wrong = text.replace(line, line.replace("option", word))
        found_text = str(refusal(InvalidText, records.loads, wrong))
        assert found_text.startswith(f"line {number}: {found}"), found_text
