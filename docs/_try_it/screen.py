"""The table as the page draws it: plain data with the sentences of the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from rami import Card, Rank, Run, Variant, variants
from rami.cards.moves import TakeDiscard
from rami.cards.tiles import wild_tile
from rami.locales import name
from rami.matches.pieces import Piece
from rami.rounds.events import CardDiscarded, CardsDealt, DiscardTaken, StockDrawn, TurnBegun, WildRecovered
from rami.rounds.setup import Phase

from .choices import standing
from .ending import ending
from .ending import goal as goal_of_match
from .faces import by_suit, goal, knocks
from .local import TURN_CAP
from .sight import Sight, signed
from .words import face

__all__ = ["screen"]

MOST_DISCARDS = 3


def screen(sight: Sight) -> dict[str, Any]:
    """Return everything that the page shows of a position, apart from what chosen cards can do."""
    view, facts = sight.view, sight.facts
    return {
        "me": sight.me,
        "slug": view.variant.slug,
        "house": view.variant not in _as_written(view.variant.slug),
        "round": sight.number,
        "tiles": view.variant.equipment.faces != "cards",
        "about": _about(sight),
        "phase": str(view.phase),
        "prompt": _prompt(sight),
        "duties": [sight.text(duty) for duty in view.duties],
        "concealed": view.variant.table.concealed,
        "free": view.variant.table.regroup is not None,
        "seats": [_seat(sight, seat) for seat in range(len(sight.names))],
        "clockwise": view.variant.dealing.direction == "clockwise",
        "stock": view.stock_size,
        "turned": _turned(sight),
        "discards": _pieces(sight, _pile(sight)),
        "piled": len(view.discards),
        "deep": _depth(sight),
        "melds": _melds(sight),
        "hand": _hand(sight),
        "drawn": _drawn(sight),
        "deadwood": _deadwood(sight),
        "standing": standing(sight),
        "mine": view.to_act,
        "waiting": [sight.names[seat] for seat in facts["waiting_for"] if seat != sight.me],
        "ready": view.over
        and not facts["over"]
        and sight.me in facts["waiting_for"]
        and not facts["deciding"],
        "deciding": _decides(sight),
        "returning": signed(facts.get("returning") or ""),
        "undo": facts["undo"],
        "over": facts["over"],
        "ballot": _ballot(sight),
        "result": ending(sight, lambda card: _face(sight, card)) if view.over else None,
        "log": _log(sight),
    }


@cache
def _as_written(slug: str) -> tuple[Variant, ...]:
    """Return a game of rami, with and without the turn cap of this page; nothing if there is none of that name."""
    if slug not in variants.available():
        return ()
    game = variants.get(slug)
    return game, game.with_(match={"turn_cap": TURN_CAP})


def _about(sight: Sight) -> str:
    """Return which round it is and what ends the match."""
    match = sight.view.variant.match
    hands = getattr(match, "hands", None) if getattr(match, "end", "") == "hands" else None
    said = (
        sight.say("round of", number=sight.number, count=hands)
        if hands
        else sight.say("round n", number=sight.number)
    )
    return " · ".join(each.rstrip(".") for each in (said, goal_of_match(sight)) if each)


# --- what the person has to do


def _prompt(sight: Sight) -> str:
    view = sight.view
    if _decides(sight):
        return sight.say("at the limit")
    if view.over:
        return sight.say("match over" if sight.facts["over"] else "over")
    if not view.to_act:
        return sight.say("plays", name=sight.names[view.player])
    return sight.say("turn", task=_task(sight))


def _decides(sight: Sight) -> bool:
    """Whether the person is to buy back in or to leave the match."""
    return sight.me in sight.facts["deciding"][:1]


def _task(sight: Sight) -> str:
    """Return the one sentence that says what to do now."""
    view = sight.view
    takes = TakeDiscard() in view.legal_moves
    if view.variant.table.regroup is not None:
        return (
            sight.say("to arrange")
            if view.opened[sight.me]
            else sight.say("to arrange first", points=_least(sight))
        )
    match view.phase:
        case Phase.OFFER if view.drawer is not None:
            return sight.say("to buy", card=_top(sight))
        case Phase.OFFER:
            return sight.say("to take", card=_top(sight))
        case Phase.DRAW:
            return sight.say("to draw" if takes else "to stock")
        case Phase.STOCK:
            return sight.say("to stock")
        case Phase.DISCARD:
            return sight.say("to discard first")
        case Phase.LAYOFF:
            return sight.say("to lay off")
        case _:
            return _play(sight)


def _play(sight: Sight) -> str:
    view, opening = sight.view, sight.view.variant.opening
    if view.variant.table.concealed:
        return sight.say("to discard")
    if view.opened[sight.me]:
        return sight.say("to play")
    contracts = getattr(opening, "contracts", None)
    if contracts and view.context.contracts:
        due = contracts[min(view.context.contracts[sight.me], len(contracts)) - 1]
        return sight.say("to contract", contract=sight.phrase(due))
    least = _least(sight)
    return sight.say("to open", points=least) if least else sight.say("to play")


def _least(sight: Sight) -> int:
    """Return the points that an opening needs now; 0 if it needs none."""
    view, least = sight.view, getattr(sight.view.variant.opening, "minimum", 0)
    return max(least, view.highest_opening + 1) if least and view.highest_opening else least


def _top(sight: Sight) -> str:
    return sight.text(sight.view.discards[-1]) if sight.view.discards else ""


def _ballot(sight: Sight) -> dict[str, Any] | None:
    """Return the proposal on which people at a server are voting, and whether this person has yet to vote."""
    ballot, me = sight.facts.get("ballot"), sight.me
    if not ballot:
        return None
    by, what = ballot["by"], sight.say(f"motion {ballot['motion']}")
    says = sight.say("left us", what=what)
    if by is not None:
        says = (
            sight.say("you propose", what=what)
            if by == me
            else sight.say("proposes", name=sight.names[by], what=what)
        )
    open_ = me in sight.facts["voters"] and me not in (*ballot["agreed"], *ballot["declined"])
    return {"says": says, "votes": open_}


# --- the players


def _seat(sight: Sight, seat: int) -> dict[str, Any]:
    view = sight.view
    playing = seat in view.context.playing
    held = () if sight.pieces is None else sight.pieces.hands[seat]
    return {
        "name": sight.names[seat],
        "cards": view.hand_sizes[seat],
        "held": [_id(sight, piece) for piece in held],
        "total": signed(sight.facts["totals"][seat]),
        "acts": not view.over and seat == view.player,
        "dealer": seat == view.context.dealer,
        "opened": view.opened[seat] if _opens(sight) and playing else None,
        "out": "" if playing and not view.seats[seat].folded else "round" if playing else "match",
        "away": seat in sight.facts.get("away", ()),
        "gone": seat in sight.facts.get("gone", ()),
        "last": _last(sight, seat),
    }


def _opens(sight: Sight) -> bool:
    """Whether players have to open before they may do more."""
    return not sight.view.variant.table.concealed and sight.view.variant.table.layoff_requires_open


def _last(sight: Sight, seat: int) -> str:
    """Return what a player did last, without the name, which stands above it."""
    found: list[Any] = []
    for event in reversed(sight.round_story):
        player = getattr(event, "player", None)
        if isinstance(event, TurnBegun) or player is None:
            if found:
                break
            continue
        if player == seat:
            found.append(event)
        elif found:
            break
    if not found:
        return ""
    said = sight.text(found[::-1]).split("\n")[-1]
    return said.removeprefix(f"{sight.names[seat]} ").rstrip(".")


# --- the cards


def _id(sight: Sight, piece: Piece) -> str:
    return f"{sight.number}-{piece.id}"


def _face(sight: Sight, card: Card) -> dict[str, Any]:
    """Return a card as the page draws it: its face, and whether it is wild though it looks ordinary."""
    if card.is_unknown:
        return {"face": "back"}
    if card.rank is None or card.suit is None:
        return {"face": "joker", "card": str(card)}
    found: dict[str, Any] = {"face": face(card), "card": str(card)}
    wild = card.rank in sight.view.variant.equipment.wild_ranks
    return found | ({"wild": True} if wild else {})


def _pieces(sight: Sight, pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    return [_face(sight, piece.card) | {"id": _id(sight, piece)} for piece in pieces]


def _pile(sight: Sight) -> Sequence[Piece]:
    """Return the discards that are seen: the top ones, or as many as may be taken."""
    pile = () if sight.pieces is None else sight.pieces.discards
    return pile if _depth(sight) else pile[-MOST_DISCARDS:]


def _depth(sight: Sight) -> bool:
    """Whether more than the top card of the pile may be taken."""
    return sight.view.variant.drawing.discard_depth != 1


def _turned(sight: Sight) -> dict[str, Any] | None:
    """Return the card turned up beside the stock, and which cards it makes wild."""
    view, card = sight.view, sight.view.turned
    if card is None:
        return None
    says = sight.say("turned")
    if view.variant.equipment.faces != "cards":
        says = sight.say("okey", card=sight.text(wild_tile(card)))
    elif view.variant.equipment.wild_ranks:
        says = sight.say("wilds", rank=_rank_name(sight))
    return _face(sight, card) | {"says": says}


def _rank_name(sight: Sight) -> str:
    """Return the names of the ranks that are wild."""
    ranks = sorted(sight.view.variant.equipment.wild_ranks)
    return ", ".join(name(Rank(rank), sight.language) for rank in ranks)


def _melds(sight: Sight) -> list[dict[str, Any]]:
    """Return the melds on the table; a wild card has the card that it stands for as its goal."""
    rows = {} if sight.pieces is None else dict(sight.pieces.table)
    found = []
    for laid in sight.view.table:
        cards = []
        for at, placed in enumerate(getattr(laid.meld, "placed", ())):
            card = _face(sight, placed.card) | {"id": _id(sight, rows[laid.id][at])}
            card |= {"goal": goal(placed)} if goal(placed) else {}
            cards.append(card)
        kind = "run" if isinstance(laid.meld, Run) else "group"
        found.append({"id": laid.id, "owner": laid.owner, "kind": kind, "cards": cards})
    return found


def _hand(sight: Sight) -> dict[str, Any]:
    """Return the hand, and the ids of its cards in three orders; `melds` has the best arrangement in groups."""
    view = sight.view
    pieces = sorted(sight.held, key=lambda piece: piece.id)
    at = {each: number for number, each in enumerate(by_suit(view.hand))}
    suits = sorted(pieces, key=lambda piece: at.get(piece.card, 0))
    ranks = sorted(pieces, key=lambda piece: (piece.card.rank or 99, piece.card.id))
    melds, left = _arranged(sight, suits)
    return {
        "cards": _pieces(sight, pieces),
        "suit": [_id(sight, piece) for piece in suits],
        "rank": [_id(sight, piece) for piece in ranks],
        "melds": [[_id(sight, piece) for piece in meld] for meld in melds],
        "left": [_id(sight, piece) for piece in left],
    }


def _arranged(sight: Sight, pieces: list[Piece]) -> tuple[list[list[Piece]], list[Piece]]:
    """Return the pieces of the best melds, and the rest."""
    left, melds = list(pieces), list[list[Piece]]()
    if not sight.view.hand:
        return [], []
    variant, hand = sight.view.variant, sight.view.hand
    found = variant.best_melds(hand, "deadwood").melds if knocks(variant) else ()
    # In Indian Rummy no meld lessens the deadwood before there are two runs; a person still wants to see the melds.
    for meld in found or variant.best_melds(hand, "cards").melds:
        row = []
        for card in meld:
            piece = next(each for each in left if each.card == card)
            left.remove(piece)
            row.append(piece)
        melds.append(row)
    return melds, left


def _deadwood(sight: Sight) -> dict[str, Any] | None:
    """Return the deadwood that matters: with a card too many, the least that a discard leaves."""
    view = sight.view
    if view.over or not view.hand or not knocks(view.variant):
        return None
    if not (view.to_act and view.phase is Phase.PLAY):
        return {"count": view.variant.deadwood(view.hand), "after": False}
    least = min(view.variant.deadwoods([view.hand.remove(card) for card in set(view.hand)]))
    return {"count": least, "after": True}


def _drawn(sight: Sight) -> str | None:
    """Return the id of the card that the person has drawn in this turn."""
    view = sight.view
    if not view.to_act or not sight.held:
        return None
    for event in reversed(sight.round_story):
        match event:
            case StockDrawn(player=sight.me) | DiscardTaken(player=sight.me) | WildRecovered(player=sight.me):
                return _id(sight, max(sight.held, key=_latest(sight)))
            case CardDiscarded() | CardsDealt():
                return None
            case _:
                pass
    return None


def _latest(sight: Sight) -> Any:
    """Return a key by which the piece that came last is the greatest: the latest are at the end of the hand."""
    order = {piece.id: at for at, piece in enumerate(sight.held)}
    return lambda piece: order[piece.id]


def _log(sight: Sight) -> list[str]:
    """Return the story of the round in sentences."""
    return sight.text(sight.round_story).split("\n")
