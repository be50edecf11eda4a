"""Plain rummy: a parent for games that have little in common with Rami 51; it has the fewest rules."""

from __future__ import annotations

from typing import Final

from rami import policies

__all__ = ["PLAIN"]

PLAIN: Final = policies.Variant(
    name="Plain rummy",
    slug="plain",
    equipment=policies.Equipment(players=(2, 6), packs=1, jokers=0),
    dealing=policies.Dealing(hand_size=7, starter_extra=0, upcard=True, starter="left"),
    drawing=policies.Drawing(starter_turn="normal", discard_use=None, no_discard_draw_at=None),
    melding=policies.Melding(max_run=13, ace="low", ace_meld_values=(1, 1, 1), max_wild=None),
    opening=policies.Opening(minimum=0, clean=None),
    table=policies.TablePlay(
        layoff_requires_open=False,
        run_joker="never",
        set_joker="never",
        recovered_joker=None,
        joker_on_foreign_clean_run=True,
        take="off",
    ),
    closing=policies.Closing(final_discard="optional"),
    scoring=policies.Scoring(
        ace_hand_value=1,
        unopened_flat=None,
        all_at_once_factors=(1,),
        joker_finish=None,
        joker_finish_factor=None,
    ),
    conduct=policies.Conduct(carte=False),
)
"""One pack, seven cards, no wild cards and no condition; the neutral parent of other games."""
