"""The slot `table`: lay-offs, wild cards recovered, cards taken out of melds.

Once melds lie on the table, players add to them, exchange a card for the wild card that stands for it (they recover
it), and in some games take cards out to form other melds. Where melds are concealed none of this has an effect.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.declaring.fields import Passage, Policy, integer, option

__all__ = ["TablePlay"]


@attrs.frozen(repr=False)
class TablePlay(Policy):
    """The rules of play on the melds on the table."""

    slot: ClassVar[str] = "table"
    passage: ClassVar[Passage] = "table"

    concealed: bool = option(
        False,
        text={
            False: "Melds are laid on the table during the round.",
            True: "Melds stay in your hand, where nobody sees them, until a player ends the round.",
        },
        quiet=True,
        passage="turn",
    )
    melds_a_turn: int | None = option(
        None,
        values=integer(1, 100),
        text={
            None: "You may lay any number of melds in one turn.",
            1: "You may lay one new meld in a turn.",
            ...: "You may lay at most {value} new melds in a turn.",
        },
        quiet=True,
        needs=("table",),
    )
    layoff_requires_open: bool = option(
        False,
        text={
            True: "You may lay off cards only once you have opened.",
            False: "You may lay off cards even before you have opened.",
        },
        needs=("table",),
    )
    foreign_melds_after: Literal["own_opening", "all_opened"] = option(
        "own_opening",
        text={
            "own_opening": "You may lay off cards on any meld on the table, whoever laid it.",
            "all_opened": "You may lay off cards on melds of others only once everybody has opened.",
        },
        needs=("table",),
    )
    pairs_by_others: Literal["never", "after_pairs"] = option(
        "never",
        text={
            "never": "You may lay pairs only if you have opened with pairs.",
            "after_pairs": (
                "Once a player has opened with pairs, you may lay pairs even if you have opened with groups and runs."
            ),
        },
        quiet=True,
        needs=("pairs_open",),
    )
    pair_layoffs: int | None = option(
        None,
        values=integer(1, 100),
        text={
            None: "If you have opened with pairs, you may lay off any number of cards.",
            1: "If you have opened with pairs, you may lay off one card in a turn.",
            ...: "If you have opened with pairs, you may lay off at most {value} cards in a turn.",
        },
        quiet=True,
        needs=("pairs_open",),
    )
    joker_on_foreign_clean_run: bool = option(
        True,
        text={
            False: "You may not add a wild card to another player's run without wild cards.",
            True: "You may add a wild card to any run, whoever laid it, even to one without wild cards.",
        },
        quiet=True,
        needs=("wilds", "table"),
    )
    swap_requires_open: bool = option(
        True,
        text={
            True: "Once you have opened, you may recover a wild card, that is exchange it for a card from your hand.",
            False: (
                "You may recover a wild card, that is exchange it for a card from your hand, even before you have "
                "opened; your opening must then be valid without the meld that holds it."
            ),
        },
        needs=("wilds", "table", "recovery"),
    )
    run_joker: Literal["exact", "never"] = option(
        "never",
        text={
            "exact": "The wild card of a run may be exchanged for the very card that it stands for.",
            "never": "The wild card of a run stays there.",
        },
        needs=("wilds", "table"),
    )
    set_joker: Literal["four_only", "both_at_once", "either_missing", "named", "never"] = option(
        "never",
        text={
            "four_only": (
                "The wild card of a group may be exchanged only in a group of four, for the missing suit. If you hold "
                "both cards missing from a group of three, lay one of them off first."
            ),
            "both_at_once": (
                "The wild card of a group of three may be exchanged for both missing cards together; that of a group "
                "of four for the missing suit."
            ),
            "either_missing": "The wild card of a group may be exchanged for a card of either missing suit.",
            "named": (
                "If you lay a group of three with a wild card, name the card that it stands for: the wild card may be "
                "exchanged for that card alone, and the card of the other missing suit may be added. The wild card of "
                "a group of four may be exchanged for the missing suit."
            ),
            "never": "The wild card of a group stays there.",
        },
        needs=("wilds", "wilds_in_groups", "table"),
    )
    closed_four_set: bool = option(
        False,
        text={
            False: "The wild card of a group of four may be exchanged as that of any group.",
            True: "The wild card of a group of four is never exchanged.",
        },
        quiet=True,
        needs=("wilds", "wilds_in_groups", "four_ends_group", "group_recovery"),
    )
    recover_wild_ranks: bool = option(
        False,
        text={
            False: "Only jokers may be recovered; a joker that stands for a card of a wild rank stays where it is.",
            True: (
                "Cards of a wild rank are recovered like jokers; a wild card that stands for such a card stays where "
                "it is."
            ),
        },
        quiet=True,
        needs=("wilds", "table", "wild_ranks"),
    )
    recovered_joker: Literal["new_meld", "meld_or_layoff", "hand"] | None = option(
        None,
        text={
            "new_meld": "A recovered wild card must go into a new meld, not back into the one that it left.",
            "meld_or_layoff": "A recovered wild card must go into a new meld or be laid off.",
            "hand": "A recovered wild card goes into your hand; use it whenever you like.",
            None: "Wild cards are not recovered.",
        },
        needs=("wilds", "table", "recovery"),
    )
    recovered_when: Literal["next_action", "same_turn"] = option(
        "same_turn",
        text={
            "next_action": "You must do that at once.",
            "same_turn": "You must do that before your turn ends.",
        },
        needs=("wilds", "recovered_to_place", "recovery"),
    )
    take: Literal["off", "opened"] = option(
        "off",
        text={
            "off": "Cards on the table stay in their melds.",
            "opened": "Once you have opened, you may take natural cards out of melds to form a new one.",
        },
        quiet=True,
        needs=("table",),
    )
    take_from: Literal["any", "not_owner"] = option(
        "any",
        text={
            "any": "You may take cards out of any meld.",
            "not_owner": "You may take cards only out of melds of others.",
        },
        needs=("takes",),
    )
    take_positions: Literal["any_valid", "ends"] = option(
        "any_valid",
        text={
            "any_valid": (
                "You may take a card out of a group or a run if what remains is still a meld; a run may be split into "
                "two melds."
            ),
            "ends": "Out of a run you may take cards only at its ends; what remains must still be a meld.",
        },
        needs=("takes",),
    )
    take_min_hand_cards: Literal[0, 1, 2] = option(
        1,
        text={
            0: "The new meld may consist of taken cards alone.",
            1: "The new meld must contain at least one card from your hand.",
            2: "The new meld must contain at least two cards from your hand.",
        },
        needs=("takes",),
    )
    take_joker: bool = option(
        False,
        text={
            False: "You may not take wild cards out of melds.",
            True: "You may take wild cards out of melds like natural cards.",
        },
        needs=("wilds", "takes"),
    )
