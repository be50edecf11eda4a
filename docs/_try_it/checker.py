"""The checker of the page: what the rules say of a hand that somebody has picked."""

from __future__ import annotations

from itertools import islice
from typing import Any

from rami import Cards, Group, RamiError, Round, Run, Variant, variants
from rami.cards.melds import Meld
from rami.ext import svg
from rami.ext.svg import Style
from rami.locales import language, name, text
from rami.policies.answers import Arrangement

from .faces import by_suit, knocks
from .pictures import reasons, style_of

__all__ = ["deal", "look"]

MOST_OPENINGS, MOST_LISTED = 6, 100
MOST_CARDS = 22
SHOWN = 56


def deal(slug: str, seed: int) -> list[str]:
    """The hand of the player who begins, by suit."""
    dealt = Round.deal(variants.get(slug), seed=seed)
    return [str(card) for card in by_suit(dealt.hands[dealt.player])]


def look(
    slug: str,
    lang: str,
    four_colours: bool,
    hand: list[str],
    picked: list[str],
    proposed: list[dict[str, Any]],
    contract: int | None,
) -> dict[str, Any]:
    """Everything about a hand.

    Parameters:
        slug: the variant.
        lang: the language of the answer.
        four_colours: how cards are drawn.
        hand: the cards that are not proposed.
        picked: those among them that are picked, in the order of picking.
        proposed: the melds proposed for an opening, as `readings` of an earlier answer.
        contract: the number of the contract due, in a game of contracts.
    """
    variant = variants.get(slug)
    style = style_of(variant, lang, four_colours, SHOWN, "full")
    melds = [_meld_of(each) for each in proposed]
    whole = Cards(hand) + Cards([card for each in melds for card in each.cards])
    found: dict[str, Any] = {"readings": [], "against": [], "opening": None, "best": None, "openings": []}
    if picked:
        found |= _readings(variant, picked, style, lang)
    found["proposed"] = [_drawn(variant, each, style) for each in melds]
    if len(whole) > MOST_CARDS:
        return found
    if knocks(variant):
        found["knock"] = _knock(variant, whole, lang)
    else:
        if melds:
            verdict = variant.check_opening(melds, contract=contract)
            found["opening"] = {
                "ok": verdict.ok,
                "points": verdict.points,
                "text": text(verdict, lang, variant=variant),
                "against": reasons(verdict.violations, lang),
            }
        listed = list(islice(variant.openings(whole, contract=contract), MOST_LISTED))
        best_first = sorted(listed, key=lambda each: -(each.points or 0))
        found["openings"] = [
            {
                "svg": svg.melds(each.melds, style).svg,
                "points": each.points,
                "melds": [_code(meld) for meld in each.melds],
            }
            for each in best_first[:MOST_OPENINGS]
        ]
        found["count"] = len(listed)
    if contract is not None:
        contracts: Any = getattr(variant.opening, "contracts", ())
        found["contract"] = text(contracts[contract - 1], lang)
    if whole:
        best = variant.best_melds(whole, "deadwood" if knocks(variant) else "points")
        found["best"] = _arranged(best, style)
    return found


def _readings(variant: Variant, picked: list[str], style: Style, lang: str) -> dict[str, Any]:
    """The melds that cards form, or the reasons why they form none."""
    try:
        melds = variant.readings(picked)
        if not melds:
            variant.meld(picked)
    except RamiError as error:
        return {"readings": [], "against": reasons(error.violations, lang)}
    return {"readings": [_drawn(variant, each, style) for each in melds], "against": []}


def _drawn(variant: Variant, meld: Meld, style: Style) -> dict[str, Any]:
    return {**_code(meld), "svg": svg.meld(meld, style).svg, "points": variant.points(meld)}


def _code(meld: Meld) -> dict[str, Any]:
    """A meld so that the page can hand it back."""
    facts: dict[str, Any] = {"cards": [str(card) for card in meld.cards], "kind": meld.kind}
    if isinstance(meld, Run):
        return {**facts, "low": meld.low, "suit": int(meld.suit)}
    return {**facts, "rank": int(meld.rank), "suits": meld.suits}


def _meld_of(facts: dict[str, Any]) -> Meld:
    if facts["kind"] == "run":
        return Run(facts["cards"], low=facts["low"], suit=facts["suit"])
    return Group(facts["cards"], rank=facts["rank"], suits=facts["suits"])


def _arranged(best: Arrangement, style: Style) -> dict[str, Any]:
    left = by_suit(best.left)
    return {
        "svg": svg.melds(best.melds, style, left=left).svg,
        "points": best.points,
        "deadwood": best.deadwood,
        "melds": len(best.melds),
        "left": len(left),
    }


def _knock(variant: Variant, hand: Cards, lang: str) -> list[dict[str, Any]]:
    """The cards whose discard allows a knock, with the deadwood left."""
    try:
        found = variant.knock_discards(hand)
    except RamiError:  # the limit depends on an upcard, which the page does not ask for
        return []
    spoken = language(lang, variant.equipment.faces)
    return [{"card": str(card), "name": name(card, spoken), "deadwood": left} for card, left in found.items()]
