"""`check_variant` accepts correct variants, and fails for variants that break one of the properties."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import Any

import attrs
import pytest
from tests.support import broken
from tests.support.custom import HiddenMatch
from tests.support.depth import shorter
from tests.support.playing import round_played
from tests.support.presets import PRESETS
from tests.support.refusals import refusal

from rami import Card, Discard, DrawStock, Match, RamiError, Round, Setup, TakeDiscard, Variant, variants
from rami._base.values import by_fields
from rami._kernel.rounds.state import DRAW, LAYING_OFF, Known, State
from rami._kernel.rounds.steps import applied
from rami._kernel.turns.actions import DISCARD
from rami.cards import Cards
from rami.cards.faces import cards_of
from rami.cards.moves import Move
from rami.errors import InvalidMatch, Violation
from rami.notation import parse_move, parse_position, position_text
from rami.rounds import _sampling, views
from rami.rounds._engine import events, legal
from rami.rounds._engine.positions import hands_of, setup_of
from rami.rounds._engine.rules import Decision, Rules
from rami.rounds.events import Event, TurnBegun, TurnedShown
from rami.rounds.memory import Memory
from rami.rounds.views import PlayerView
from rami.sessions.session import Session
from rami.testing import KINDS, CheckFailed, Property, check_position, check_variant
from rami.testing._secrecy import check_board
from rami.testing._walks import capped, walk
from rami.testing.report import kind_of

pytestmark = pytest.mark.slow(every=2)

CLASSIC = variants.CLASSIC_51
EXPLICIT = CLASSIC.with_(
    conduct={"mode": "explicit", "touch_penalty": "no_factor"}, opening={"minimum": 20, "clean": None}
)
# moves of games whose stock is not renewed, that may be left, or in which the table is rearranged
OTHERS = ["EndRound", "Fold", "ShowTurned", "Rearrange"]
LAID = ["LayDown: opening", "LayDown: more melds", "LayDown: with table cards"]
REPLIES = variants.GIN.with_(closing={"settle": "moves", "layoff_on_gin": True, "knock_limit": 40})
LISTING = legal.LegalMoves.__iter__


# what passes


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("variant", PRESETS, ids=str)
def test_presets_pass(variant: Variant) -> None:
    report = check_variant(variant, rounds=1, seed=3, turn_cap=shorter(30))
    assert (report.variant, report.rounds) == (variant.slug, 1)
    assert report.positions > 10
    assert report.moves > 5 * report.positions


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("variant", [EXPLICIT, REPLIES], ids=["explicit conduct", "replies to a knock"])
def test_house_variants_pass(variant: Variant) -> None:
    assert check_variant(variant, rounds=1, seed=4, turn_cap=12, breadth=16).positions > 5


@pytest.mark.parametrize(
    "variant,impossible",
    [
        (EXPLICIT, ["PassUpcard", "LayDown: reply to a knock", "Knock", "BigGin", "EndLayoffs"]),
        (REPLIES, [*LAID, "SwapWild", "Discard: announced", "TouchDiscard"]),
    ],
    ids=["explicit conduct", "replies to a knock"],
)
def test_random_rounds_exercise_the_moves_of_a_variant(variant: Variant, impossible: list[str]) -> None:
    played = {
        kind_of(step.before, step.move)
        for number in range(24)
        for step in walk(capped(variant, 25), 2, 5, number, breadth=16)
        if step.before is not None and step.move is not None
    }
    assert {*impossible, *OTHERS} <= set(KINDS) - played <= {*impossible, *OTHERS, "BigGin"}


@pytest.mark.slow
def test_the_report_lists_cases_seen_and_not_seen() -> None:
    report = check_variant(variants.GIN, rounds=3, seed=7, turn_cap=8)
    assert report == check_variant(variants.GIN, rounds=3, seed=7, turn_cap=8)
    assert report.digest != check_variant(variants.GIN, rounds=3, turn_cap=8, seed=1).digest
    assert tuple(kind for kind, _ in report.played) == KINDS
    assert sum(count for _, count in report.played) == report.positions - report.rounds
    assert sum(count for _, count in report.endings) == report.rounds
    assert sum(count for _, count in report.phases) == report.positions
    assert {"SwapWild", "LayDown: opening"} <= set(report.never)
    assert "never played: " in str(report)
    with pytest.raises(KeyError):
        _ = report["SwapJoker"]


def test_a_game_without_discards_passes_too() -> None:
    """The third round has a short stock elsewhere, by cards moved to the discard pile."""
    report = check_variant(variants.RUMMIKUB, rounds=3, turn_cap=3, breadth=8, seed=7)
    assert report.rounds == 3


@pytest.mark.parametrize("players", [2, 7])
def test_the_number_of_players_can_be_given(players: int) -> None:
    assert check_variant(CLASSIC, rounds=1, turn_cap=2, breadth=4, players=players).rounds == 1


@pytest.mark.parametrize(
    "options", [{"rounds": 0}, {"turn_cap": True}, {"breadth": "all"}, {"seed": -1}, {"players": 9}], ids=str
)
def test_impossible_numbers_are_refused(options: dict[str, Any]) -> None:
    exam: Any = check_variant
    assert not isinstance(refusal(RamiError, exam, CLASSIC, **{"rounds": 1, **options}), CheckFailed)


@pytest.mark.slow
def test_rounds_without_a_cap_are_left_after_a_number_of_turns() -> None:
    report = check_variant(CLASSIC.with_(match=HiddenMatch(CLASSIC.match)), rounds=1, turn_cap=3, seed=1)
    assert report.endings == (("stopped", 1),)


@pytest.mark.slow
def test_another_process_makes_equal_observations() -> None:
    check_variant(variants.GIN, rounds=1, turn_cap=6, hash_seeds=(1,))


# what does not pass


def failure(variant: Variant, **options: Any) -> CheckFailed:
    exam: Any = check_variant
    with pytest.raises(CheckFailed) as caught:
        exam(variant, **{"rounds": 4, "seed": 0, "turn_cap": 12, "breadth": 24, "depth": "full", **options})
    return caught.value


def test_a_failure_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legal.LegalMoves, "__contains__", lambda _self, _move: True)
    error = failure(variants.GIN)
    assert error.failed is Property.CONSISTENT
    assert isinstance(error.setup, Setup)
    said, tried, line = str(error).split("\n")
    assert said.startswith("consistent: `in` says True, but `explain` says ")
    assert parse_move(tried.removeprefix("move: ")) == error.move
    assert parse_position(line.removeprefix("position: ")) == error.setup
    again = pickle.loads(pickle.dumps(error))
    facts = attrgetter("failed", "setup", "move")
    assert (*facts(again), str(again)) == (*facts(error), str(error))
    with pytest.raises(CheckFailed, match="consistent"):
        check_position(Round.from_setup(error.setup))
    monkeypatch.undo()
    assert check_position(Round.from_setup(error.setup)).positions == 1


def test_a_position_without_a_text_is_printed() -> None:
    changes: Any = {"turn": "third"}
    setup = attrs.evolve(Round.deal(variants.GIN).setup, **changes)
    assert "turn='third'" in str(CheckFailed(Property.VALUES, "no number", setup))


@pytest.mark.parametrize("written", [lambda _move: "draw", lambda _move: "pull"])
def test_a_move_that_is_not_read_back(monkeypatch: pytest.MonkeyPatch, written: Callable[[Any], str]) -> None:
    monkeypatch.setattr(TakeDiscard, "__str__", written)
    error = failure(variants.GIN)
    assert (error.failed, error.move) == (Property.TEXT, TakeDiscard())


def poorer(setup: Setup) -> str:
    """Return the text of a position without the number of the turn."""
    return position_text(attrs.evolve(setup, turn=None))


@pytest.mark.parametrize(
    "variant,place,wrong,failed",
    [
        (variants.GIN, "testing._positions.position_text", poorer, Property.TEXT),
        (
            variants.GIN,
            "Round.canonical",
            lambda self, _: (next(iter(self.legal_moves)),),
            Property.CONSISTENT,
        ),
        (variants.GIN, "Round.__repr__", lambda self: f"<next card {self.stock[:1]}>", Property.NO_PEEKING),
        (CLASSIC, "testing.check.capped", lambda variant, _: variant, Property.TERMINATING),
        (
            CLASSIC,
            "rounds.LegalMoves.__iter__",
            lambda self: iter(sorted(LISTING(self), key=lambda move: id(self) * hash(move) % 97)),
            Property.DETERMINISTIC,
        ),
        pytest.param(
            CLASSIC,
            "rounds.LegalMoves.__iter__",
            lambda self: iter(list(LISTING(self))),
            Property.LAZY,
            marks=pytest.mark.slow,
        ),
    ],
    ids=[
        "a position is not read back",
        "a path of unlisted moves",
        "a round prints a hidden card",
        "a round never ends",
        "an order that changes",
        "an eager list",
    ],
)
def test_one_wrong_function(
    monkeypatch: pytest.MonkeyPatch, variant: Variant, place: str, wrong: Any, failed: Property
) -> None:
    monkeypatch.setattr(f"rami.{place}", wrong)
    assert failure(variant, turn_cap=3 if failed is Property.TERMINATING else 12).failed is failed


JUDGED = Round._judge


def test_a_move_out_of_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Round, "_judge", lambda self, move, _by: JUDGED(self, move, None))
    error = failure(variants.GIN)
    assert (error.failed, error.found) == (Property.CONSISTENT, "the move is legal out of turn")


def list_by(monkeypatch: pytest.MonkeyPatch, lister: Callable[[legal.LegalMoves], Iterator[Move]]) -> None:
    monkeypatch.setattr(legal.LegalMoves, "__iter__", lister)
    monkeypatch.setattr(legal.LegalMoves, "__len__", lambda self: sum(1 for _ in self))


def test_a_move_listed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    list_by(monkeypatch, lambda self: chain(LISTING(self), LISTING(self)))
    assert failure(variants.GIN).failed is Property.NO_DUPLICATES


def test_two_names_of_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(self: legal.LegalMoves) -> Iterator[Move]:
        for move in LISTING(self):
            yield move
            if isinstance(move, Discard):
                yield Discard(move.card, announce=False)

    list_by(monkeypatch, both)
    assert failure(variants.GIN).failed is Property.NO_DUPLICATES


def test_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(_game: Any, known: Known, _count: int) -> list[str]:
        return [] if known.discards else ["discards_empty"]

    def careless_list(self: legal.LegalMoves) -> Iterator[Move]:
        found = list(LISTING(self))
        if self._known.phase == DRAW and self._known.discards and TakeDiscard() not in found:
            found.append(TakeDiscard())
        return iter(found)

    list_by(monkeypatch, careless_list)
    monkeypatch.setattr("rami.rounds._engine.pile.take_faults_at_draw", careless)
    assert failure(CLASSIC).failed is Property.NO_DEAD_END


def test_a_lost_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def clumsy(game: Any, state: State, action: Any, *more: Any) -> State:
        after = applied(game, state, action, *more)
        if action.kind != DISCARD:
            return after
        return after.moved(after.phase, after.turn, discards=after.discards[:-1], outcome=after.outcome)

    monkeypatch.setattr(events, "applied", clumsy)
    # no move is carried out past that
    monkeypatch.setattr(Round, "_after", lambda self, move, names: None)
    error = failure(CLASSIC)
    assert error.failed is Property.CONSERVED
    assert error.found.startswith("cards lost: ")
    assert isinstance(error.setup, Setup)
    lost = Card(error.found.removeprefix("cards lost: ").partition(";")[0])
    assert lost in error.setup.hands[error.setup.player]
    assert str(lost) in str(error.move)


def peeked(state: State) -> Known:
    """Return the facts known to the player to act, with a hint of the next card where no rule looks for it."""
    known, stock = state.known, state.stock
    hint = 1000 if stock and stock[0] % 2 else 0
    return Known(known.phase, known.number, known.turn, known.discards, known.stock_size, hint, known.knocked)


def test_a_draw_withheld_because_of_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    judges = legal._JUDGES[DRAW]

    def hinted(known: Known) -> bool:
        return known.phase == DRAW and known.recycles == 1000

    def spared(self: legal.LegalMoves) -> Iterator[Move]:
        found = list(LISTING(self))
        return iter(found[1:] if hinted(self._known) and len(found) > 1 else found)

    def judged(rules: Any, known: Known, move: DrawStock) -> Decision:
        if hinted(known) and len(list(LISTING(legal.LegalMoves.of(rules, known)))) > 1:
            return Decision.against(Violation("better_not"))
        return judges[DrawStock](rules, known, move)

    list_by(monkeypatch, spared)
    monkeypatch.setitem(legal._JUDGES, DRAW, {**judges, DrawStock: judged})
    monkeypatch.setattr(
        Round, "legal_moves", property(lambda self: legal.LegalMoves.of(self._rules, peeked(self._state)))
    )
    monkeypatch.setattr(views, "_known_to_player", lambda _rules, state: peeked(state))
    # pickled with the hint, or else the view would be caught by listing other moves once it is unpickled
    monkeypatch.setattr(PlayerView, "__reduce__", by_fields)
    monkeypatch.setattr(
        Round,
        "_judge",
        lambda self, move, by: (
            Decision.against(Violation("not_you"))
            if by not in (None, self.player)
            else legal.judge(self._rules, peeked(self._state), move)
        ),
    )
    free = variants.RAMI_500.with_(dealing={"upcard": True}, drawing={"discard_use": None})
    assert failure(free, seed=1).failed is Property.NO_PEEKING


HANDS_SEEN, STEP, UNDO, STAND_IN = views._hands_seen_by, Round.step, Session.undo, Session._substituted
REMEMBERED = Memory.after


def seed_among_the_bytes(_: Rules, state: State) -> Known:
    now = state.known
    return Known(now.phase, now.number, now.turn, now.discards, now.stock_size, state.deal.seed, now.knocked)


def hand_during_the_reply(player: int | None, state: State) -> tuple[Cards, ...]:
    return hands_of(state) if state.phase == LAYING_OFF else HANDS_SEEN(player, state)


def drawn_card_told(self: Round, move: Move, by: int | None = None) -> tuple[Round, tuple[Event, ...]]:
    after, events = STEP(self, move, by)
    return after, (TurnedShown(self.player, self.stock[0]),) if isinstance(move, DrawStock) else events


def refused_takeback_of_a_session(self: Session, by: int | None) -> Session:
    try:
        return UNDO(self, by)
    except InvalidMatch as error:
        log = Violation("log", None, {"log": self.match.log[-1]})
        raise InvalidMatch(*error.violations, log) from None


def stand_in_that_tells_what_it_tried(self: Session, kind: Any, seat: int, bot: Any) -> Session:
    try:
        return STAND_IN(self, kind, seat, bot)
    except InvalidMatch as error:
        raise (error.__cause__ or error) from None


@pytest.mark.search(cases=1)
@pytest.mark.parametrize(
    "variant,place,wrong",
    [
        (CLASSIC, "sessions.session.Session._substituted", stand_in_that_tells_what_it_tried),
        (variants.GIN, "matches.steps.Moved.seen_by", lambda self, _viewer: self),
        (variants.GIN, "sessions.session.Session.undo", refused_takeback_of_a_session),
        (CLASSIC, "rounds.views._hands_seen_by", lambda _player, state: hands_of(state)),
        (CLASSIC, "rounds.views._known_to_player", seed_among_the_bytes),
        (CLASSIC, "Round.step", drawn_card_told),
        (variants.GIN, "rounds.views._discards_seen_by", lambda _player, state: cards_of(state.discards)),
        (REPLIES, "rounds.views._hands_seen_by", hand_during_the_reply),
    ],
)
def test_a_leak(monkeypatch: pytest.MonkeyPatch, variant: Variant, place: str, wrong: Any) -> None:
    monkeypatch.setattr(f"rami.{place}", wrong)
    assert failure(variant, seed=2).failed is Property.PRIVATE


def later_turn(rules: Rules, view: PlayerView) -> _sampling.Sampler:
    return _sampling.Sampler(rules, attrs.evolve(view, turn=99))


def false_memory(self: Memory, events: Iterable[Event]) -> Memory:
    memory = REMEMBERED(self, events)
    return attrs.evolve(memory, holds=(Cards("K♥ K♦ K♠ K♣"), *memory.holds[1:]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds.round.Sampler": later_turn},
        {"rounds._sampling._can_be": lambda *_: True, "testing._secrecy._is_sampled": lambda _: True},
        {"rounds.memory.Memory.after": false_memory},
    ],
    ids=["later turn", "impossible turn", "false memory"],
)
def test_a_sample_that_cannot_be(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]) -> None:
    for place, function in wrong.items():
        monkeypatch.setattr(f"rami.{place}", function)
    assert failure(CLASSIC, rounds=8, seed=1, turn_cap=20).failed is Property.SAMPLES


@pytest.mark.slow
def test_membership_by_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    explain = legal.LegalMoves.explain

    def slow(self: legal.LegalMoves, move: object) -> bool:
        return any(move == other for other in self) or not explain(self, move)

    monkeypatch.setattr(legal.LegalMoves, "__contains__", slow)
    error = failure(CLASSIC)
    assert error.failed is Property.LAZY
    assert re.match(r"`in` takes \d+ calls, and `play` \d+", error.found)


@pytest.mark.slow
def test_an_order_of_hashes() -> None:
    variant = variants.RAMI_500.with_(opening=broken.BySetOrder())
    check_variant(variant, rounds=1, turn_cap=3, players=2, seed=1)
    error = failure(variant, rounds=1, turn_cap=3, players=2, seed=1, hash_seeds=(1, 2, 3))
    assert error.failed is Property.DETERMINISTIC
    assert "PYTHONHASHSEED" in error.found


@pytest.mark.slow
def test_another_process_that_fails() -> None:
    variant = variants.RAMI_500.with_(opening=broken.OnlyHere(os.getpid()))
    error = failure(variant, rounds=1, turn_cap=2, players=2, hash_seeds=(1,))
    assert error.failed is Property.DETERMINISTIC
    assert "the check fails" in error.found


def test_a_variant_that_cannot_be_pickled() -> None:
    @attrs.frozen
    class Local(broken.BySetOrder):
        pass

    assert failure(CLASSIC.with_(opening=Local())).failed is Property.VALUES


def test_a_forgotten_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    true = setup_of

    def without_ban(rules: Any, context: Any, state: State) -> Setup:
        setup = true(rules, context, state)
        return attrs.evolve(setup, turn_facts=attrs.evolve(setup.turn_facts, barred=None))

    monkeypatch.setattr("rami.rounds.round.setup_of", without_ban)
    assert failure(variants.GIN).failed is Property.VALUES


def test_a_round_that_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Round, "__setattr__", object.__setattr__)
    monkeypatch.setattr(Round, "context", property(lambda self: self._context, lambda self, value: None))
    error = failure(variants.GIN)
    assert (error.failed, error.found) == (Property.VALUES, "a Round can be changed")


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("policy", [broken.Tip, broken.Forgetful, broken.Consolation])
def test_scores_that_do_not_add_up(policy: type[Any]) -> None:
    variant = CLASSIC.with_(scoring=policy(CLASSIC.scoring))
    assert failure(variant, turn_cap=2).failed is Property.SCORES


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes, found",
    [
        ({"winners": (77,), "over": True}, "winners"),
        ({"eliminated": (99,)}, "eliminated"),
        ({"next_dealer": 55}, "next_dealer"),
        ({"winners": (0,), "over": False}, "the match is not over"),
        ({"ranking": ((0,),)}, "ranking"),
        ({"totals": (1, 2, 3, 4, 5, 6, 7, 8, 9)}, "totals"),
    ],
)
def test_a_match_that_cannot_be(changes: dict[str, Any], found: str) -> None:
    variant = variants.GIN.with_(match=broken.Odd(variants.GIN.match, changes=tuple(changes.items())))
    error = failure(variant, rounds=8, turn_cap=40)
    assert error.failed is Property.MATCHES
    assert found in error.found
    with pytest.raises(InvalidMatch, match=found):
        round_played(Match.start(variant, 2, 3))


@pytest.mark.slow
def test_a_match_that_raises() -> None:
    error = failure(variants.GIN.with_(match=broken.NoMatch(variants.GIN.match)), rounds=8, turn_cap=40)
    assert error.failed is Property.ERRORS


def test_a_round_that_only_the_cap_ends_is_reported() -> None:
    report = check_variant(CLASSIC, rounds=1, seed=3, turn_cap=2)
    assert report.endings == (("stopped at the cap", 1),)


def test_an_unexpected_error() -> None:
    error = failure(CLASSIC.with_(opening=broken.Crashing(CLASSIC.opening)))
    assert (error.failed, type(error.__cause__)) == (Property.ERRORS, KeyError)


def test_an_event_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    step = Round.step

    def silent(self: Round, move: Move, by: int | None = None) -> tuple[Round, tuple[Event, ...]]:
        after, events = step(self, move, by)
        return after, tuple(event for event in events if not isinstance(event, TurnBegun))

    steps = walk(CLASSIC, 2, seed=1)
    played = [(each.before, each.move) for each in steps if each.before is not None and each.move is not None]
    for before, move in played:
        check_board(before, move, (None, 0, 1))
    monkeypatch.setattr(Round, "step", silent)
    with pytest.raises(CheckFailed, match="a spectator is wrong about player, phase, turn") as caught:
        check_board(*played[0], (None, 0, 1))
    assert caught.value.failed is Property.EVENTS
