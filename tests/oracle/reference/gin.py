"""A hand of Gin: the deal, the turns, the knock, and the moves of the defender after it.

There are two seats. A move is a tuple:

    ("pass",)                          do not take the card that is offered
    ("draw_stock",)  ("take_discard",)
    ("touch",)                         touch the discard and leave it; then draw from the stock
    ("end_round",)                     in place of a draw, when the stock is empty
    ("discard", card)
    ("knock", card, melds)             put the card face down and show the melds, () for none
    ("big_gin", melds)                 show a hand without deadwood, without a discard
    ("lay", melds)                     lay the defender's own melds
    ("layoff", card, table index, at)  at: "low", "high", or None if only one place fits
    ("end",)                           end the defender's lay-offs

A move is legal if the rules allow it now. `moves` lists every legal move once; `legal` also accepts a lay-down of
several melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .actions import extended
from .cards import card, cards, without
from .cards import hand as sorted_hand
from .deal import deal as deal_cards
from .facts import after_passing, is_first_turn, offers_touch, recycled
from .games import game as sheet
from .gather import all_melds
from .gin_knock import Melds, big_gins, default_melds, knocks, meld_order
from .melds import Meld, canonical, kind
from .rules import Rules

Move = tuple[Any, ...]

GIN = sheet(
    players=(2, 2),  # GIN-MAT-01
    packs=1,  # GIN-MAT-02
    jokers=0,  # GIN-MAT-02
    hand_size=10,  # GIN-DEAL-02
    starter_extra=0,  # GIN-DEAL-02
    upcard=True,  # GIN-DEAL-04
    starter="left",  # GIN-UPCARD-01, D-06
    starter_turn="normal",  # GIN-DEAL-05
    upcard_offer="both",  # GIN-UPCARD-01, GIN-UPCARD-02, D-78
    discard_use=None,  # GIN-TURN-03
    no_discard_draw_at=None,  # D-15
    recycle="never",  # GIN-VOID-01, D-85
    max_run=13,  # GIN-RANK-01, GIN-RUN-02
    ace="low",  # GIN-RANK-01, GIN-RUN-02, D-87
    ace_meld_values=(1, 1, 1),  # GIN-VAL-01
    minimum=0,  # GIN-TURN-01
    clean=None,  # GIN-TURN-01
    take="off",  # GIN-TURN-01
    knock_limit=10,  # GIN-KNOCK-01, GIN-OBJ-01, D-80
    void_at=2,  # GIN-VOID-01, D-85
    ace_hand_value=1,  # GIN-VAL-01
    unopened_flat=None,  # GIN-TURN-01
    all_at_once_factors=(1,),  # GIN-TURN-01
    joker_finish=None,  # GIN-MAT-02
    gin_bonus=25,  # GIN-SCORE-03, D-84
    big_gin_bonus=50,  # GIN-SCORE-04, D-84
    undercut_bonus=10,  # GIN-SCORE-02, D-83
    dealer_rotation="loser",  # GIN-DEAL-01, D-77
    dealer_after_void="same",  # GIN-VOID-01, D-77
    end="first_to_target_wins",  # GIN-MATCH-01, D-86
    carte=False,  # GIN-TURN-02, D-16
)
"""The sheet of the game; values and the target are the defaults of the fields."""


class Position(NamedTuple):
    """Every fact of a hand: the hands sorted, the stock with its next card first, the pile with its top card last.

    phase       "offer", "stock" (only a draw from it), "draw", "play", "discard" (a turn that is one
                discard), "layoff" or "over"
    turn        turns before this one; a pass that moves the offer to the other player counts as one
    upcard      the card turned up at the deal
    taken       the card taken from the pile in this turn
    banned      the face that may not be discarded in this turn
    last        the discard that left two stock cards is on offer, or was taken (D-146)
    table       (owner, meld), the knocker's melds first
    knocker     the player who ended the hand, with the `kind`: "knock", "gin" or "big_gin"; None if there is none
    """

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    dealer: int
    player: int
    phase: str
    discards: tuple[str, ...]
    stock: tuple[str, ...]
    turn: int = 0
    recycles: int = 0
    upcard: str | None = None
    taken: str | None = None
    banned: str | None = None
    last: bool = False
    table: tuple[tuple[int, Meld], ...] = ()
    knocker: int | None = None
    kind: str | None = None

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[self.player]


def deal(deck: Sequence[str], game: Rules, dealer: int = 0) -> Position:
    """Deal the deck from its start (GIN-DEAL-02, GIN-DEAL-03, GIN-DEAL-04)."""
    dealt = deal_cards(deck, game, seats=2, dealer=dealer)
    first, second = (sorted_hand(dealt["hands"][seat]) for seat in (0, 1))
    phase = {"normal": "draw", "discard_only": "discard", "normal_without_draw": "play"}[game.starter_turn]
    pile = tuple(dealt["discards"])
    return Position(
        hands=(first, second),
        dealer=dealer,
        player=dealt["player"] if game.upcard_offer == "none" else 1 - dealer,
        phase=phase if game.upcard_offer == "none" else "offer",
        discards=pile,
        stock=tuple(dealt["stock"]),
        upcard=pile[0] if pile else None,
    )


def holding(position: Position, held: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the hands with this one for the acting player."""
    mine = sorted_hand(held)
    return (mine, position.hands[1]) if position.player == 0 else (position.hands[0], mine)


def may_take(position: Position, game: Rules) -> bool:
    """Return whether the top discard may be taken (GIN-TURN-03, GIN-UPCARD-01, D-18, D-146)."""
    if not position.discards or position.phase not in ("offer", "draw"):
        return False
    top = position.discards[-1]
    first = is_first_turn({"turn": position.turn}, game)
    if (first and not game.first_round_discard) or (game.no_twin_pickup and top in position.hand):
        return False
    if not position.last:
        return True
    held = (*position.hand, top)
    banned = ban(position, game)
    return any(True for _ in knocks(held, banned, position.upcard, game)) or any(
        True for _ in big_gins(held, game)
    )


def ban(position: Position, game: Rules) -> str | None:
    """Return the face that could not be discarded after taking the top card (D-79, D-112)."""
    top = position.discards[-1]
    return None if game.allow_return_discard or top in position.hand else top


def may_draw(position: Position, game: Rules) -> bool:
    """Return whether the stock may be drawn from (GIN-TURN-03, GIN-UPCARD-02, D-114)."""
    if position.phase not in ("draw", "stock"):
        return False
    return bool(position.stock or new_stock(position, game)[0])


def may_touch(position: Position, game: Rules) -> bool:
    """Return whether the player may commit the fault of explicit conduct (D-102)."""
    return (
        offers_touch(game)
        and position.phase == "draw"
        and bool(position.discards)
        and may_draw(position, game)
    )


def new_stock(position: Position, game: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cards of the renewed stock before the shuffle, and the rest of the pile (D-74, D-75)."""
    facts = {"stock_size": 0, "discards": position.discards, "recycles": position.recycles}
    size, left = recycled(facts, game)
    return position.discards[:size], left


def grown(position: Position, move: Move, game: Rules) -> Meld | None:
    """Return the meld that a lay-off makes; None if it is not legal (GIN-LAYOFF-01, D-81)."""
    _, face, index, at = move
    barred = position.kind == "big_gin" or (position.kind == "gin" and not game.layoff_on_gin)
    if position.phase != "layoff" or barred or face not in position.hand:
        return None
    if not 0 <= index < len(position.table) or position.table[index][0] != position.knocker:
        return None
    outcomes = extended(position.table[index][1], face, at, game)
    return outcomes[0][0] if len(outcomes) == 1 else None


def lay_offs(position: Position, game: Rules) -> Iterator[Move]:
    """Yield each card that fits a meld of the knocker, with the end if both would do."""
    for index in range(len(position.table)):
        for face in sorted_hand(set(position.hand)):
            tries = [("layoff", face, index, at) for at in (None, "low", "high")]
            legal_ones = [move for move in tries if grown(position, move, game) is not None]
            yield from legal_ones[:1] if legal_ones and legal_ones[0][3] is None else legal_ones


def moves(position: Position, game: Rules) -> list[Move]:
    """Return every legal move, each once (GIN-TURN-01 to GIN-TURN-03, GIN-KNOCK-01, GIN-KNOCK-02)."""
    found: list[Move] = []
    if may_draw(position, game):
        found.append(("draw_stock",))
    if may_take(position, game):
        found.append(("take_discard",))
    if position.phase == "offer":
        found.append(("pass",))
    if may_touch(position, game):
        found.append(("touch",))
    if position.phase == "draw" and game.stock_out == "decline" and not may_draw(position, game):
        found.append(("end_round",))
    if position.phase == "play":
        found += [("big_gin", melds) for melds in big_gins(position.hand, game)]
        for face, melds, _ in knocks(position.hand, position.banned, position.upcard, game):
            found.append(("knock", face, melds))
    if position.phase in ("play", "discard") and not position.last:
        found += [("discard", face) for face in sorted_hand(set(position.hand)) if face != position.banned]
    if position.phase == "layoff":
        found += lay_offs(position, game)
        found += [("lay", (meld,)) for meld in all_melds(position.hand, game)]
        found.append(("end",))
    return found


def named(position: Position, move: Move, game: Rules) -> Move:
    """Return the move with its cards and melds in their one order, and with default melds if it names none."""
    if move[0] in ("knock", "big_gin", "lay") and move[-1] is not None:
        melds = [canonical(cards(meld), game) for meld in move[-1]]
        move = (*move[:-1], tuple(sorted(melds, key=lambda meld: meld_order(meld, game))))
    if move[0] in ("knock", "discard", "layoff"):
        move = (move[0], card(move[1]), *move[2:])
    if move[0] == "knock" and move[2] is None:
        kept = without(position.hand, [move[1]])
        move = (*move[:2], default_melds(kept, game) if kept is not None else ())
    if move == ("big_gin", None):
        move = ("big_gin", default_melds(position.hand, game))
    return move


def legal(position: Position, move: Move, game: Rules) -> bool:
    """Return whether this move is legal. Several melds of the defender at once are that many moves."""
    if move[0] in ("knock", "big_gin", "lay") and move[-1] is not None:
        for meld in move[-1]:
            if kind(canonical(cards(meld), game), game) is None:
                return False
    move = named(position, move, game)
    if move[0] == "layoff":
        return grown(position, move, game) is not None
    if move[0] == "lay":
        laid = [each for meld in move[1] for each in meld]
        return position.phase == "layoff" and bool(laid) and without(position.hand, laid) is not None
    return move in moves(position, game)


def play(position: Position, move: Move, game: Rules, shuffled: Sequence[str] = ()) -> Position:
    """Play a legal move; `shuffled` is the new stock if the move empties the old one (D-74)."""
    if not legal(position, move, game):
        raise ValueError(f"not legal: {move}")
    move = named(position, move, game)
    what = move[0]
    if what == "pass":
        return passed(position, game)
    if what == "touch":
        return position._replace(phase="stock")
    if what == "take_discard":
        return position._replace(
            hands=holding(position, (*position.hand, position.discards[-1])),
            discards=position.discards[:-1],
            phase="play",
            taken=position.discards[-1],
            banned=ban(position, game),
        )
    if what == "draw_stock":
        return drawn(position, game, shuffled)
    if what == "discard":
        return discarded(position, move[1], game)
    if what == "lay":
        held = without(position.hand, [each for meld in move[1] for each in meld])
        assert held is not None
        table = (*position.table, *((position.player, meld) for meld in move[1]))
        return position._replace(hands=holding(position, held), table=table)
    if what == "layoff":
        return laid_off(position, move, game)
    if what in ("end", "end_round"):
        return position._replace(phase="over")
    return ended(position, move, game)


def passed(position: Position, game: Rules) -> Position:
    """Offer the card to the dealer, then draw from the stock (D-78); the last card is offered once (D-146)."""
    if position.last:
        return position._replace(phase="over", last=False)
    facts = {"player": position.player, "dealer": position.dealer, "turn": position.turn}
    return capped(position._replace(**after_passing(facts, game)), game)


def drawn(position: Position, game: Rules, shuffled: Sequence[str]) -> Position:
    """Draw from the stock, after it is renewed if it is empty and may be (GIN-TURN-03, D-74)."""
    if not position.stock:
        stock, pile = new_stock(position, game)
        turned = game.recycle == "turn_over" and tuple(shuffled) != stock
        if turned or sorted(shuffled) != sorted(stock):
            raise ValueError("the new stock is another one")
        position = position._replace(stock=tuple(shuffled), discards=pile, recycles=position.recycles + 1)
    return position._replace(
        hands=holding(position, (*position.hand, position.stock[0])), stock=position.stock[1:], phase="play"
    )


def discarded(position: Position, face: str, game: Rules) -> Position:
    """Discard (GIN-TURN-02); the hand is void if too little of the stock is left (GIN-VOID-01, D-85, D-146)."""
    held = without(position.hand, [face])
    assert held is not None
    after = position._replace(
        hands=holding(position, held),
        discards=(*position.discards, face),
        player=1 - position.player,
        phase="draw",
        turn=position.turn + 1,
        taken=None,
        banned=None,
    )
    if game.void_at is not None and len(position.stock) <= game.void_at:
        if not game.fiftieth_card:
            return after._replace(phase="over", player=position.player)
        after = after._replace(phase="offer", last=True)
    return capped(after, game)


def capped(position: Position, game: Rules) -> Position:
    """End the hand void once its turns are used up (D-75, D-139) or nothing can be drawn (D-114, RUM-STOCK-01)."""
    stuck = position.phase in ("draw", "stock") and not may_draw(position, game)
    stuck = stuck and game.stock_out != "decline"
    stuck = stuck and (game.stock_out == "at_once" or not may_take(position, game))
    if stuck or (game.turn_cap is not None and position.turn >= game.turn_cap):
        return position._replace(phase="over", last=False)
    return position


def ended(position: Position, move: Move, game: Rules) -> Position:
    """Show the melds of a knock, gin or big gin; the defender may answer (GIN-KNOCK-01, D-81)."""
    face = () if move[0] == "big_gin" else (move[1],)
    melds: Melds = move[-1]
    left = without(position.hand, [*face, *(each for meld in melds for each in meld)])
    assert left is not None
    way = "big_gin" if not face else "knock" if left else "gin"
    return position._replace(
        hands=holding(position, left),
        discards=(*position.discards, *face),
        table=tuple((position.player, meld) for meld in melds),
        knocker=position.player,
        kind=way,
        player=position.player if game.settle == "best" else 1 - position.player,
        phase="over" if game.settle == "best" else "layoff",
        taken=None,
        banned=None,
        last=False,
    )


def laid_off(position: Position, move: Move, game: Rules) -> Position:
    """Lay off a card onto a meld of the knocker, which may take more after it (D-81)."""
    longer = grown(position, move, game)
    held = without(position.hand, [move[1]])
    assert longer is not None
    assert held is not None
    table = list(position.table)
    table[move[2]] = (table[move[2]][0], longer)
    return position._replace(hands=holding(position, held), table=tuple(table))


def pile_seen(position: Position, viewer: int | None, game: Rules) -> tuple[str, ...]:
    """Return the discard pile as a seat, or a spectator, sees it: the knocker's discard is face down (GIN-KNOCK-01)."""
    face_down = position.kind in ("knock", "gin") and game.out_discard == "face_down"
    hidden = face_down and viewer != position.knocker
    return (*position.discards[:-1], "?") if hidden else position.discards
