"""The targets of fuzzing: all parsers and loaders, with the properties of the values that they accept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from time import thread_time
from typing import TypeVar

import attrs
from tests.robust.fuzz.edits import forged, plain

from rami import Cards, PlayerView, RamiError, Round, Setup, Variant, variants
from rami.cards import parse_cards
from rami.cards.melds import Group, Run, meld_or_cards, meld_text
from rami.errors import InvalidText
from rami.ext import json
from rami.notation import foreign, houses, parse_move, parse_position, parse_turn, position_text, records
from rami.rounds.budget import step_budget
from rami.rounds.selections import lay_downs
from rami.rounds.setup import RoundContext

LONGEST_ERROR = 50_000
STEPS = 1_000
"""The budget of a typical server."""
SLOWEST = 2.0
"""The maximum seconds within a budget: some targets ask several questions, and atheris makes every line slower."""
T = TypeVar("T")

__all__ = ["TARGETS", "check_refusal", "fuzzed", "text_of"]


def check_refusal(error: RamiError, place: str | None = None) -> None:
    """Check that a refusal has reasons that can be printed, and names the place if one is required."""
    assert error.violations, "a refusal without a reason"
    placed = all(place in dict(each.params) for each in error.violations)
    assert place is None or placed, f"no {place}: {error}"
    assert len(str(error)) <= LONGEST_ERROR, "a refusal too long to read"


def _cards(text: str) -> None:
    found = parse_cards(text)
    assert parse_cards(" ".join(map(str, found))) == found
    assert Cards(str(Cards(found))) == Cards(found)


def _meld(text: str) -> None:
    meld = meld_or_cards(text)
    if isinstance(meld, (Group, Run)):
        assert meld_or_cards(meld_text(meld, named=True)) == meld


def _move(text: str) -> None:
    move = parse_move(text)
    assert str(parse_move(str(move))) == str(move)


def _turn(text: str) -> None:
    turn = parse_turn(text)
    assert str(parse_turn(str(turn))) == str(turn)


def _position(text: str) -> None:
    setup = parse_position(text)
    written = position_text(setup)
    assert parse_position(written) == setup
    assert position_text(parse_position(written)) == written
    _view(setup)
    position = Round.from_setup(setup)
    assert Round.from_setup(position.setup) == position


def _view(setup: Setup) -> None:
    """Check that each seat's view of a position is rebuilt from the facts of the view."""
    for viewer in (None, *range(len(setup.hands))):
        view = _answer(partial(PlayerView.from_setup, setup, viewer))
        if view is not None:
            assert PlayerView.from_setup(view.setup, viewer) == view
            assert [*islice(view.legal_moves, 3)] == [*islice(attrs.evolve(view, legal=None).legal_moves, 3)]


def _shorthand(text: str) -> None:
    cards = foreign.parse_shorthand(text, "7♠ 8♠ 8♥ 8♦ K♣")
    meld = _answer(lambda: variants.GIN.meld(cards))
    if meld is not None:
        assert variants.GIN.meld(foreign.parse_shorthand(foreign.shorthand_text(meld))) == meld


def _deal(text: str) -> None:
    for deal in foreign.parse_deals(text):
        written = _answer(partial(foreign.deal_text, deal))
        if written is not None and any(map(len, deal.hands)):
            assert foreign.parse_deal(written).hands == deal.hands
    foreign.parse_deal(text)


def _log(text: str) -> None:
    match = foreign.parse_log(text, variants.CLASSIC_51)
    written = foreign.log_text(match)
    assert foreign.parse_log(written, variants.CLASSIC_51) == match


def _record(text: str) -> None:
    for record in (text, forged(text)):
        try:
            match = records.loads(record)
        except InvalidText as error:
            check_refusal(error, "line")
            continue
        written = records.dumps(match)
        assert plain(written) == plain(record)
        assert records.loads(written) == match


def _house(text: str) -> None:
    variant = houses.loads(text)
    assert houses.loads(houses.dumps(variant)) == variant


def _json(text: str) -> None:
    value = json.loads(text)
    written = json.dumps(value)
    again = json.loads(written)
    assert json.dumps(again) == written
    assert isinstance(again, RamiError) or again == value


def _question(text: str) -> None:
    """Ask all questions about cards; the text is a slug, a colon, and the cards of a hand or meld."""
    slug, _, cards = text.partition(":")
    variant = _answer(lambda: variants.get(slug))
    if variant is None:
        return
    contract = 1 if variant.settings()["opening.contracts"] else None
    found = _answer(lambda: variant.readings(cards)) or ()
    for meld in found:
        assert variant.meld(meld_text(meld)) == meld
    meant = _answer(lambda: variant.meld(cards))
    assert (meant is not None) or len(found) != 1, "the only meld is not taken"
    view = _playing(variant, "K♠ 3♦").view(0)
    for ask in (
        lambda: variant.check_opening([cards], contract=contract),
        lambda: [*islice(variant.openings(cards, contract=contract), 5)],
        lambda: variant.best_melds(cards),
        lambda: variant.deadwood(cards),
        lambda: variant.knock_discards(cards, upcard="5♠"),
        lambda: view.explain(f"lay {cards}"),
        lambda: view.explain(f"knock K♠ with {cards}"),
        lambda: lay_downs(_playing(variant, cards), cards),
        lambda: [*islice(_playing(variant, cards).legal_moves, 20)],
        lambda: [*islice(_playing(variant, cards).turns(), 3)],
    ):
        _answer(ask)


def _playing(variant: Variant, hand: str) -> Round:
    """Return a position in which a player with this hand lays melds."""
    context = RoundContext(variant.players[0])
    turned = {"wild_rank": "*", "natural": "K♣", None: None}[variant.dealing.turned_card]
    hands = [hand, *["3♣"] * (context.seats - 1)]
    phase = "draw" if variant.drawing.turn == "draw_or_play" else "play"
    return Round.from_setup(Setup(variant=variant, hands=hands, phase=phase, context=context, turned=turned))


def _answer(ask: Callable[[], T]) -> T | None:
    """Return the answer to a question, and check the budget and the time; None if it is refused."""
    start = thread_time()
    try:
        with step_budget(STEPS):
            answer = ask()
    except RamiError as error:
        check_refusal(error)
        answer = None
    took = thread_time() - start
    assert took < SLOWEST, f"{took:.1f} seconds"
    return answer


TARGETS: Mapping[str, Callable[[str], None]] = {
    "cards": _cards,
    "meld": _meld,
    "move": _move,
    "turn": _turn,
    "position": _position,
    "shorthand": _shorthand,
    "deal": _deal,
    "log": _log,
    "record": _record,
    "house": _house,
    "json": _json,
    "question": _question,
}
"""The targets by their names, which are also the directories of the corpus."""


def text_of(data: bytes) -> str:
    """Decode bytes as text; other bytes than UTF-8 become lone surrogates, which a string may also contain."""
    return data.decode("utf-8", "surrogateescape")


def fuzzed(name: str, data: bytes) -> None:
    """Give an input to a target; any exception, or an answer beyond the budget, is a fault."""
    if name == "question":
        # Each of its questions has a separate budget.
        _question(text_of(data))
    else:
        _answer(lambda: TARGETS[name](text_of(data)))
