"""Drawings of views as lines of text, in English for `print` and in the user's language for the command line.

All languages share one layout: each function takes `say`, which translates an English sentence and fills in its
parameters. The catalogues contain every sentence that is passed to `say` or `marked`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rami._base.lines import Say, aligned, marked
from rami.cards import UNKNOWN, Card, Cards, Suit
from rami.cards.moves import Knock
from rami.cards.tiles import wild_tile
from rami.errors.texts import TILES, are_tiles, for_people
from rami.errors.violations import ENGLISH
from rami.policies.declaring.needs import Need
from rami.policies.declaring.options import settings_of
from rami.policies.slots.contracts import contracts_of
from rami.rounds.setup import DutyKind, Phase
from rami.rounds.views import PlayerView

_DOING = {
    Phase.OFFER: marked("take the card that is offered, or pass"),
    Phase.DRAW: marked("draw from the stock, or take the discard"),
    Phase.STOCK: marked("draw from the stock"),
    Phase.PLAY: marked("lay down, lay off, or discard"),
    Phase.DISCARD: marked("discard"),
    Phase.LAYOFF: marked("lay off, or end"),
}
DUTY_TEXTS = {
    DutyKind.PLACE_TAKEN: marked("place {card}"),
    DutyKind.PLACE_WILD: marked("place {card}"),
    DutyKind.GO_OUT: marked("go out"),
    DutyKind.REACH_POINTS: marked("lay {points:more point|more points}"),
}


def drawing(view: PlayerView) -> str:
    """Draw a view as lines of text."""
    faces = view.variant.equipment.faces
    words = ENGLISH.for_faces(faces)

    def say(english: str, /, **params: Any) -> str:
        return words.fill("cli", english, params)

    head, rows, left = seats(view, say)
    cells = [[str(cell) for cell in row] for row in rows]
    return for_people("\n".join(aligned(head, cells, left) + [*lines(view, say)]), tiles=are_tiles(faces))


def seats(view: PlayerView, say: Say, names: Sequence[str] = ()) -> tuple[list[str], list[list[object]], int]:
    """Return the table of players: its headings, its rows, and how many of the last columns to align to the left.

    Without `names`, players appear by seat number.
    """
    opens, totals = not view.variant.table.concealed, view.context.totals
    has_notes = opens or any(view.folded)
    head = [say("player"), say("cards"), *[say("total")] * bool(totals), *[""] * has_notes]
    rows: list[list[object]] = [
        [
            names[seat] if names else say("{player} (you)", player=seat) if seat == view.viewer else seat,
            view.hand_sizes[seat],
            *totals[seat : seat + 1],
            *[_state(view, seat, say)] * has_notes,
        ]
        for seat in view.context.playing
    ]
    return head, rows, int(has_notes)


def _state(view: PlayerView, seat: int, say: Say) -> str:
    """Return the notes for a player's row in the table of players, such as "opened"."""
    known = view.seats[seat]
    if known.folded:
        return say("dropped out")
    facts = [say("opened")] if known.opened and not view.variant.table.concealed else []
    if known.bought:
        facts.append(say("bought {count:card|cards}", count=known.bought))
    if known.charged:
        facts.append(say("discards cost {points}", points=known.charged))
    return ", ".join(facts)


def lines(view: PlayerView, say: Say, drawn: Sequence[Card] = (), names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines below the table of players: the piles, the melds, the hands, and what the player to act must do.

    Brackets mark the cards in `drawn`, which the viewer drew this turn. Without `names`, players appear by seat number.
    """
    top = str(view.discards[-1]) if view.discards else say("none")
    yield say("Stock: {size:card|cards}. Discard: {card}", size=view.stock_size, card=top)
    if view.turned is not None:
        if view.variant.equipment.faces == TILES:
            okey = str(wild_tile(view.turned))
            yield say("Indicator: {card} (okey: {okey})", card=str(view.turned), okey=okey)
        elif view.variant.dealing.turned_card == "wild_rank":
            yield say("Turned up: {card} (its rank is wild)", card=str(view.turned))
        else:
            yield say("Turned up beside the stock: {card}", card=str(view.turned))
    for laid in view.table:
        yield f"  [{laid.id}] {laid.meld}  ({_player(laid.owner, say, names)})"
    yield from contracts(view, say)
    for seat in view.context.playing:
        hand = view.hands[seat]
        if seat == view.viewer:
            yield f"{say('Your hand:')} {_own_hand(view, say, drawn)}".rstrip()
        # Another player's hand is known only after it has been shown.
        elif UNKNOWN not in hand:
            yield f"{_player(seat, say, names)}  {_arranged(view, hand)}".rstrip()
    if view.over:
        yield say("The round is over.")
        return
    for duty in view.duties:
        owed = say(DUTY_TEXTS[duty.kind], card=duty.card, points=duty.points)
        if view.to_act:
            yield say("You must still: {duty}.", duty=owed)
        else:
            yield say("Player {player} must still: {duty}.", player=view.player, duty=owed)
    doing = _doing(view, say)
    yield f"({doing})" if view.to_act else f"({say('player {player}', player=view.player)}: {doing})"


def _player(seat: int, say: Say, names: Sequence[str]) -> str:
    return names[seat] if names else say("player {player}", player=seat)


def _own_hand(view: PlayerView, say: Say, drawn: Sequence[Card]) -> str:
    """Return the viewer's hand with drawn cards in brackets, and its deadwood if melds stay concealed."""
    # Surround the text with spaces, so that the search for " card " finds every card, and only whole cards.
    shown = f" {_arranged(view, view.hand)} "
    for card in drawn:
        shown = shown.replace(f" {card} ", f" ({card}) ", 1)
    # Show no deadwood in Okey, where cards left in the hand cost nothing (OKE-SCORE-02).
    counts = view.variant.table.concealed and settings_of(view.variant).met(Need.CARDS_COUNT.met) is not False
    if counts and view.hand and not view.over:
        shown += f"  ({say('deadwood {points}', points=view.variant.deadwood(view.hand))})"
    return shown.strip()


def _arranged(view: PlayerView, hand: Cards) -> str:
    """Return a hand sorted by suit or, if melds stay concealed, arranged in its best melds."""
    if not view.variant.table.concealed:
        return by_suit(hand)
    best = view.variant.best_melds(hand, "deadwood")
    return " | ".join([*map(str, best.melds), *[by_suit(best.left)] * bool(best.left)])


def _doing(view: PlayerView, say: Say) -> str:
    """Return what the player to act has to do."""
    variant = view.variant
    if view.phase is Phase.PLAY and variant.table.concealed:
        # Do not suggest a knock to a player who cannot knock. Other viewers must not learn whether the hand allows one.
        if view.to_act and not any(isinstance(move, Knock) for move in view.legal_moves):
            return say(_DOING[Phase.DISCARD])
        # A custom policy may lack `knock_limit`, and also `fold_prices` below.
        declares = getattr(variant.closing, "knock_limit", None) == "all_matched"
        return say("discard, or declare" if declares else "discard, or knock")
    if view.phase is Phase.DRAW and variant.drawing.turn == "draw_or_play":
        return say("lay cards, or draw from the stock" if view.stock_size else "lay cards, or pass")
    if view.drawer is not None:
        buys = variant.conduct.rum_call is None
        return say("buy the discard, or pass" if buys else "call a discard, or pass")
    folds = view.phase is Phase.DRAW and getattr(variant.scoring, "fold_prices", None)
    return say("draw from the stock, take the discard, or drop out" if folds else _DOING[view.phase])


def contracts(view: PlayerView, say: Say) -> Iterator[str]:
    """Yield a line with the contract that the viewer has yet to lay or, for a spectator, a line for each player."""
    listed = contracts_of(view.variant.opening)
    if listed is None:
        return
    for seat in view.context.playing:
        if view.seats[seat].opened:
            continue
        number = view.context.contracts[seat]
        facts = {"number": number, "contract": str(listed[number - 1])}
        if seat == view.viewer:
            yield say("Your contract {number}: {contract}", **facts)
        elif view.viewer is None:
            yield say("{who}  contract {number}: {contract}", who=_player(seat, say, ()), **facts)


def by_suit(hand: Cards) -> str:
    """Return a hand as text, with a gap between suits."""
    groups = ([str(card) for card in hand if card.suit is suit] for suit in (*Suit, None))
    return "   ".join(" ".join(cards) for cards in groups if cards)
