"""Custom closing policies, which receive the facts of the turn."""

from __future__ import annotations

import random
from functools import cache
from zlib import crc32

import attrs
import pytest
from tests.support.depth import some
from tests.support.refusals import codes_in
from tests.support.turn_facts import built

from rami import LayOff, Round, Variant, variants
from rami.cards.moves import Discard, Knock, Move
from rami.errors import InvalidSetup, Violation
from rami.ext.json import from_data, to_data
from rami.locales import text
from rami.notation import parse_position, position_text
from rami.policies import Closing, ClosingFacts, Seat
from rami.testing import check_variant


@attrs.frozen
class ByLot:
    """Decides by everything in the facts, with no rhyme or reason."""

    salt: int = 0

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        return (Violation("lot"),) if crc32(f"{self.salt} {facts}".encode()) % 3 else ()


@attrs.frozen
class LastMeld:
    """Wants a new meld in the last turn."""

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        if facts.melds_laid:
            return ()
        words = {"en": "lay a new meld to go out, not only {cards}", "fr": "sortez avec une combinaison"}
        return (Violation("last_meld", None, {"cards": len(facts.cards_placed)}, sentences=words),)


@attrs.frozen
class ThreeTiles:
    """Wants three cards laid in the last turn."""

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        return (Violation("few"),) if len(facts.cards_placed) < 3 else ()


@attrs.frozen
class Recorder:
    """Lets players go out in any way, and keeps the facts."""

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        SEEN.append(facts)
        return ()


SEEN: list[ClosingFacts] = []
CLASSIC = variants.CLASSIC_51


HOUSE = CLASSIC.with_(slug="own-closing", closing=LastMeld())


def position(closing: object, hand: str, table: list[tuple[int, str]]) -> Round:
    house = CLASSIC.with_(slug="own-closing", closing=closing)  # type: ignore[arg-type]  # any policy
    return built(variant=house, hands=[hand, "9♣ 9♦"], phase="play", table=table)


def test_the_facts_of_going_out() -> None:
    here = position(Recorder(), "8♥ 9♥ T♥ A♠", [(1, "2♣ 3♣ 4♣"), (0, "5♥ 6♥ 7♥")])
    here = here.play("off 8♥ > 1").play("off 9♥ > 1").play("off T♥ > 1")
    SEEN.clear()
    assert here.explain("discard A♠") == ()
    assert SEEN
    facts = SEEN[-1]
    assert (str(facts.discard), str(facts.hand), str(facts.cards_placed)) == ("A♠", "A♠", "8♥ 9♥ T♥")
    assert (facts.player, facts.melds_laid, facts.opened_now, facts.taken) == (0, 0, False, None)
    assert [(owner, str(meld)) for owner, meld in facts.table] == [(0, "5♥ 6♥ 7♥ 8♥ 9♥ T♥"), (1, "2♣ 3♣ 4♣")]
    assert [str(meld) for meld in facts.melds_of(1)] == ["2♣ 3♣ 4♣"]
    assert facts.totals == (0, 0)


def test_cards_laid_this_turn_decide() -> None:
    here = position(LastMeld(), "8♥ 9♥ T♥", [(0, "5♥ 6♥ 7♥")])
    after = here.play("off 8♥ > 0").play("off 9♥ > 0")
    (wrong,) = after.explain(LayOff("T♥", 0))
    assert str(wrong) == "lay a new meld to go out, not only 3"
    assert text(wrong, "fr") == "sortez avec une combinaison"
    assert after.explain("discard T♥")
    # The only way to end this turn is to lay the three as a run, with the two taken out of the long one.
    assert [str(move)[:10] for move in after.legal_moves] == ["lay 8♥ 9♥ "]
    assert here.play("lay 8♥ 9♥ T♥").over


def test_facts_of_the_turn_are_part_of_the_position() -> None:
    here = position(LastMeld(), "8♥ 9♥ T♥ 2♠", [(0, "5♥ 6♥ 7♥")]).play("off 8♥ > 0")
    other = position(LastMeld(), "9♥ T♥ 2♠", [(0, "5♥ 6♥ 7♥ 8♥")])
    assert here.setup.turn_facts.cards_placed != other.setup.turn_facts.cards_placed
    assert here != other
    assert Round.from_setup(here.setup) == here
    assert from_data(to_data(here), Round, variants=[HOUSE]) == here
    assert "cards_placed 8♥" in position_text(here.setup)
    # rami's own closing asks for none of this, and keeps none of it.
    usual = position(Closing(), "8♥ 9♥ T♥ 2♠", [(0, "5♥ 6♥ 7♥")]).play("off 8♥ > 0")
    assert usual == position(Closing(), "9♥ T♥ 2♠", [(0, "5♥ 6♥ 7♥ 8♥")])
    assert "cards_placed" not in position_text(usual.setup)
    assert parse_position(position_text(usual.setup)) == usual.setup


@attrs.frozen
class NoQueenLast(Closing):
    """A subclass of rami's own policy."""

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        queen = facts.discard is not None and facts.discard.rank == 12
        return (Violation("queen"),) if queen else super().finish(facts)


def test_the_closing_of_a_subclass_is_used() -> None:
    closing = NoQueenLast(final_discard="required")
    here = position(closing, "8♥ Q♠", [(0, "5♥ 6♥ 7♥")])
    assert codes_in(here.explain("off 8♥ > 0")) == ["duty_unmeetable"]
    here = position(closing, "8♥", [(0, "5♥ 6♥ 7♥")])
    assert codes_in(here.explain("off 8♥ > 0")) == ["last_card_placed"]


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("name", ["CLASSIC_51", "RAMI_500", "OKEY_101", "FRUSTRATION", "BASIC_RUMMY"])
def test_the_kit_passes_for_any_closing(name: str) -> None:
    game: Variant = getattr(variants, name)
    house = game.with_(slug="by-lot", closing=ByLot())
    assert check_variant(house, rounds=1, turn_cap=12, seed=some(3)).rounds == 1


@attrs.frozen
class ShowsByLot(Closing):
    """The options of a game, and hands shown by lot."""

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        return ByLot().finish(facts)


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("name", ["GIN", "THREE_THIRTEEN", "INDIAN_13", "OKEY"])
def test_the_kit_passes_for_any_hand_shown(name: str) -> None:
    game: Variant = getattr(variants, name)
    closing = ShowsByLot(**attrs.asdict(game.closing, recurse=False))
    house = game.with_(slug="shows-by-lot", closing=closing)
    assert check_variant(house, rounds=1, turn_cap=40, seed=some(3)).rounds == 1


def _ends(free: Round, strict: ByLot, move: Move) -> bool:
    """Return whether some way to continue after this move ends the turn, found by trying all of them."""
    after = free.play(move)
    if not after.over:
        return after.turn != free.turn or _completes(after, strict)
    SEEN.clear()
    Round.from_setup(free.setup).play(move)
    last = move.card if isinstance(move, Discard) else None
    return not strict.finish([facts for facts in SEEN if facts.discard == last][-1])


@cache
def _completes(free: Round, strict: ByLot) -> bool:
    return any(_ends(free, strict, move) for move in free.legal_moves)


@pytest.mark.parametrize("salt", range(some(12)))
def test_a_move_is_legal_exactly_if_the_turn_can_end_after_it(salt: int) -> None:
    strict = CLASSIC.with_(slug="by-lot", closing=ByLot(salt))
    free = CLASSIC.with_(slug="by-lot", closing=Recorder())
    chance = random.Random(salt)
    hand = chance.sample(["4♥", "8♥", "9♥", "T♥", "7♣", "7♠", "6♦", "*", "K♠", "5♣"], 4)
    table = [(0, "5♥ 6♥ 7♥"), (1, "7♦ 8♦ *"), (0, "5♦ 5♠ 5♥")]
    facts = {"hands": [" ".join(hand), "9♣ 9♦"], "phase": "play", "table": table}
    there = built(variant=free, **facts)
    found = {str(move) for move in there.legal_moves if _ends(there, ByLot(salt), move)}
    if not found:
        with pytest.raises(InvalidSetup, match="could not be completed"):
            built(variant=strict, **facts)
        return
    here = built(variant=strict, **facts)
    assert {str(move) for move in here.legal_moves} == found
    refused = [move for move in there.legal_moves if str(move) not in found]
    assert all(here.explain(move) for move in refused)


def test_a_turn_that_rearranges_the_table_asks_too() -> None:
    house = variants.RUMMIKUB.with_(slug="own-rummikub", closing=ThreeTiles())
    seats = (Seat(opened=True), Seat())
    for hand, tiles in (("8♥ 9♥", 2), ("8♥ 9♥ T♥", 3)):
        here = built(variant=house, hands=[hand, "2♣ 3♣"], table=[(0, "5♥ 6♥ 7♥")], seats=seats)
        codes = codes_in(here.explain(f"lay {hand}"))
        assert codes == (["few"] if tiles < 3 else [])
        assert len(here.legal_moves) == (tiles if tiles < 3 else tiles + 1)


@attrs.frozen
class AceLeft:
    """Wants an ace among the cards shown, and forbids big gin."""

    knock_limit: int | str = 10

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        wrong = [] if facts.discard is not None else [Violation("no_discard")]
        if not any(card.rank == 1 for card in facts.shown):
            words = {"en": "show an ace, not only {cards}", "fr": "montrez un as, pas seulement {cards}"}
            wrong.append(Violation("no_ace", None, {"cards": facts.shown}, sentences=words))
        return tuple(wrong)


SHOWN = "5♥ 6♥ 7♥ 8♣ 8♦ 8♠"


@pytest.mark.parametrize(
    ("game", "limit", "hand", "refused"),
    [
        ("GIN", 10, f"{SHOWN} 2♣ 3♣ 4♣ A♦ K♠", {"knock K♠": [], "knock A♦": ["no_ace"]}),
        ("GIN", 10, f"{SHOWN} 2♣ 3♣ 4♣ 5♣ 6♣", {"big gin": ["no_discard", "no_ace"], "knock 6♣": ["no_ace"]}),
        (
            *("GIN", 10, f"{SHOWN} A♣ 2♣ 3♣ 4♣ 5♣"),
            {"big gin": ["no_discard"], "knock 5♣": [], "knock A♣": ["no_ace"]},
        ),
        ("INDIAN_13", "all_matched", f"{SHOWN} 2♣ 3♣ 4♣ 9♥ T♥ J♥ Q♥ K♠", {"declare K♠": ["no_ace"]}),
        ("INDIAN_13", "all_matched", f"{SHOWN} A♣ 2♣ 3♣ 9♥ T♥ J♥ Q♥ K♠", {"declare K♠": []}),
    ],
)
def test_showing_a_hand(game: str, limit: int | str, hand: str, refused: dict[str, list[str]]) -> None:
    usual: Variant = getattr(variants, game)
    house = usual.with_(slug="own-showing", closing=AceLeft(limit))
    other = "2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 9♦ T♦ J♦ Q♦ 2♥ 3♥ 4♥"[: 3 * len(hand.split()) - 4]
    turned = "2♠" if usual is variants.INDIAN_13 else None
    here = built(variant=house, hands=[hand, other], phase="play", discards="9♣", turned=turned)
    for move, codes in refused.items():
        assert codes_in(here.explain(move)) == codes
        assert (move in here.legal_moves) is not bool(codes)


def test_the_sentence_of_a_refused_knock() -> None:
    house = variants.GIN.with_(slug="own-showing", closing=AceLeft())
    hand = f"{SHOWN} 2♣ 3♣ 4♣ 2♦ K♠"
    assert not house.knock_discards(hand)
    here = built(variant=house, hands=[hand, "3♦ 4♦ 5♦ 6♦ 7♦ 9♦ T♦ J♦ Q♦ K♦"], phase="play", discards="9♣")
    (wrong,) = here.explain("knock K♠")
    assert text(wrong, "fr").startswith("montrez un as, pas seulement 2♣ 3♣")
    assert not [move for move in here.legal_moves if isinstance(move, Knock)]
