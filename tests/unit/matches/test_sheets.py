"""Score sheets: rounds are entered, corrected and counted again, and impossible entries are refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from tests.support.complete import check_complete
from tests.support.refusals import refusal

from rami import variants
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason
from rami.ext import json, svg
from rami.matches import ReportedHand, ScoreSheet, SheetEntry
from rami.matches.sheets import MOST_ROUNDS
from rami.notation import contracts_text
from rami.notation.sheets import end_text, sheet_text
from rami.policies import Outcome, RoundFacts

RAMI = ScoreSheet(variants.RAMI_500, ("Anna", "Ben", "Carl"), dealer=1)
GIN = ScoreSheet(variants.GIN, ("Anna", "Ben"))
POOL = ScoreSheet(variants.KALOOKI_40.with_(match={"elimination_limit": 40, "buy_ins": 1}), RAMI.names)


def wrong(value: object) -> Any:
    """Return a value of a type that does not belong there."""
    return value


def refused(tried: Callable[[], object]) -> list[tuple[str, object]]:
    """Return the reasons of an error, each with its round."""
    error = refusal(RamiError, tried)
    check_complete(error.violations)
    return [(str(each.code), dict(each.params).get("round")) for each in error.violations]


def test_rounds_are_entered_and_corrected() -> None:
    sheet = RAMI.enter(["K 3 A *", "", 35], winner="ben").enter(["", 7, 35], winner=0, all_at_once=True)
    assert sheet.count.totals == (44, 14, 105)
    assert (sheet.dealers, sheet.count.next_dealer) == ((1, 2), 0)
    mended = sheet.enter([None, "", 35], winner=1, opened=[False, True, True], number=1)
    assert mended.count.totals == (100, 14, 105)
    assert mended.entries[1] == sheet.entries[1]
    assert sheet.undo() == RAMI.enter(["K 3 A *", "", 35], winner=1)
    assert sheet.enter().count.scores[-1].void
    assert sheet.enter(number=1).count.totals == (0, 14, 70)


@pytest.mark.parametrize(
    "hands,points", [(["K", "Q J"], (10, 0)), (["K", 20], (10, 0)), ([5, 4], (0, 11)), ([5, 5], (0, 10))]
)
def test_a_knock_is_reported_by_its_deadwood(hands: list[str | int], points: tuple[int, int]) -> None:
    assert GIN.enter(hands, knocker=0).count.totals == points
    assert GIN.enter(hands[::-1], knocker=1).count.totals == points[::-1]


def test_a_rack_may_hold_more_tiles_than_were_dealt() -> None:
    """RKB-TURN-01: a turn draws or plays, and nothing is discarded."""
    sheet = ScoreSheet(variants.RUMMIKUB, ("Anna", "Ben"))
    rack = " ".join(f"{number}{colour}" for colour in "rb" for number in range(1, 11))
    assert sheet.enter(["", rack], winner=0).count.totals == (110, -110)


def test_a_knock_is_reported_with_whole_hands() -> None:
    hands = ["4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦", "7♠ 8♠ K♣ Q♥ 2♦"]
    assert GIN.enter(hands, knocker="Anna").count.totals == (15, 0)
    gin = GIN.enter([0, 20], knocker=0, kind="gin")
    assert gin.count.totals == GIN.enter([0, 20], knocker="Anna").count.totals
    assert GIN.enter([0, 20], knocker=0, kind="big_gin").entries[0].facts.knock is not None


def test_bare_cards_have_suits_that_the_pack_still_has() -> None:
    sheet = GIN.enter(["5 5", "5 5 K"], knocker=0)
    assert [str(hand) for hand in sheet.entries[0].facts.hands] == ["5♣ 5♦", "K♣ 5♥ 5♠"]
    assert ("rank_exceeded", 1) in refused(lambda: GIN.enter(["5 5", "5 5 5"], knocker=0))


def test_penalties_belong_to_the_last_round() -> None:
    sheet = RAMI.enter([3, "", 35], winner=1).penalty("Anna", 20)
    assert sheet.count.totals == (23, 0, 35)
    assert sheet.penalty(0, 5).count.totals == (8, 0, 35)
    assert sheet.penalty(0, 0) == RAMI.enter([3, "", 35], winner=1)
    assert sheet.enter([4, "", 35], winner=1, number=1).count.totals == (24, 0, 35)
    assert sheet.enter(number=1).count.totals == (0, 0, 0)
    # Points that are won are taken away.
    assert GIN.enter([0, 20], knocker=0).penalty("A", 7).count.totals == (38, 0)
    assert refused(lambda: RAMI.penalty(0, 3)) == [("penalty_unscored", None)]
    assert refused(lambda: RAMI.enter().penalty(0, 3)) == [("penalty_unscored", 1)]
    assert refused(lambda: sheet.penalty(0, -3)) == [("too_small", None)]


def test_players_at_the_limit_decide() -> None:
    sheet = POOL.enter(["", "K Q J A", "K Q J A 2"], winner=0)
    assert sheet.count.deciding == (1, 2)
    assert refused(lambda: sheet.enter([1, "", 2], winner=1)) == [("buy_in_open", 2)]
    sheet = sheet.buy_in(True).buy_in(False)
    assert (sheet.count.playing, sheet.count.departures) == ((0, 1), ((2,),))
    assert refused(lambda: sheet.buy_in(True)) == [("buy_in_closed", None)]
    after = sheet.enter([3, "", ""], winner="Ben")
    # The same players decide after this correction, so their answers hold.
    assert after.enter(["", "K Q J A 3", "K Q J A 2"], winner=0, number=1).count.playing == (0, 1)
    # Nobody decides any more, so Carl plays on, and did not play the next round.
    assert refused(lambda: after.enter(["", 3, 4], winner=0, number=1)) == [("wrong_count", 2)]
    assert refused(lambda: sheet.enter([3, "", 5], winner=1)) == [("seat_not_playing", 2)]
    assert refused(lambda: sheet.enter([3, "", "5"], winner=1)) == [("seat_not_playing", 2)]


def test_contracts_are_ticked() -> None:
    sheet = ScoreSheet(variants.FRUSTRATION, GIN.names).enter(winner=0, completed=[1, 0]).enter(winner=1)
    assert sheet.grid[:3] == ((1, 1), (None, 2), (None, None))
    assert sheet.count.contracts == (2, 3)
    assert contracts_text(sheet)[1].split()[-2:] == ["✓", "✓"]
    assert sheet_text(sheet)[1:-1] == contracts_text(sheet, ("Anna", "Ben"))
    assert RAMI.grid == ()
    assert svg.score_sheet(sheet).svg.count(">✓<") == 3


def test_other_facts_are_those_of_a_round() -> None:
    outcome = Outcome(winner=0, all_at_once=True, final_discard="*")
    facts = RoundFacts(outcome=outcome, hands=["", "9♦ K♥", "2♣"])
    sheet = ScoreSheet(variants.CLASSIC_51, RAMI.names)
    assert sheet.enter(facts).count.scores[0] == variants.CLASSIC_51.score(facts)
    assert sheet.enter(["", 3, 4], winner=0, last=True).entries[0].last


def test_laid_points_and_the_card_turned_up() -> None:
    rummy = ScoreSheet(variants.RUMMY_500, ("Anna", "Ben"))
    assert rummy.enter(["", "K 5"], winner=0, laid=[60, 20]).count.totals == (60, 5)
    indian = ScoreSheet(variants.INDIAN_13.with_(match={"hands": 9}), ("Anna", "Ben"))
    assert indian.enter([0, "9 K"], knocker=0, turned="9h").count.totals == (10, -10)
    assert refused(lambda: indian.enter([0, 20], knocker=0)) == [("turned_missing", 1)]
    assert refused(lambda: RAMI.enter([0, "", 3], winner=1, turned="9h")) == [("turned_unread", 1)]


@pytest.mark.parametrize(
    ("tried", "reasons"),
    [
        (lambda: ScoreSheet(variants.GIN, ("A",)), [("player_count", None)]),
        (lambda: ScoreSheet(variants.GIN, ("A", "a")), [("names_repeated", None)]),
        (lambda: ScoreSheet(variants.GIN, ("A", "-"), 2), [("name_unfit", None), ("not_a_seat", None)]),
        (lambda: ScoreSheet(variants.GIN, ("A", 1)), [("not_a_text", None)]),
        (lambda: ScoreSheet(wrong("gin"), ("A", "B")), [("wrong_type", None)]),
        (lambda: ScoreSheet(variants.GIN, ("A", "B"), 0, [1]), [("wrong_type", None)]),
        (lambda: RAMI.rename("Anna", "Ben"), [("names_repeated", None)]),
        (lambda: RAMI.rename("D", "Eva"), [("not_one_of", None)]),
        (lambda: RAMI.seat(3), [("not_a_seat", None)]),
        (lambda: RAMI.undo(), [("undo_nothing", None)]),
        (lambda: RAMI.enter([1, 2]), [("wrong_count", None)]),
        (lambda: RAMI.enter([1, "", 3], winner=1, number=1), [("too_large", None)]),
        (lambda: RAMI.enter([1, "", "X"], winner=1), [("unknown_card", None)]),
        (lambda: RAMI.enter([1, "", -3], winner=1), [("too_small", None)]),
        (lambda: RAMI.enter([1, "", 10**10], winner=1), [("too_large", 1)]),
        (lambda: RAMI.enter([1, "", 3], winner=1).penalty(0, 10**10), [("too_large", 1)]),
        (lambda: RAMI.enter([1, 2, 3], knocker=1), [("no_knocking", 1)]),
        (lambda: RAMI.enter([None, "", 3], winner=1), [("hand_unknown", 1)]),
        (lambda: RAMI.enter([1, "", 3], winner=1, opened=[True]), [("wrong_count", None)]),
        (lambda: GIN.enter([11, 3], knocker=0, kind="x"), [("not_one_of", None)]),
        (lambda: GIN.enter([1, ""], winner=1), [("winner_without_knock", 1)]),
        (lambda: RAMI.with_entry(SheetEntry(facts=GIN.enter([0, 2], knocker=0).entries[0].facts)), None),
        (lambda: SheetEntry(facts=wrong(3), penalties=[-1], answers=[1]), None),
    ],
)
def test_impossible_entries(tried: Callable[[], object], reasons: list[tuple[str, object]] | None) -> None:
    found = refused(tried)
    assert found == reasons or reasons is None


def test_a_correction_that_later_rounds_contradict_changes_nothing() -> None:
    sheet = RAMI.enter([35, "", 10], winner=1).enter(["", 20, 30], winner=0)
    assert refused(lambda: sheet.enter([510, "", 10], winner=1, number=1)) == [("match_over", 2)]


@pytest.mark.parametrize(
    "sheet",
    [
        RAMI,
        RAMI.enter(["K 3 A *", "", 35], winner=1).penalty(2, 9).enter(),
        GIN.enter(["K", "Q J"], knocker=0),
        POOL.enter(["", "K Q J A", "K Q J A 2"], winner=0).buy_in(True),
        ScoreSheet(variants.FRUSTRATION, ("Anna", "Ben")).enter(winner=0, completed=[1, 0]),
        ScoreSheet(variants.INDIAN_13, ("A", "B")).enter([0, "9 K"], knocker=0, turned="9h"),
        ScoreSheet(variants.CLASSIC_51.with_(name="House", opening={"minimum": 71}), ("A", "B")),
    ],
)
def test_a_sheet_travels(sheet: ScoreSheet) -> None:
    text = json.dumps(sheet)
    for found in (json.loads(text, ScoreSheet), pickle.loads(pickle.dumps(sheet))):
        assert found == sheet
        assert hash(found) == hash(sheet)
        assert found.counts == sheet.counts
    assert svg.score_sheet(sheet).title.startswith("Score sheet: ")
    assert "image/svg+xml" in sheet._repr_mimebundle_()
    for lang in ("en", "fr", "ar"):
        assert sheet_text(sheet, lang)


def test_a_file_of_too_many_rounds_is_refused() -> None:
    data = json.to_data(RAMI.enter())
    data["value"]["entries"] *= MOST_ROUNDS + 1
    with pytest.raises(InvalidText, match="entries = 401 is too large"):
        json.from_data(data, ScoreSheet)


def test_rounds_in_a_file_are_counted_again() -> None:
    data = json.to_data(RAMI.enter([35, "", 10], winner=1).enter(["", 20, 30], winner=0))
    data["value"]["entries"][0]["facts"]["counted"] = [510, None, 10]
    with pytest.raises(InvalidText, match=r"at \$\.value, round 2: the match is over"):
        json.from_data(data, ScoreSheet)


def test_the_text_in_french() -> None:
    sheet = RAMI.enter(["K", "", 3], winner=1).enter()
    assert sheet_text(sheet, "fr") == [
        "Rami à 500\u00a0: Anna, Ben, Carl",
        "manche  donneur   Anna    Ben   Carl",
        "     1      Ben     10      0      3",
        "     2     Carl  nulle  nulle  nulle",
        "          total     10      0      3",
        "Anna donne.",
    ]


def test_the_end_is_explained() -> None:
    over = RAMI.enter([510, "", 4], winner=1)
    assert sheet_text(over)[-2:] == ["The match is over. Won by: Ben", "Anna reached the target of 500."]
    assert end_text(over.variant, over.count, RAMI.names) == ["Anna reached the target of 500."]
    with pytest.raises(InvalidText):
        end_text(over.variant, over.count, ["Anna"])


def test_changed_sheets_are_checked() -> None:
    assert ReportedHand.of(None) == ReportedHand.of("?")
    with pytest.raises(InvalidMatch):
        attrs.evolve(RAMI, dealer=7)


@pytest.mark.parametrize(
    ("typed", "hands", "opened"),
    [
        (["K 3 A *", "", "35"], ["K 3 A *", "", 35], [True, True, True]),
        (["7", "-", "No 12"], [7, "", 12], [True, True, False]),
        (["no", "no 3", "no ?"], [None, "", None], [False, True, False]),
        (["no K♥ 3", "x", " 1 "], ["K♥ 3", "", 1], [False, True, True]),
        (["7 7", "", "NO  K  3"], ["7 7", "", "K 3"], [True, True, False]),
    ],
)
def test_typed_rounds(typed: list[str], hands: list[str | int | None], opened: list[bool]) -> None:
    sheet = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"])
    assert sheet.enter_typed(typed, winner="Ben") == sheet.enter(hands, winner=1, opened=opened)


def test_typed_rounds_are_void_or_knocked_or_corrected_or_refused() -> None:
    sheet = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"])
    assert sheet.enter_typed(["3", "", ""]).count.scores[0].void
    one = sheet.enter_typed(["3", "", "4"], winner=1)
    assert one.enter_typed(["5", "", "non 4"], winner=1, number=1, no="non") == sheet.enter(
        [5, "", 4], winner=1, opened=[True, True, False]
    )
    for wrong, code in (
        (["9" * 5000, "", ""], Reason.UNKNOWN_CARD),
        (["3", ""], Reason.WRONG_COUNT),
        (["3", "", 4], Reason.WRONG_TYPE),
    ):
        assert refusal(RamiError, sheet.enter_typed, wrong, winner=1).violations[0].code == code
    gin = ScoreSheet(variants.GIN, ["Anna", "Ben"])
    assert gin.enter_typed(["4", "20"], knocker="Anna") == gin.enter([4, 20], knocker=0)
