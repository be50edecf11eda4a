"""Melds as they are kept with the rules, once they have been asked for."""

from __future__ import annotations

from typing import Final, final

from ._rt import i64, mypyc_attr

NOT_ASKED: Final = -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Candidate:
    """A meld as the search for lay-downs sees it: its points, the most that its cards could bring, what it takes.

    `need` is a mask of its naturals with a bit for each joker above them, `twins` one of the naturals that it takes
    twice.  Where `order` differs, it is in the order of codes; it is found on demand.  `alone` is the meld as a set of
    one, and `named` the same with the name of the meld; the name depends on the rules alone, so all callers share it.
    """

    __slots__ = ("alone", "code", "jokers", "most", "named", "need", "order", "twins", "worth")

    def __init__(
        self, code: tuple[int, ...], worth: int, most: int, need: int, twins: int, jokers: int
    ) -> None:
        self.code: Final = code
        self.worth: Final[i64] = worth
        self.most: Final[i64] = most
        self.need: Final[i64] = need
        self.twins: Final[i64] = twins
        self.jokers: Final[i64] = jokers
        self.order: i64 = NOT_ASKED
        self.alone: Final = (code,)
        self.named: tuple[object, ...] = ()


@final
class Candidates:
    """Melds of some cards, those without jokers and those with jokers apart."""

    __slots__ = ("clean", "wild")

    def __init__(self, clean: tuple[Candidate, ...], wild: tuple[Candidate, ...]) -> None:
        self.clean: Final = clean
        self.wild: Final = wild
