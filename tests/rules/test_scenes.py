"""Positions, moves and what is said of them, as text: the files of `tests/data/scenes`, one for each game.

    nobody takes a joker [R51-TAKE-01 R51-JOK-02]
      9♦ 9♠ K♦ | 0: T♥ J♥ Q♥ | 1: 5♣ 6♣ 7♣ *
        lay 9♦ 9♠ * from 1:* ! take_wild R51-TAKE-01
        drop K♦
          = over: False

A scene has a heading, which ends with the rules that it cites.  A position follows: the hand of seat 0, who acts, the
owner and the cards of each meld, and further facts.  A move behind a position or a move is legal, or it is refused for
the reasons behind the exclamation mark and no others; several moves in a line are played one after another.  Melds are
judged without a position: `meld 5♠ 5♦ 5♦ ! group_suits R51-SET-01`, `meld A♠ 2♠ 3♠ = run, 6`.
"""

from __future__ import annotations

import ast
from typing import Any

import pytest
from tests.rules.scenes import allowed, listed, reasons, scene, scores, table_text, why_not
from tests.tracing import Scene, scenes

from rami import Discard, LayDown, LayOff, Round, SwapWild, Variant, variants

KINDS = {each.__name__: each for each in (Discard, LayDown, LayOff, SwapWild)}


def position_of(slug: str, text: str) -> Round:
    """The position of a line: "hand | owner: meld | discards 5♥ | to draw | house opening.minimum = 71"."""
    hand, *facts = (part.strip() for part in text.split("|"))
    given: dict[str, Any] = {"variant": variants.get(slug), "table": []}
    for fact in facts:
        word, _, value = fact.partition(" ")
        if word.endswith(":"):
            given["table"].append((int(word[:-1]), value))
        elif word == "house":
            given["variant"] = house(given["variant"], value)
        elif word == "others":
            given["others"] = value.split(" / ")
        elif word in ("discards", "stock", "phase", "taken", "barred"):
            given[word] = value
        else:
            given[word] = ast.literal_eval(value)
    return scene(hand, **given)


def house(variant: Variant, text: str) -> Variant:
    """The variant with other options: "slot.field = value, slot.field = value"."""
    changes: dict[str, Any] = {}
    for each in text.split("; "):
        field, _, value = each.partition(" = ")
        slot, _, name = field.partition(".")
        changes.setdefault(slot, {})[name] = ast.literal_eval(value)
    return variant.with_(**changes)


def facts(position: Round, named: str) -> str:
    """Something about a position as text."""
    word, _, of = named.partition(" of ")
    match word:
        case "table":
            return " / ".join(table_text(position))
        case "scores":
            return " ".join(map(str, scores(position)))
        case "hand":
            return str(position.hands[0])
        case "listed":
            return ", ".join(sorted(listed(position, KINDS[of])))
        case "legal":
            return ", ".join(sorted(map(str, position.legal_moves)))
        case "discards" | "stock":
            return " ".join(map(str, getattr(position, word)))
        case "opened" | "duties":
            return ", ".join(map(str, getattr(position, word)))
        case _:
            return str(getattr(position, word))


def judge_meld(variant: Variant, text: str) -> None:
    """See that cards are a group, a run or what has so many points, as "A♠ 2♠ 3♠ = run, 6", or why they are no meld."""
    cards, _, refused = text.partition(" ! ")
    if refused:
        assert why_not(cards, variant) == refused.split(", "), text
        return
    cards, _, facts = cards.partition(" = ")
    for fact in filter(None, facts.split(", ")):
        found = variant.points(cards) if fact.isdigit() else type(variant.meld(cards)).__name__.lower()
        assert str(found) == fact, text
    assert variant.meld(cards), text


@pytest.mark.parametrize(
    "shown", [pytest.param(each, id=each.id, marks=pytest.mark.rule(*each.rules)) for each in scenes()]
)
def test_scene(shown: Scene) -> None:
    reached: dict[int, Round] = {}
    for depth, text in shown.lines:
        if text.startswith("meld "):
            judge_meld(variants.get(shown.slug), text.removeprefix("meld "))
            continue
        if depth == 1:
            reached[depth] = position_of(shown.slug, text)
            continue
        before = reached[depth - 1]
        if text.startswith("= "):
            name, _, value = text[2:].partition(":")
            assert (facts(before, name) or "-") == value.strip(), text
            continue
        moves, _, refused = text.partition(" ! ")
        *first, last = moves.split("; ")
        before = allowed(before, *first)
        assert reasons(before, last) == sorted(filter(None, refused.split(", "))), text
        if not refused:
            reached[depth] = before.play(last)
