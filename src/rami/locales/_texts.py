"""The English sentences for moves and events, and the words that join them; all are keys of the catalogues.

The key of each sentence is the class of the move or event, and a form if there are several: "Discard True" is for a
`Discard` with an announcement, and "StockDrawn hidden" is what other players read about a `StockDrawn`.
"""

from __future__ import annotations

from collections.abc import Mapping

MOVE_TEXTS: Mapping[str, str] = {
    "DrawStock": "draw from the stock",
    "TakeDiscard": "take the discard",
    "TakeDiscard several": "take the {count:discard|discards} on top",
    "TouchDiscard": "touch the discard and leave it",
    "PassUpcard": "pass",
    "LayDown": "lay {melds}",
    "Rearrange": "rearrange the table: {melds}",
    "Rearrange laid": "lay {cards} and rearrange the table: {melds}",
    "LayOff": "add {card} to {meld}",
    "LayOff low": "add {card} to {meld}, at the low end",
    "LayOff high": "add {card} to {meld}, at the high end",
    "SwapWild": "swap {card} for the wild card in {meld}",
    "SwapWild both": "swap {card} and {other} for the wild card in {meld}",
    "SwapWild at": "swap {card} for card {place} of {meld}",
    "Discard": "discard {card}",
    "Discard True": "discard {card} and say “carte”",
    "Discard False": "discard {card} without saying “carte”",
    "Knock": "knock and discard {card}",
    "Knock with": "knock and discard {card}: {melds}",
    "Knock declares": "declare and discard {card}",
    "Knock declares with": "declare and discard {card}: {melds}",
    # IND-WRONG-01: a wrong declaration shows no melds, so the move names none.
    "Knock declares wrongly": "declare wrongly and discard {card}",
    "Fold": "drop out of the round",
    "ShowTurned": "show your copy of the turned-up card",
    "BigGin": "go big gin",
    "BigGin with": "go big gin: {melds}",
    "EndLayoffs": "stop laying off",
    "EndRound": "end the round instead of drawing",
}
"""Moves, worded as choices for a player."""

DONE_TEXTS: Mapping[str, str] = {
    "StockDrawn": "draws {card}",
    # Players other than the drawer get the event without its card, so the sentence needs another form.
    "StockDrawn hidden": "draws a card",
    "PenaltyDrawn": "draws {cards} as a penalty",
    "PenaltyDrawn hidden": "draws {count:penalty card|penalty cards}",
    "DiscardTaken": "takes {card} from the discard pile",
    "DiscardTaken several": "takes {card} from the discard pile, with {cards} above it",
    "DiscardTouched": "touches {card} on the discard pile and leaves it",
    "UpcardPassed": "passes",
    "DiscardForSale": "may take a discard out of turn",
    "DiscardBought": "buys {card} and takes {cards} with it",
    "DiscardBought hidden": "buys {card} and takes {count:card|cards} from the stock with it",
    # LIV-BUY-04 sets a price; a house rule may set none.
    "DiscardBought free": "buys {card}",
    "MeldsLaid": "lays {melds}",
    "MeldsLaid melds": "opens with {melds}",
    "MeldsLaid points": "opens with {melds} ({points:point|points})",
    "MeldsLaid contract": "lays contract {number}: {melds}",
    "TableRearranged": "lays {cards}",
    "TableRearranged points": "opens with {cards} ({points:point|points})",
    "TableRearranged taken": "lays {cards} and rearranges the table",
    "CardLaidOff": "adds {card} to {meld}",
    "WildRecovered": "swaps {card} for {wild} in {meld}",
    "WildRecovered both": "swaps {card} and {other} for {wild} in {meld}",
    "CardDiscarded": "discards {card}",
    "CardDiscarded charge": "discards {card}, for a penalty of {points:point|points}",
    "CardDiscarded announced": "discards {card} and says “carte”",
    "knock": "knocks with {melds}",
    "gin": "goes gin with {melds}",
    "big_gin": "goes big gin with {melds}",
    "declaration": "declares with {melds}",
    "pairs": "declares with pairs: {melds}",
    "PlayerFolded": "drops out of the round and pays {points:point|points}",
    "PlayerFolded declared": "declares wrongly, is out of the round and pays {points:point|points}",
    "TurnedShown": "shows {card}, a copy of the turned-up card",
    "owes": "still has to {duties}",
    "owes nothing": "has no duties left",
    "LastRoundAnnounced": "announces the last round",
    "BuyInAnswered": "buys back in",
    "BuyInAnswered out": "stays out",
    "PlayerLeft": "leaves the match",
    "goes out": "goes out",
    "goes out at once": "goes out all at once",
    "wins": "wins the round",
}
"""What a player does, worded to follow the player's name."""

EVENT_TEXTS: Mapping[str, str] = {
    "sentence": "{who} {done}.",
    "CardsDealt": "Round {number}: {dealer} deals.",
    "CardsDealt upcard": "Round {number}: {dealer} deals and turns up {card}.",
    "turned": "The card turned up beside the stock is {card}.",
    # OKO-WILD-01: the okey is the next number; players should not have to work it out.
    "turned tile": "The indicator is {card}, so the okey is {okey}.",
    "turned rank": "The turned-up card is {card}: all cards of its rank are wild.",
    "turned joker": "The turned-up card is a joker: the aces are wild.",
    "TurnBegun": "it is {player}'s turn.",
    "LastRoundAnnounced": "This round is the last one.",
    "StockRecycled": "The discards are shuffled into a new stock of {size:card|cards}.",
    "completed": "{who} completed a contract.",
    "complete": "Every player has completed their contract.",
    "stock_out": "The stock is used up: the round ends and the hands are counted.",
    "deadwood": "Unmatched cards: {counts}.",
    "void": "The round is void: nobody wins it.",
    "unscored": "Nobody scores.",
    "equal": "The round is over: nobody scores.",
    "RoundCounted": "Totals: {counts}.",
    "contracts": "Next contract: {counts}.",
    "MatchEnded": "{who} wins the match.",
    "MatchEnded several": "{who} win the match.",
    "TakenBack": "The last move is taken back.",
}
"""Events as whole sentences."""

JOINTS: Mapping[str, str] = {
    "comma": ", ",
    "and": " and ",
    "then": ", then ",
    "taken": "{melds} (with {cards} from the table)",
    "nothing": "no meld",
    "count": "{who} ({points})",
    "points": "{melds} ({points:point|points})",
    "seat": "player {number}",
    "you": "you",
    "joker": "a joker",
    "meld": "meld {number}",
    "hint": "{move}. {reason}.",
}
"""The words that join parts of a sentence, and the names of seats and melds."""
