"""The slot `table`: lay-offs, recovering wild cards, and taking cards out of melds.

Once melds are on the table, players may add cards to them. They may also *recover* a wild card, that is
exchange it for the card that it represents, and in some games take cards out of melds to form other melds. In
games with concealed melds these options have no effect.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.declaring.fields import Passage, Policy, integer, option

__all__ = ["TablePlay"]


@attrs.frozen(repr=False)
class TablePlay(Policy):
    """The options for playing on melds that are already on the table."""

    slot: ClassVar[str] = "table"
    passage: ClassVar[Passage] = "table"

    # This option divides the family: gin, Okey and Indian rummy on one side, Rami on the other.
    concealed: bool = option(
        False,
        text={
            False: "Melds are laid on the table during the round.",
            True: "Melds stay in your hand, where nobody sees them, until a player ends the round.",
        },
        quiet=True,
        passage="turn",
    )
    # RKB-TAB-01: only the table at the end of the turn has to be valid.
    regroup: Literal["whole"] | None = option(
        None,
        text={
            None: "Melds on the table change one card at a time.",
            "whole": (
                "Melds belong to nobody. In your turn you may take all melds on the table apart and put the cards "
                "together as you like, with at least one card from your hand. At the end of the turn every card that "
                "lay on the table must still be there, and all cards must lie in melds. What happens in between does "
                "not matter."
            ),
        },
        quiet=True,
        needs=("table",),
    )
    # RKB-D04: the texts require the tile that the joker represents, "from the rack or from the table".
    regroup_joker: Literal["free", "named"] = option(
        "free",
        text={
            "free": "A wild card of the table may go elsewhere like any other card.",
            "named": (
                "A joker on the table keeps standing for its card until that very card lies on the table, from your "
                "hand or from a meld; a joker of a group of three stands for both missing cards, and either will do. "
                "Then you may use the joker elsewhere in the same turn. It never goes to your hand."
            ),
        },
        needs=("wilds", "regrouping"),
    )
    # BAS-LAY-01: some texts allow only one meld in a turn, which makes going rummy (BAS-RUMMY-01) almost
    # impossible.
    melds_a_turn: int | None = option(
        None,
        values=integer(1, 100),
        text={
            None: "You may lay any number of melds in one turn.",
            1: "You may lay one new meld in a turn.",
            ...: "You may lay at most {value} new melds in a turn.",
        },
        quiet=True,
        needs=("steps",),
    )
    # D-44: the text of GameVelvet is mistranslated. The player who lays off must have opened, not the owner
    # of the meld.
    layoff_requires_open: bool = option(
        False,
        text={
            True: "You may lay off cards only once you have opened.",
            False: "You may lay off cards even before you have opened.",
        },
        needs=("steps",),
    )
    # D-44: a stricter custom, which no preset uses.
    foreign_melds_after: Literal["own_opening", "all_opened"] = option(
        "own_opening",
        text={
            "own_opening": "You may lay off cards on any meld on the table, whoever laid it.",
            "all_opened": "You may lay off cards on melds of others only once everybody has opened.",
        },
        needs=("steps",),
    )
    # OKO-LAY-03: only after somebody has opened with pairs.
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
    # OKO-LAYOFF-03: two cards in a turn.
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
    # R51-JOK-03. D-31: the player who laid a meld remains its owner.
    joker_on_foreign_clean_run: bool = option(
        True,
        text={
            False: "You may not add a wild card to another player's run without wild cards.",
            True: "You may add a wild card to any run, whoever laid it, even to one without wild cards.",
        },
        quiet=True,
        needs=("wilds", "steps"),
    )
    # D-45. D-48: if a player may recover before opening, the opening must not depend on the recovered joker.
    swap_requires_open: bool = option(
        True,
        text={
            True: "Once you have opened, you may recover a wild card, that is exchange it for a card from your hand.",
            False: (
                "You may recover a wild card, that is exchange it for a card from your hand, even before you have "
                "opened; your opening must then be valid without the meld that holds it."
            ),
        },
        needs=("wilds", "steps", "recovery"),
    )
    # R51-JRET-EX1: in 2♠ 3♠ * only the 4♠ takes the joker, because its place in the run determines the card.
    run_joker: Literal["exact", "never"] = option(
        "never",
        text={
            "exact": "The wild card of a run may be exchanged for the very card that it stands for.",
            "never": "The wild card of a run stays there.",
        },
        needs=("wilds", "steps"),
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
        needs=("wilds", "wilds_in_groups", "steps"),
    )
    # D-32: in Kalooki a group of four never changes again.
    closed_four_set: bool = option(
        False,
        text={
            False: "The wild card of a group of four may be exchanged as that of any group.",
            True: "The wild card of a group of four is never exchanged.",
        },
        quiet=True,
        needs=("wilds", "wilds_in_groups", "four_ends_group", "group_recovery"),
    )
    # D-94: in Frustration the twos "are jokers", so they can be recovered, except from the place of a 2.
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
        needs=("wilds", "steps", "wild_ranks"),
    )
    # D-47: three texts have three different rules: R51-JRET-03, R500-JRET-01 and VELVET-JRET-03.
    recovered_joker: Literal["new_meld", "meld_or_layoff", "hand"] | None = option(
        None,
        text={
            "new_meld": "A recovered wild card must go into a new meld, not back into the one that it left.",
            "meld_or_layoff": "A recovered wild card must go into a new meld or be laid off.",
            "hand": "A recovered wild card goes into your hand; use it whenever you like.",
            None: "Wild cards are not recovered.",
        },
        needs=("wilds", "steps", "recovery"),
    )
    # D-47: R51 and R500 have "immediately", FRU-JRET-02 has "during the same turn".
    recovered_when: Literal["next_action", "same_turn"] = option(
        "same_turn",
        text={
            "next_action": "You must do that at once.",
            "same_turn": "You must do that before your turn ends.",
        },
        needs=("wilds", "recovered_to_place", "recovery"),
    )
    # R51-TAKE-01. D-53: no other text allows natural cards to leave a meld.
    take: Literal["off", "opened"] = option(
        "off",
        text={
            "off": "Cards on the table stay in their melds.",
            "opened": "Once you have opened, you may take natural cards out of melds to form a new one.",
        },
        quiet=True,
        needs=("steps",),
    )
    # D-50: one sentence of the text has "another player", the next mentions no player.
    take_from: Literal["any", "not_owner"] = option(
        "any",
        text={
            "any": "You may take cards out of any meld.",
            "not_owner": "You may take cards only out of melds of others.",
        },
        needs=("takes",),
    )
    # D-51: the text allows "any card" as long as three remain, so a long run may be split in the middle.
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
    # D-52: with 0, a player could rearrange the table without laying a card.
    take_min_hand_cards: Literal[0, 1, 2] = option(
        1,
        text={
            0: "The new meld may consist of taken cards alone.",
            1: "The new meld must contain at least one card from your hand.",
            2: "The new meld must contain at least two cards from your hand.",
        },
        needs=("takes",),
    )
    # D-52: jokers already have a way to leave a meld, by exchange.
    take_joker: bool = option(
        False,
        text={
            False: "You may not take wild cards out of melds.",
            True: "You may take wild cards out of melds like natural cards.",
        },
        needs=("wilds", "takes"),
    )
