"""Draw the pictures of the documentation: `python docs/_pictures.py` writes them into docs/_static."""

from __future__ import annotations

from pathlib import Path

from rami import Match, PlayerView, variants
from rami.bots import GreedyBot
from rami.ext import svg
from rami.ext.svg import Picture, Style

FOLDER = Path(__file__).parent / "_static"
NAMES = ("Ana", "Bruno", "Chloé", "Driss")


def played(slug: str, players: int, seed: int, moves: int) -> Match:
    """Return a match after `moves` moves of bots."""
    match = Match.start(variants.get(slug), players, seed)
    bot = GreedyBot()
    for _ in range(moves):
        if match.over:
            break
        at = match.round
        match = match.next_round() if at.over else match.play(bot.choose(match.view(at.player)))
    return match


def table() -> PlayerView:
    """Return a position with melds of several players, as the player to act sees it."""
    match = played("classic-51", 4, 29, 17)
    return match.view(match.round.player)


def pictures() -> dict[str, Picture]:
    """Return every picture, by the name of its file."""
    hand = "A♣ 5♣ J♣ 7♦ Q♦ 2♠ *"
    small, half = Style(card_width=60), Style(card_width=70)
    gin = played("gin", 2, 9, 900)
    return {
        "table": svg.table(table(), names=NAMES),
        "hand": svg.hand(hand, half),
        "hand-dark": svg.hand(hand, Style(card_width=70, theme="dark")),
        "four-colours": svg.hand(hand, Style(card_width=70, four_colours=True, letters="french")),
        "simple": svg.hand(hand, Style(card_width=36, faces="simple")),
        "melds": svg.melds(map(variants.CLASSIC_51.meld, ("7♠ * 9♠", "A♦ A♣ *", "Q♥ K♥ A♥")), small),
        "arrangement": svg.melds(
            map(variants.CLASSIC_51.meld, ("7♠ 8♠ 9♠", "Q♦ Q♣ Q♥")), small, left="2♣ 4♦"
        ),
        "sheet": svg.score_sheet(gin, Style(card_width=80), names=NAMES[:2]),
    }


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        picture.save(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
