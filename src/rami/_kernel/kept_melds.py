"""Melds as they are kept with the rules, once they have been asked for."""

from __future__ import annotations

from typing import Final, final

from ._rt import i64, mypyc_attr


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Candidate:
    """A meld as the search for lay-downs sees it: its points, the most that its cards could bring, what it takes.

    `need` is a mask of its naturals with a bit for each joker above them, `twins` one of the naturals that it takes
    twice.  Where `order` differs, it is in the order of codes.  `alone` is the meld as a set of one, and `named` the
    same with the name of the meld; the name depends on the rules alone, so all callers share it.
    """

    __slots__ = ("alone", "code", "jokers", "most", "named", "need", "order", "twins", "worth")

    def __init__(
        self, code: tuple[int, ...], worth: int, most: int, need: int, twins: int, jokers: int, order: int
    ) -> None:
        self.code: Final = code
        self.worth: Final[i64] = worth
        self.most: Final[i64] = most
        self.need: Final[i64] = need
        self.twins: Final[i64] = twins
        self.jokers: Final[i64] = jokers
        self.order: Final[i64] = order
        self.alone: Final = (code,)
        self.named: tuple[object, ...] = ()


@final
class Candidates:
    """Melds as a search for lay-downs sees them, those without jokers and those with jokers apart."""

    __slots__ = ("clean", "wild")

    def __init__(self, clean: tuple[Candidate, ...], wild: tuple[Candidate, ...]) -> None:
        self.clean: Final = clean
        self.wild: Final = wild


class Shelf:
    """Melds as codes with their points, those without jokers and those with jokers apart.

    `clean_most` and `wild_most` have the most points that the cards of each meld could bring in any; what
    `candidates` makes of the melds is kept in `ready`.
    """

    __slots__ = (
        "clean",
        "clean_most",
        "clean_worth",
        "ready",
        "wild",
        "wild_most",
        "wild_worth",
    )

    def __init__(
        self,
        clean: tuple[tuple[int, ...], ...],
        clean_worth: tuple[int, ...],
        clean_most: tuple[int, ...],
        wild: tuple[tuple[int, ...], ...],
        wild_worth: tuple[int, ...],
        wild_most: tuple[int, ...],
    ) -> None:
        self.clean: Final = clean
        self.clean_worth: Final = clean_worth
        self.clean_most: Final = clean_most
        self.wild: Final = wild
        self.wild_worth: Final = wild_worth
        self.wild_most: Final = wild_most
        self.ready: Candidates | None = None
