"""Write values as sentences of a language: violations, scores, moves, duties and events.

The English texts, in ``_texts``, are the keys of the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast, get_args

import attrs

from rami.cards import Card, moves
from rami.cards.moves import MOVE_TYPES, Move
from rami.cards.tiles import wild_tile
from rami.cards.turns import Turn
from rami.errors import RamiError, Violation, reject
from rami.errors.checks import instance, integer
from rami.errors.texts import BECAUSE, NAMED, TILES, are_tiles
from rami.errors.violations import Words, bounded, sentence
from rami.locales._second_person import YOURS, You
from rami.locales._texts import DONE_TEXTS, EVENT_TEXTS, JOINTS, MOVE_TEXTS
from rami.locales.speaking import Language, LanguageLike, filled, language, word, written
from rami.policies.answers import Verdict
from rami.policies.results.scores import Points, RoundScore, ScoreLine, ScoreReason, step_in_words
from rami.policies.variant import Variant
from rami.rounds import events
from rami.rounds._drawing import DUTY_TEXTS
from rami.rounds.events import Event
from rami.rounds.hints import Hint, hint_text
from rami.rounds.placements import Placement
from rami.rounds.setup import Duty, Outcome, Phase, TableMeld

__all__ = ["text"]

EVENT_TYPES: tuple[type[Event], ...] = get_args(Event)

Names: TypeAlias = Sequence[str]


def text(
    value: object,
    lang: LanguageLike = "en",
    names: Names = (),
    table: Iterable[TableMeld] = (),
    variant: Variant | None = None,
    you: int | None = None,
) -> str:
    """Return a value as a sentence in a language.

    Violations and errors become sentences without rule IDs, and moves, turns and duties become instructions. An
    event becomes a report, and a list of events becomes a story with a line for each turn. Cards, melds, contracts and
    scores are written in the letters and words of the language; for any other value the result is its `str`.

    Parameters:
        value: a violation, an error, a verdict, a move, a turn, an event, events, a duty, a hint, a placement, the
            outcome of a round, a phase, a card, cards, a meld, a contract, a score or a part of it.
        lang: the code of the language, such as "fr", or a `Language`.
        names: the names of the players, by seat; for a player without a name the sentences use the number of the
            seat, as in "player 2".
        table: the melds on the table, so that moves and violations name the cards of a meld instead of its id.
        variant: the game; if it is played with tiles, the sentences name tiles by number and colour. A `Language` for
            tiles has the same effect.
        you: the seat of the reader, whom the sentences call "you"; None for a reader without a seat.

    Raises:
        RamiError: there is no such language, `variant` is not a variant, or `you` is not a seat.

    >>> from rami import Match, variants
    >>> classic = variants.CLASSIC_51
    >>> verdict = classic.check_opening(["7♠ 8♠ 9♠", "7♦ 7♣ 7♥"])
    >>> print(text(verdict, "fr"))
    l'ouverture vaut 45 points, il en faut 51
    >>> text(classic.meld("J♠ Q♠ K♠"), "fr")
    'V♠ D♠ R♠'
    >>> match = (
    ...     Match.start(classic, players=2, seed=7)
    ...     .play("discard J♥")
    ...     .play("draw")
    ...     .play("discard K♠")
    ... )
    >>> print(text(match.events(0)[1:], "fr", names=("Ana", "Bruno")))
    Bruno défausse V♥.
    Ana pioche V♠ et défausse R♠.
    >>> print(text(match.events(0)[1:], names=("Ana", "Bruno"), you=0))
    Bruno discards J♥.
    You draw J♠ and discard K♠.
    >>> print(text(match.round.explain("draw", by=0)[0], "fr", names=("Ana", "Bruno")))
    c'est le tour de Bruno, pas d'Ana
    >>> (
    ...     text(moves.LayOff("Q♣", 0), "fr"),
    ...     text(moves.LayOff("Q♣", 0), "fr", table=[TableMeld(0, 1, "J♣ T♣ 9♣")]),
    ... )
    ('ajouter D♣ à la combinaison 0', 'ajouter D♣ à V♣ 10♣ 9♣')
    >>> text(moves.Discard("Q♣"), "fr", variant=variants.OKEY)
    'défausser 12b'
    """
    reject(RamiError, instance("variant", variant, Variant, None))
    spoken = language(lang, None if variant is None else variant.equipment.faces)
    if you is not None:
        reject(RamiError, integer("you", you, least=0))
    return _Speaker(spoken, bounded(names), bounded(table), you).text(value)


@attrs.frozen
class _Speaker(Words):
    """Writes moves and events as sentences in one language, with the names of the players."""

    spoken: Language
    names: tuple[str, ...]
    table: tuple[TableMeld, ...]
    you: int | None = None

    @property
    def code(self) -> str:
        return self.spoken.code

    def for_faces(self, faces: object) -> _Speaker:
        if not are_tiles(faces):
            return self
        return attrs.evolve(self, spoken=language(self.spoken, "tiles" if faces == TILES else "joker_tiles"))

    def message(self, context: str, english: str) -> str:
        return self.spoken.message(context, english)

    def fill(self, context: str, template: str, params: Mapping[str, Any]) -> str:
        for name in [name for name, value in params.items() if isinstance(value, You)]:
            if (name, template) in YOURS:
                return filled(self.spoken, "you", YOURS[name, template], params)
            # A reason with no second-person form, such as one about a wrong setup, names the player instead.
            if context.startswith("reason."):
                params = {**params, name: params[name].plain}
        return filled(self.spoken, context, template, params)

    def written(self, name: str, value: Any) -> Any:
        if isinstance(value, Card) and value.is_joker and name in ("card", "wild"):
            return self.joint("joker")
        if name not in NAMED or value is None:
            return written(self.spoken, name, value)
        if name == "meld":
            return self.meld(value)
        return self.seat(value)

    def text(self, value: object) -> str:
        match value:
            case Violation():
                return sentence(value, self)
            case RamiError():
                return self.all_of(value.violations)
            case Verdict():
                if value.ok:
                    return self.fill("verdict", "allowed, {points} points", {"points": value.points})
                return self.all_of(value.violations)
            # A hint records by itself whether it is about tiles, because `text` is often called without the variant.
            case Hint() if not self.spoken.tiles and are_tiles(dict(value.params).get("faces")):
                return self.for_faces(dict(value.params)["faces"]).text(value)
            case Hint():
                # If something forbids taking the discard, that explains the draw.
                why = self.all_of(value.because) or self.say(
                    f"hint.{value.code}", hint_text(value.code), **dict(value.params)
                )
                return self.joint("hint", move=_capital(self.move(value.move)), reason=_capital(why))
            case Placement():
                words, why = self.move(value.move), self.all_of(value.against)
                return self.fill("because", BECAUSE[0], {"sentence": words, "reasons": why}) if why else words
            case ScoreReason():
                return step_in_words(value, self)
            case ScoreLine():
                why = self.joint("comma").join(step_in_words(each, self) for each in value.reasons)
                points = written(self.spoken, "points", value.points)
                line = self.fill(
                    "score", "{player}: {points}", {"player": self.label(value.player), "points": points}
                )
                return f"{line} ({why})" if why else line
            case RoundScore():
                if value.void:
                    return self.message("score", "void")
                return "\n".join(map(self.text, value.lines))
            case Duty():
                return self.duty(value)
            case Phase():
                return word(self.spoken, "phase", value.value)
            case Outcome():
                return " ".join(self.ending(value))
            case TableMeld():
                return self.cards(value.meld)
            case Turn():
                return self.joint("then").join(map(self.move, value.moves))
            # An empty list is a story without events; do not pass it to `str`.
            case list() | tuple() if _are_events(cast("object", value)):
                return "\n".join(self.story(cast("Iterable[Event]", value)))
            case _ if isinstance(value, MOVE_TYPES):
                return self.move(value)
            case _ if isinstance(value, EVENT_TYPES):
                return self.event(value)
            case _:
                try:
                    return str(written(self.spoken, "", value))
                except RecursionError:  # a list nested a thousand deep has no text
                    return type(value).__name__

    def say(self, context: str, template: str, **params: object) -> str:
        """Return the translation of a template, with its blanks filled."""
        return self.fill(context, template, {name: self.written(name, each) for name, each in params.items()})

    def joint(self, code: str, **params: object) -> str:
        return self.say("joint", JOINTS[code], **params)

    def all_of(self, violations: Iterable[Violation]) -> str:
        return self.message("verdict", "; ").join(sentence(each, self) for each in violations)

    def seat(self, seat: object) -> str:
        """Return "you", a player's name, or the seat."""
        plain = self.name(seat) or self.joint("seat", number=seat)
        return plain if self.you is None or seat != self.you else You.of(self.joint("you"), plain)

    def name(self, seat: object) -> str:
        return self.names[seat] if type(seat) is int and 0 <= seat < len(self.names) else ""

    def label(self, seat: int) -> str:
        """Return "You", a player's name, or the seat, for use before a number."""
        if seat == self.you:
            return _capital(self.joint("you"))
        return self.name(seat) or self.say("label", "player {number}", number=seat)

    def seats(self, seats: Sequence[int]) -> str:
        """Join the names of some players with commas and an "and"."""
        return self.listed(list(map(self.seat, seats)))

    def listed(self, parts: Sequence[str]) -> str:
        """Join parts with commas and an "and"."""
        if len(parts) < 2:
            return parts[0] if parts else ""
        joined = self.message("list", ", ").join(parts[:-1]) + self.joint("and") + parts[-1]
        return You.of(joined, joined) if any(isinstance(each, You) for each in parts) else joined

    def meld(self, number: object) -> str:
        """Return the cards of a table meld, or its id."""
        for laid in self.table:
            if laid.id == number:
                return self.cards(laid.meld)
        return self.joint("meld", number=number)

    def cards(self, cards: Iterable[Card]) -> str:
        return str(written(self.spoken, "cards", " ".join(map(str, cards))))

    def melds(self, melds: Iterable[Iterable[Card]], taken: Iterable[Card] = ()) -> str:
        """Return the cards of melds, with a note about the cards that come from the table."""
        words = " + ".join(map(self.cards, melds)) or self.joint("nothing")
        cards = self.cards(taken)
        return self.joint("taken", melds=words, cards=cards) if cards else words

    def move(self, move: Move) -> str:
        """Return the sentence for a move; the blanks of its template are named after the fields of the move."""
        code = type(move).__name__
        params = attrs.asdict(move, recurse=False)
        match move:
            case moves.LayDown():
                words = self.melds(move.melds, (source.card for source in move.sources))
                if move.points is not None:
                    words = self.joint("points", melds=words, points=move.points)
                params["melds"] = words
            case moves.Rearrange():
                code += " laid" if move.laid else ""
                params |= {"melds": self.melds(move.melds), "cards": move.laid or ()}
            case moves.TakeDiscard() if move.count > 1:
                code += " several"
            case moves.LayOff():
                code += f" {move.at}" if move.at else ""
            case moves.SwapWild():
                code += " both" if move.other is not None else "" if move.at is None else " at"
                params["place"] = (move.at or 0) + 1
            case moves.Discard():
                code += "" if move.announce is None else f" {move.announce}"
            case moves.Knock() | moves.BigGin():
                code += " declares" if isinstance(move, moves.Knock) and move.declares else ""
                code += "" if move.melds is None else " with"
                # None means the best melds, () the declaration of a hand without melds to show.
                if code == "Knock declares with" and not move.melds:
                    code = "Knock declares wrongly"
                params |= {"melds": self.melds(move.melds or ()), "card": params.get("discard")}
            case _:
                pass
        return self.say("move", MOVE_TEXTS[code], **params)

    def duty(self, duty: Duty) -> str:
        """Return the sentence of a duty."""
        return self.say("cli", DUTY_TEXTS[duty.kind], card=duty.card, points=duty.points)

    def story(self, happened: Iterable[Event]) -> Iterator[str]:
        """Yield sentences about the events that matter to people; a player's successive actions share one sentence."""
        player, done = -1, list[str]()
        for event in happened:
            # A client needs to know that duties have changed; in a story, the move that changed them is enough.
            if isinstance(event, events.TurnChanged):
                continue
            acted = self.done(event)
            if acted is not None and acted[0] == player:
                done.append(acted[1])
                continue
            if done:
                yield self.whole(player, done)
            player, done = (-1, []) if acted is None else (acted[0], [acted[1]])
            if acted is None and not isinstance(event, events.TurnBegun):
                yield self.event(event)
        if done:
            yield self.whole(player, done)

    def event(self, event: Event) -> str:
        """Return the sentence of an event."""
        acted = self.done(event)
        return " ".join(self.sentences(event)) if acted is None else self.whole(acted[0], [acted[1]])

    def whole(self, player: int, done: Sequence[str]) -> str:
        """Return a sentence about what a player has done."""
        return _capital(
            self.say("event", EVENT_TEXTS["sentence"], who=self.seat(player), done=self.listed(done))
        )

    def done(self, event: Event) -> tuple[int, str] | None:
        """Return the player who acts in an event, and the action in words without the name; None if nobody acts."""
        code = type(event).__name__
        params = attrs.asdict(event, recurse=False)
        match event:
            case events.StockDrawn():
                code += " hidden" if event.card.is_unknown else ""
            case events.PenaltyDrawn():
                # Other players see the number of penalty cards, but not the cards.
                code += " hidden" if any(card.is_unknown for card in event.cards) else ""
                params["count"] = len(event.cards)
            case events.DiscardTaken():
                code += " several" if event.above else ""
                params["cards"] = event.above
            case events.DiscardBought():
                hidden = any(card.is_unknown for card in event.price)
                code += " hidden" if hidden else "" if event.price else " free"
                params |= {"cards": event.price, "count": len(event.price)}
            case events.MeldsLaid():
                needs = "contract" if event.contract else event.needs
                code += f" {needs}" if needs else ""
                sources = (each.card for each in event.sources)
                params |= {"melds": self.melds((laid.meld for laid in event.melds), sources)}
                params["number"] = event.contract
            case events.TableRearranged():
                code += " points" if event.points else " taken" if event.sources else ""
                params["cards"] = event.laid
            case events.CardLaidOff():
                return event.player, self.on_meld(code, _before_lay_off(event), params)
            case events.WildRecovered():
                code += "" if event.other is None else " both"
                return event.player, self.on_meld(code, _before_recovery(event), params)
            case events.CardDiscarded():
                code += " announced" if event.announced else " charge" if event.charge else ""
                params["points"] = event.charge
            case events.HandShown():
                code = event.kind.value
                params["melds"] = self.melds(laid.meld for laid in event.melds)
            case events.PlayerFolded():
                code += " declared" if event.declared else ""
            case events.TurnChanged():
                code = "owes" if event.duties else "owes nothing"
                params["duties"] = self.listed(list(map(self.duty, event.duties)))
            case events.BuyInAnswered():
                code += "" if event.accepted else " out"
            case (
                events.DiscardTouched()
                | events.TurnedShown()
                | events.UpcardPassed()
                | events.DiscardForSale()
                | events.PlayerLeft()
            ):
                pass
            # Without a player, all players together have announced the last round, so nobody is named.
            case events.LastRoundAnnounced() if event.player is not None:
                return event.player, self.say("done", DONE_TEXTS[code], player=event.player)
            case _:
                return None
        return event.player, self.say("done", DONE_TEXTS[code], **params)

    def on_meld(self, code: str, cards: Iterable[Card], params: Mapping[str, object]) -> str:
        """Return what a player does to a meld, with the cards of the meld instead of its id."""
        texts = {name: self.written(name, each) for name, each in params.items()}
        return self.fill("done", DONE_TEXTS[code], {**texts, "meld": self.cards(cards)})

    def sentences(self, event: Event) -> Iterator[str]:
        """Yield the sentences for an event in which no player acts."""
        code = type(event).__name__
        match event:
            case events.CardsDealt():
                code += "" if event.upcard is None else " upcard"
                dealer = self.seat(event.context.dealer)
                yield self.sentence_of(code, number=event.number, dealer=dealer, card=event.upcard)
                if event.turned is not None:
                    # By OKO-DEAL-02 this is never a false joker; by IND-WILD-03 it may be a joker.
                    if self.spoken.tiles and not event.turned.is_joker:
                        yield self.sentence_of("turned tile", card=event.turned, okey=wild_tile(event.turned))
                    else:
                        code = "turned" + (" joker" if event.turned.is_joker else " rank") * event.turned_wild
                        yield self.sentence_of(code, card=event.turned)
            case events.TurnBegun():
                yield self.sentence_of(code, player=event.player)
            case events.StockRecycled():
                yield self.sentence_of(code, size=event.size)
            case events.RoundEnded():
                yield from self.ending(event.outcome)
            case events.RoundScored():
                if event.score.completed:
                    yield self.sentence_of("completed", who=self.seats(event.score.completed))
                elif event.score.void:
                    yield self.sentence_of("unscored")
                else:
                    yield self.text(event.score)
            case events.RoundCounted():
                if event.contracts:
                    yield self.sentence_of("contracts", counts=self.counts(event.contracts))
                else:
                    yield self.sentence_of(code, counts=self.counts(event.totals))
            case events.MatchEnded():
                code += " several" if len(event.winners) > 1 else ""
                yield self.sentence_of(code, who=self.seats(event.winners))
            case _:
                yield self.sentence_of(code)

    def sentence_of(self, code: str, **params: object) -> str:
        return _capital(self.say("event", EVENT_TEXTS[code], **params))

    def counts(self, numbers: Sequence[Points | str]) -> str:
        """Return each player's name and number as text."""
        return self.joint("comma").join(
            self.joint("count", who=self.label(seat), points=number) for seat, number in enumerate(numbers)
        )

    def ending(self, outcome: Outcome) -> Iterator[str]:
        """Yield the sentences about the end of a round."""
        if outcome.deadwood:
            left = [self.cards(cards) or "-" for cards in outcome.deadwood]
            yield self.sentence_of("deadwood", counts=self.counts(left))
        if outcome.complete:
            yield self.sentence_of("complete")
        elif outcome.stock_out:
            yield self.sentence_of("stock_out")
        elif outcome.winner is None:
            # D-82: a round tied after a knock was played to the end, unlike one that could not be finished.
            yield self.sentence_of("equal" if outcome.deadwood else "void")
        else:
            code = "wins" if outcome.deadwood else "goes out at once" if outcome.all_at_once else "goes out"
            yield self.whole(outcome.winner, [self.say("done", DONE_TEXTS[code], player=outcome.winner)])


def _are_events(values: object) -> bool:
    return all(isinstance(each, EVENT_TYPES) for each in cast("Iterable[object]", values))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# An event contains the meld after the move; the sentence names the meld before the move: "adds 8♠ to 5♠ 6♠ 7♠".


def _before_lay_off(event: events.CardLaidOff) -> list[Card]:
    cards = list(event.meld.meld)
    # A card laid off at the high end is the last of the meld; without this, an earlier joker could be mistaken for it.
    if event.at == "high":
        return cards[:-1]
    if event.card in cards:
        cards.remove(event.card)
    return cards


def _before_recovery(event: events.WildRecovered) -> list[Card]:
    cards = list(event.meld.meld)
    # A handmade event may name cards that the meld lacks.
    if event.card not in cards or event.at >= len(cards) or event.other not in (None, *cards):
        return cards
    if event.other is not None:
        cards.remove(event.other)
    # The cards of a group may now be in another order.
    cards.pop(event.at if cards[event.at] == event.card else cards.index(event.card))
    cards.insert(event.at, event.wild)
    return cards
