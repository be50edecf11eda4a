"""Combinations that are refused around upcards, concealed hands and knocking."""

from __future__ import annotations

from rami.policies._clash import Clash
from rami.policies._conditions import Settings, no_wild_cards

__all__ = ["KNOCK_CLASHES"]

LAST_TWO = 2


def _upcard_is_offered(v: Settings) -> bool:
    return bool(v["drawing.upcard_offer"] != "none")


def _offer_without_upcard(v: Settings) -> bool:
    return bool(_upcard_is_offered(v) and not v["dealing.upcard"])


def _offer_among_many(v: Settings) -> bool:
    return bool(_upcard_is_offered(v) and v["equipment.players"] != (2, 2))


def _offer_of_what_is_forbidden(v: Settings) -> bool:
    return bool(_upcard_is_offered(v) and not v["drawing.first_round_discard"])


def _offer_to_the_starting_dealer(v: Settings) -> bool:
    return bool(_upcard_is_offered(v) and v["dealing.starter"] == "dealer")


def _ban_on_a_hand_that_never_shrinks(v: Settings) -> bool:
    return bool(v["drawing.no_discard_draw_at"] is not None and v["table.concealed"])


def _void_before_recycling(v: Settings) -> bool:
    return bool(v["closing.void_at"] is not None and v["drawing.recycle"] != "never")


def _void_before_the_first_draw(v: Settings) -> bool:
    pack = 52 * v["equipment.packs"] + v["equipment.jokers"]
    dealt = 2 * v["dealing.hand_size"] + v["dealing.starter_extra"] + v["dealing.upcard"]
    return bool(v["closing.void_at"] is not None and v["closing.void_at"] >= pack - dealt)


def _void_without_knocking(v: Settings) -> bool:
    return bool(v["closing.void_at"] is not None and not v["table.concealed"])


def _concealed_without_knocking(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["closing.knock_limit"] is None)


def _knocking_without_concealment(v: Settings) -> bool:
    return bool(v["closing.knock_limit"] is not None and not v["table.concealed"])


def _knock_among_many(v: Settings) -> bool:
    return bool(v["closing.knock_limit"] is not None and v["equipment.players"] != (2, 2))


def _concealed_wilds(v: Settings) -> bool:
    return bool(v["table.concealed"] and not no_wild_cards(v))


def _concealed_with_opening(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["opening.minimum"] > 0)


def _concealed_with_contracts(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["opening.contracts"] is not None)


def _concealed_with_takes(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["table.take"] == "opened")


def _concealed_with_use(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["drawing.discard_use"] is not None)


def _concealed_with_carte(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["conduct.carte"])


def _no_knock(v: Settings) -> bool:
    return bool(v["closing.knock_limit"] is None)


def _gin_bonus_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["scoring.gin_bonus"] != 0)


def _big_gin_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["scoring.big_gin_bonus"] is not None)


def _undercut_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["scoring.undercut_bonus"] != 0)


def _tie_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["scoring.knock_tie"] != "undercut")


def _spades_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["scoring.spade_doubles"])


def _reply_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["closing.settle"] == "moves")


def _layoff_on_gin_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["closing.layoff_on_gin"])


def _limit_of_no_upcard(v: Settings) -> bool:
    return bool(v["closing.knock_limit"] == "upcard" and not v["dealing.upcard"])


def _spades_without_upcard(v: Settings) -> bool:
    return bool(v["scoring.spade_doubles"] and not v["dealing.upcard"])


def _ace_without_upcard_limit(v: Settings) -> bool:
    return bool(v["closing.upcard_ace"] == "gin_only" and v["closing.knock_limit"] != "upcard")


def _fiftieth_card_elsewhere(v: Settings) -> bool:
    return bool(v["closing.fiftieth_card"] and v["closing.void_at"] != LAST_TWO)


def _credit_without_knock(v: Settings) -> bool:
    return bool(_no_knock(v) and v["scoring.kind"] == "credit")


def _penalty_for_concealed_hands(v: Settings) -> bool:
    return bool(v["table.concealed"] and v["scoring.kind"] == "penalty")


KNOCK_CLASHES: tuple[Clash, ...] = (
    Clash(
        ("drawing.upcard_offer", "dealing.upcard"),
        _offer_without_upcard,
        "there is no card to offer",
        "dealing.upcard",
    ),
    Clash(
        ("drawing.upcard_offer", "equipment.players"),
        _offer_among_many,
        "this is written for two players only",
        "equipment.players",
    ),
    Clash(
        ("drawing.upcard_offer", "drawing.first_round_discard"),
        _offer_of_what_is_forbidden,
        "one offers what the other forbids",
        "drawing.first_round_discard",
    ),
    Clash(
        ("drawing.upcard_offer", "dealing.starter"),
        _offer_to_the_starting_dealer,
        "the player who did not deal is asked first",
        "dealing.starter",
    ),
    Clash(
        ("drawing.no_discard_draw_at", "table.concealed"),
        _ban_on_a_hand_that_never_shrinks,
        "the hand never shrinks",
        "drawing.no_discard_draw_at",
    ),
    Clash(
        ("closing.void_at", "drawing.recycle"),
        _void_before_recycling,
        "the round is void before anything is recycled",
        "closing.void_at",
    ),
    Clash(
        (
            "closing.void_at",
            "dealing.hand_size",
            "dealing.starter_extra",
            "dealing.upcard",
            "equipment.packs",
            "equipment.jokers",
        ),
        _void_before_the_first_draw,
        "the deal leaves no more stock cards than that",
        "closing.void_at",
    ),
    Clash(
        ("closing.void_at", "table.concealed"),
        _void_without_knocking,
        "this is written for the game with knocking",
        "closing.void_at",
    ),
    Clash(
        ("table.concealed", "closing.knock_limit"),
        _concealed_without_knocking,
        "nobody could end the round",
        "closing.knock_limit",
    ),
    Clash(
        ("closing.knock_limit", "table.concealed"),
        _knocking_without_concealment,
        "a knock shows melds that were concealed",
        "table.concealed",
    ),
    Clash(
        ("closing.knock_limit", "equipment.players"),
        _knock_among_many,
        "a knock has one defender",
        "equipment.players",
    ),
    Clash(
        ("table.concealed", "equipment.jokers", "equipment.wild_ranks"),
        _concealed_wilds,
        "unmatched wild cards have no written value",
        "equipment.jokers",
    ),
    Clash(
        ("table.concealed", "opening.minimum"),
        _concealed_with_opening,
        "nothing is laid, so there is no opening",
        "opening.minimum",
    ),
    Clash(
        ("table.concealed", "opening.contracts"),
        _concealed_with_contracts,
        "nothing is laid, so no contract could be",
        "opening.contracts",
    ),
    Clash(
        ("table.concealed", "table.take"),
        _concealed_with_takes,
        "nothing lies on the table to take from",
        "table.take",
    ),
    Clash(
        ("table.concealed", "drawing.discard_use"),
        _concealed_with_use,
        "nothing is laid, so the card taken could not be used",
        "drawing.discard_use",
    ),
    Clash(
        ("table.concealed", "conduct.carte"),
        _concealed_with_carte,
        "the hand never shrinks to one card",
        "conduct.carte",
    ),
    Clash(
        ("scoring.gin_bonus", "closing.knock_limit"),
        _gin_bonus_without_knock,
        "there is no knock to score",
        "scoring.gin_bonus",
    ),
    Clash(
        ("scoring.big_gin_bonus", "closing.knock_limit"),
        _big_gin_without_knock,
        "there is no knock to score",
        "scoring.big_gin_bonus",
    ),
    Clash(
        ("scoring.undercut_bonus", "closing.knock_limit"),
        _undercut_without_knock,
        "there is no knock to score",
        "scoring.undercut_bonus",
    ),
    Clash(
        ("scoring.knock_tie", "closing.knock_limit"),
        _tie_without_knock,
        "there is no knock to score",
        "scoring.knock_tie",
    ),
    Clash(
        ("scoring.spade_doubles", "closing.knock_limit"),
        _spades_without_knock,
        "there is no knock to score",
        "scoring.spade_doubles",
    ),
    Clash(
        ("closing.settle", "closing.knock_limit"),
        _reply_without_knock,
        "there is no knock to score",
        "closing.settle",
    ),
    Clash(
        ("closing.layoff_on_gin", "closing.knock_limit"),
        _layoff_on_gin_without_knock,
        "there is no knock to score",
        "closing.layoff_on_gin",
    ),
    Clash(
        ("closing.knock_limit", "dealing.upcard"),
        _limit_of_no_upcard,
        "there is no upcard to read",
        "dealing.upcard",
    ),
    Clash(
        ("scoring.spade_doubles", "dealing.upcard"),
        _spades_without_upcard,
        "there is no upcard to read",
        "dealing.upcard",
    ),
    Clash(
        ("closing.upcard_ace", "closing.knock_limit"),
        _ace_without_upcard_limit,
        "the limit does not depend on a card",
        "closing.upcard_ace",
    ),
    Clash(
        ("closing.fiftieth_card", "closing.void_at"),
        _fiftieth_card_elsewhere,
        "this is written for two stock cards",
        "closing.void_at",
    ),
    Clash(
        ("scoring.kind", "closing.knock_limit"),
        _credit_without_knock,
        "only the knocking game pays the winner",
        "scoring.kind",
    ),
    Clash(
        ("scoring.kind", "table.concealed"),
        _penalty_for_concealed_hands,
        "the knocking score is a credit",
        "scoring.kind",
    ),
)
"""The clashes of this module, for `rami.policies.clashes`."""
