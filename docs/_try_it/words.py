"""What the page says by itself, in English; verdicts, reasons and names of cards come from rami.

The catalogues of rami have these sentences too, in the context "page", so that a language is one file.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from rami import Card, Suit, variants
from rami.locales import Language, language, languages, name

__all__ = ["WORDS", "script"]

TABLE = {
    "you": "You",
    "table": "Table",
    "piles": "Piles",
    "your hand": "Your hand",
    "melds on the table": "Melds on the table",
    "moves": "Moves",
    "rules": "Rules",
    "log": "Log",
    "settings": "Settings",
    "close": "Close",
    "copy": "Copy link",
    "copied": "Link copied. It brings back this match.",
    "check": "Check cards",
    "menu": "More",
    # the cards
    "stock": "Stock",
    "discards": "Discards",
    "cards left": "{count} left",
    "turned": "turned up",
    "okey": "okey: {card}",
    "wilds": "wild: {rank}",
    "wild": "wild",
    "as": "as {card}",
    "new": "just drawn",
    "run": "run",
    "group": "group",
    "meld of": "meld of {name}",
    # the players
    "cards": "{count:card|cards}",
    "points": "{count:point|points}",
    "dealer": "dealer",
    "opened": "opened",
    "not opened": "not opened",
    "out of the round": "out of this round",
    "out of the match": "out of the match",
    "away": "away",
    "deadwood": "deadwood: {points}",
    "after": "after the best discard",
    # what to do
    "turn": "Your turn: {task}",
    "plays": "{name} is playing",
    "to draw": "draw a card or take the discard",
    "to stock": "draw a card",
    "to take": "take {card} or pass",
    "to buy": "buy {card} or pass",
    "to discard": "choose a card to discard",
    "to discard first": "your first turn is a discard",
    "to open": "open with {points}, or discard",
    "to contract": "lay {contract}, or discard",
    "to play": "lay melds and add cards, then discard",
    "to arrange": "lay cards, or draw",
    "to arrange first": "open with {points}, or draw",
    "to lay off": "add cards to the melds shown, or stop",
    "not yet": "Not yet",
    "draw": "Draw",
    "take": "Take {card}",
    "take n": "Take {count:card|cards}",
    "buy": "Buy {card}",
    "pass": "Pass",
    "knock": "Knock with {count}",
    "gin": "Gin",
    "declare": "Declare",
    "face down": "{card} face down",
    "with discard": "discarding {card}",
    "fold": "Drop out…",
    "fold?": "Drop out of this round? It costs you {points:point|points}, and you sit out until the next deal.",
    "fold!": "Drop out",
    "stay": "Stay in",
    "done": "Stop adding",
    "open": "Open with {points}",
    "lay": "Lay {cards}",
    "unpick": "Clear",
    # a table that is arranged freely
    "end turn": "End turn",
    "new group": "New meld",
    "put here": "Put into {cards}",
    "to rack": "Back to your hand",
    "start over": "Start over",
    "no meld yet": "not a meld yet",
    "stays": "Cards that were on the table must stay there.",
    "fits": "These cards fit: arrange them",
    "left": "Move left",
    "right": "Move right",
    "a hint": "Hint",
    "do": "Do it",
    "undo": "Undo",
    "order": "Sort",
    "by melds": "best melds",
    "by suit": "by suit",
    "by rank": "by rank",
    "own order": "my order",
    "next": "Next round",
    "ready": "Waiting for {names}",
    "at the limit": "You have reached the limit: buy back in, or leave the match",
    "buy in": "Buy back in",
    "continue with": "you continue with {points:point|points}",
    "back in": "back in",
    "stay out": "Leave the match",
    "again": "New match",
    # the end of a round
    "over": "The round is over",
    "match over": "The match is over",
    "round n": "round {number}",
    "round of": "round {number} of {count}",
    "first to": "The first to {points} wins.",
    "ends at": "The match ends at {points}.",
    "out at": "You are eliminated at {points}.",
    "you win": "You win the round: {points}",
    "wins": "{name} wins the round: {points}",
    "you are out": "You go out and win the round",
    "is out": "{name} goes out and wins the round",
    "you win the match": "You win the match",
    "wins the match": "The match is won by {names}",
    "laid off": "laid off by the other player: {cards}",
    "sheet": "Score sheet",
    "round": "Round",
    "total": "Total",
    "winner": "winner",
    # settings
    "game": "Game",
    "players": "Players",
    "bots": "Other players",
    "beginner": "beginners",
    "solid": "solid",
    "strong": "strong",
    "strongest": "thinking ahead",
    "language": "Language",
    "theme": "Colours",
    "auto": "as the system",
    "light": "light",
    "dark": "dark",
    "four": "four suit colours",
    "pace": "Pause after each move",
    "none": "none",
    "seconds": "{count} s",
    "keys": "single-key shortcuts",
    "sound": "sound",
    "key list": (
        "D draw · T take · K knock or declare · ← → choose a card · Space pick · Enter play · "
        "Shift + ← → move the card · S sort · H hint · U undo · L log · ? rules · Esc clear"
    ),
    # loading
    "loading": "Loading the game: {loaded} of {total} MB",
    "starting": "Starting the game",
    "starting n": "Starting the game: about {count} s, as last time",
    "meanwhile": "The table will be ready in a moment. Here are the rules meanwhile.",
    "offline": "The connection is lost. Trying again…",
    # a table with friends
    "friends": "Open a table for friends",
    "sit down": "Sit down",
    "your name": "Your name",
    "free seats": "{count:seat is|seats are} free. Send your friends the link.",
    "gone": "has left",
    "proposes": "{name} proposes to {what}.",
    "you propose": "You propose to {what}. The others are voting.",
    "motion undo": "take back the last move",
    "motion throw_in": "throw in the deal",
    "motion misdeal": "throw in the deal as a misdeal",
    "motion last": "make this round the last",
    "motion stop": "stop the match now",
    "motion go_on": "play on without the player who has left",
    "left us": "A vote: {what}?",
    "agree": "Agree",
    "decline": "Decline",
    "propose to": "Propose to the table",
    "give up": "Give up the match…",
    "give up?": "Leave this match for good? The others play on without you.",
    "give up!": "Give up",
    "copied table": "Link copied. Anyone who opens it takes a free seat.",
    "failed": "This page could not be loaded. Serve its folder with a web server: python3 -m http.server",
}
CHECKER = {
    "intro": (
        "Pick cards and see what the rules say: melds, openings, the best arrangement. Python runs in this page; "
        "nothing is sent anywhere."
    ),
    "title": "rami: try it",
    "to the table": "Play",
    "contract": "Contract due",
    "four colours": "four colours",
    "picker": "Pick cards",
    "type": "or type them",
    "add": "Add",
    "deal": "Deal a hand",
    "clear": "Clear",
    "hand": "Hand",
    "hint": "Choose cards from the hand to see whether they form a meld.",
    "remove": "Remove the chosen cards",
    "opening": "Opening",
    "opening-hint": "Put melds here to see whether you can open with them.",
    "best": "Best arrangement",
    "openings": "Openings in this hand",
    "footer": "rami is a rules engine for the rummy family. Card pictures, rules and texts are its own.",
    "megabytes": "{loaded} of {total} MB",
    "loading Python": "Loading Python…",
    "starting Python": "Starting Python…",
    "empty": "No cards yet.",
    "nothing": "no meld",
    "meld": "This is a meld",
    "melds": "These cards form {count} melds",
    "no meld": "This is not a meld.",
    "propose": "Propose for the opening",
    "back": "Take back",
    "yes": "You can open with this: {points}.",
    "no": "You cannot open with this.",
    "in melds": "in melds: {points}; left in hand: {left}",
    "no-openings": "None.",
    "first-of": "{shown} of {count}, highest value first:",
    "first-of-more": "{shown} of the first {count} found, highest value first:",
    "use": "Propose these",
    "knocks": "You can knock if you discard:",
    "no-knock": "You cannot knock, whatever you discard.",
    "too-many": "There are no results for more than {count} cards.",
    "unread": "Not understood: {words}",
    "full": "There are no more of: {words}",
    "pick": "{card}, {held} of {copies} in hand",
}
NAMES = ("Bruno", "Chloé", "Driss", "Émile", "Farida", "Gaïa", "Hugo")
"""The players beside the person, in every language as it writes them."""
PEOPLE = {name.lower(): name for name in NAMES}
WORDS = {**TABLE, **CHECKER, **PEOPLE}
TILES: Final[tuple[Literal["tiles", "joker_tiles"], ...]] = ("tiles", "joker_tiles")
FORMS = 200
"""From here on the plural form of a number is that of a smaller one."""


def script() -> str:
    """Return the words of every language, for cards and for tiles, and the games, as a module for the page."""
    found = {code: _spoken(code) for code in languages()}
    games = [_game(slug) for slug in variants.available()]
    return "".join(
        f"export const {key} = {json.dumps(value, ensure_ascii=False)};\n"
        for key, value in (("WORDS", found), ("GAMES", games), ("NAMES", [name.lower() for name in NAMES]))
    )


def _spoken(code: str) -> dict[str, Any]:
    """Return what the page needs of a language."""
    spoken, of_tiles = language(code), language(code, "tiles")
    words = {key: spoken.message("page", text) for key, text in WORDS.items()}
    tiles = {faces: _other_words(language(code, faces), words) for faces in TILES}
    return {
        "name": spoken.message("language", "English"),
        "direction": "rtl" if spoken.right_to_left else "ltr",
        "forms": [spoken.form(number) for number in range(FORMS)],
        "words": words,
        "tiles": tiles,
        "cards": _cards(spoken),
        "tile names": _cards(of_tiles),
        "letters": {letter: spoken.message("card.letter", letter) for letter in ("A", "J", "Q", "K")},
        "colours": [of_tiles.message("card.colour letter", letter) for letter in "byrk"],
        "games": {
            slug: spoken.message("rulebook.name", variants.get(slug).name) for slug in variants.available()
        },
    }


def _other_words(of_tiles: Language, words: dict[str, str]) -> dict[str, str]:
    """Return the words of the page that are other ones where tiles are played with."""
    found = {key: of_tiles.message("page", text) for key, text in WORDS.items()}
    return {key: text for key, text in found.items() if text != words[key]}


def _cards(spoken: Language) -> dict[str, str]:
    """Return the names of the cards by face: "TH" is the ten of hearts."""
    cards = map(Card.from_id, range(53))
    return {face(card): name(card, spoken) for card in cards} | {"back": name(Card("?"), spoken)}


def face(card: Card) -> str:
    """Return the name of a face: KS, TH, joker, back."""
    if card.is_unknown:
        return "back"
    if card.suit is None or card.rank is None:
        return "joker"
    return f"{card.rank.symbol}{'CDHS'[Suit(card.suit)]}"


def _game(slug: str) -> dict[str, Any]:
    """Return what the page shows of a game before Python runs."""
    variant = variants.get(slug)
    fewest, most = variant.players
    return {
        "slug": slug,
        "players": list(range(fewest, most + 1)),
        "usual": variant.usual_players,
        "tiles": variant.equipment.faces if variant.equipment.faces in TILES else None,
        "hand": variant.dealing.hand_size if isinstance(variant.dealing.hand_size, int) else 7,
        "concealed": variant.table.concealed,
    }
