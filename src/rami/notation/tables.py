"""Hands, melds on the table, and contracts as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rami._base.lines import ROOMY, aligned, wrapped
from rami.cards import Cards
from rami.errors import InvalidText, RamiError, reject
from rami.errors.checks import instance, integer, items, seat, text
from rami.matches.match import Match
from rami.matches.sheets import ScoreSheet
from rami.policies.results.scores import contract_grid
from rami.policies.slots.contracts import contracts_of
from rami.rounds.setup import TableMeld

if TYPE_CHECKING:
    from rami.locales.speaking import LanguageLike

__all__ = ["contracts_text", "hands_text", "table_text"]


def hands_text(hands: Sequence[Cards], seats: Iterable[int], player: str = "player") -> list[str]:
    """Write the hands of these seats, one per line.

    Parameters:
        hands: the hands by seat.
        seats: the seats to show.
        player: the word before the number of the seat.

    >>> hands_text([Cards("7♠ 8♠"), Cards("K♥ *")], [0, 1])
    ['player 0  7♠ 8♠', 'player 1  K♥ *']
    """
    held, wanted = items(RamiError, "hands", hands), items(RamiError, "seats", seats)
    reject(RamiError, (fault for each in wanted for fault in seat("seats", each, len(held))))
    # Strip the line, because an empty hand would leave trailing spaces.
    return [f"{player} {each}  {held[each]}".rstrip() for each in wanted]


def table_text(table: Iterable[TableMeld], head: str = "", width: int = ROOMY) -> list[str]:
    """Write the melds on the table, each with its id as used in moves.

    Parameters:
        table: the melds.
        head: the beginning of the first line; other lines are indented by its length.
        width: the maximum length of a line; a line that cannot be broken may be longer.

    >>> table_text([TableMeld(0, 2, "7♠ 8♠ 9♠"), TableMeld(3, 1, "A♦ A♥ *")], "table ")
    ['table [0] 7♠ 8♠ 9♠  [3] A♦ A♥ *']
    """
    reject(RamiError, text("head", head) + integer("width", width))
    melds = items(RamiError, "table", table, TableMeld)
    return wrapped(head, [f"[{laid.id}] {laid}" for laid in melds], "  ", width)


TICK = "✓"
CONTRACTS_HEAD = "contract"


def contracts_text(
    match: Match | ScoreSheet, names: Sequence[str] = (), lang: LanguageLike = "en", width: int = ROOMY
) -> list[str]:
    """Write the contract sheet of a match, with a tick for each contract that a player has completed.

    Parameters:
        match: the match, or a score sheet.
        names: the names of the players, by seat; by default the names on the score sheet, or the seat numbers of a
            match.
        lang: the language.
        width: the maximum length of a line; a line that cannot be broken may be longer.

    Returns:
        The lines; an empty list if the game has no contracts.

    >>> from rami import variants
    >>> match = Match.start(variants.FRUSTRATION, players=2, seed=7)
    >>> for line in contracts_text(match, ["Ana", "Bo"])[4:7]:
    ...     print(line)
     4                      group 4 + group 4
     5                          run 4 + run 4
     6  group 3 + group 3 + group 3 + group 3
    """
    # Import this only here, because catalogues are slow to import and the functions above need none.
    from rami.locales.speaking import language, written

    reject(InvalidText, (*instance("match", match, Match, ScoreSheet), *integer("width", width)))
    contracts = contracts_of(match.variant.opening)
    if contracts is None:
        return []
    spoken = language(lang, match.variant.equipment.faces)
    count, named = (match.count, match.names) if isinstance(match, ScoreSheet) else (match, ())
    head = [
        "",
        spoken.message("sheet", CONTRACTS_HEAD),
        *(names or named or map(str, range(len(count.totals)))),
    ]
    rows = [
        [
            str(number),
            str(written(spoken, "contract", contract)),
            *("" if done is None else TICK for done in row),
        ]
        for number, (contract, row) in enumerate(
            zip(contracts, contract_grid(count.scores, len(count.totals), len(contracts)), strict=True), 1
        )
    ]
    return [line.rstrip() for line in aligned(head, rows, 0, width)]
