"""Follow a game of OpenSpiel with rami and compare every decision.

Where OpenSpiel deliberately has other rules, its actions are translated, or the case is counted as left out. Its known
faults are recognised by repeating their calculation, so that any other difference makes a test fail.

- A knock is a single move in rami. In OpenSpiel it is several actions: the discard, each meld, and the end. The
  possible sets of melds are compared at each step. OpenSpiel writes a run of six or more cards as two runs, so layouts
  with longer runs are left out.
- When the stock is nearly empty, OpenSpiel's player passes or knocks with the upcard. In rami the player first takes
  the upcard, which is legal only if a knock is possible, and then must knock.
- In OpenSpiel the defender lays off first and then melds; in rami the order is free.
- OpenSpiel ends the game as a draw if both players in turn discard the same upcard, and when the fiftieth upcard is
  taken. In rami the game continues, and the rest of it is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from tests.oracle.peers.games import Decision, Record
from tests.oracle.peers.openspiel import CARDS, Parameters, meld_text
from tests.support.flat import with_options

from rami import Round, variants
from rami.cards import Card
from rami.cards.melds import Meld, Run
from rami.cards.moves import (
    BigGin,
    Discard,
    DrawStock,
    EndLayoffs,
    Knock,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    TakeDiscard,
)
from rami.policies.variant import Variant

RANKS = "A23456789TJQK"
TEXTS = {Card(text): text for text in CARDS}
PHASES = {
    "offer": "offer",
    "stock": "stock",
    "draw": "draw",
    "discard": "play",
    "wall": "offer",
    "thrown": "play",
    "spread": "play",
    "layoff": "layoff",
    "meld": "layoff",
}


@lru_cache
def variant_of(parameters: Parameters) -> Variant:
    """Return Gin Rami with the rules of OpenSpiel."""
    return with_options(
        variants.GIN,
        {
            "allow_return_discard": True,
            "knock_limit": "upcard" if parameters.oklahoma else parameters.knock_card,
            **({"oklahoma_ace": "gin_only"} if parameters.oklahoma else {}),
            "settle": "moves",
            "void_at": 2,
            "fiftieth_card": True,
            "big_gin": None,
            "gin": parameters.gin_bonus,
            "undercut": parameters.undercut_bonus,
            "knock_tie": "void",
        },
    )


def card_text(card: Card) -> str:
    """Write a card as OpenSpiel does."""
    return TEXTS[card]


def cards_of(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(map(card_text, cards))


def melds_of(melds: Iterable[Meld]) -> frozenset[str]:
    return frozenset(meld_text([card_text(card) for card in meld.cards]) for meld in melds)


def is_written(meld: Meld) -> bool:
    """Return whether OpenSpiel has a number for the meld."""
    return not isinstance(meld, Run) or len(meld.cards) <= 5


class Replay:
    """A game of OpenSpiel and the round of rami beside it."""

    def __init__(self, record: Record, tally: Counter[str], variant: Variant) -> None:
        self.record = record
        self.tally = tally
        self.variant = variant
        both = [card for pair in zip(record.deck[:10], record.deck[10:20], strict=True) for card in pair]
        self.round = Round.deal(self.variant, players=2, dealer=1, deck=" ".join([*both, *record.deck[20:]]))
        self.knocker = -1
        self.thrown: list[Knock] = []
        self.laid: frozenset[str] = frozenset()

    def same(self, what: str, ours: object, theirs: object) -> None:
        """Fail with both values if they differ."""
        if ours != theirs:
            raise AssertionError(
                f"{what}: rami {ours}, OpenSpiel {theirs}\n{self.round!r}\n{self.round.setup}"
            )

    def moves(self) -> list[Move]:
        return [*iter(self.round.legal_moves)]

    def play(self, move: Move) -> None:
        self.round = self.round.play(move, by=self.round.player)

    def run(self) -> None:
        """Compare the whole game."""
        for decision in self.record.decisions:
            self.tally["decisions"] += 1
            self.tally[f"decisions: {decision.phase}"] += 1
            self.same("phase", str(self.round.phase), PHASES[decision.phase])
            self.same("player", self.round.player, decision.player)
            if decision.phase != "spread":
                self.compare_hands(decision)
            getattr(self, f"at_{decision.phase}")(decision)
        self.tally["games"] += 1
        self.tally[f"games: {self.record.ending}"] += 1
        if self.record.ending in ("thrown back", "fifty"):
            self.same("over", self.round.over, False)
            self.same("returns", self.record.returns, (0, 0))
        else:
            self.compare_end()

    def compare_hands(self, decision: Decision) -> None:
        self.same("hands", tuple(map(cards_of, self.round.hands)), decision.hands)
        if self.knocker < 0:
            for seat, hand in enumerate(self.round.hands):
                if len(hand) == 10:
                    self.same(f"deadwood of {hand}", self.variant.deadwood(hand), decision.deadwood[seat])

    def compare_choices(self, decision: Decision) -> None:
        words: dict[type[Move], str] = {TakeDiscard: "take", PassUpcard: "pass", DrawStock: "draw"}
        ours = {words.get(type(move), str(move)): move for move in self.moves()}
        self.same("choices", frozenset(ours), decision.choices)
        if self.record.ending == "fifty" and decision is self.record.decisions[-1]:
            self.tally["left out: what follows the fiftieth upcard taken"] += 1
            return
        self.play(ours[decision.chosen])

    at_offer = at_stock = at_draw = compare_choices

    def at_discard(self, decision: Decision) -> None:
        moves = self.moves()
        discards = {card_text(move.card): move for move in moves if isinstance(move, Discard)}
        self.same("discards", frozenset(discards), decision.choices - {"knock"})
        self.same("big gin", [move for move in moves if isinstance(move, BigGin)], [])
        self.compare_knocks([move for move in moves if isinstance(move, Knock)], decision)
        if decision.chosen == "knock":
            self.knocker = decision.player
            return
        if decision is self.record.decisions[-1]:
            self.tally["left out: what follows an upcard thrown back by both"] += 1
        self.play(discards[decision.chosen])

    def compare_knocks(self, knocks: list[Knock], decision: Decision) -> None:
        """Check that the same discards allow a knock; OpenSpiel may miss that there is one."""
        self.same("knocks", cards_of(move.discard for move in knocks), decision.knockable)
        if knocks and "knock" not in decision.choices:
            self.tally["fault: a knock is not offered"] += 1
        elif not knocks:
            self.same("knock", False, "knock" in decision.choices)

    def at_wall(self, decision: Decision) -> None:
        """Take the upcard first, and check that every listed move is then a knock."""
        words: dict[type[Move], str] = {TakeDiscard: "knock", PassUpcard: "pass"}
        ours = {words.get(type(move), str(move)): move for move in self.moves()}
        self.same("choices at the wall", frozenset(ours) - {"knock"}, {"pass"})
        knocks: list[Knock] = []
        if "knock" in ours:
            after = self.round.play(ours["knock"])
            moves = [*iter(after.legal_moves)]
            knocks = [move for move in moves if isinstance(move, Knock)]
            self.same("only knocks at the wall", len(knocks), len(moves))
        self.compare_knocks(knocks, decision)
        if decision.chosen == "knock":
            self.knocker = decision.player
        self.play(ours[decision.chosen])

    def at_thrown(self, decision: Decision) -> None:
        knocks = [move for move in self.moves() if isinstance(move, Knock)]
        self.same("knock discards", cards_of(move.discard for move in knocks), decision.choices)
        thrown = [move for move in knocks if card_text(move.discard) == decision.chosen]
        self.thrown = [move for move in thrown if all(map(is_written, move.melds or ()))]
        self.tally["left out: layouts with a run of six or more"] += len(thrown) - len(self.thrown)

    def at_spread(self, decision: Decision) -> None:
        layouts = [melds_of(move.melds or ()) for move in self.thrown]
        unfinished = [layout - self.laid for layout in layouts if layout >= self.laid]
        ours = frozenset(meld for layout in unfinished for meld in layout)
        self.same("melds to lay", ours, decision.choices - {"pass"})
        self.same("end of the knock", frozenset() in unfinished, "pass" in decision.choices)
        if decision.chosen == "pass":
            (knock,) = (
                move for move, layout in zip(self.thrown, layouts, strict=True) if layout == self.laid
            )
            self.play(knock)
        else:
            self.laid |= {decision.chosen}

    def at_layoff(self, decision: Decision) -> None:
        offs = [move for move in self.moves() if isinstance(move, LayOff)]
        ours, theirs = cards_of(move.card for move in offs), decision.choices - {"pass"}
        refused = self.refused_there(decision)
        self.same("lay-offs", ours - refused, theirs - refused)
        self.same("lay-offs that OpenSpiel has alone", theirs - ours, frozenset())
        self.tally["fault: a third lay-off on one end is refused"] += len(ours - theirs)
        self.count_free_order(LayDown)
        if decision.chosen != "pass":
            # A run grows, a group does not: on the run the card keeps every further lay-off possible.
            fitting = [move for move in offs if card_text(move.card) == decision.chosen]
            melds = {item.id: item.meld for item in self.round.table}
            self.play(min(fitting, key=lambda move: not isinstance(melds[move.meld], Run)))

    def refused_there(self, decision: Decision) -> frozenset[str]:
        """Return the cards at least three places from a run as the knocker laid it, but next to it now."""
        found: set[str] = set()
        for item in self.round.table:
            cards = [card_text(card) for card in item.meld.cards]
            if not isinstance(item.meld, Run) or item.owner != self.knocker:
                continue
            places = [RANKS.index(card[0]) for card in cards]
            laid = [
                place for place, card in zip(places, cards, strict=True) if card not in self.record.laid_off
            ]
            suit = cards[0][1]
            if laid[0] - places[0] >= 2 and places[0] > 0:
                found.add(RANKS[places[0] - 1] + suit)
            if places[-1] - laid[-1] >= 2 and places[-1] < 12:
                found.add(RANKS[places[-1] + 1] + suit)
        return frozenset(found & decision.hands[decision.player])

    def at_meld(self, decision: Decision) -> None:
        moves = self.moves()
        lays = [move for move in moves if isinstance(move, LayDown)]
        written = {melds_of(move.melds): move for move in lays if all(map(is_written, move.melds))}
        self.same("own melds", frozenset().union(*written), decision.choices - {"pass"})
        self.tally["left out: own melds with a run of six or more"] += len(lays) - len(written)
        if not self.record.hands[self.knocker]:
            self.same("lay-offs against gin", [move for move in moves if isinstance(move, LayOff)], [])
        self.count_free_order(LayOff)
        self.play(EndLayoffs() if decision.chosen == "pass" else written[frozenset({decision.chosen})])

    def count_free_order(self, kind: type[Move]) -> None:
        if any(isinstance(move, kind) for move in self.round.legal_moves):
            self.tally[f"left out: decisions where {kind.__name__} is legal here at once"] += 1

    def compare_end(self) -> None:
        record, state = self.record, self.round
        self.same("over", state.over, True)
        self.same("hands left", tuple(map(cards_of, state.hands)), record.hands)
        self.compare_table()
        score = state.score()
        ours = (score.points(0), score.points(1))
        self.same("returns", (ours[0] - ours[1], ours[1] - ours[0]), record.returns)
        outcome = state.outcome
        self.same("outcome", outcome is not None, True)
        if outcome is not None and record.ending == "knock":
            self.same("knocker", state.knock and state.knock.player, self.knocker)
            value = state.variant.scoring.hand_value
            left = tuple(sum(map(value, cards)) for cards in outcome.deadwood)
            self.same("deadwood", left, record.deadwood)
        self.tally[f"results: {self.result()}"] += 1

    def result(self) -> str:
        record = self.record
        if record.ending == "wall":
            return "void"
        if not record.hands[self.knocker]:
            return "gin"
        points = record.returns[self.knocker]
        return "knock won" if points > 0 else "undercut" if points < 0 else "equal counts"

    def compare_table(self) -> None:
        """Check that each player's melds are equal, with the cards laid off on the knocker's."""
        record = self.record
        lain: list[list[frozenset[str]]] = [[], []]
        for item in self.round.table:
            lain[item.owner].append(cards_of(item.meld.cards))
        for seat, melds in enumerate(record.melds):
            self.same("number of melds", len(lain[seat]), len(melds))
            more = frozenset(record.laid_off) if seat == self.knocker else frozenset[str]()
            for meld in melds:
                cards = frozenset(meld.split())
                (there,) = (each for each in lain[seat] if each >= cards)
                self.same("cards laid off", there - cards <= more, True)
            placed = frozenset().union(*lain[seat])
            self.same("cards laid", placed, more.union(*(meld.split() for meld in melds)))


def compare(record: Record, tally: Counter[str], variant: Variant | None = None) -> None:
    """Follow the game and fail at the first difference that is not a known one.

    Parameters:
        record: the game.
        tally: where everything compared and left out is counted.
        variant: other rules than those of the game, which must then differ.

    Raises:
        AssertionError: with the position and both values.
    """
    Replay(record, tally, variant or variant_of(record.parameters)).run()
