"""Variants: changes, differences, names, custom policies and queries."""

from __future__ import annotations

import pickle
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.support.custom import HiddenOpening
from tests.support.flat import with_options
from tests.support.refusals import codes_in, refusal
from tests.support.turn_facts import built

from rami import LayDown, Match, RamiError, Round, Run, Setup, rulebook
from rami.cards import Card
from rami.errors import InvalidVariant, Reason, Violation
from rami.policies import (
    Closing,
    ClosingFacts,
    ClosingPolicy,
    Conduct,
    Equipment,
    Ledger,
    MatchFacts,
    MatchFormat,
    MatchPolicy,
    MatchVerdict,
    Opening,
    OpeningFacts,
    OpeningPolicy,
    OpeningVerdict,
    RoundFacts,
    RoundScore,
    Scoring,
    ScoringPolicy,
)
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import CALLBACKS, SLOTS
from rami.variants import CLASSIC_51, FRUSTRATION


@attrs.frozen
class ThreeMelds:
    """Opens with three melds, whatever their points."""

    post_open: str = "next_turn"

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return OpeningVerdict(() if len(facts.melds) == 3 else (Violation("three_melds"),))


@attrs.frozen
class AnyClosing:
    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        return (Violation("red"),) if facts.discard is not None and facts.discard.suit in (1, 2) else ()


@attrs.frozen
class OneEach:
    def score(self, facts: RoundFacts) -> RoundScore:
        return RoundScore(True, None, ())

    def hand_value(self, card: Card) -> int:
        return 1


@attrs.frozen
class Endless:
    def multiplier(self, number: int, last: bool) -> int:
        return 1

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        return MatchVerdict(False, (), (), 0, ())


class Unhashable(AnyClosing):
    __hash__ = None  # type: ignore[assignment]  # wrong on purpose


FOREIGN: dict[str, Any] = {
    "opening": ThreeMelds(),
    "closing": AnyClosing(),
    "scoring": OneEach(),
    "match": Endless(),
}


def problems(error: InvalidVariant) -> list[tuple[str, object]]:
    return [(violation.code, violation["field"]) for violation in error.violations]


def test_a_variant_is_a_value() -> None:
    assert CLASSIC_51.with_() == CLASSIC_51
    assert hash(CLASSIC_51.with_()) == hash(CLASSIC_51)
    assert CLASSIC_51.with_(opening={"minimum": 71}) != CLASSIC_51
    assert len({CLASSIC_51, CLASSIC_51.with_(), CLASSIC_51.with_(name="Other")}) == 2


def test_repr_says_which_rules_and_str_is_the_name() -> None:
    house = CLASSIC_51.with_(opening={"minimum": 71}, slug="house-71", version=2)
    assert repr(CLASSIC_51) == "<Variant classic-51, version 1>"
    assert repr(house) == "<Variant house-71, version 2>"
    assert repr(house.opening).startswith("Opening(minimum=71")
    assert str(house) == "Classic Rami 51"


def test_one_thing_in_one_line() -> None:
    house = CLASSIC_51.with_(opening={"minimum": 71})
    assert house.opening == Opening(minimum=71, clean="run_meld")
    assert (house.name, house.slug, house.version) == ("Classic Rami 51", "classic-51", 1)
    assert house.differences(CLASSIC_51) == {"opening.minimum": 71}
    assert CLASSIC_51.differences(CLASSIC_51) == {}


def test_names_change_when_given() -> None:
    ledger = Ledger("house", {"HOUSE-01": "opening.minimum"}, {"opening_points": "HOUSE-01"})
    house = CLASSIC_51.with_(name="House", slug="house", version=3, ledger=ledger)
    assert (house.name, house.slug, house.version) == ("House", "house", 3)
    assert house.rule_id("opening_points") == "HOUSE-01"
    assert house.rule_id("opening_clean_run") is None
    assert house.differences(CLASSIC_51) == {}


def test_a_whole_slot_may_be_given() -> None:
    house = CLASSIC_51.with_(equipment=Equipment(packs=3, jokers=6), conduct=Conduct())
    assert house.differences(CLASSIC_51) == {
        "equipment.players": (2, 6),
        "equipment.packs": 3,
        "equipment.jokers": 6,
        "conduct.carte": False,
    }


def test_differences_lead_back() -> None:
    house = CLASSIC_51.with_(
        dealing={"hand_size": 14},
        drawing={"discard_use": ["meld", "swap"]},
        scoring={"joker_hand_value": 50, "all_at_once_flat": 100},
    )
    assert house.differences(CLASSIC_51) == {
        "dealing.hand_size": 14,
        "drawing.discard_use": frozenset({"meld", "swap"}),
        "scoring.joker_hand_value": 50,
        "scoring.all_at_once_flat": 100,
    }
    assert with_options(CLASSIC_51, house.differences(CLASSIC_51)) == house
    assert with_options(house, CLASSIC_51.differences(house)) == CLASSIC_51


def test_unknown_names_come_with_the_nearest_one() -> None:
    wrong: Any = {"opening": {"minimun": 71}, "openings": {"minimum": 71}}
    error = refusal(InvalidVariant, CLASSIC_51.with_, **wrong)
    assert [(each["field"], each["nearest"]) for each in error.violations] == [
        ("openings", "opening"),
        ("opening.minimun", "opening.minimum"),
    ]
    assert {each.code for each in error.violations} == {Reason.OPTION_UNKNOWN}
    without_slot: Any = {"max_wild": 2}
    with pytest.raises(InvalidVariant, match=r"no option 'max_wild'; did you mean 'melding\.max_wild'"):
        CLASSIC_51.with_(**without_slot)


def test_keys_that_are_no_names() -> None:
    odd: Any = {1: 2, "x" * 500: 3}
    error = refusal(InvalidVariant, CLASSIC_51.with_, opening=odd)
    assert codes_in(error.violations) == [Reason.OPTION_UNKNOWN] * 2
    assert len(str(error)) < 400


def test_all_errors_at_once() -> None:
    wrong = {"packs": 0, "opening": "many", "recycle_when": "eager", "take": "free", "nonsense": 1}
    wrong["teams"] = True
    assert problems(refusal(InvalidVariant, with_options, CLASSIC_51, wrong)) == [
        (Reason.OPTION_UNKNOWN, "nonsense"),
        (Reason.OPTION_VALUE, "equipment.packs"),
        (Reason.OPTION_RESERVED, "drawing.recycle_when"),
        (Reason.OPTION_VALUE, "opening.minimum"),
        (Reason.OPTION_RESERVED, "table.take"),
        (Reason.OPTION_RESERVED, "match.teams"),
    ]


@pytest.mark.parametrize(
    "field,code,values",
    [
        ("name", Reason.NAME_OF_VARIANT, ["", "  ", "x" * 101, "a\nb", 51]),
        ("slug", Reason.SLUG_OF_VARIANT, ["", "Classic", "a--b", "a b", "a\n", "x" * 101, ["a"]]),
        ("version", Reason.OPTION_VALUE, [0, True, "1", 2**53, 10**900]),
        ("ledger", Reason.WRONG_TYPE, [{"opening_points": "HOUSE-01"}]),
        ("equipment", Reason.NOT_A_POLICY, [5, Opening()]),
        ("opening", Reason.NOT_A_POLICY, [Equipment(), ThreeMelds]),
        ("closing", Reason.NOT_A_POLICY, [Unhashable(), ThreeMelds()]),
        ("scoring", Reason.NOT_A_POLICY, ["high"]),
        ("match", Reason.NOT_A_POLICY, [MatchFormat]),
    ],
)
def test_wrong_parts(field: str, code: Reason, values: list[Any]) -> None:
    for value in values:
        assert problems(refusal(InvalidVariant, CLASSIC_51.with_, **{field: value})) == [(code, field)]


@pytest.mark.parametrize("pairs", [5, None, "abc", ["abc"], ((1, 2, 3),), (([], "dealing.upcard"),)])
def test_rules_are_pairs_of_texts(pairs: Any) -> None:
    assert problems(refusal(InvalidVariant, Ledger, 5, pairs, pairs)) == [
        (Reason.NOT_A_TEXT, "game"),
        (Reason.NOT_RULE_IDS, "rules"),
        (Reason.NOT_RULE_IDS, "cited"),
    ]


def test_an_equal_variant_keeps_its_own_ledger() -> None:
    ledger = Ledger("house", {}, {"opening_points": "HOUSE-01"})
    house = CLASSIC_51.with_(equipment={"jokers": (2, 4)})
    other = house.with_(ledger=ledger)
    assert house == other
    for _ in range(2):
        for variant, rule in ((house, "R51-OPEN-01"), (other, "HOUSE-01")):
            assert variant.for_round(3).rule_id("opening_points") == rule
            (wrong, _) = Round.deal(variant, 3, seed=7).variant.check_opening(["A♣ A♥ A♠"]).violations
            assert wrong.rule == rule
    assert pickle.loads(pickle.dumps(other)).ledger == ledger


def test_the_violation_of_a_callback_slot_names_its_methods() -> None:
    with pytest.raises(InvalidVariant, match="methods include finish,"):
        CLASSIC_51.with_(closing=5)  # type: ignore[arg-type]  # wrong on purpose


def test_own_policies_satisfy_the_protocols() -> None:
    assert isinstance(Opening(), OpeningPolicy)
    assert isinstance(Closing(), ClosingPolicy)
    assert isinstance(Scoring(), ScoringPolicy)
    assert isinstance(MatchFormat(), MatchPolicy)


@pytest.mark.parametrize("slot", FOREIGN)
def test_a_users_own_policy(slot: str) -> None:
    house = CLASSIC_51.with_(**{slot: FOREIGN[slot]})
    assert getattr(house, slot) is FOREIGN[slot]
    assert pickle.loads(pickle.dumps(house)) == house
    assert hash(house) == hash(CLASSIC_51.with_(**{slot: FOREIGN[slot]}))
    assert house.differences(CLASSIC_51) == {slot: FOREIGN[slot]}
    assert with_options(CLASSIC_51, house.differences(CLASSIC_51)) == house
    assert with_options(house, CLASSIC_51.differences(house)) == CLASSIC_51


def test_all_four_together() -> None:
    house = CLASSIC_51.with_(**FOREIGN)
    assert "scoring.kind" not in house.settings()
    assert house.settings()["equipment.packs"] == 2


def test_a_custom_policy_shows_the_options_that_it_shares() -> None:
    house = CLASSIC_51.with_(opening=ThreeMelds())
    assert house.settings()["opening.post_open"] == "next_turn"
    assert "opening.minimum" not in house.settings()
    with pytest.raises(InvalidVariant, match=r"drawing\.unopened_discard_use .* see opening\.post_open"):
        house.with_(drawing={"unopened_discard_use": "any_same_turn"})
    hidden = HiddenOpening(CLASSIC_51.opening)
    CLASSIC_51.with_(opening=hidden, drawing={"unopened_discard_use": "any_same_turn"})


def test_options_cannot_be_set_in_a_policy_without_options() -> None:
    house = CLASSIC_51.with_(opening=ThreeMelds())
    error = refusal(InvalidVariant, house.with_, opening={"minimum": 71})
    assert problems(error) == [(Reason.POLICY_WITHOUT_OPTIONS, "opening")]


@attrs.frozen(repr=False)
class Special(Opening):
    """A subclass with an option of its own."""

    extra: int = 1


def test_a_subclass_keeps_its_options() -> None:
    house = CLASSIC_51.with_(opening=Special(extra=2))
    changed = house.with_(opening={"minimum": 71})
    assert changed.opening == Special(extra=2, minimum=71)
    assert changed.differences(house) == {"opening.minimum": 71}


@attrs.frozen
class Loose(Opening):
    """A subclass that replaces an option by a plain field."""

    clean: Any = None


def test_a_subclass_needs_values_of_the_options_it_replaces() -> None:
    assert CLASSIC_51.with_(opening=Loose(clean="run_window")).opening == Loose(clean="run_window")
    error = refusal(InvalidVariant, CLASSIC_51.with_, opening=Loose(clean="sometimes"))
    assert problems(error) == [(Reason.OPTION_VALUE, "opening.clean")]


@pytest.mark.rule("R51-OPEN-02")
def test_a_hidden_policy_gives_equal_verdicts() -> None:
    hidden = CLASSIC_51.with_(opening=HiddenOpening(CLASSIC_51.opening))
    for melds in (["7♠ 8♠ 9♠", "A♦ A♣ A♥"], ["7♠ 8♠ 9♠"], ["7♠ 8♠ *", "A♦ A♣ A♥"]):
        assert hidden.check_opening(melds) == CLASSIC_51.check_opening(melds)
    assert hidden.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]).points == 57


def test_verdicts_and_arrangements_read_well() -> None:
    good = CLASSIC_51.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"])
    bad = CLASSIC_51.check_opening(["7♠ 8♠ 9♠"])
    assert good
    assert str(good) == "allowed, 57 points"
    assert not bad
    assert str(bad) == "the opening is worth 24 of the 51 points needed [R51-OPEN-01]"
    assert str(CLASSIC_51.best_melds("7♠ 8♠ 9♠ K♥")) == "7♠ 8♠ 9♠ (24 points), left: K♥ (10)"
    assert str(CLASSIC_51.best_melds("7♠ K♥")) == "no melds (0 points), left: K♥ 7♠ (17)"
    assert str(CLASSIC_51.best_melds("7♠ 8♠ 9♠")).endswith("left: nothing (0)")


@attrs.frozen
class Priced(OneEach):
    price: Any = 1

    def hand_value(self, card: Card) -> int:
        return self.price  # type: ignore[no-any-return]  # wrong on purpose


@attrs.frozen
class Vague(ThreeMelds):
    missing: Any = 0

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return OpeningVerdict((), missing=self.missing)


@attrs.frozen
class Wrong(ThreeMelds):
    """An opening with attributes that hold no value of the option of that name, and with no verdict."""

    post_open: Any = "next_trun"
    counts_layoffs: Any = "yes"
    contracts: Any = ("group 3",)

    def verdict(self, facts: OpeningFacts) -> Any:
        return None


@pytest.mark.parametrize("price", [2.5, "3", None])
def test_a_price_is_a_whole_number_whichever_build_runs(price: Any) -> None:
    assert CLASSIC_51.with_(scoring=Priced(7)).deadwood("7♠ 8♠ 9♠ K♥") == 7
    with pytest.raises(TypeError):
        CLASSIC_51.with_(scoring=Priced(price)).deadwood("7♠ 8♠ 9♠ K♥")


def test_results_of_a_custom_opening_are_converted() -> None:
    hands = ["7♠ 8♠ 9♠ 2♦", "K♥ K♦"]
    for missing, error in ((0, None), (2.5, TypeError), ("1", TypeError)):
        position = built(variant=CLASSIC_51.with_(opening=Vague(missing=missing)), hands=hands, phase="play")
        with nullcontext() if error is None else pytest.raises(error):
            assert LayDown(Run("7♠ 8♠ 9♠")) in [*position.legal_moves]


def test_attributes_named_like_an_option_hold_a_value_of_it() -> None:
    error = refusal(InvalidVariant, CLASSIC_51.with_, opening=Wrong())
    fields = ("opening.counts_layoffs", "opening.contracts", "opening.post_open")
    assert set(problems(error)) == {(Reason.OPTION_VALUE, field) for field in fields}
    assert len(error.violations) == 3


def test_the_page_lists_the_attributes_that_are_read() -> None:
    root = Path(__file__).parents[3]
    page = (root / "docs" / "how-to" / "own-policy.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE)
    listed = {slot: re.findall(r"\w+", names) for slot, names in rows}
    slots = "|".join(CALLBACKS)
    read: set[tuple[str, str]] = set()
    for path in (root / "src" / "rami").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        read |= {*re.findall(rf'getattr\([\w.]*\b({slots}), "(\w+)"', text)}
        if path.name == "_compiled.py":
            read |= {*re.findall(rf"\b({slots})(?:, [A-Z]\w+(?:, \w+=\w+)?\))?\.(\w+)", text)}
    assert listed.keys() == {*CALLBACKS}
    for slot in CALLBACKS:
        assert listed[slot] == sorted(name for name in options_of(SLOTS[slot]) if (slot, name) in read)


@attrs.frozen
class Silent:
    """A scoring that gives no score."""

    def score(self, _facts: RoundFacts) -> Any:
        return None

    def hand_value(self, card: Card) -> int:
        return CLASSIC_51.scoring.hand_value(card)


def test_a_scoring_without_a_score_is_refused() -> None:
    silent = CLASSIC_51.with_(scoring=Silent())
    with pytest.raises(InvalidVariant, match=r"scoring\.score must be of type RoundScore, not NoneType"):
        silent.score(["", "K♥"], winner=0)
    table = [(0, "7♠ 8♠ 9♠"), (1, "4♥ 5♥ 6♥")]
    end = Setup(variant=silent, hands=["K♥", "2♣"], table=table, phase="play")
    with pytest.raises(InvalidVariant, match=r"scoring\.score must be of type RoundScore"):
        Round.from_setup(end).play("discard K♥").score()


def test_an_opening_without_a_verdict_is_refused() -> None:
    none = Wrong("same_turn", counts_layoffs=True, contracts=None)
    with pytest.raises(InvalidVariant, match=r"opening\.verdict must be of type OpeningVerdict, not None"):
        CLASSIC_51.with_(opening=none).check_opening(["7♠ 8♠ 9♠"])


@attrs.frozen
class Mute:
    """A closing that gives no violations."""

    answer: Any = ()

    def finish(self, facts: ClosingFacts) -> Any:
        return self.answer


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (None, r"closing\.finish must be a collection, not NoneType"),
        (True, r"closing\.finish must be a collection, not bool"),
        (("no",), r"closing\.finish must be of type Violation, not str"),
    ],
)
def test_a_closing_without_violations_is_refused(answer: object, refusal: str) -> None:
    table = [(0, "7♠ 8♠ 9♠"), (1, "4♥ 5♥ 6♥")]
    facts: dict[str, Any] = {"hands": ["K♥", "2♣"], "table": table, "phase": "play"}
    assert Round.from_setup(Setup(variant=CLASSIC_51.with_(closing=Mute()), **facts)).legal_moves
    with pytest.raises(InvalidVariant, match=refusal):
        Round.from_setup(Setup(variant=CLASSIC_51.with_(closing=Mute(answer)), **facts)).play("discard K♥")


def test_as_many_play_as_the_cards_suffice_for() -> None:
    assert CLASSIC_51.players == (2, 7)
    crowd = CLASSIC_51.with_(equipment={"players": (2, 12)})
    assert crowd.players == (2, 7)
    assert str(rulebook(crowd).about("equipment.players")[0].text) == "The game is for 2 to 7 players."
    large = CLASSIC_51.with_(dealing={"hand_size": 40})
    assert (large.players, large.usual_players) == ((2, 2), 2)
    assert Match.start(large).players == Round.deal(large).context.seats == 2
    assert Match.start(CLASSIC_51.with_(match={"first_dealer": 4})).players == 5


def test_a_rulebook_for_people() -> None:
    whole = rulebook(CLASSIC_51)
    plain = rulebook(CLASSIC_51, agreed=False)
    assert "variations" in [each.code for each in whole.sections]
    codes = [each.code for each in whole.sections if each.code != "variations"]
    assert [each.code for each in plain.sections] == codes
    assert "[R51-" in whole.plain(ids=True)
    assert "R51-" in whole.markdown(ids=True)
    assert "R51-" not in str(plain) + plain.markdown()
    assert plain.rules
    assert {len(row) for row in rulebook(FRUSTRATION).section("contracts").table} == {3}
    with pytest.raises(RamiError):
        whole.plain(ids=1)  # type: ignore[arg-type]


def test_the_last_round_is_announced_unless_it_is_known() -> None:
    last = CLASSIC_51.with_(match={"target": 500, "final_hand_multiplier": 1000})
    assert (last.match.multiplier(5, False), last.match.multiplier(5, True)) == (1, 1000)
    assert "announces that it is the last" in str(rulebook(last))
    known = last.with_(match={"end": "hands", "hands": 5})
    assert known.match.multiplier(5, False) == 1000
    assert "announces that it is the last" not in str(rulebook(known))
