"""The slot `table`: laying off, recovering wild cards, and taking cards out of melds.

Once melds are on the table, players may add cards to them. They may also *recover* a wild card, that is,
exchange it for the card that it represents. In some games they may take cards out of melds to form other
melds. If `concealed` is True, players lay no melds on the table, and the other options have no effect.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami.policies.declaring.fields import Policy, option
from rami.policies.declaring.values import integer

__all__ = ["TablePlay"]


@attrs.frozen(repr=False)
class TablePlay(Policy, slot="table", passage="table"):
    """The options for playing on melds already on the table."""

    # This option divides the rummy family: gin, Okey and Indian rummy on one side, Rami on the other.
    concealed: bool = option(
        False,
        text={
            False: "Melds are laid on the table during the round.",
            True: "Keep your melds in your hand, where nobody sees them, until a player ends the round.",
        },
        quiet=True,
        passage="turn",
    )
    # RKB-TAB-01: only the table at the end of the turn has to be valid.
    regroup: Literal["whole"] | None = option(
        None,
        text={
            None: "Melds on the table are changed one card at a time.",
            "whole": (
                "The melds on the table are shared. Once you have opened, you may rearrange them "
                "as you like, as long as you add one or more cards from your hand. At the end of your "
                "turn every card that was on the table must still be there, and every card on the table "
                "must be part of a meld. Until then, cards may lie outside melds."
            ),
        },
        quiet=True,
        needs=("table",),
    )
    # RKB-D04: the texts require the tile that the joker represents, "from the rack or from the table". House rules
    # require more in a group of three, or lock the meld.
    regroup_joker: Literal["free", "named", "both", "locked"] = option(
        "free",
        text={
            "free": "You may use a wild card on the table elsewhere, like any other card.",
            "named": (
                "A joker on the table stands for a particular card. You may use the joker elsewhere only if "
                "that card is on the table at the end of your turn, from your hand or from another "
                "meld. For a joker in a group of three, either of the two missing cards will do. The "
                "joker must stay on the table; it never returns to a hand."
            ),
            "both": (
                "A joker on the table stands for a particular card. You may use the joker elsewhere only if "
                "that card is on the table at the end of your turn, from your hand or from another "
                "meld. For a joker in a group of three, both missing cards must be on the table; with two "
                "jokers in the group, two of the missing cards free one of them, and all three free both. "
                "The joker must stay on the table; it never returns to a hand."
            ),
            "locked": (
                "You may add cards to a meld that has a joker, but neither the joker nor any other card "
                "may leave it again."
            ),
        },
        needs=("wilds", "regrouping"),
    )
    # BAS-LAY-01: some texts allow only one meld a turn, which makes going rummy (BAS-RUMMY-01) almost impossible.
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
    # D-44: the text of GameVelvet is mistranslated. The player who lays off must have opened, not the owner of the
    # meld.
    layoff_requires_open: bool = option(
        False,
        text={
            True: "You may lay off cards only once you have opened.",
            False: "You may lay off cards even before you have opened.",
        },
        needs=("steps",),
    )
    # D-44: some tables are stricter, but no built-in game is.
    foreign_melds_after: Literal["own_opening", "all_opened"] = option(
        "own_opening",
        text={
            "own_opening": "You may lay off cards on any meld on the table, no matter who laid it.",
            "all_opened": "You may lay off cards on other players' melds only once everybody has opened.",
        },
        needs=("steps",),
    )
    # OKO-LAY-03: other players may lay pairs once somebody has opened with pairs.
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
    # OKO-LAYOFF-03: a player who opened with pairs may lay off two cards in a turn.
    pair_layoffs: int | None = option(
        None,
        values=integer(1, 100),
        text={
            None: "If you have opened with pairs, you may lay off any number of cards.",
            1: "If you have opened with pairs, you may lay off only one card in a turn.",
            ...: "If you have opened with pairs, you may lay off at most {value} cards in a turn.",
        },
        quiet=True,
        needs=("pairs_open",),
    )
    # R51-JOK-03. D-31: the player who laid a meld remains its owner.
    joker_on_foreign_clean_run: bool = option(
        True,
        text={
            False: "You may not add a wild card to another player's clean run (a run without wild cards).",
            True: "You may add a wild card to any run, no matter who laid it, even to one without wild cards.",
        },
        quiet=True,
        needs=("wilds", "steps"),
    )
    # D-45. D-48: if a player may recover before opening, the opening must not depend on the recovered joker.
    swap_requires_open: bool = option(
        True,
        text={
            True: (
                "Once you have opened, you may recover a wild card from a meld by putting a card from your "
                "hand in its place."
            ),
            False: (
                "You may recover a wild card from a meld by putting a card from your hand in its place, even before "
                "you have opened. Your opening must then be valid without the meld in which you use the wild card."
            ),
        },
        needs=("wilds", "steps", "recovery"),
    )
    # R51-JRET-EX1: in 2♠ 3♠ * only the 4♠ recovers the joker, because the joker's place in the run decides its card.
    run_joker: Literal["exact", "never"] = option(
        "never",
        text={
            "exact": "To recover a wild card from a run, use exactly the card that it stands for.",
            "never": "A wild card in a run stays where it is.",
        },
        needs=("wilds", "steps"),
    )
    set_joker: Literal["four_only", "both_at_once", "either_missing", "named", "never"] = option(
        "never",
        text={
            "four_only": (
                "You may recover a wild card from a group only if the group has four cards; use the card of the "
                "missing suit. If you hold both cards missing from a group of three, lay one of them off first."
            ),
            "both_at_once": (
                "To recover a wild card from a group of three, put down both missing cards together. For "
                "a group of four, use the card of the missing suit."
            ),
            "either_missing": (
                "To recover a wild card from a group of three, use a card of either missing suit. For a group "
                "of four, use the card of the missing suit."
            ),
            "named": (
                "If you lay a group of three with a wild card, name the card that it stands for. Only that card may "
                "replace the wild card; the card of the other missing suit may be added to the group. To recover a "
                "wild card from a group of four, use the card of the missing suit."
            ),
            "never": "A wild card in a group stays where it is.",
        },
        needs=("wilds", "wilds_in_groups", "steps"),
    )
    # D-32: in Kalooki a group of four never changes again.
    closed_four_set: bool = option(
        False,
        text={
            False: "You may recover a wild card from a group of four too.",
            True: "You may never recover a wild card from a group of four.",
        },
        quiet=True,
        needs=("wilds", "wilds_in_groups", "four_ends_group", "group_recovery"),
    )
    # D-94: in Frustration the twos "are jokers", so they can be recovered, except from the place of a 2.
    recover_wild_ranks: bool = option(
        False,
        text={
            False: "You may recover only jokers, but not a joker that stands for a card of a wild rank.",
            True: (
                "You may recover cards of a wild rank as well as jokers, but not a wild card that stands "
                "for a card of a wild rank."
            ),
        },
        quiet=True,
        needs=("wilds", "steps", "wild_ranks"),
    )
    # D-47: three texts have three different rules: R51-JRET-03, R500-JRET-01 and VELVET-JRET-03.
    recovered_joker: Literal["new_meld", "meld_or_layoff", "hand"] | None = option(
        None,
        text={
            "new_meld": (
                "You must use a recovered wild card in a new meld; you may not put it back into the meld that "
                "it came from."
            ),
            "meld_or_layoff": "You must use a recovered wild card in a new meld or lay it off.",
            "hand": "A recovered wild card goes into your hand; use it whenever you like.",
            None: "Nobody may recover wild cards.",
        },
        needs=("wilds", "steps", "recovery"),
    )
    # D-47: R51 and R500 say "immediately", FRU-JRET-02 says "during the same turn".
    recovered_when: Literal["next_action", "same_turn"] = option(
        "same_turn",
        text={
            "next_action": "You must place a recovered wild card at once.",
            "same_turn": "You must place a recovered wild card before your turn ends.",
        },
        needs=("wilds", "recovered_to_place", "recovery"),
    )
    # R51-TAKE-01. D-53: no other text allows natural cards to leave a meld.
    take: Literal["off", "opened"] = option(
        "off",
        text={
            "off": "Cards laid on the table stay in their melds: nobody takes them out for a new meld.",
            "opened": (
                "Once you have opened, you may take natural cards out of melds on the table to make a new meld."
            ),
        },
        quiet=True,
        needs=("steps",),
    )
    # D-50: one sentence of the text says "another player"; the next mentions no player.
    take_from: Literal["any", "not_owner"] = option(
        "any",
        text={
            "any": "You may take cards out of any meld, no matter who laid it.",
            "not_owner": "You may take cards only out of other players' melds.",
        },
        needs=("takes",),
    )
    # D-51: the text allows taking "any card" as long as three remain, so a long run may be split in the middle.
    take_positions: Literal["any_valid", "ends"] = option(
        "any_valid",
        text={
            "any_valid": (
                "You may take a card out of a group or a run if the rest is still a meld. You may also "
                "split a run into two melds."
            ),
            "ends": "You may take cards from a run only at its ends, and the rest must still be a meld.",
        },
        needs=("takes",),
    )
    # D-52: with 0, a player could rearrange the table without laying a card.
    take_min_hand_cards: Literal[0, 1, 2] = option(
        1,
        text={
            0: "The new meld may consist entirely of cards taken from melds.",
            1: "The new meld must contain at least one card from your hand.",
            2: "The new meld must contain at least two cards from your hand.",
        },
        needs=("takes",),
    )
    # D-52: jokers can already leave a meld by exchange.
    take_joker: bool = option(
        False,
        text={
            False: "You may not take wild cards out of melds.",
            True: "You may take wild cards out of melds, just like natural cards.",
        },
        needs=("wilds", "takes"),
    )
