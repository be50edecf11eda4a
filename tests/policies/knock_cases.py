"""Settings around upcards, concealed hands and knocking that clash, as rows for `test_clashes`."""

from __future__ import annotations

from typing import Any

from rami.policies.contracts import Contract
from rami.variants import GIN

Changes = dict[str, Any]

KNOCKING: Changes = GIN.settings()
# the same without any bonus, limit or reply, so that one of them can be tried alone
NO_KNOCK: Changes = {
    **KNOCKING,
    "table.concealed": False,
    "closing.knock_limit": None,
    "closing.void_at": None,
    "scoring.kind": "penalty",
    "scoring.gin_bonus": 0,
    "scoring.big_gin_bonus": None,
    "scoring.undercut_bonus": 0,
}


def without_knock(field: str, value: object, neutral: object) -> tuple[str, str, Changes, Changes]:
    return (field, field, {**NO_KNOCK, field: value}, {field: neutral})


KNOCK_CASES: list[tuple[str, str, Changes, Changes]] = [
    (
        "drawing.upcard_offer",
        "dealing.upcard",
        {**KNOCKING, "dealing.upcard": False},
        {"dealing.upcard": True},
    ),
    (
        "drawing.upcard_offer",
        "equipment.players",
        {**NO_KNOCK, "match.end": "until", "equipment.players": (2, 3)},
        {"drawing.upcard_offer": "none"},
    ),
    (
        "drawing.upcard_offer",
        "drawing.first_round_discard",
        {**KNOCKING, "drawing.upcard_offer": "non_dealer", "drawing.first_round_discard": False},
        {"drawing.upcard_offer": "none"},
    ),
    (
        "drawing.upcard_offer",
        "dealing.starter",
        {**KNOCKING, "dealing.starter": "dealer"},
        {"dealing.starter": "left"},
    ),
    ("closing.void_at", "closing.void_at", {**KNOCKING, "closing.void_at": 31}, {"closing.void_at": 30}),
    (
        "drawing.no_discard_draw_at",
        "drawing.no_discard_draw_at",
        {**KNOCKING, "drawing.no_discard_draw_at": 1},
        {"drawing.no_discard_draw_at": None},
    ),
    (
        "closing.void_at",
        "closing.void_at",
        {**KNOCKING, "drawing.recycle": "keep_top"},
        {"closing.void_at": None},
    ),
    ("closing.void_at", "closing.void_at", {**NO_KNOCK, "closing.void_at": 2}, {"closing.void_at": None}),
    (
        "table.concealed",
        "closing.knock_limit",
        {
            **NO_KNOCK,
            "table.concealed": True,
            "scoring.kind": "none",
            "match.end": "contracts",
            "opening.contracts": ...,
            "match.dealer_rotation": "next",
        },
        {"table.concealed": False},
    ),
    (
        "closing.knock_limit",
        "table.concealed",
        {**NO_KNOCK, "closing.knock_limit": 10},
        {"closing.knock_limit": None},
    ),
    (
        "closing.knock_limit",
        "equipment.players",
        {
            **KNOCKING,
            "drawing.upcard_offer": "none",
            "match.end": "hands",
            "match.hands": 3,
            "equipment.players": (2, 3),
        },
        {"equipment.players": (2, 2)},
    ),
    ("table.concealed", "equipment.jokers", {**KNOCKING, "equipment.jokers": 2}, {"equipment.jokers": 0}),
    ("table.concealed", "opening.minimum", {**KNOCKING, "opening.minimum": 1}, {"opening.minimum": 0}),
    (
        "table.concealed",
        "opening.contracts",
        {**KNOCKING, "opening.contracts": (Contract.parse("group 3"),), "match.end": "contracts"},
        {"opening.contracts": None, "match.end": "first_to_target_wins"},
    ),
    ("table.concealed", "table.take", {**KNOCKING, "table.take": "opened"}, {"table.take": "off"}),
    (
        "table.concealed",
        "drawing.discard_use",
        {**KNOCKING, "drawing.discard_use": frozenset({"meld"})},
        {"drawing.discard_use": None},
    ),
    ("table.concealed", "conduct.carte", {**KNOCKING, "conduct.carte": True}, {"conduct.carte": False}),
    without_knock("scoring.gin_bonus", 25, 0),
    without_knock("scoring.big_gin_bonus", 0, None),
    without_knock("scoring.undercut_bonus", 10, 0),
    without_knock("scoring.knock_tie", "void", "undercut"),
    without_knock("scoring.spade_doubles", True, False),
    without_knock("closing.settle", "moves", "best"),
    without_knock("closing.layoff_on_gin", True, False),
    (
        "closing.knock_limit",
        "dealing.upcard",
        {
            **KNOCKING,
            "drawing.upcard_offer": "none",
            "dealing.upcard": False,
            "closing.knock_limit": "upcard",
        },
        {"closing.knock_limit": 10},
    ),
    (
        "scoring.spade_doubles",
        "dealing.upcard",
        {**KNOCKING, "drawing.upcard_offer": "none", "dealing.upcard": False, "scoring.spade_doubles": True},
        {"scoring.spade_doubles": False},
    ),
    (
        "closing.upcard_ace",
        "closing.upcard_ace",
        {**KNOCKING, "closing.upcard_ace": "gin_only"},
        {"closing.knock_limit": "upcard"},
    ),
    (
        "closing.fiftieth_card",
        "closing.void_at",
        {**KNOCKING, "closing.fiftieth_card": True, "closing.void_at": 3},
        {"closing.void_at": 2},
    ),
    ("scoring.kind", "scoring.kind", {**NO_KNOCK, "scoring.kind": "credit"}, {"scoring.kind": "penalty"}),
    ("scoring.kind", "scoring.kind", {**KNOCKING, "scoring.kind": "penalty"}, {"scoring.kind": "credit"}),
]
