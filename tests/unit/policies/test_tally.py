"""The score of a round from the hands that are left."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from tests.support.depth import enough, numbers
from tests.support.ends import end
from tests.support.playing import end_of, rounds
from tests.support.presets import SLUGS
from tests.support.refusals import codes_of, refusal

from rami import Card, Knock, Match, PlayerView, RamiError, Round, Variant, play_match, variants
from rami.bots import GreedyBot
from rami.cards import Cards
from rami.cards.moves import Move
from rami.errors import InvalidCards, InvalidSetup, Reason
from rami.ext import svg
from rami.notation import contracts_text
from rami.policies.results.outcomes import KnockFact, Outcome, RoundFacts
from rami.policies.results.scores import RoundScore, ScoreLine, contract_grid

CLASSIC, GIN, FRU = variants.CLASSIC_51, variants.GIN, variants.FRUSTRATION
BASIC = variants.BASIC_RUMMY


def ended(variant: Variant, seed: int) -> Round:
    return end_of(rounds(Round.deal(variant, seed=seed)))


def in_pairs(position: Round) -> tuple[int, ...]:
    """Return the seats that have laid pairs and nothing else, in a game where nothing else has two cards."""
    others = {item.owner for item in position.table if len(item.meld) > 2}
    return tuple(sorted({item.owner for item in position.table} - others))


def scored(position: Round) -> RoundScore:
    """Return the score from the facts that a player at the table would give of the end."""
    outcome = position.outcome
    assert outcome is not None
    if position.knock is None:
        return position.variant.score(
            end(
                position.hands,
                winner=outcome.winner,
                opened=position.opened,
                completed=position.completed,
                laid=position.view(None).laid_points,
                stock_out=outcome.stock_out,
                all_at_once=outcome.all_at_once,
                helped=outcome.helped,
                wilds_placed=outcome.wilds_placed,
                final_discard=outcome.final_discard,
                factor_lost=outcome.factor_lost,
                turned_shown=position.setup.turned_shown,
                charged=position.setup.charged,
                paired=in_pairs(position),
            )
        )
    knocker = position.knock.player
    hands = list(position.hands)
    for laid in position.table:
        if laid.owner == knocker:
            hands[knocker] += Cards(laid.meld.cards)
    return position.variant.score(
        end(
            hands,
            knocker=knocker,
            melds=[laid.meld for laid in position.table if laid.owner == knocker],
            folded=position.setup.folded,
            final_discard=outcome.final_discard,
            turned_shown=position.setup.turned_shown,
        )
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_a_played_round_is_scored_from_its_facts(slug: str) -> None:
    for seed in numbers(6):
        position = ended(variants.get(slug), seed)
        score = position.score()
        found = scored(position)
        assert (found.void, found.winner, found.credit) == (score.void, score.winner, score.credit)
        seats = range(len(position.hands))
        assert [found.points(seat) for seat in seats] == [score.points(seat) for seat in seats]
        assert found.completed == score.completed


@pytest.mark.parametrize("slug", SLUGS)
def test_a_played_round_is_scored_from_its_own_outcome(slug: str) -> None:
    for seed in numbers(6):
        position = ended(variants.get(slug), seed)
        setup, outcome = position.setup, position.outcome
        assert outcome is not None
        facts = RoundFacts(
            outcome=outcome,
            hands=position.hands,
            seats=setup.seats,
            laid=position.view(None).laid_points,
            knock=setup.knock,
            upcard=setup.upcard,
            turned_shown=setup.turned_shown,
            paired=in_pairs(position) if position.knock is None else (),
        )
        assert position.variant.score(facts).lines == position.score().lines
        # Another player cannot have scored; without a knock the winner's empty hand is checked instead.
        if position.knock is not None and outcome.winner is not None:
            other = attrs.evolve(outcome, winner=(outcome.winner + 1) % len(position.hands))
            wrong = attrs.evolve(facts, outcome=other)
            assert codes_of(InvalidSetup, position.variant.score, wrong) == [Reason.OUTCOME_MISMATCH]


@pytest.mark.rule("BAS-RUMMY-03")
def test_a_winner_who_only_laid_off_has_not_opened() -> None:
    facts = end(["", "K♥"], winner=0, opened=[False, True])
    assert BASIC.score(facts).points(0) == 10
    assert BASIC.score(attrs.evolve(facts, outcome=Outcome(winner=0, all_at_once=True))).points(0) == 20


class AnyKnock:
    """Plays like the greedy bot, but shows a hand in any of the ways there are."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, view: PlayerView) -> Move:
        move = GreedyBot().choose(view)
        shows = [each for each in view.legal_moves if isinstance(each, type(move))]
        return self._rng.choice(shows) if isinstance(move, Knock) else move


def test_a_knock_with_any_melds_is_scored_from_its_facts() -> None:
    others = 0
    for seed in numbers(60):
        position = end_of(rounds(Round.deal(GIN, seed=seed), AnyKnock(seed)))
        if position.knock is not None:
            assert scored(position).lines == position.score().lines
            left = position.hands[position.knock.player]
            hand = left + Cards(card for laid in position.table for card in laid.meld)
            others += GIN.deadwood(hand) < sum(GIN.deadwood([card]) for card in left)
    assert others >= enough(5)


ALIKE = "2♠ 9♣ T♣ J♣ 9♦ T♦ J♦ 9♥ T♥ J♥"
DEFENDER = "8♣ 8♦ Q♣ Q♦ Q♥ K♣ 3♠ 3♥ 5♦ 6♥"
RUNS = ["9♣ T♣ J♣", "9♦ T♦ J♦", "9♥ T♥ J♥"]
SEVENS = ["7♣ 7♣", "8♣ 8♣", "9♣ 9♣", "T♦ T♦", "J♥ J♥", "Q♠ Q♠", "K♦ K♦"]


def test_the_melds_of_a_knock_may_be_reported() -> None:
    assert GIN.score([ALIKE, DEFENDER], knocker=0).points(0) == 41
    assert GIN.score(end([ALIKE, DEFENDER], knocker=0, melds=RUNS)).points(0) == 15
    assert variants.OKEY.score(end([" ".join(SEVENS), None], knocker=0, melds=SEVENS)).points(1) == 4


@pytest.mark.parametrize(
    ("variant", "hands", "melds", "codes"),
    [
        (GIN, [ALIKE, DEFENDER], RUNS[:2], [Reason.KNOCK_DEADWOOD]),
        (GIN, [ALIKE, DEFENDER], [], [Reason.KNOCK_DEADWOOD]),
        (GIN, [ALIKE, DEFENDER], [*RUNS, RUNS[0]], [Reason.MELDS_NOT_HELD]),
        (GIN, [ALIKE, DEFENDER], ["9♣ T♣", "8♦ 9♦ T♦"], [Reason.RUN_TOO_SHORT, Reason.MELDS_NOT_HELD]),
        (GIN, [ALIKE, DEFENDER], ["9♣ T♣ J♣ J♣"], [Reason.TOO_MANY_COPIES]),
        (GIN, [ALIKE, DEFENDER], " ".join(RUNS), [Reason.NOT_A_COLLECTION]),
        (variants.OKEY, [" ".join(SEVENS), None], SEVENS[:6], [Reason.NOT_ALL_MATCHED]),
    ],
)
def test_melds_of_other_cards_are_refused(
    variant: Variant, hands: Any, melds: Any, codes: list[Reason]
) -> None:
    assert codes_of(InvalidSetup, lambda: variant.score(end(hands, knocker=0, melds=melds))) == codes


def test_melds_are_reported_for_a_knock_only() -> None:
    with pytest.raises(InvalidSetup, match="nobody has shown a hand"):
        CLASSIC.score(end(["", "9♦"], winner=0, melds=["7♠ 8♠ 9♠"]))


@pytest.mark.parametrize("beside", [{"winner": 0}, {"knocker": 0}, {"opened": []}, {"all_at_once": True}])
def test_a_fact_is_given_once(beside: Any) -> None:
    (wrong,) = refusal(InvalidSetup, CLASSIC.score, end(["", "9♦"], winner=0), **beside).violations
    assert (wrong.code, wrong["fields"]) == (Reason.FACTS_TWICE, tuple(beside))


def refused(variant: Variant, hands: Any, **facts: Any) -> list[tuple[str, int]]:
    """Return the codes against the facts of a round, with the players that they name."""
    try:
        variant.score(hands, **facts)
    except InvalidSetup as error:
        return [(str(each.code), each["player"]) for each in error.violations]
    return []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hand_is_needed_or_makes_no_difference(slug: str) -> None:
    for seed in numbers(10):
        position = ended(variants.get(slug), seed)
        outcome, variant = position.outcome, position.variant
        assert outcome is not None
        if position.knock is not None:
            continue
        finish: Any = {"winner": outcome.winner, "all_at_once": outcome.all_at_once}
        facts: Any = {**finish, "opened": position.opened}
        score = variant.score(position.hands, **facts)
        for seat, hand in enumerate(position.hands):
            for unknown in ("?", None, f"? {hand}") if hand else ():
                hands = [unknown if other == seat else each for other, each in enumerate(position.hands)]
                if wrong := refused(variant, hands, **facts):
                    assert wrong == [("hand_unknown", seat)]
                    assert not any(reason.code == "flat" for reason in score.lines[seat].reasons)
                else:
                    assert variant.score(hands, **facts) == score


@pytest.mark.parametrize(
    ("variant", "hands", "facts", "expected"),
    [
        (
            variants.OKEY_101,
            ["", "5r", "?", None],
            {"winner": 0, "opened": [True, True, False, False]},
            [-101, 5, 202, 202],
        ),
        (CLASSIC, ["", "?", "K♥"], {"winner": 0, "opened": [True, False, True]}, [0, 100, 10]),
        (
            CLASSIC,
            ["", "?", "K♥"],
            {"winner": 0, "opened": [True, False, False], "all_at_once": True},
            [0, 200, 200],
        ),
        (CLASSIC, ["?", None], {}, [0, 0]),
        (FRU, ["", "?"], {"winner": 0}, [0, 0]),
        (variants.OKEY, [" ".join(SEVENS), "?", None, "?"], {"knocker": 0}, [0, 4, 4, 4]),
    ],
)
def test_a_flat_needs_no_cards(variant: Variant, hands: Any, facts: Any, expected: list[int]) -> None:
    score = variant.score(hands, **facts)
    assert [score.points(seat) for seat in range(len(hands))] == expected


@pytest.mark.parametrize(
    ("variant", "hands", "facts", "wrong"),
    [
        (CLASSIC, ["", "?", None], {"winner": 0}, [(1, "opened"), (2, "opened")]),
        (GIN, ["?", "?"], {"knocker": 0}, [(0, "shown"), (1, "counts")]),
        (GIN, [ALIKE, "?"], {"knocker": 0}, [(1, "counts")]),
        (variants.OKEY, ["?", "?"], {"knocker": 1}, [(1, "shown")]),
        (variants.BASIC_RUMMY, ["", "?", "?"], {"winner": 0}, [(1, "opened"), (2, "opened")]),
    ],
)
def test_hands_that_count_must_be_known(
    variant: Variant, hands: Any, facts: Any, wrong: list[tuple[int, str]]
) -> None:
    error = refusal(InvalidSetup, variant.score, hands, **facts)
    assert [(each["player"], each["why"]) for each in error.violations] == wrong
    assert {each.code for each in error.violations} == {Reason.HAND_UNKNOWN}


def test_a_custom_policy_is_given_no_unknown_hand() -> None:
    custom = CLASSIC.with_(scoring=Flat())
    assert custom.score(["", "K♥"], winner=0).points(1) == 7
    with pytest.raises(InvalidSetup, match="enter the hand of player 1"):
        custom.score(["", "?"], winner=0)


@attrs.frozen
class Flat:
    """Seven points for each loser."""

    def hand_value(self, card: Card) -> int:
        return 7

    def score(self, facts: RoundFacts) -> RoundScore:
        lines = (ScoreLine(seat, 7 * (seat != facts.outcome.winner)) for seat in facts.playing)
        return RoundScore(False, facts.outcome.winner, tuple(lines))


WRONG = "7♠ 8♠ 9♠ 4♦ 5♦ 6♦ 7♦ K♥ K♦ 3♥ 2♠ 2♥ 4♥"
RIGHT = "9♣ T♣ J♣ 6♣ 6♥ 8♣ Q♦ Q♠ 2♣ 3♣ 5♥ 9♥ A♠"


def test_a_wrong_declaration_costs_its_price() -> None:
    priced = variants.INDIAN_13.with_(conduct={"mode": "explicit", "wrong_declaration": 80})
    score = priced.score([WRONG, RIGHT], knocker=0)
    assert [score.points(seat) for seat in (0, 1)] == [-80, 80]
    assert score == priced.score(end([WRONG, RIGHT], folded=[80, 0]))
    assert score == priced.score(end([WRONG, RIGHT], folded=[80, 0], winner=1))
    assert priced.score([WRONG, None], knocker=0) == score
    at_a_table = variants.INDIAN_13.with_(conduct={"wrong_declaration": 80})
    assert at_a_table.score([WRONG, RIGHT], knocker=0) == score
    assert at_a_table.score(end([WRONG, RIGHT], folded=[80, 0])) == score
    gin = GIN.with_(conduct={"wrong_declaration": 80})
    with pytest.raises(InvalidSetup, match="too much to knock"):
        gin.score(["K♠ Q♥", "A♠"], knocker=0)
    start = Round.deal(priced, players=2, seed=3)
    drawn = start.play("draw") if start.phase == "draw" else start
    over = drawn.play(Knock(next(iter(drawn.hands[drawn.player]))))
    assert over.score().points(drawn.player) == -80
    (wrong,) = refusal(InvalidSetup, priced.score, [WRONG, RIGHT, "2♥"], knocker=0).violations
    assert (wrong.code, wrong["player"], wrong["points"]) == (Reason.WRONG_DECLARATION, 0, 80)
    assert "folded" in str(wrong)
    three = priced.score(end([WRONG, RIGHT, RIGHT_OF_THREE], folded=[80, 0, 0], knocker=2))
    assert three.points(0) == -80
    with pytest.raises(InvalidSetup, match="leave cards unmatched: K♦ K♥ 2♠"):
        variants.INDIAN_13.score([WRONG, RIGHT], knocker=0)


RIGHT_OF_THREE = "A♦ 2♦ 3♦ 5♠ 6♠ 7♠ 8♥ 9♥ T♥ J♣ Q♣ K♣ A♣"


def test_lay_offs_and_melds_of_a_knock_are_found() -> None:
    knocked = "4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦"
    score = GIN.score([knocked, "7♠ 8♠ K♣ K♥ K♦ Q♥ 2♦"], knocker=0)
    assert str(score.lines[0]) == "player 0: 5 (deadwood of player 1: 12, own deadwood -7)"
    assert score.lines[0].reasons[0]["laid_off"] == "7♠ 8♠"
    undercut = GIN.score(["A♠", "4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦"], knocker=1)
    assert undercut.winner == 0
    assert undercut.points(0) == 6 + 10
    assert GIN.score(["A♣ 2♣ 3♣", "K♥"], knocker=0).points(0) == 10 + 25
    eleven = "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣"
    big = GIN.with_(scoring={"big_gin_bonus": 50})
    assert big.score([eleven, "K♥"], knocker=0).points(0) == 10 + 50


def test_contracts_need_no_cards() -> None:
    score = FRU.score(end(["", "", ""], winner=1, completed=[0]))
    assert (score.winner, score.completed, score.void) == (1, (0, 1), False)
    assert not FRU.score(end(["K♥", "Q♥"], completed=[1, 0])).void
    assert FRU.score(["K♥", "Q♥"]).void


def test_the_last_hand_counts_more() -> None:
    house = CLASSIC.with_(match={"end": "hands", "hands": 2, "final_hand_multiplier": 1000})
    assert house.score(["", "K♥"], winner=0, number=1).points(1) == 10
    assert house.score(["", "K♥"], winner=0, number=2).points(1) == 10_000


@pytest.mark.parametrize(
    ("variant", "hands", "facts", "codes"),
    [
        (CLASSIC, ["", "9♦ K♥"], {"winner": 5}, [Reason.NOT_A_SEAT]),
        (CLASSIC, ["", "9♦ K♥"], {"winner": True}, [Reason.NOT_AN_INTEGER]),
        (CLASSIC, [""], {"winner": 0}, [Reason.WRONG_COUNT]),
        (CLASSIC, ["K♥"] * 8, {}, [Reason.PLAYER_COUNT, Reason.TOO_MANY_COPIES]),
        (CLASSIC, ["", "K♥ K♥", "K♥"], {"winner": 0}, [Reason.TOO_MANY_COPIES]),
        (CLASSIC, ["", "?"], {"winner": 0}, [Reason.HAND_UNKNOWN]),
        (CLASSIC, ["2♣", "K♥"], {"winner": 0}, [Reason.WINNER_HOLDS_CARDS]),
        (CLASSIC, ["", "", "K♥"], {"winner": 0}, [Reason.EMPTY_HAND_UNWON]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "opened": (True,)}, [Reason.WRONG_COUNT]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "opened": (False, True)}, [Reason.WINNER_UNOPENED]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "completed": [0]}, [Reason.NO_CONTRACTS]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "number": 0}, [Reason.TOO_SMALL]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "wilds_placed": -1}, [Reason.TOO_SMALL]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "all_at_once": 1}, [Reason.NOT_A_FLAG]),
        (CLASSIC, ["7♣", "K♥"], {"all_at_once": True}, [Reason.FINISH_WITHOUT_WINNER]),
        (BASIC, ["", "K♥"], {"winner": 0, "all_at_once": True, "placed": [0]}, [Reason.ALL_AT_ONCE_PLACED]),
        (variants.LIVERPOOL, ["", "K♥", "Q♥"], {"winner": 0, "bought": [0, 9, 3]}, [Reason.BOUGHT_OFTEN]),
        (CLASSIC, ["", "K♥"], {"knocker": 0}, [Reason.NO_KNOCKING]),
        (FRU, ["", ""], {"winner": 0, "completed": [2]}, [Reason.NOT_A_SEAT]),
        (GIN, ["", "K♥"], {"winner": 0}, [Reason.WINNER_WITHOUT_KNOCK]),
        (GIN, ["K♣ Q♥", "K♥"], {"knocker": 0}, [Reason.KNOCK_DEADWOOD]),
        (GIN, ["A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣ Q♣", "K♥"], {"knocker": 0}, [Reason.HAND_SIZE]),
        (GIN.with_(closing={"knock_limit": "upcard"}), ["A♣", "K♥"], {"knocker": 0}, [Reason.UPCARD_NEEDED]),
    ],
)
def test_impossible_facts(variant: Variant, hands: list[str], facts: Any, codes: list[Reason]) -> None:
    rest = {name: fact for name, fact in facts.items() if name != "number"}
    number = facts.get("number", 1)
    assert codes_of(InvalidSetup, lambda: variant.score(end(hands, **rest), number=number)) == codes


KNOCKED = ["4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦", "7♠ 8♠ K♥ Q♥"]
BOTH = " ".join(f"{number}♠ {number}♠" for number in "A234567")
SMALL = GIN.with_(scoring={"big_gin_bonus": None})
OKEY = variants.OKEY


def knocked(hands: Any, kind: str, **facts: Any) -> RoundFacts:
    return RoundFacts(hands=hands, knock=KnockFact(0, kind), outcome=Outcome(**facts))


def counted(mine: int, theirs: int, kind: str) -> RoundFacts:
    return attrs.evolve(knocked(["?", "?"], kind, deadwood=["?", "?"]), counted=(mine, theirs))


@pytest.mark.parametrize(
    ("variant", "facts", "code"),
    [
        (GIN, knocked(KNOCKED, "pairs"), Reason.KNOCK_KIND),
        (GIN, knocked(KNOCKED, "declaration"), Reason.KNOCK_KIND),
        (SMALL, knocked(KNOCKED, "big_gin"), Reason.NO_BIG_GIN),
        (GIN, knocked(KNOCKED, "gin"), Reason.GIN_WITH_DEADWOOD),
        (GIN, knocked(["5♣", "K♥"], "gin", deadwood=["5♣", "K♥"]), Reason.GIN_WITH_DEADWOOD),
        (GIN, knocked(["5♣ 6♣", "K♥"], "knock", deadwood=["5♣ 6♣", "K♥"]), Reason.KNOCK_DEADWOOD),
        (GIN, counted(17, 30, "knock"), Reason.KNOCK_DEADWOOD),
        (GIN, knocked(["2♣", "K♥"], "knock", deadwood=["2♣", "Q♥"]), Reason.OUTCOME_MISMATCH),
        (GIN, counted(5, 30, "gin"), Reason.GIN_WITH_DEADWOOD),
        (GIN, knocked(KNOCKED, "big_gin"), Reason.GIN_WITH_DEADWOOD),
        (GIN, knocked(["A♣ 2♣ 3♣", "K♥"], "big_gin"), Reason.OUTCOME_MISMATCH),
        (OKEY, knocked([" ".join(SEVENS), None], "gin"), Reason.KNOCK_KIND),
        (OKEY, knocked([" ".join(SEVENS), None], "declaration"), Reason.OUTCOME_MISMATCH),
        (OKEY, knocked(["", ""], "knock", deadwood=["", ""]), Reason.KNOCK_KIND),
        (variants.INDIAN_13, knocked([RIGHT_OF_THREE, None], "pairs"), Reason.KNOCK_KIND),
    ],
)
def test_a_knock_fits_the_game_and_the_hands(variant: Variant, facts: RoundFacts, code: Reason) -> None:
    assert codes_of(InvalidSetup, variant.score, facts) == [code]


def test_the_kind_of_a_knock_that_fits_is_kept() -> None:
    assert GIN.score(knocked(["A♣ 2♣ 3♣", "K♥"], "gin")).points(0) == 10 + 25
    assert GIN.score(counted(0, 30, "gin")).points(0) == 30 + 25
    assert GIN.score(counted(10, 30, "knock")).points(0) == 20
    pairs, melds = (OKEY.score(knocked([BOTH, None], kind)) for kind in ("pairs", "declaration"))
    assert (pairs.points(1), melds.points(1)) == (4, 2)
    assert OKEY.score([BOTH, None], knocker=0) == pairs


@pytest.mark.parametrize("hands", [None, 7, "7♠ 8♠", [None, "K♥"], [["7♠", 8], ""], ["zz", ""]])
def test_values_that_are_not_hands_are_refused(hands: Any) -> None:
    with pytest.raises((InvalidSetup, InvalidCards)):
        CLASSIC.score(hands, winner=0)
    with pytest.raises(RamiError):
        GIN.score(hands, knocker=0)


def test_a_limit_set_by_the_upcard() -> None:
    house = GIN.with_(closing={"knock_limit": "upcard"})
    assert house.score(end(["5♣", "K♥"], knocker=0, upcard="5♦")).points(0) == 5
    with pytest.raises(InvalidSetup):
        house.score(end(["6♣", "K♥"], knocker=0, upcard="5♦"))


def test_contracts_are_ticked() -> None:
    match = play_match(FRU, GreedyBot(), 3, seed=4, rounds=4)
    grid = contract_grid(match.scores, 3, 14)
    for seat in range(3):
        done = [number for row in grid if (number := row[seat]) is not None]
        assert len(done) == match.contracts[seat] - 1
        assert done == sorted(done)
        assert all(seat in match.scores[number - 1].completed for number in done)
    lines = contracts_text(match, ["Ana", "Bo", "Cy"])
    assert lines[0].split() == ["contract", "Ana", "Bo", "Cy"]
    assert len(lines) == 15
    assert "".join(lines).count("✓") == sum(number - 1 for number in match.contracts)
    assert contracts_text(Match.start(GIN)) == []
    drawn = svg.score_sheet(match, names=["Ana", "Bo", "Cy"]).svg
    assert drawn.count(">✓<") == sum(number - 1 for number in match.contracts)
    assert "contract 14" in drawn.lower()
    assert svg.score_sheet(match.scores).svg.count(">✓<") == drawn.count(">✓<")
    void = RoundScore(True, None, (), completed=(0,))
    assert contract_grid([void], 1, 1) == ((None,),)


@pytest.mark.parametrize("field", ["opened", "completed", "laid", "folded"])
@pytest.mark.parametrize("value", [5, True, "ab"])
def test_values_other_than_collections_are_refused(field: str, value: Any) -> None:
    with pytest.raises(InvalidSetup, match=f"{field} must be a collection"):
        CLASSIC.score(end(["", "K♥"], winner=0, **{field: value}))


def test_all_that_is_no_collection_is_refused_at_once() -> None:
    with pytest.raises(InvalidSetup, match=r"playing .*; laid .*; paired "):
        CLASSIC.score(end(["", "K♥"], winner=0, playing=5, laid=5, paired=5))
