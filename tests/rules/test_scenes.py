"""Scenes, which are positions and moves with their expected results as text, in `tests/data/scenes` by game.

    nobody takes a joker [R51-TAKE-01 R51-JOK-02]
      9♦ 9♠ K♦ | 0: T♥ J♥ Q♥ | 1: 5♣ 6♣ 7♣ *
        lay 9♦ 9♠ * from 1:* ! take_wild R51-TAKE-01
        discard K♦
          = over: False

A scene begins with a heading, which ends with the rules that the scene cites. Then comes a position: the hand of seat
0, who acts, the owner and the cards of each meld, and other facts. A move below a position or below another move must
be legal, or it must be refused for exactly the reasons after the exclamation mark. Several moves in a line are played
one after another. Some lines need no position: `meld 5♠ 5♦ 5♦ ! group_suits R51-SET-01`, `meld A♠ 2♠ 3♠ = run, 6`,
`readings 2♠ 3♠ * = * 2♠ 3♠ / 2♠ 3♠ *` and `open 2♠ 3♠ * + 5♦ 5♣ 5♥ = 24 ! opening_points R51-OPEN-01`. The lines below
`house opening.minimum = 71` are played with this option.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import pytest
from tests.support.ends import outcome_of
from tests.support.tracing import Scene, scenes
from tests.support.worked.gin_scenes import counts
from tests.support.worked.scenes import allowed, dry, listed, reasons, scene, scores, table_text, why_not

from rami import Cards, Discard, Knock, LayDown, LayOff, Round, SwapWild, Variant, variants
from rami.cards.moves import BigGin, Rearrange
from rami.policies.results.seats import columns
from rami.rounds.events import Event
from rami.rounds.setup import RoundContext

KINDS = {each.__name__: each for each in (BigGin, Discard, Knock, LayDown, LayOff, SwapWild)}


def position_of(variant: Variant, text: str) -> Round:
    """Return the position of a line: "hand | owner: meld | phase draw | discards 5♥ | house opening.minimum = 71".

    If the stock is given, seat 1 holds all other cards, or the lowest discards are these cards if the hands of the
    others are given too. `round 3` is the third hand of the match.
    """
    hand, *facts = (part.strip() for part in text.split("|"))
    given: dict[str, Any] = {"variant": variant, "table": []}
    context: dict[str, Any] = {}
    for fact in facts:
        word, _, value = fact.partition(" ")
        if word.endswith(":"):
            given["table"].append((int(word[:-1]), value))
        elif word == "house":
            given["variant"] = house(variant, value)
        elif word == "contracts":
            due = tuple(map(int, value.split()))
            context |= {"contracts": due, "dealer": len(due) - 1}
        elif word == "round":
            context["number"] = int(value)
        elif word == "dealer":
            context["dealer"] = int(value)
        elif word == "others":
            given["others"] = value.split(" / ")
        elif word in ("discards", "stock", "phase", "upcard", "turned", "taken", "barred"):
            given[word] = value
        else:
            given[word] = ast.literal_eval(value)
    if context:
        seats = len(context.get("contracts", ())) or 1 + len(given.get("others", "1"))
        given["context"] = RoundContext(seats, **context)
    if "stock" in given:
        given.setdefault("discards", "")
        return dry(hand=hand, **given)
    return scene(hand, **given)


def house(variant: Variant, text: str) -> Variant:
    """Return the variant with other options: "slot.field = value; slot.field = value"."""
    changes: dict[str, Any] = {}
    for each in text.split("; "):
        field, _, value = each.partition(" = ")
        slot, _, name = field.partition(".")
        changes.setdefault(slot, {})[name] = ast.literal_eval(value)
    return variant.with_(**changes)


def facts(position: Round, named: str, happened: Iterable[Event] = ()) -> str:
    """Return a fact of a position, or of the events that led to it, as text."""
    word, _, of = named.partition(" of ")
    match word:
        case "table":
            return " / ".join(table_text(position))
        case "scores":
            return " ".join(map(str, scores(position)))
        case "score":
            (line,) = (each for each in position.score().lines if each.player == int(of))
            return ", ".join(f"{each.code} {each.points}" for each in line.reasons)
        case "events":
            return " ".join(type(each).__name__ for each in happened)
        case "deadwood":
            return " ".join(map(str, counts(position)))
        case "hand":
            return str(position.hands[0])
        case "canonical":
            return ", ".join(map(str, position.canonical(position.parse(of))))
        case "listed":
            return ", ".join(sorted(listed(position, KINDS[of])))
        case "laid":
            return ", ".join(str(move.laid) for move in position.legal_moves if isinstance(move, Rearrange))
        case "legal":
            return ", ".join(sorted(map(str, position.legal_moves)))
        case "discards" | "stock":
            return " ".join(map(str, getattr(position, word)))
        case "opened" | "duties":
            return ", ".join(map(str, getattr(position, word)))
        case "bought" | "passed":
            return " ".join(str(int(getattr(seat, word))) for seat in position.setup.seats)
        case "setup.touched" | "setup.placed":
            return str(columns(position.setup.seats)[word.removeprefix("setup.")])
        case "laid_points":
            return str(position.view(None).laid_points)
        case _ if word.startswith("outcome."):
            return str(getattr(outcome_of(position), word.removeprefix("outcome.")))
        case _ if word.startswith("view."):
            return str(attrgetter(word.removeprefix("view."))(position.view(None)))
        case _:
            return str(attrgetter(word)(position))


def judge(variant: Variant, text: str) -> bool:
    """Check a line that needs no position; return False if the line is of another kind."""
    kind, _, rest = text.partition(" ")
    rest, _, refused = rest.partition(" ! ")
    cards, _, facts = rest.partition(" = ")
    match kind:
        case "meld" if refused:
            assert why_not(cards, variant) == refused.split(", "), text
            assert cards not in map(str, variant.readings(cards)), text
        case "meld":
            meld = variant.meld(cards)
            assert Cards(meld.cards) == Cards(cards), text
            for fact in filter(None, facts.split(", ")):
                found = variant.points(meld) if fact.isdigit() else type(meld).__name__.lower()
                assert str(found) == fact, text
            if variant.slug in ("classic-51", "gamevelvet", "rami-500"):
                position = scene(f"{cards} K♦ 2♦", [(0, "T♣ J♣ Q♣ K♣")], variant=variant)
                assert {*position.canonical(LayDown([meld]))} <= {*position.legal_moves}, text
        case "readings":
            assert " / ".join(map(str, variant.readings(cards))) == facts.replace("-", ""), text
        case "open":
            judge_opening(variant, cards.split(" + "), int(facts), refused)
        case _:
            return False
    return True


def judge_opening(variant: Variant, melds: list[str], points: int, refused: str) -> None:
    """Check the points of an opening and its refusals, both for the variant and in a round."""
    verdict = variant.check_opening(melds)
    found = sorted(f"{each.code} {each.rule}" for each in verdict.violations)
    assert (verdict.points, ", ".join(found)) == (points, refused), melds
    position = scene(f"{' '.join(melds)} 6♦ 2♥", variant=variant)
    move = LayDown([variant.meld(each) for each in melds])
    assert set(reasons(position, move)) - {"duty_unmeetable"} == set(found), melds
    assert refused or move in set(variant.openings(position.hands[0])), melds


@pytest.mark.parametrize(
    "played", [pytest.param(each, id=each.id, marks=pytest.mark.rule(*each.rules)) for each in scenes()]
)
def test_scene(played: Scene) -> None:
    above: dict[int, Variant | Round] = {0: variants.get(played.slug)}
    happened: dict[int, Sequence[Event]] = {}
    for depth, text in played.lines:
        before = above[depth - 1]
        if isinstance(before, Variant):
            if text.startswith("house "):
                above[depth] = house(before, text.removeprefix("house "))
            elif not judge(before, text):
                above[depth] = position_of(before, text)
            continue
        if text.startswith("= "):
            name, _, value = text[2:].partition(":")
            assert (facts(before, name, happened.get(depth - 1, ())) or "-") == value.strip(), text
            continue
        moves, _, refused = text.partition(" ! ")
        *first, last = moves.split("; ")
        before = allowed(before, *first)
        assert reasons(before, last) == sorted(filter(None, refused.split(", "))), text
        if not refused:
            above[depth], happened[depth] = after, _ = before.step(last)
            assert Round.from_setup(after.setup) == after, text
