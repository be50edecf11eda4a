"""The slot `dealing`: the size of the hands, the turned-up cards, the direction of play, and the player who starts.

The deal may turn up two cards: the upcard, which starts the discard pile, and a card that lies beside the stock, out
of play, and may determine the wild rank.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami.errors import InvalidSetup, checks, reject
from rami.policies.declaring.fields import Policy, option, several
from rami.policies.declaring.values import by_number_of_players, by_players, integer

__all__ = ["Dealing"]


@attrs.frozen(repr=False)
class Dealing(Policy, slot="dealing", passage="deal"):
    """The options of the deal."""

    hand_size: int | tuple[int, ...] = option(
        7,
        values=by_number_of_players(1, 200),
        text={
            several: "Each player is dealt {shares}, one at a time and face down.",
            ...: "Each player is dealt {value} cards, one at a time and face down.",
        },
        share="{count:card|cards} if there are {players}",
        agreed=(14,),
    )
    # R51-DEAL-04: the extra card replaces the starter's first draw, so there is at most one such card.
    starter_extra: Literal[0, 1] = option(
        0,
        text={
            0: "The player who starts is dealt the same number of cards as the others.",
            1: "The player who starts is dealt one more card than the others.",
        },
        quiet=True,
    )
    upcard: bool = option(
        True,
        text={
            False: "The remaining cards form the stock, face down. The first discard starts the discard pile.",
            True: (
                "The next card is turned up and starts the discard pile; the remaining cards form the stock, face down."
            ),
        },
    )
    # Under SCA-DEAL-05 a joker turned up as the upcard goes back into the stock. Under IND-DRAW-03 it stays on the
    # pile, and players may take it.
    upcard_wild: Literal["stays", "replaced"] = option(
        "stays",
        text={
            "stays": "If the card turned up is wild, it stays on the discard pile.",
            "replaced": (
                "If the card turned up is wild, shuffle it back into the stock and turn up another card."
            ),
        },
        quiet=True,
        needs=("upcard", "wilds"),
    )
    # Under IND-DEAL-04 the card turned up makes its rank wild. Under OKO-DEAL-02 the tile turned up only determines
    # the okeys.
    turned_card: Literal["wild_rank", "natural"] | None = option(
        None,
        text={
            None: "No other card is turned up after the deal.",
            "wild_rank": (
                "One more card is turned up and stays beside the stock until the round ends. All cards of "
                "its rank are wild in this round. If it is a joker, the aces are wild."
            ),
            "natural": (
                "One more card is turned up and stays beside the stock, out of play, until the round "
                "ends. If it is a wild card, shuffle it back into the stock and turn up another card."
            ),
        },
        quiet=True,
    )
    min_stock: int = option(
        15,
        values=integer(0, 1000),
        text="After the deal the stock must hold at least {value} cards.",
        # This limits the number of players; it is not a rule that people know at the table.
        quiet=True,
    )
    # R51-START-01: the dealer begins, with 14 cards. In games with an upcard the player on the dealer's left begins.
    starter: Literal["dealer", "left"] = option(
        "left",
        text={
            "dealer": "Pick up your cards. The dealer plays first.",
            "left": "Pick up your cards. The player after the dealer plays first.",
        },
        passage="start",
    )
    direction: Literal["clockwise", "anticlockwise"] = option(
        "clockwise",
        text={"clockwise": "Play goes clockwise.", "anticlockwise": "Play goes anticlockwise."},
        # With two players the direction makes no difference.
        needs=("three_players",),
        passage="start",
    )

    @property
    def turned_up(self) -> int:
        """The number of cards that the deal turns up: the upcard counts, and so does a card beside the stock."""
        return self.upcard + (self.turned_card is not None)

    def cards_each(self, players: int) -> int:
        """Return the number of cards dealt to each player in a round with this many players.

        Parameters:
            players: the number of players in the round, at least 2.

        >>> [
        ...     Dealing(hand_size=(10, 7, 7, 6)).cards_each(players)
        ...     for players in (2, 3, 4, 5, 6)
        ... ]
        [10, 7, 7, 6, 6]
        """
        reject(InvalidSetup, checks.integer("players", players))
        return by_players(self.hand_size, players)
