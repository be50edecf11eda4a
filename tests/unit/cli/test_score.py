"""The command `rami score`, for people with real cards, counts rounds as the scoring policies do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.playing import round_played
from tests.support.terminal import Run

from rami import Cards, Match, Round, Variant, variants
from rami._cli.score import load, save
from rami.errors import InvalidCards
from rami.matches import ReportedHand, ScoreSheet, SheetEntry
from rami.matches.reports import hand_faults
from rami.matches.sheets import seat_of
from rami.policies import Outcome, RoundFacts, Seat
from rami.policies.results.outcomes import FINISH

pytestmark = pytest.mark.slow(every=2)

SEEN = ("opened", "completed", "charged", "folded")
"""What a table remembers of each player."""


def seats_in_pairs(over: Round) -> tuple[int, ...]:
    """Return the seats that have opened with pairs, and so have no other meld."""
    owners = {item.owner for item in over.table}
    return tuple(sorted(owners - {item.owner for item in over.table if len(item.meld) > 2}))


def entry_of(over: Round) -> SheetEntry:
    """Return the entry that the players of a round would make."""
    outcome, knock = over.outcome, over.knock
    assert outcome is not None
    finish = {name: getattr(outcome, name) for name in FINISH}
    winner = {"winner": outcome.winner} if knock is None else {"deadwood": outcome.deadwood}
    facts = RoundFacts(
        outcome=Outcome(**winner, **finish),
        hands=over.hands if knock is None else outcome.deadwood,
        playing=over.context.playing,
        seats=[Seat(**{name: getattr(seat, name) for name in SEEN}) for seat in over.setup.seats or ()],
        knock=knock,
        turned_shown=over.setup.turned_shown,
        paired=seats_in_pairs(over),
    )
    return SheetEntry(facts=facts, turned=over.setup.turned)


@pytest.mark.search(cases=3)
@pytest.mark.parametrize(
    ("variant", "players", "seed"),
    [
        (variants.CLASSIC_51, 3, 1),
        (variants.RAMI_500, 2, 2),
        (variants.GAMEVELVET, 4, 3),
        (variants.LEBANESE_14, 2, 4),
        (variants.GIN, 2, 5),
        (variants.FRUSTRATION, 2, 6),
        (variants.INDIAN_13.with_(match={"hands": 9}), 3, 7),
        (variants.OKEY, 4, 2),
        (variants.OKEY_101, 4, 3),
        (variants.RUMMIKUB, 3, 5),
    ],
    ids=str,
)
def test_a_sheet_counts_as_a_match_does(variant: Variant, players: int, seed: int, tmp_path: Path) -> None:
    capped = variant.with_(match={"turn_cap": 60})
    match = Match.start(capped, players=players, seed=seed)
    sheet = ScoreSheet(capped, tuple("ABCDEFG"[:players]), match.round.context.dealer)
    for _ in range(2):
        match = round_played(match)
        sheet = sheet.with_entry(entry_of(match.round))
        standing = sheet.count
        assert [[line.points for line in score.lines] for score in standing.scores] == [
            [line.points for line in score.lines] for score in match.scores
        ]
        assert (standing.totals, standing.over) == (match.totals, match.over)
        assert standing.contracts == match.contracts
        assert standing.next_dealer == match.next_dealer
        if match.over:
            break
        match = match.next_round()
    save(sheet, str(tmp_path / "sheet.json"))
    assert load(str(tmp_path / "sheet.json")) == sheet


def totals(lines: list[str]) -> list[list[str]]:
    """Return the rows of totals among the lines."""
    return [line.split()[1:] for line in lines if line.split()[:1] == ["total"]]


Enter = Callable[..., list[str]]


@pytest.fixture
def enter(rami: Run, tmp_path: Path) -> Enter:
    """Type something at a sheet, a new one if there are arguments for that, and return what is printed."""

    def entered(*new: str, typed: str = "") -> list[str]:
        return rami("score", str(tmp_path / "sheet.json"), *new, typed=typed)[1]

    return entered


TYPED = "\nb\nn\nno\nK 3 A *\n\n-\nsheet\nundo\nquit\n"
NEW = ("rami-500", "--names", "Anna", "Ben", "Carl", "--dealer", "ben")


def test_rounds_are_entered(rami: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "evening.json")
    code, lines = rami("score", path, *NEW, typed=TYPED)
    assert code == 0
    assert "Ben deals." in lines
    assert "  Carl      44     44  A 11, 3 3, K 10, * 20" in lines
    assert "  Anna     100    100  not opened 100" in lines
    assert "    2      Carl  void  void  void" in lines
    code, again = rami("score", path, "--show")
    assert code == 0
    assert again == [
        "Rami 500: Anna, Ben, Carl",
        "round  dealt by  Anna  Ben  Carl",
        "    1       Ben   100    0    44",
        "          total   100    0    44",
        "Carl deals.",
    ]


def test_unreadable_answers_are_repeated(enter: Enter) -> None:
    lines = enter(*NEW, typed="what\n\nDora\nb\nperhaps\ny\ny\n\nK X\n9s\n-\nK\nq\n")
    for words in ("There is no such command.", "One of: Anna, Ben, Carl", "y or n", "'X' is not a card"):
        assert words in lines
    assert "Cards, as in: K 3 A *, or their points, as in: 35, or - for none" in lines
    assert "  Anna      18     18  9♠ 9, all at once x2" in lines


def test_the_input_ends_in_the_middle_of_a_round(rami: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    assert rami("score", str(path), *NEW, typed="\nb\nn\n")[0] == 0
    assert json.loads(path.read_text("utf-8"))["value"]["entries"] == []


def test_a_knock_is_entered(enter: Enter) -> None:
    typed = "\na\nknock\n3 2\nK 9\n\nb\ngin\nQ\n\nb\nknock\nK\n4\nq\n"
    lines = enter("gin", "--names", "Anna", "Ben", typed=typed)
    assert totals(lines) == [["14", "0"], ["14", "35"], ["14", "41"]]


def test_a_declaration_at_fixed_prices_is_entered(enter: Enter) -> None:
    typed = "\n-\na\nn\nn\n\nc\na\ny\ny\n\nb\n-\nq\n"
    lines = enter("okey", "--names", "Anna", "Ben", "Carl", typed=typed)
    assert totals(lines) == [["0", "2", "2"], ["1", "11", "10"], ["2", "11", "11"]]


def test_pairs_and_discards_that_cost_points_are_entered(enter: Enter) -> None:
    typed = "\na\nn\nn\n5k 6r\nno 9b\n0\n101\n0\nc\nb\nq\n"
    lines = enter("okey-101", "--names", "Anna", "Ben", "Carl", typed=typed)
    assert "Carl has not opened." in lines
    assert totals(lines) == [["-101", "123", "202"]]


def test_a_declaration_after_players_dropped_out_is_entered(rami: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "indian.json")
    house = str(tmp_path / "house.toml")
    Path(house).write_text('parent = "indian-13"\nslug = "nine"\nmatch.hands = 9\n', "utf-8")
    declared, alone = "\n9h\nb\ny\nb\na\n9s K 3 *\n", "\n*\na b c\na b\ny\nn\n"
    typed = f"{declared}{alone}\n2\n-\n-\nq\n"
    lines = rami("score", path, house, "--names", "Anna", "Ben", "Carl", typed=typed)[1]
    assert "Ben has dropped out." in lines
    assert "One player must stay in the round." in lines
    # Carl holds K 3, nines and jokers cost nothing; then two drop out
    assert totals(lines)[:3] == [["33", "-20", "-13"], ["13", "-60", "47"], ["13", "-60", "47"]]


def test_each_hand_is_entered_by_its_own_rules(enter: Enter) -> None:
    """In the second hand of the match there are four cards each."""
    typed = "\na\nK K 2 2\nK 2\n-\n\nb\nK K 2 2 2\nK K A A\n4\nq\n"
    lines = enter("three-thirteen", "--names", "Anna", "Ben", "Carl", typed=typed)
    assert "a hand in this game holds at most 3 cards" in lines
    assert "a hand in this game holds at most 4 cards" in lines
    assert totals(lines)[:2] == [["0", "12", "0"], ["22", "12", "4"]]


def test_a_player_at_the_limit_answers_at_once(rami: Run, tmp_path: Path) -> None:
    house = tmp_path / "pool.toml"
    rules = "match.elimination_limit = 40\nmatch.buy_ins = 1\n"
    house.write_text(f'parent = "kalooki-40"\nslug = "pool"\nname = "Pool"\n{rules}', encoding="utf-8")
    path = str(tmp_path / "pool.json")
    names = ("--names", "Anna", "Ben", "Carl")
    # both losers are over the limit, the input ends before the second one has answered
    code, lines = rami("score", path, str(house), *names, typed="\na\nK Q J A\nK Q J A 2\ny\n")
    assert code == 0
    assert any("Ben has reached the limit: buy back in? (y/n)" in line for line in lines)
    assert load(path).count.deciding == (2,)
    assert rami("score", path, "--show")[1][-1] == "Carl may buy back in."
    code, lines = rami("score", path, typed="\nperhaps\nn\nq\n")
    standing = load(path).count
    assert (standing.totals, standing.departures, standing.over) == ((0, 0, 43), ((2,),), False)
    assert any("Eliminated: Carl" in line for line in lines)


def test_contracts_are_entered_until_the_last(enter: Enter) -> None:
    typed = "\na\na b\nq\n"
    lines = enter("frustration", "--names", "Anna", "Ben", typed=typed)
    assert [line.split()[0] for line in lines if line.endswith("✓    ✓")] == ["1"]


def test_impossible_answers_are_repeated(enter: Enter) -> None:
    typed = "\na\nknock\nK K K K K\n*\n5 5 5 5 5\nK 2\n9d 9d\nA 2 3 4 5 6 7 8 9 T J\n8\n9 9 9 9\nK 9\nq\n"
    lines = enter("gin", "--names", "Anna", "Ben", typed=typed)
    for words in (
        "the pack holds only 4 cards of rank K",
        "there are no jokers in this game",
        "the pack holds only 4 cards of rank 5",
        "That is 12, and a knock allows at most 10.",
        "9♦ appears 2 times: the pack holds 1",
        "a hand in this game holds at most 10 cards",
    ):
        assert words in lines
    assert any(line.endswith("  deadwood of Ben: 36, own deadwood -8") for line in lines)
    assert ["28", "0"] in totals(lines)


@pytest.mark.parametrize(
    ("variant", "players", "most"),
    [
        (variants.GIN, 2, 10),
        (variants.RUMMY_500, 4, None),
        (variants.LIVERPOOL, 4, None),
        (variants.CLASSIC_51, 4, 13),
        (
            variants.CLASSIC_51.with_(dealing={"hand_size": 4}, conduct={"carte": True, "announce_at": 3}),
            4,
            5,
        ),
    ],
    ids=str,
)
def test_the_largest_hand_that_draws_can_make(variant: Variant, players: int, most: int | None) -> None:
    """RUM-DRAW-05, LIV-BUY-01, D-16: some draws bring more cards than a turn discards."""
    deck = Cards("A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣ Q♣ K♣ A♦ 2♦ 3♦ 4♦ 5♦")
    hands = [Cards(tuple(deck)[:size]) for size in range(len(deck) + 1)]
    refused = [len(hand) for hand in hands if any(hand_faults(variant, [hand], players))]
    assert refused == list(range(19 if most is None else most + 1, 19))


def test_only_the_player_who_went_out_has_no_cards_left(enter: Enter) -> None:
    typed = "\nb\ny\ny\n-\nno -\n* * * * *\n* * *\n* *\nno\n"
    lines = enter(*NEW, typed=typed)
    assert lines.count("Only the player who went out has nothing left.") == 2
    assert lines.count("the pack holds only 4 jokers") == 2


def test_a_hand_that_does_not_count_may_be_unknown(enter: Enter, tmp_path: Path) -> None:
    lines = enter(*NEW, typed="\nb\nn\n?\nno ?\nK 3\nquit\n")
    assert "These cards count: name them, or give their points." in lines
    assert any("not opened 100" in line for line in lines)
    sheet = load(str(tmp_path / "sheet.json"))
    assert [*map(str, sheet.entries[0].facts.hands)] == ["?", "", "3♣ K♣"]
    assert sheet.count.totals == (100, 0, 13)


def test_a_winner_has_laid_the_contract(enter: Enter) -> None:
    typed = "\na\nb\nb a\nq\n"
    lines = enter("frustration", "--names", "Anna", "Ben", typed=typed)
    assert "Anna went out and so must have laid the contract." in lines
    assert [line.split()[-2:] for line in lines if "✓" in line] == [["✓", "✓"]]


def test_a_round_is_left_in_its_middle(rami: Run, tmp_path: Path) -> None:
    path = tmp_path / "gin.json"
    typed = "\na\nundo\n\na\nknock\nquit\nnever read\n"
    lines = rami("score", str(path), "gin", "--names", "Anna", "Ben", typed=typed)[1]
    assert "This round was not entered." in lines
    assert not any("never read" in line for line in lines)
    assert json.loads(path.read_text("utf-8"))["value"]["entries"] == []


def test_the_match_ends(enter: Enter) -> None:
    lines = enter("classic-51", "--names", "Anna", "Ben", typed="\na\nn\nno\n\nundo\nq\n")
    assert "The match is over. Won by: Anna" in lines
    assert lines[-2].endswith("deals.")


def test_a_sheet_that_cannot_be_begun(rami: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    wrong = [("Anna",), ("Anna", "anna"), ("Anna", ""), ("Anna", "-"), ("Anna", "B\x1b[31m")]
    begun = [("classic-51", "--names", *names) for names in (*wrong, ("Anna", "Ben", "--dealer", "Carl"))]
    for arguments in (*begun, ("classic-51",), ("bridge", "--names", "Anna", "Ben"), ()):
        code, lines = rami("score", str(path), *arguments)
        assert (code, len(lines)) == (2, 1), arguments
        assert not path.exists()


GIN = '"slug": "gin", "version": 1'
GAME = f'"variant": {{{GIN}, "parent": {{{GIN}}}, "options": {{}}, "policies": []}}'
NAMES = '"names": ["A", "B"]'
KNOCK = '"knock": {"player": 1, "kind": "knock"}'


def document(sheet: str, version: int = 1) -> str:
    """Return the text of a file that holds such a sheet."""
    return f'{{"rami": {version}, "type": "ScoreSheet", "value": {{{sheet}}}}}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        document(f'{GAME}, {NAMES}, "dealer": 2'),
        document(f"{GAME}, {NAMES}", 2),
        document(f'{GAME}, {NAMES}, "entries": [{{"x": 1}}]'),
        document(f"{GAME.replace('gin', 'x')}, {NAMES}"),
    ],
)
def test_a_file_that_is_no_sheet(rami: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(text, encoding="utf-8")
    code, lines = rami("score", str(path))
    assert (code, len(lines)) == (2, 1)
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("rounds", "reason"),
    [
        (
            '[{"x": 1}]',
            "entries[0]: the key 'facts' is missing; at $.value.entries[0].x: there is no key 'x'",
        ),
        (
            f'[{{"facts": {{"outcome": {{}}, "hands": ["K♣ K♣", ""], {KNOCK}}}}}]',
            ", round 1: K♣ appears 2 times",
        ),
        ('[{"facts": {"outcome": {}, "hands": ["", ""], "knock": {"kind": "x"}}}]', ".facts.knock.kind: "),
        ('[{"facts": {"outcome": {}, "hands": ["", "", ""]}}]', ", round 1: hands: 2 expected, not 3"),
        ('[{"facts": {"outcome": {}, "hands": ["", ""], "playing": [0]}}]', ", round 1: playing: 2 expected"),
        ("5", ".entries: entries must be of type list, not int"),
    ],
)
def test_damaged_rounds_are_named(rami: Run, tmp_path: Path, rounds: str, reason: str) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(document(f'{GAME}, {NAMES}, "entries": {rounds}'), encoding="utf-8")
    code, (line,) = rami("score", str(path))
    assert code == 2
    assert line.startswith(f"rami: error: {path}: at $.value")
    assert reason in line


def test_a_sheet_that_is_there_is_not_overwritten(rami: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "evening.json")
    assert rami("score", path, *NEW)[0] == 0
    assert rami("score", path, *NEW)[0] == 2


def test_points_are_typed_as_numbers(enter: Enter) -> None:
    lines = enter(*NEW, typed="\nb\ny\n35\nK K♣ 3\nquit\n")
    assert "  Anna      70     70  cards left 35, all at once x2" in lines
    assert "  Carl      46     46  3 3, K♣ 10, K 10, all at once x2" in lines
    assert enter("--show")[-2].split() == ["total", "70", "0", "46"]


def test_a_round_is_corrected(enter: Enter, tmp_path: Path) -> None:
    """The second of three rounds: the third one stays, and the totals follow."""
    first, second, third = "\nb\nn\n35\n10\n", "\na\nn\n20\n30\n", "\nc\nn\n5\n5\n"
    lines = enter(*NEW, typed=f"{first}{second}{third}correct 2\nc\nn\n12\nno\nquit\n")
    assert totals(lines)[-2:] == [["40", "25", "40"], ["52", "105", "10"]]
    assert "Round 2, dealt by Carl:" in lines
    changed = load(str(tmp_path / "sheet.json")).entries[1]
    assert (changed.facts.outcome.winner, changed.facts.counted) == (2, (12, None, None))
    again = enter(typed="correct 4\ncorrect\ncorrect 1\nundo\nquit\n")
    assert again.count("Say which round, 1 to 3, as in: correct 1") == 2
    assert "This round was not entered." in again
    assert totals(enter("--show")) == [["52", "105", "10"]]


def test_a_correction_that_later_rounds_contradict_changes_nothing(enter: Enter) -> None:
    typed = "\nb\nn\n35\n10\n\na\nn\n20\n30\ncorrect 1\nb\nn\n510\n10\nquit\n"
    lines = enter(*NEW, typed=typed)
    assert "Round 2 would contradict the correction, so the sheet stays as it was." in lines
    assert totals(enter("--show")) == [["35", "20", "40"]]


def test_penalties_and_names(enter: Enter, tmp_path: Path) -> None:
    wrong = "penalty Anna 20\npenalty\npenalty D 3\nrename\nrename Anna Ben\nrename Anna --\n"
    typed = f"{wrong}\nb\nn\n35\n10\npenalty carl 20\nrename Carl Karla\nhelp\nquit\n"
    lines = enter(*NEW, typed=typed)
    assert "Anna has no score in this round, so you cannot add a penalty" in lines
    assert lines.count("Say who pays how many points, as in: penalty Anna 20") == 2
    assert "Say whose name changes, as in: rename Anna Eva" in lines
    assert "  Carl      30     30  cards left 10, penalty 20" in lines
    assert any(line.startswith("  correct 2 ") for line in lines)
    assert load(str(tmp_path / "sheet.json")).names == ("Anna", "Ben", "Karla")
    assert totals(enter(typed="penalty Karla 0\nquit\n"))[-1] == ["35", "0", "10"]


def test_names_of_several_words(enter: Enter, tmp_path: Path) -> None:
    typed = "\nb\nn\n35\n10\npenalty Anna Maria 7\nrename Anna Maria Eva\nrename Anna Zoe Smith\nquit\n"
    lines = enter("rami-500", "--names", "Anna", "Ben", "Anna Maria", typed=typed)
    assert totals(lines)[-1] == ["35", "0", "17"]
    assert load(str(tmp_path / "sheet.json")).names == ("Zoe Smith", "Ben", "Eva")


def test_a_sheet_without_rounds(rami: Run, tmp_path: Path) -> None:
    path, drawn = str(tmp_path / "evening.json"), tmp_path / "evening.svg"
    lines = rami("score", path, *NEW, "--svg", str(drawn), typed="correct 1\nquit\n")[1]
    assert "There is no round yet." in lines
    assert "Anna" in drawn.read_text("utf-8")


@pytest.mark.parametrize(
    ("game", "left", "why"),
    [
        ("rami-500", (510, 4), "Ben reached the target of 500."),
        ("rami-500", (510, 500), "Reached the target of 500: Ben, Carl"),
        ("gamevelvet", (120, 130), "All others reached 101."),
    ],
)
def test_why_the_match_is_over(enter: Enter, game: str, left: tuple[int, int], why: str) -> None:
    typed = "\na\nn\n{}\n{}\nq\n".format(*left)
    assert why in enter(game, "--names", "Anna", "Ben", "Carl", typed=typed)


def test_the_sheet_is_drawn(rami: Run, tmp_path: Path) -> None:
    path, drawn = str(tmp_path / "evening.json"), tmp_path / "evening.svg"
    rami("score", path, *NEW, "--svg", str(drawn), typed="\nb\nn\n35\n10\nquit\n")
    assert all(part in drawn.read_text("utf-8") for part in ("Score sheet: Rami 500", "Anna", ">35<"))
    contracts = tmp_path / "c.json"
    rami("score", str(contracts), "frustration", "--names", "Anna", "Ben", typed="\na\na b\nq\n")
    rami("score", str(contracts), "--show", "--svg", str(drawn), "--lang", "fr")
    assert drawn.read_text("utf-8").count(">✓<") == 2
    assert ">Contrat 14<" in drawn.read_text("utf-8")


def test_a_sheet_in_french(enter: Enter) -> None:
    typed = "\nb\nn\n35\nAs As dame\ncorriger 1\nb\noui\n30\nnon\naide\npénalité A 5\nrenommer Carl Karim\nquitter\n"
    lines = enter(*NEW, "--lang", "fr", typed=typed)
    assert totals(lines)[-1] == ["65", "0", "200"]
    assert any(line.startswith("  corriger 2 ") for line in lines)
    assert {"Ben donne.", "Manche 1, donnée par Ben\u00a0:"} <= {*lines}
    assert any("A 11, D 10, A 11" in line for line in lines)
    assert not any("♣" in line for line in lines)


def test_names_and_cards() -> None:
    assert seat_of("ANNA", ("Anna", "Annabel")) == 0
    assert seat_of("an", ("Anna", "Annabel")) is None
    assert seat_of("", ("Anna", "Ben")) is None
    assert ReportedHand.typed("k K 10 *").cards == Cards("K♣ K♦ T♣ *")
    assert ReportedHand.typed("As 1 R", {"AS": "A", "1": "A", "R": "K"}).bare == Cards("A♣ A♦ K♣")
    assert ReportedHand.typed("As") == ReportedHand(Cards("A♠"))
    with pytest.raises(InvalidCards):
        ReportedHand.typed("K0")
