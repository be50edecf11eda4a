"""What the page says by itself, in English; verdicts, reasons and names of cards come from rami.

The catalogues of rami have these sentences too, in the context "page", so that a language is one file.
"""

from __future__ import annotations

import json

from rami.locales import language, languages

__all__ = ["WORDS", "script"]

WORDS = {
    "intro": (
        "Pick cards and see what the rules say: melds, openings, the best arrangement. Python runs in this page; "
        "nothing is sent anywhere."
    ),
    "title": "rami: try it",
    "game": "Game",
    "contract": "Contract due",
    "language": "Language",
    "four": "four colours",
    "picker": "Pick cards",
    "type": "or type them",
    "add": "Add",
    "deal": "Deal a hand",
    "clear": "Clear",
    "hand": "Hand",
    "hint": "Choose cards of the hand to see whether they are a meld.",
    "remove": "Remove the chosen cards",
    "opening": "Opening",
    "opening-hint": "Put melds here and see whether they open.",
    "best": "Best arrangement",
    "openings": "Openings in this hand",
    "footer": "rami is a rules engine for the rummy family. Card pictures, rules and texts are its own.",
    "loading": "Loading Python…",
    "megabytes": "{loaded} of {total} MB",
    "starting": "Starting Python…",
    "failed": "This page could not be loaded. Serve its folder with a web server: python3 -m http.server",
    "empty": "No cards yet.",
    "nothing": "no meld",
    "meld": "This is a meld",
    "melds": "These cards form {count} melds",
    "none": "This is not a meld.",
    "points": "{count:point|points}",
    "propose": "Propose for the opening",
    "back": "Take back",
    "yes": "This opens: {points}.",
    "no": "This does not open.",
    "left": "in melds: {points}; left in hand: {left}",
    "deadwood": "deadwood: {points}",
    "no-openings": "None.",
    "first-of": "The {shown} of highest value, of {count}:",
    "first-of-more": "The {shown} of highest value among the first {count}:",
    "use": "Propose these",
    "knock": "A discard that allows a knock:",
    "no-knock": "No discard allows a knock.",
    "too-many": "With more than {count} cards nothing is computed.",
    "unread": "Not understood: {words}",
    "full": "There are no more of: {words}",
    "pick": "{card}, {held} of {copies} in hand",
    "parts": "Parts of the page",
    "to-play": "Play",
    "to-check": "Check cards",
    "players": "Players",
    "again": "New match",
    "table": "Table",
    "piles": "Piles",
    "melds on the table": "Melds on the table",
    "your hand": "Your hand",
    "choose": "Choose cards of your hand, and of melds on the table, to see what can be done with them.",
    "moves": "Moves",
    "a hint": "Hint",
    "undo": "Undo",
    "order": "Sort",
    "by suit": "by suit",
    "by rank": "by rank",
    "by melds": "by melds",
    "log": "What has happened",
    "you": "{name} (you)",
    "dealer": "dealer",
    "stock": "stock: {count}",
    "discards": "discards: {count}",
    "top": "discard pile of {count}, on top {card}",
    "turned": "turned up",
    "meld of": "meld of {name}",
    "fresh": "{card}, just drawn",
    "unpick": "Choose nothing",
    "next": "Next round",
    "buy": "Buy back in",
    "leave": "Leave the match",
    "do": "Do that",
    "won": "won by {names}",
    "cards": "{count:card|cards}",
}
FORMS = 200
"""From here on the plural form of a number is that of a smaller one."""


def script() -> str:
    """The words of every language as a module for the page, for cards and for tiles."""
    found = {}
    for code in languages():
        spoken, of_tiles = language(code), language(code, "tiles")
        found[code] = {
            "name": spoken.message("language", "English"),
            "direction": "rtl" if spoken.right_to_left else "ltr",
            "forms": [spoken.form(number) for number in range(FORMS)],
            "words": {key: spoken.message("page", words) for key, words in WORDS.items()},
            "tiles": {key: of_tiles.message("page", words) for key, words in WORDS.items()},
        }
    return f"export const WORDS = {json.dumps(found, ensure_ascii=False)};\n"
