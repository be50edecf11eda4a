"""The slot `closing`: how players go out, and how else a round may end.

In most games a player goes out by emptying the hand. If players keep their melds in hand, a player shows the hand
instead, to *knock* with little deadwood or to *declare* with every card in a meld. A round may also end because the
stock is empty.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami.cards import Card, Cards
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance
from rami.policies.declaring.fields import Policy, option
from rami.policies.declaring.values import integer
from rami.policies.results.outcomes import TableFacts

__all__ = ["Closing", "ClosingFacts"]


@attrs.frozen(kw_only=True)
class ClosingFacts(TableFacts):
    """The facts that a closing policy receives when a player is about to empty or show the hand, or has emptied it.

    Parameters:
        discard: the last card of the hand, or the discard of a knock or a declaration; None if the hand is empty
            already, and for big gin.
        shown: all the cards that the player shows in order to knock or declare, whether in melds or not; no cards if
            the player empties the hand.
        player: the seat of the player.
        cards_placed: the cards that the player has moved from the hand to the table this turn.
        melds_laid: the number of new melds that the player has laid in this turn.
        opened_now: True if the player has opened in this turn.
        taken: the discard that the player took in this turn; the lowest card if there were several.
        table: each meld on the table with its owner, after the player's last action.
        totals: the points of each seat before the round.

    >>> ClosingFacts(discard=Card("A♠")).cards_placed
    Cards()
    """

    discard: Card | None = None
    shown: Cards = Cards()
    player: int = 0
    cards_placed: Cards = Cards()
    melds_laid: int = 0
    opened_now: bool = False
    taken: Card | None = None

    @property
    def hand(self) -> Cards:
        """The cards still in the hand: the discard, if any, and the cards shown."""
        return self.shown if self.discard is None else Cards([*self.shown, self.discard])


@attrs.frozen(repr=False)
class Closing(Policy, slot="closing", passage="closing"):
    """The options for going out, and for a stock that runs out.

    >>> [str(each) for each in Closing(final_discard="required").finish(ClosingFacts())]
    ['keep a card for the final discard']
    >>> Closing(final_discard="optional").finish(ClosingFacts())
    ()
    """

    # D-54: R51 says both "laid or discarded" and "keep a card"; its list of variations decides.
    final_discard: Literal["required", "optional", "forbidden"] = option(
        "optional",
        text={
            "required": "Your last card must be a discard, so keep a card for it.",
            "optional": "You may lay your last card on the table or discard it.",
            "forbidden": "You may not discard your last card: lay it on the table.",
        },
        needs=("table", "pile"),
        agreed=("optional", "forbidden"),
    )
    joker_finish_forbidden: bool = option(
        False,
        text={False: "Your last discard may be a joker.", True: "Your last discard may not be a joker."},
        quiet=True,
        needs=("wilds", "table", "pile", "final_discard"),
    )
    # SCA-OUT-02: nobody goes out before everybody has played one turn.
    first_round_out: bool = option(
        True,
        text={
            True: "You may go out on your first turn.",
            False: "You may not go out on your first turn: keep a card after your discard.",
        },
        quiet=True,
        needs=("steps",),
    )
    # D-95: cards have no points in Frustration, so once all contracts are laid there is nothing left to play for.
    end_when_all_complete: Literal["at_once", "end_of_turn", "never"] = option(
        "never",
        text={
            "at_once": "The round ends at once when every player has completed their contract.",
            "end_of_turn": "The round ends after the turn in which the last player completes their contract.",
            "never": "The round continues even after every player has completed their contract.",
        },
        needs=("contracts",),
    )
    # RUM-STOCK-01 lets a player end the round instead of drawing. Under OKE-STOCK-01 the round ends with the turn in
    # which the last tile was drawn. Under RKB-STOCK-01 play continues until nobody lays any more tiles.
    stock_out: Literal["blocked", "decline", "at_once", "pass"] = option(
        "blocked",
        text={
            "blocked": "When the stock is empty, you may draw only from the discard pile.",
            "decline": "When the stock is empty, take from the discard pile, or end the round instead of drawing.",
            "at_once": "The round ends after the turn in which the last card of the stock is drawn.",
            "pass": (
                "When the stock is empty, lay cards or pass. The round ends when all players have passed "
                "one after another."
            ),
        },
        quiet=True,
        needs=("stock_ends",),
    )
    # D-75: no text covers this case, but a program must know what happens when nobody can draw.
    stalemate: Literal["void", "count_hands"] = option(
        "void",
        text={
            "void": "If there is no card left to draw, the round is void: nobody scores.",
            "count_hands": (
                "If the round ends because no card is left to draw, all players score as losers do."
            ),
        },
        needs=("no_void_stock",),
    )
    # OKO-STOCK-03. OKO-OUT-03: with 21 tiles, a player with pairs needs an odd number of lay-offs to go out.
    void_all_pairs: bool = option(
        False,
        text={
            False: "A round continues even if everybody has opened with pairs.",
            True: "If every player has opened with pairs, the round is void at the end of that turn: nobody scores.",
        },
        quiet=True,
        needs=("pairs_open",),
    )
    # SCA-DISC-02. The exceptions come from SCA-DISC-05: without them a turn might have no legal discard.
    fitting_discard: Literal["free", "barred", "barred_unopened", "by_players"] = option(
        "free",
        text={
            "free": "You may discard any card, even one that fits a meld on the table.",
            "barred": (
                "You may not discard a card that could be added to a meld on the table, unless it is your "
                "last card or all your cards could be added."
            ),
            "barred_unopened": (
                "Until you have opened, you may not discard a card that could be added to a meld on the "
                "table, unless all your cards could be added."
            ),
            "by_players": (
                "You may not discard a card that could be added to a meld on the table, unless it is your last card or "
                "all your cards could be added. In a game for two, this applies only until you have opened."
            ),
        },
        quiet=True,
        needs=("table", "pile"),
        passage="discard",
    )
    knock_limit: int | Literal["upcard", "all_matched"] | None = option(
        None,
        text={
            None: "Nobody may knock.",
            "upcard": (
                "If your discard leaves you with no more points of deadwood than the upcard is worth, you may knock, "
                "which ends the round: discard, and show your other cards, sorted into melds. You never have to knock."
            ),
            "all_matched": (
                "If all your cards except your discard fit into melds, you may declare, which ends the round: "
                "discard, and show your other cards, sorted into melds. You never have to declare."
            ),
            0: (
                "If your discard leaves you with no deadwood, you may knock, which ends the round: discard, and "
                "show your other cards, sorted into melds. You never have to knock."
            ),
            ...: (
                "If your discard leaves you with {value} points of deadwood or less, you may knock, which ends "
                "the round: discard, and show your other cards, sorted into melds. You never have to knock."
            ),
        },
        quiet=True,
        needs=("hidden",),
        passage="knock",
    )
    # GIN-KNOCK-01 hides the discard. In Three Thirteen the next player may take it for a last turn (TT-LAST-02).
    out_discard: Literal["face_down", "face_up"] = option(
        "face_down",
        text={
            "face_down": "Place your last discard face down.",
            "face_up": "Place your last discard face up, like any other.",
        },
        needs=("knocking",),
        passage="knock",
    )
    # TT-LAST-01 and TT-LAST-03: everybody else has one more turn, even after one of them has matched all cards.
    last_turns: Literal["others_once"] | None = option(
        None,
        text={
            None: "Nobody gets another turn.",
            "others_once": (
                "Each of the other players then has one more turn, to draw and discard. Players whose cards are "
                "all matched after that turn also score nothing, but nobody gets a further turn."
            ),
        },
        quiet=True,
        needs=("declaring",),
        passage="knock",
    )
    # OKE-OUT-02: a hand may be declared as seven pairs; pairs and melds are never mixed.
    declare_pairs: bool = option(
        False,
        text={
            False: "Pairs do not count as melds.",
            True: (
                "Instead of melds, you may declare pairs alone: all your cards except your discard must then be "
                "in pairs. A pair is two copies of one card, a joker with any card, or two jokers."
            ),
        },
        quiet=True,
        needs=("twins", "declaring"),
        passage="knock",
    )
    # IND-DECL-03, and IND-DECL-04 for pure runs: a loser without these two "lives" pays for the whole hand.
    declare_runs: int = option(
        0,
        values=integer(0, 10),
        text={
            0: "You may declare with any melds.",
            1: "One of your melds must be a run.",
            ...: "At least {value} of your melds must be runs.",
        },
        quiet=True,
        needs=("declaring",),
        passage="knock",
    )
    declare_pure_runs: int = option(
        0,
        values=integer(0, 10),
        text={
            0: "None of the runs has to be pure (without a wild card).",
            1: "One of the runs must be pure (without a wild card).",
            ...: "{value} of the runs must be pure (without a wild card).",
        },
        quiet=True,
        needs=("wilds", "declaring"),
        passage="knock",
    )
    # D-143: in Oklahoma gin an ace as the upcard often requires gin.
    upcard_ace: Literal["one", "gin_only"] = option(
        "one",
        text={
            "one": "If the upcard is an ace, you may knock with one point or less.",
            "gin_only": "If the upcard is an ace, you may knock only with gin (no deadwood).",
        },
        needs=("knocking", "limit_by_upcard"),
        passage="knock",
    )
    # D-81: the best reply to a knock can be computed, so a program need not ask the player.
    settle: Literal["best", "moves"] = option(
        "best",
        text={
            "best": (
                "The other player then shows their hand too, sorted into melds, and may lay off cards: add them to "
                "your melds. Both hands are counted with the melds and lay-offs that leave the least deadwood."
            ),
            "moves": (
                "The other player may then lay off cards (add them to your melds), one at a time, and lay "
                "melds of their own with the rest."
            ),
        },
        needs=("unmatched", "shown_melds"),
        passage="knock",
    )
    # GIN-LAYOFF-01 mentions only a knock, and D-81 takes it literally.
    layoff_on_gin: bool = option(
        False,
        text={
            False: "After gin or big gin the other player does not lay off cards.",
            True: "The other player may lay off cards even after gin, but not after big gin.",
        },
        needs=("unmatched",),
        passage="knock",
    )
    # GIN-VOID-01. D-85: after somebody draws the third-last card, that player's discard makes the round void.
    void_at: int | None = option(
        None,
        text={
            None: "The round continues until the stock is empty.",
            ...: (
                "If you discard without knocking when only {value} cards are left in the stock, the round is "
                "void: nobody scores."
            ),
        },
        quiet=True,
        needs=("knocking",),
        passage="knock",
    )
    # D-146: the only exception to the rule above; its name comes from the fiftieth of 52 cards.
    fiftieth_card: bool = option(
        False,
        text={
            False: "Nobody may take the discard that makes the round void.",
            True: (
                "If the other player can knock with the discard that would make the round void, they may take "
                "it and knock."
            ),
        },
        quiet=True,
        needs=("knocking", "void_at_two"),
        passage="knock",
    )

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        """Return the reasons why the player must not go out in this way (R51-RSEC-04); () if it is allowed."""
        reject(RamiError, instance("facts", facts, ClosingFacts))
        # Separate options limit knocks and declarations; the rest concerns hands that become empty.
        if facts.shown:
            return ()
        if facts.discard is None:
            return (Violation(Reason.LAST_CARD_PLACED),) if self.final_discard == "required" else ()
        problems: list[Violation] = []
        # VARIATION-FINALDISC-01: games differ in how the last turn ends.
        if self.final_discard == "forbidden":
            problems.append(Violation(Reason.LAST_CARD_DISCARDED))
        # The rule concerns only jokers: a wild 2 may be the last discard.
        if self.joker_finish_forbidden and facts.discard.is_joker:
            problems.append(Violation(Reason.LAST_CARD_WILD))
        return tuple(problems)
