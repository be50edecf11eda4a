"""A worked turn: prepared hands that the engine plays, shown step by step as cards and sentences.

The hands are fixed. The engine plays them by the rules of the game, and the rulebook shows the first hand that can be
played to the end. So the points in the example are right even under house rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from rami.cards import Card, Cards, moves, parse_cards
from rami.errors import RamiError
from rami.locales.rulebooks._conditions import okeys
from rami.locales.rulebooks._examples import openings_to_try
from rami.locales.rulebooks.values import Example
from rami.locales.speaking import Language, filled, written
from rami.policies._compiled import hand_values
from rami.policies.declaring.needs import Need, declares, opens, regroups, regroups_unopened
from rami.policies.declaring.options import settings_of
from rami.policies.results.outcomes import Outcome
from rami.policies.results.seats import Seat
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds.round import Round
from rami.rounds.setup import Phase, Setup

WORKED: Mapping[str, str] = {
    "turned up": "{card} lies face up beside the stock.",
    "hold": "You have drawn {card} and hold these cards.",
    "knock": "You discard {card} and knock. These cards are left over: {points:point|points} of deadwood.",
    "gin": "You discard {card} and knock. All your other cards fit into melds, so this is gin.",
    "declare": "You discard {card} and declare: all your other cards fit into melds.",
    "last turn": "The other player has one more turn, draws and discards {card}, and shows these cards.",
    "shows": "The other player shows these cards.",
    "left": "These cards fit into no meld: {points:point|points}.",
    "laid off": (
        "The other player lays off {cards} on your melds, and these cards are left: {points:point|points}."
    ),
    "scores": "You score {points:point|points}.",
    "other scores": "The other player scores {points:point|points}.",
    "both score": "You score {points}, and the other player scores {other}.",
    "opens": "You open with these melds, worth {points:point|points}.",
    "contract": "You open with the melds of contract 1: {contract}.",
    "lays": "You lay these melds.",
    "table": "These melds are on the table.",
    "table, opened": "These melds are on the table, and you have opened.",
    "held": "You hold these cards.",
    "arranges": "You lay {cards} and arrange the table like this. It is the next player's turn.",
    "discards": "You discard {card}; these cards are left in your hand. It is the next player's turn.",
}

_ENDING_HANDS = (
    ("5♥ 6♥ K♣", "7♥", "K♣", "9♦ 9♣ 2♠"),
    ("3♥ 4♥ 5♥ 9♠ 9♦ 9♣ A♣ A♦ 2♠ 2♦", "J♠", "J♠", "K♠ K♦ K♣ 4♣ 6♥ 7♥ 8♦ 9♥ J♦ Q♠"),
    ("4♥ 5♥ 6♥ 9♠ T♠ J♠ Q♠ K♦ K♣ K♥ 7♣ 7♦ 2♦", "7♠", "2♦", "3♠ 4♠ 5♠ T♦ J♦ Q♦ A♣ A♦ 4♣ 9♥ K♠ 2♥ 6♣"),
    ("4♥ 5♥ 6♥ 7♥ 9♠ T♠ J♠ Q♦ Q♣ Q♠ 2♣ 2♥ 2♠ 9♥", "2♦", "9♥", "5♠ 6♠ 7♠ T♦ J♦ Q♥ A♣ A♦ 4♣ 8♥ K♠ 3♥ 6♣ 6♦"),
)
"""Hands, by size, for games with hidden melds: the winning hand, the card drawn, the discard, and a rival's hand."""

_ON_TABLE = ("5♣ 5♦ 5♥ 5♠", "9♦ T♦ J♦ Q♦")
_TO_ARRANGE = "4♣ 6♣ 7♣ 9♥ 9♠ 2♦ K♥ J♠ A♦ 3♥ 8♠ Q♥ 6♥ K♦"
"""Melds on the table, and a hand whose first five cards can be laid if a card leaves each of these melds."""

# No hand below has this card, so it can be turned up with any of them.
_TURNED = Card("8♣")
_OTHERS = tuple(parse_cards("K♥ J♦ 8♦ 6♣ 4♥ 2♦ Q♦ 9♣ 7♥ 5♦ 3♣ T♥ A♣ 6♥ 4♦ 8♥ J♥ 3♦ 5♥ 2♥ K♦ 9♥ 7♦"))
"""Cards that form no meld by themselves, to fill a hand; the first of them is discarded."""


def worked(variant: Variant, spoken: Language) -> tuple[Example, ...]:
    """Return one turn of a game, step by step; empty if the game allows none of the prepared hands."""
    playing = variant.for_round(variant.players[0], number=1)
    settings = settings_of(playing)
    way = _hidden if settings.met(Need.HIDDEN.met) else _arranged if settings.met(regroups) else _open
    return next(way(_Table(variant, playing, spoken)), ())


class _Table:
    """A game in which prepared hands are played, and the language that describes them."""

    def __init__(self, variant: Variant, playing: Variant, spoken: Language) -> None:
        self.variant = variant
        self.playing = playing
        self.spoken = spoken
        self.settings = settings_of(playing)
        self.size = playing.dealing.cards_each(variant.players[0])
        self.turned = None if playing.dealing.turned_card is None else _TURNED

    def sentence(self, code: str, **params: Any) -> str:
        words = {name: written(self.spoken, name, each) for name, each in params.items()}
        return filled(self.spoken, "rulebook.example", WORKED[code], words)

    def example(self, cards: Iterable[tuple[Card, ...]], *sentences: str) -> Example:
        return Example(tuple(each for each in cards if each), " ".join(sentences))

    def hand(self, melds: Iterable[tuple[Card, ...]], rest: Iterable[Card], top: Card) -> Example:
        """Return the first step: the hand of a player who has just drawn `top`."""
        sentences = [self.sentence("hold", card=top)]
        # In other games the card turned up only lies beside the stock.
        if self.turned is not None and self.settings.met(
            lambda v: v.dealing.turned_card == "wild_rank" or okeys(v)
        ):
            sentences.insert(0, self.sentence("turned up", card=self.turned))
        return self.example((*melds, tuple(rest)), *sentences)

    def drawn(self, top: Card, *known: Cards) -> Round:
        """Return a round in which the first player holds the first of the known hands and has just drawn `top`."""
        turned, seats = self.turned, self.variant.players[0]
        dealt = self.variant.for_round(seats, number=1, turned=turned)
        pack = list(Cards.from_ids(pack_of(dealt)))
        for card in (top, *(each for hand in known for each in hand), *([] if turned is None else [turned])):
            pack.remove(card)
        hands = list(known)
        while len(hands) < seats:
            # Spread the cards over the pack, because neighbours in card order would make melds.
            hands.append(Cards(pack[:: len(pack) // self.size][: self.size]))
            for card in hands[-1]:
                pack.remove(card)
        discards = (pack.pop(),)
        setup = Setup(
            variant=self.variant, hands=tuple(hands), stock=(top, *pack), discards=discards, turned=turned
        )
        found = Round.from_setup(setup).play("draw")
        while found.phase is Phase.OFFER:
            # In Liverpool, the other players may buy the discard first.
            found = found.play("pass")
        return found


def _hidden(table: _Table) -> Iterator[tuple[Example, ...]]:
    for hand, top, discard, other in _ENDING_HANDS:
        mine, theirs, card = Cards(hand), Cards(other), Card(discard)
        if len(mine) == table.size:
            with suppress(RamiError, ValueError):
                ended = table.drawn(Card(top), mine, theirs).play(moves.Knock(card))
                last: Card | None = None
                while ended.outcome is None:
                    # In Three Thirteen, the other players have a last turn.
                    drawn = ended.play("draw")
                    last = next(iter(drawn.hands[drawn.player] - theirs))
                    ended = drawn.play(moves.Discard(last))
                # The sentences mention "the other player", so the example is for two players.
                if ended.outcome is not None and len(ended.outcome.deadwood) == 2:
                    yield tuple(_ending(table, ended, ended.outcome, Card(top), card, theirs, last))


def _ending(
    table: _Table, ended: Round, outcome: Outcome, top: Card, discard: Card, theirs: Cards, last: Card | None
) -> Iterator[Example]:
    left, rest = outcome.deadwood
    melds = tuple(tuple(each.meld) for each in ended.table if each.owner == 0)
    yield table.hand(melds, (*left, discard), top)
    code = "declare" if table.settings.met(declares) else "knock" if left else "gin"
    # Use the variant of the round, because the turned-up card may decide which rank is wild. Add up single cards,
    # because a custom policy gives only their values.
    values = hand_values(ended.variant)
    points, others = (sum(values[card.id] for card in each) for each in (left, rest))
    yield table.example((tuple(left) or (discard,),), table.sentence(code, card=discard, points=points))
    mine, other = (line.points for line in ended.score().lines)
    if mine and other:
        scored = table.sentence("both score", points=mine, other=other)
    else:
        scored = table.sentence("other scores" if other else "scores", points=mine or other)
    shows = table.sentence("shows") if last is None else table.sentence("last turn", card=last)
    if not table.settings.met(Need.CARDS_COUNT.met):
        yield table.example((tuple(theirs),), shows, scored)
        return
    yield table.example((tuple(theirs),), shows)
    code, laid = ("laid off", outcome.laid_off) if outcome.laid_off else ("left", Cards())
    yield table.example((tuple(rest),), table.sentence(code, cards=laid, points=others), scored)


def _arranged(table: _Table) -> Iterator[tuple[Example, ...]]:
    held = parse_cards(_TO_ARRANGE)
    seats = table.variant.players[0]
    left = list(Cards.from_ids(pack_of(table.playing)))
    on_table = [parse_cards(meld) for meld in _ON_TABLE]
    with suppress(RamiError, ValueError):
        for card in (*held, *(card for meld in on_table for card in meld)):
            left.remove(card)
        setup = Setup(
            variant=table.variant,
            hands=(Cards(held), *(Cards(left[seat::seats][: table.size]) for seat in range(1, seats))),
            table=[(1, meld) for meld in on_table],
            seats=[Seat(opened=True)] * seats,
        )
        start = Round.from_setup(setup)
        end = start.play(moves.LayDown([held[:5]]))
        shown = "table" if table.settings.met(regroups_unopened) else "table, opened"
        yield (
            table.example(tuple(on_table), table.sentence(shown)),
            table.example((held,), table.sentence("held")),
            table.example(
                tuple(laid.meld.cards for laid in end.table),
                table.sentence("arranges", cards=Cards(held[:5])),
            ),
        )


def _open(table: _Table) -> Iterator[tuple[Example, ...]]:
    for melds in openings_to_try(table.settings):
        # The player holds all these cards except the last, which is drawn.
        laid = [card for meld in melds for card in meld]
        fillers = [card for card in _OTHERS if card not in laid][: table.size + 1 - len(laid)]
        # Leave one card to discard, even in games that do not require a discard.
        if len(laid) + len(fillers) != table.size + 1 or not fillers:
            continue
        with suppress(RamiError, ValueError):
            drawn = table.drawn(laid[-1], Cards([*laid[:-1], *fillers]))
            down = drawn.play(moves.LayDown(melds))
            down.play(moves.Discard(fillers[0]))
            yield tuple(_opening(table, drawn, melds, fillers, laid[-1]))


def _opening(
    table: _Table, drawn: Round, melds: tuple[tuple[Card, ...], ...], fillers: list[Card], top: Card
) -> Iterator[Example]:
    yield table.hand(melds, fillers, top)
    contracts = table.settings.opening.contracts if table.settings.met(Need.CONTRACTS.met) else None
    if contracts:
        laid = table.sentence("contract", contract=contracts[0])
    elif table.settings.met(lambda v: opens(v) and v.opening.minimum > 0):
        laid = table.sentence("opens", points=sum(map(drawn.variant.points, melds)))
    else:
        laid = table.sentence("lays")
    yield table.example(melds, laid)
    yield table.example((tuple(fillers[1:]),), table.sentence("discards", card=fillers[0]))
