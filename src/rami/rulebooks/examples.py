"""Worked examples of a rulebook: rami is asked, and its answer is written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rami.cards import JOKER, Card, Cards, parse_cards
from rami.errors import RamiError
from rami.locales.catalogues import Language
from rami.locales.speaking import filled, shown, text
from rami.melds import Run
from rami.policies.answers import Verdict
from rami.policies.contracts import Contract, are_contracts
from rami.policies.scores import KnockEnd, KnockKind, RoundEnd
from rami.policies.scoring import Scoring
from rami.policies.variant import Variant
from rami.rulebooks.values import Example

__all__ = ["EXAMPLES_TITLE", "TEMPLATES", "examples"]

EXAMPLES_TITLE = "Examples"

TEMPLATES: Mapping[str, str] = {
    "group": "a group",
    "run": "a run",
    "group_worth": "a group worth {points} points",
    "run_worth": "a run worth {points} points",
    "with_discard": "with {card} from the discard pile: {verdict}",
    "contract": "for contract {number}: {verdict}",
    "allowed": "allowed",
    "discard": "discarding {card} leaves {points} unmatched points",
    "opened": "left in the hand of a player who has opened: {score}",
    "unopened": "left in the hand of a player who has not opened: {score}",
    "nobody": "the same when nobody had laid before: {score}",
    "all_opened": "the same, opened, when somebody goes out all at once: {score}",
    "all_unopened": "the same, not opened, when somebody goes out all at once: {score}",
    "all_wilds": "the same, not opened, after going out all at once with {wilds} wild cards: {score}",
    "all_joker": "the same, not opened, after going out all at once with a joker as the last card: {score}",
    "knock": "unmatched cards after a knock, those of the knocker first: the knocker scores {score}",
    "undercut": "unmatched cards after a knock, those of the knocker first: the other player scores {score}",
    "gin": "unmatched cards of the other player after gin: {score}",
    "big_gin": "unmatched cards of the other player after big gin: {score}",
}

_NATURAL_MELDS = (
    "7♥ 8♥ 9♥",
    "A♣ 2♣ 3♣",
    "Q♠ K♠ A♠",
    "K♦ A♦ 2♦",
    "5♣ 5♦ 5♠",
    "5♣ 5♦ 5♥ 5♠",
    "5♣ 5♦ 5♦",
    "6♠ 7♠",
)
_JOKER_MELDS = ("9♠ T♠ *", "9♠ * J♠", "9♣ 9♥ *", "9♠ * * Q♠")
_WITH_TWOS = ("5♥ 2♣ 7♥", "8♣ 8♦ 2♥", "2♣ 2♦ 2♥")
_OPENINGS = (
    ("7♠ 8♠ 9♠", "A♦ A♣ A♥"),
    ("7♠ 8♠ 9♠", "7♦ 7♣ 7♥"),
    ("J♠ Q♠ K♠", "9♦ 9♣ 9♥", "T♦ T♣ T♥"),
    ("9♣ 9♦ 9♥", "T♦ T♣ T♥"),
)
_JOKER_OPENINGS = (("9♠ T♠ *", "K♦ K♣ K♥"), ("9♠ T♠ J♠ *", "K♦ K♣ K♥"))
_HAND = "9♦ K♥ A♠"
_KNOCKING_HAND = "5♠ 5♥ 6♠ 5♦ 3♠ 6♦ 6♣ 6♥ 4♥ 7♥ 3♦"


def examples(variant: Variant, spoken: Language, section: str) -> Iterator[Example]:
    """The worked examples of a section.

    Parameters:
        variant: the game.
        spoken: the language.
        section: the name of the section.
    """
    settings = variant.settings()
    if section == "melds":
        yield from _melds(variant, spoken, settings)
    elif section == "opening":
        listed = settings.get("opening.contracts")
        if are_contracts(listed):
            yield from _contracts(variant, spoken, listed)
        elif settings.get("opening.minimum", 1) or settings.get("opening.clean"):
            yield from _openings(variant, spoken, settings)
    elif section == "knock":
        yield from _knocks(variant, spoken)
    elif section == "scoring" and isinstance(variant.scoring, Scoring):
        yield from _scores(variant, variant.scoring, spoken)


def _said(spoken: Language, code: str, **params: Any) -> str:
    return filled(spoken, "rulebook.example", TEMPLATES[code], params)


def _parsed(*melds: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(parse_cards(meld)) for meld in melds)


def _wilds(settings: Mapping[str, Any]) -> bool:
    return bool(settings["equipment.jokers"])


def _melds(variant: Variant, spoken: Language, settings: Mapping[str, Any]) -> Iterator[Example]:
    asked = [*_NATURAL_MELDS, *(_JOKER_MELDS if _wilds(settings) else ())]
    if settings["equipment.wild_ranks"]:
        asked += _WITH_TWOS
    worth = settings.get("scoring.kind") == "penalty" and not settings["table.concealed"]
    for cards in asked:
        try:
            meld = variant.meld(cards, table=())
        except RamiError as error:
            rules = tuple(each.rule for each in error.violations if each.rule)
            yield Example(_parsed(cards), text(error, spoken), False, rules)
            continue
        kind = "run" if isinstance(meld, Run) else "group"
        told = _said(spoken, f"{kind}_worth", points=variant.points(meld)) if worth else _said(spoken, kind)
        yield Example((meld.cards,), told, True)


def _openings(variant: Variant, spoken: Language, settings: Mapping[str, Any]) -> Iterator[Example]:
    for melds in (*_OPENINGS, *(_JOKER_OPENINGS if _wilds(settings) else ())):
        verdict = variant.check_opening(melds, table=())
        rules = tuple(each.rule for each in verdict.violations if each.rule)
        yield Example(_parsed(*melds), _judged(variant, spoken, melds, verdict), verdict.ok, rules)
    if settings.get("opening.pickup_minimum") is not None:
        melds, taken = _OPENINGS[0], Card("A♥")
        verdict = variant.check_opening(melds, drawn_from="discard", taken=taken, table=())
        judged = _judged(variant, spoken, melds, verdict)
        told = _said(spoken, "with_discard", card=text(taken, spoken), verdict=judged)
        rules = tuple(each.rule for each in verdict.violations if each.rule)
        yield Example(_parsed(*melds), told, verdict.ok, rules)


def _judged(variant: Variant, spoken: Language, melds: tuple[str, ...], verdict: Verdict) -> str:
    """The points of the melds of an opening, added up, and what is said of it."""
    told = _said(spoken, "allowed") if verdict.ok else text(verdict, spoken)
    try:
        points = [variant.points(meld) for meld in melds]
    except RamiError:
        return told
    return (
        f"{' + '.join(map(str, points))} = {sum(points)}: {told}" if sum(points) == verdict.points else told
    )


def _contracts(variant: Variant, spoken: Language, contracts: tuple[Contract, ...]) -> Iterator[Example]:
    number = next((place for place, each in enumerate(contracts, 1) if each.groups and each.runs), 1)
    melds = _filling(contracts[number - 1])
    for laid in (melds, melds[:-1], (*melds[:-1], melds[-1][:-1])):
        try:
            verdict = variant.check_opening([" ".join(map(str, meld)) for meld in laid], contract=number)
        except RamiError as error:
            told, allowed = text(error, spoken), False
        else:
            told = _said(spoken, "allowed") if verdict.ok else text(verdict, spoken)
            allowed = verdict.ok
        yield Example(laid, _said(spoken, "contract", number=number, verdict=told), allowed)


def _filling(contract: Contract) -> tuple[tuple[Card, ...], ...]:
    """Melds that fill a contract, in so far as ranks and suits reach."""
    groups = [
        tuple(Card.of(13 - place, card % 4) for card in range(size))
        for place, size in enumerate(contract.groups)
    ]
    runs = [
        tuple(Card.of(3 + card, place % 4) for card in range(min(size, 11)))
        for place, size in enumerate(contract.runs)
    ]
    return (*groups, *runs)


def _knocks(variant: Variant, spoken: Language) -> Iterator[Example]:
    try:
        found = variant.knock_discards(_KNOCKING_HAND, upcard="T♦")
    except RamiError:
        return
    for card, points in found.items():
        told = _said(spoken, "discard", card=text(card, spoken), points=points)
        yield Example(_parsed(_KNOCKING_HAND), told, True)


def _scores(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    if scoring.kind == "credit":
        yield from _credits(variant, scoring, spoken)
    elif scoring.kind == "penalty":
        yield from _penalties(variant, scoring, spoken)


def _penalties(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    hand = Cards(f"{_HAND} *" if variant.equipment.jokers else _HAND)

    def example(code: str, opened: bool, **facts: Any) -> Example:
        before = facts.pop("before", (True, opened))
        end = RoundEnd(
            (0, 1),
            (Cards(), hand),
            (True, opened),
            before,
            winner=0,
            court_value=variant.equipment.court_value,
            **facts,
        )
        return Example(
            (tuple(hand),), _said(spoken, code, score=_line(scoring, end, 1, spoken), **facts_of(facts))
        )

    def facts_of(facts: Mapping[str, Any]) -> dict[str, Any]:
        return {"wilds": facts["wilds_placed"]} if "wilds_placed" in facts else {}

    yield example("opened", True)
    yield example("unopened", False)
    if scoring.dry_flat is not None:
        yield example("nobody", False, before=(False, False))
    factors = scoring.all_at_once_factors
    if any(factor != 1 for factor in factors) or scoring.all_at_once_flat is not None:
        at_once: dict[str, Any] = {"all_at_once": True}
        yield example("all_opened", True, before=(False, True), **at_once)
        yield example("all_unopened", False, before=(False, False), **at_once)
        for wilds in range(1, len(factors)):
            yield example("all_wilds", False, before=(False, False), wilds_placed=wilds, **at_once)
        if scoring.joker_finish is not None and variant.equipment.jokers:
            yield example("all_joker", False, before=(False, False), final_discard=JOKER, **at_once)


def _credits(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    cases = (
        ("knock", KnockKind.KNOCK, 0, "2♣ 5♦", "K♠ 6♥"),
        ("undercut", KnockKind.KNOCK, 1, "4♣ 5♦", "A♠ 3♥"),
        ("gin", KnockKind.GIN, 0, "", "K♠ 6♥"),
        ("big_gin", KnockKind.BIG_GIN, 0, "", "K♠ 6♥"),
    )
    for code, kind, winner, knocker, other in cases:
        if kind is KnockKind.BIG_GIN and scoring.big_gin_bonus is None:
            continue
        hands = (Cards(knocker), Cards(other))
        end = RoundEnd(
            (0, 1),
            hands,
            (False, False),
            (False, False),
            winner=winner,
            court_value=variant.equipment.court_value,
            knock=KnockEnd(0, kind, hands),
        )
        cards = tuple(tuple(each) for each in hands if each)
        yield Example(cards, _said(spoken, code, score=_line(scoring, end, winner, spoken)))


def _line(scoring: Scoring, end: RoundEnd, seat: int, spoken: Language) -> str:
    """The points of a player, and how they come about."""
    line = next(each for each in scoring.score(end).lines if each.player == seat)
    why = ", ".join(text(reason, spoken) for reason in line.reasons)
    return f"{shown(spoken, 'points', line.points)} ({why})"
