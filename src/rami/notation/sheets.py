"""Score sheets as lines of text, in any language of `rami.locales`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rami._base.lines import ROOMY, aligned
from rami.errors import InvalidText, checks, reject
from rami.locales.speaking import Language, LanguageLike, filled, language, written
from rami.matches.counting import Count
from rami.matches.sheets import ScoreSheet
from rami.notation.tables import contracts_text
from rami.policies.results.scores import RoundScore
from rami.policies.slots.contracts import own_contracts_of
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant

__all__ = ["end_text", "sheet_text"]

SHEET_TEXTS: Mapping[str, str] = {
    "head": "{game}: {names}",
    "round": "round",
    "dealer": "dealt by",
    "total": "total",
    "void": "void",
    "out": "Eliminated: {who}",
    "over": "The match is over. Won by: {who}",
    "deciding": "{who} may buy back in.",
    "deals": "{who} deals.",
    "hands": "The match had {hands:round|rounds}.",
    "elimination": "All others reached {limit}.",
    "contracts": "Completed the last contract: {who}",
    "target": "{who} reached the target of {target}.",
    "targets": "Reached the target of {target}: {who}",
}
"""The sentences and headings of a sheet, by name."""


def sheet_text(sheet: ScoreSheet, lang: LanguageLike = "en", width: int = ROOMY) -> list[str]:
    """Write a score sheet as lines of text: the rounds, the totals, and the next dealer or the winner.

    Parameters:
        sheet: the sheet.
        lang: the language.
        width: the maximum length of a line; a line that cannot be broken may be longer.

    >>> from rami import variants
    >>> sheet = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"], dealer=1)
    >>> for line in sheet_text(sheet.enter(["K 3 A *", "", 35], winner="Ben")):
    ...     print(line)
    Rami 500: Anna, Ben, Carl
    round  dealt by  Anna  Ben  Carl
        1       Ben    44    0    35
              total    44    0    35
    Carl deals.
    """
    reject(InvalidText, (*checks.instance("sheet", sheet, ScoreSheet), *checks.integer("width", width)))
    spoken, names, now = language(lang, sheet.variant.equipment.faces), sheet.names, sheet.count
    game = spoken.message("rulebook.name", sheet.variant.name)
    lines = [_say(spoken, "head", game=game, names=_listed(spoken, names))]
    # D-98: in Frustration players tick off contracts and score no points.
    if own_contracts_of(sheet.variant.opening) is not None:
        lines += contracts_text(sheet, names, spoken, width)
    elif now.scores:
        rows: list[list[object]] = [
            [number, names[dealer], *(_points(spoken, score, seat) for seat in range(len(names)))]
            for number, (score, dealer) in enumerate(zip(now.scores, sheet.dealers, strict=True), 1)
        ]
        rows.append(["", _say(spoken, "total"), *now.totals])
        head = [_say(spoken, "round"), _say(spoken, "dealer"), *names]
        lines += aligned(
            head, [[str(written(spoken, "points", cell)) for cell in row] for row in rows], 0, width
        )
    lines += [_say(spoken, "out", who=_players(spoken, names, group)) for group in now.departures]
    if now.over:
        lines.append(_say(spoken, "over", who=_players(spoken, names, now.winners)))
        lines += end_text(sheet.variant, now, names, spoken)
    elif now.deciding:
        lines += [_say(spoken, "deciding", who=names[seat]) for seat in now.deciding]
    else:
        lines.append(_say(spoken, "deals", who=names[now.next_dealer]))
    return lines


def end_text(variant: Variant, count: Count, names: Sequence[str], lang: LanguageLike = "en") -> list[str]:
    """Return a list with the line that says why a match is over; empty if there is no single known reason.

    Parameters:
        variant: the rules.
        count: the totals of the match, which is over.
        names: the names of the players, by seat.
        lang: the language.
    """
    wrong = (*checks.instance("variant", variant, Variant), *checks.instance("count", count, Count))
    reject(InvalidText, wrong + checks.collection("names", names))
    reject(InvalidText, checks.count("names", len(names), len(count.totals)))
    rules, spoken = variant.match, language(lang, variant.equipment.faces)
    # D-145: the three columns of Hollywood gin end one by one, so there is no single reason.
    if not isinstance(rules, MatchFormat) or rules.columns != 1:
        return []
    if rules.end == "hands":
        return [_say(spoken, "hands", hands=rules.hands)]
    if rules.end == "elimination":
        return [_say(spoken, "elimination", limit=rules.elimination_limit)]
    if rules.end == "contracts":
        return [_say(spoken, "contracts", who=_players(spoken, names, count.scores[-1].completed))]
    if rules.target is None:
        return []
    # Subtract the bonuses, which were added after somebody had reached the target.
    added = {line.player: line.points for line in count.bonuses}
    reached = [seat for seat, total in enumerate(count.totals) if total - added.get(seat, 0) >= rules.target]
    key = "target" if len(reached) == 1 else "targets"
    return [_say(spoken, key, who=_players(spoken, names, reached), target=rules.target)]


def _say(spoken: Language, key: str, **params: Any) -> str:
    return filled(spoken, "sheet", SHEET_TEXTS[key], params)


def _listed(spoken: Language, parts: Sequence[str]) -> str:
    return spoken.message("joint", ", ").join(parts)


def _players(spoken: Language, names: Sequence[str], seats: Sequence[int]) -> str:
    return _listed(spoken, [names[seat] for seat in seats])


def _points(spoken: Language, score: RoundScore, seat: int) -> object:
    if score.void:
        return _say(spoken, "void")
    # Write a dash for a player who was out of the match, because 0 would look like a win.
    if not any(line.player == seat for line in score.lines):
        return "-"
    return score.points(seat)
