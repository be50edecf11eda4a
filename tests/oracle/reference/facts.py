"""A position as plain facts: the facts that are fixed during a turn, and the facts that change.

A position is a dict with these keys; the defaults are in brackets:

    hand        the cards of the player to act, as text or a list
    player      the seat to act (0);  seats (2);  playing: the seats that take part (all)
    opened      a truth value for each seat that has opened, even in this turn
    table       a list of [owner, cards from low to high] or [owner, cards, laid this turn]
    discards    the cards from bottom to top;  stock_size (40);  recycles: the recyclings so far (0)
    phase       "draw", "offer" for the first upcard, "stock" after touching the discard, or "play" ("draw")
    dealer      the seat that dealt; used only when the first upcard is offered
    turn        the number of turns in the hand before this turn (99)
    touched     the seats that have lost the all-at-once factor by touching the discard (none)
    placed      the seats that laid off cards in a turn but had not opened at its end (none)
    highest     the best opening so far in the hand (None);  highest_pairs: the most pairs in an opening (0)
    contract    in a game with contracts: the sizes of the groups and of the runs that the player has to lay
    paired      the seats that have opened with pairs (none)
    charged     the points that each seat has paid for discards (none)
    completed   in a game with contracts: the seats that have laid their contracts, in that order (none)

In the middle of a turn (phase "play") it also has these keys:

    drawn_from  "stock", "discard" or None;  taken: the card taken from the discard pile (None)
    due         the card taken must still be placed (True if the rules require it)
    twin_held   a copy of the card taken was held before the draw (True if two copies are in hand now)
    opened_this_turn (False);  recovered: wild cards swapped out that must be placed, or the number of jokers (0)
    go_out      the opening had too few points, so the turn must end the hand (False)
    missing     the points that lay-offs must still bring (0);  brought: the points of this opening so far (0)
    laid        the number of new melds in this turn, if it is limited (0)
    added       the number of cards laid off in this turn by a player who opened with pairs (0)
    helped      the player has used a meld from before this turn (False)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .cards import JOKER, card, cards
from .cards import hand as sorted_hand
from .melds import Meld, canonical
from .rules import Rules

Position = Mapping[str, Any]


class OnTable(NamedTuple):
    """A meld on the table.

    `new` is kept only where help from the table changes the score (D-117), and `wilds`, the number of its jokers placed
    in this turn, only where that number does (D-153).
    """

    owner: int
    cards: Meld
    new: bool
    wilds: int = 0


class Turn(NamedTuple):
    """Facts that do not change during the turn."""

    rules: Rules
    player: int
    opened_before: bool
    others_opened: bool
    first_turn: bool
    discard_only: bool
    taken: str | None
    banned: str | None
    highest: int | None
    pile: tuple[str, ...]
    contract: tuple[tuple[int, ...], tuple[int, ...]] | None
    placed_before: bool
    touched: bool
    keeps_fitting: str
    others_paired: bool
    all_others_paired: bool
    highest_pairs: int = 0


class State(NamedTuple):
    """Facts that change with every action; equal states allow the same actions."""

    hand: tuple[str, ...]
    table: tuple[OnTable, ...]
    opened: bool
    due: bool = False
    recovered: tuple[str, ...] = ()
    go_out: bool = False
    missing: int = 0
    brought: int = 0
    joker_last: bool = False
    helped: bool = False
    over: bool = False
    laid: int = 0
    paired: bool = False
    added: int = 0


def seats_playing(position: Position) -> list[int]:
    return list(position.get("playing", range(position.get("seats", 2))))


def opened_seats(position: Position) -> list[bool]:
    return list(position.get("opened", [False] * position.get("seats", 2)))


def is_first_turn(position: Position, rules: Rules) -> bool:
    """Return whether the first-round limits bind this turn (D-09)."""
    turn = position.get("turn", 99)
    if rules.first_round_scope == "first_player_only":
        return bool(turn == 0)
    return bool(turn < len(seats_playing(position)))


def keeps_fitting(position: Position, rules: Rules) -> str:
    """Return the rule for a card that fits the table (SCA-DISC-02; in a match of two SCA-DISC-03)."""
    if rules.fitting_discard != "by_players":
        return rules.fitting_discard
    return "barred" if position.get("seats", 2) > 2 else "barred_unopened"


def is_starter_turn(position: Position, rules: Rules) -> bool:
    """Return whether this is the turn without a draw that opens a hand (R51-START-01, D-08)."""
    return position.get("turn", 99) == 0 and rules.starter_turn != "normal"


def offers_touch(rules: Rules) -> bool:
    """Return whether the player may commit a fault: only in explicit conduct (LEB-OBL-02, D-102)."""
    return rules.mode == "explicit" and rules.touch_penalty is not None


def tracks_help(rules: Rules) -> bool:
    """Return whether help matters: for the factor (R51-RSEC-03), as forbidden (OKO-OPEN-05), or before opening."""
    return not rules.all_at_once_help or rules.all_at_once_alone or tracks_placed(rules)


def tracks_placed(rules: Rules) -> bool:
    """Return whether a lay-off before opening spoils going out all at once later (BAS-RUMMY-03)."""
    return not rules.layoff_requires_open and rules.all_at_once_after == "no_card"


def tracks_wilds(rules: Rules) -> bool:
    """Return whether jokers placed in the turn change a score."""
    return rules.contracts is None and len(set(rules.all_at_once_factors)) > 1


def on_table(entry: Any, rules: Rules) -> OnTable:
    new = bool(entry[2]) if len(entry) > 2 and tracks_help(rules) else False
    wilds = int(entry[3]) if len(entry) > 3 and tracks_wilds(rules) else 0
    return OnTable(entry[0], canonical(cards(entry[1]), rules), new, wilds)


def sorted_table(entries: Any) -> tuple[OnTable, ...]:
    return tuple(sorted(entries))


def read_turn(position: Position, rules: Rules, taken: str | None) -> Turn:
    """Return the fixed facts, with the card taken from the discard pile this turn as `taken`."""
    player = position.get("player", 0)
    opened = opened_seats(position)
    twin = position.get("twin_held", taken is not None and cards(position["hand"]).count(taken) > 1)
    free = rules.discard_use is None and not rules.allow_return_discard
    return Turn(
        rules=rules,
        player=player,
        opened_before=opened[player] and not position.get("opened_this_turn", False),
        others_opened=all(opened[seat] for seat in seats_playing(position) if seat != player),
        first_turn=is_first_turn(position, rules),
        discard_only=is_starter_turn(position, rules) and rules.starter_turn == "discard_only",
        taken=taken,
        banned=taken if free and not twin else None,
        highest=position.get("highest"),
        highest_pairs=position.get("highest_pairs", 0),
        pile=cards(position.get("discards", ())),
        contract=position.get("contract"),
        keeps_fitting=keeps_fitting(position, rules),
        others_paired=any(seat != player for seat in position.get("paired", ())),
        all_others_paired={*seats_playing(position)} - {player} <= {*position.get("paired", ())},
        placed_before=tracks_placed(rules) and player in position.get("placed", ()),
        touched=player in position.get("touched", ()),
    )


def read_play(position: Position, rules: Rules) -> tuple[Turn, State]:
    """Return the facts of a position in the play phase."""
    taken = card(position["taken"]) if position.get("taken") else None
    turn = read_turn(position, rules, taken)
    must_use = taken is not None and rules.discard_use is not None
    state = State(
        hand=sorted_hand(position["hand"]),
        table=sorted_table(on_table(entry, rules) for entry in position.get("table", [])),
        opened=opened_seats(position)[turn.player],
        due=bool(position.get("due", must_use)),
        recovered=owed if isinstance(owed := position.get("recovered", 0), tuple) else (JOKER,) * owed,
        go_out=bool(position.get("go_out", False)),
        missing=position.get("missing", 0),
        brought=position.get("brought", 0),
        helped=bool(position.get("helped", False)) if tracks_help(rules) else False,
        laid=position.get("laid", 0) if rules.melds_a_turn is not None else 0,
        paired=turn.player in position.get("paired", ()),
        added=position.get("added", 0),
    )
    return turn, state


def reaches_deep(rules: Rules) -> bool:
    """Return whether cards below the top discard may be taken (RUM-DRAW-01)."""
    return rules.discard_depth != 1


def after_taking(position: Position, rules: Rules, count: int = 1) -> dict[str, Any]:
    """Take the top discards (R51-DRAW-01, D-17); the lowest counts as the one taken.

    RUM-DRAW-02, RUM-DRAW-04, RUM-DRAW-05, RUM-DISC-02.
    """
    pile = cards(position["discards"])
    held = sorted_hand(position["hand"])
    return {
        **position,
        "hand": sorted_hand((*held, *pile[-count:])),
        "discards": pile[:-count],
        "phase": "play",
        "drawn_from": "discard",
        "taken": pile[-count],
        "due": rules.discard_use is not None or count > 1,
        "twin_held": pile[-count] in held or count > 1,
        "missing": points_with_discard(position, rules),
    }


def points_with_discard(position: Position, rules: Rules) -> int:
    """Return the points to lay down with the discard taken, if these bind after the opening, too (D-19)."""
    if rules.pickup_scope != "always" or not opened_seats(position)[position.get("player", 0)]:
        return 0
    return rules.pickup_minimum or 0


def recycled(position: Position, rules: Rules) -> tuple[int, tuple[str, ...]]:
    """Return stock size and discard pile at the moment of a stock draw; a stock of 0 allows no draw.

    R51-STOCK-01, D-74, D-75, D-76: only an empty stock is renewed.
    """
    stock = position.get("stock_size", 40)
    pile = cards(position.get("discards", ()))
    if stock > 0 or rules.recycle == "never":
        return stock, pile
    if rules.max_recycles is not None and position.get("recycles", 0) >= rules.max_recycles:
        return 0, pile
    if rules.recycle in ("all", "turn_over"):
        return len(pile), ()
    return (len(pile) - 1, pile[-1:]) if pile else (0, pile)


def after_touching(position: Position) -> dict[str, Any]:
    """Return the position once the discard is back on the pile: only the stock is left to draw from (D-102)."""
    touched = {*position.get("touched", ()), position.get("player", 0)}
    return {**position, "phase": "stock", "touched": tuple(sorted(touched))}


def after_passing(position: Position, rules: Rules) -> dict[str, Any]:
    """Offer the first upcard to the dealer, or let the player who did not deal draw from the stock (D-78)."""
    player, dealer = position.get("player", 0), position["dealer"]
    asks_dealer = rules.upcard_offer in ("both", "both_again")
    turn = position.get("turn", 0) + asks_dealer
    if asks_dealer and player != dealer:
        return {**position, "player": dealer, "turn": turn}
    phase = "draw" if rules.upcard_offer == "both_again" else "stock"
    return {**position, "player": 1 - dealer, "phase": phase, "turn": turn}


def after_stock(position: Position, rules: Rules, drawn: str) -> dict[str, Any]:
    """Return the position with `drawn` from the stock."""
    stock, pile = recycled(position, rules)
    renewed = position.get("stock_size", 40) == 0
    return {
        **position,
        "hand": sorted_hand((*cards(position["hand"]), card(drawn))),
        "discards": pile,
        "stock_size": stock - 1,
        "recycles": position.get("recycles", 0) + renewed,
        "phase": "play",
        "drawn_from": "stock",
        "taken": None,
        "due": False,
    }
