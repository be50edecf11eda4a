"""The questions of `rami score` after a round with real cards.

The command asks only for facts that can change the score in this game. Each question depends on the options of the
game, and is also asked if a custom policy lacks these options. If an answer is impossible, such as five kings from one
pack, the command says why and repeats the question. The answers lead to the same `RoundFacts` as a round played in
rami.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from rami._base.lines import marked
from rami._cli.keyboard import Keyboard
from rami._cli.screen import Screen
from rami.cards import JOKER, Card, Cards
from rami.errors import InvalidCards
from rami.matches.reports import ReportedHand, hand_faults, suited
from rami.matches.sheets import ScoreSheet, SheetEntry, entry_of, seat_of
from rami.policies._compiled import game_of, hand_values
from rami.policies.declaring.needs import Need, declares, nets
from rami.policies.declaring.options import Condition, settings_of
from rami.policies.results._tally import most_wilds
from rami.policies.results.outcomes import UNKNOWN_HAND, KnockFact, KnockKind, Outcome
from rami.policies.slots.contracts import own_contracts_of
from rami.policies.slots.scoring import Scoring
from rami.policies.variant import Variant

T = TypeVar("T")

_UNKNOWN = ReportedHand(UNKNOWN_HAND)
_KINDS = {"knock": KnockKind.KNOCK, "gin": KnockKind.GIN, "big gin": KnockKind.BIG_GIN}


# Four digits are enough for the points of any hand, and `int` is slow for thousands of digits.
_LONGEST_COUNT = 4


class InputEnded(Exception):
    """Raised when the user leaves in the middle of a round, or the input ends."""


class EntryCancelled(Exception):
    """Raised when the user cancels the entry of this round."""


class Questions:
    """Asks the user for the result of the next round to enter on a score sheet."""

    def __init__(self, screen: Screen, keyboard: Keyboard, sheet: ScoreSheet) -> None:
        self._screen = screen
        self._keyboard = keyboard
        self._sheet = sheet
        self._settings = settings_of(sheet.variant)

    def _matters(self, condition: Condition) -> bool:
        """Return whether the options of the game meet a condition; True if a custom policy leaves this open."""
        return self._settings.met(condition) is not False

    def entry(self) -> SheetEntry:
        """Ask for the facts of a round and return the entry for the sheet.

        Raises:
            InputEnded: the user leaves, or the input ends.
            EntryCancelled: the user cancels the entry of this round.
        """
        if self._sheet.variant.table.concealed:
            return self._knock()
        if own_contracts_of(self._sheet.variant.opening) is not None:
            return self._contracts()
        names = self._sheet.names
        winner = self._ask("Who went out? (- for nobody)", self._nobody_or_player)
        # D-75: a round that nobody wins is void. OKO-STOCK-02: in some games all hands count as losers' hands instead.
        if winner is None and not self._settings.met(lambda v: v.closing.stalemate == "count_hands"):
            return entry_of(self._sheet, Outcome())
        finish = self._finish() if winner is not None and self._finish_counts() else {}
        facts: dict[str, Any] = {}
        # RUM-SCORE-01: Rummy 500 scores the cards laid and subtracts the cards left in the hand.
        if self._settings.met(nets):
            facts["laid"] = self._points_of_each(marked("{who}: points of the cards laid?"))
        left = [ReportedHand()] * len(names)
        # Do not ask about the winner, who has of course opened and has no cards left.
        opened = [True] * len(names)
        for seat in self._sheet.count.playing:
            if seat != winner:
                opened[seat], left[seat] = self._ask(
                    "{who}: cards left, or points? (type no first if they have not opened)",
                    partial(self._losers_hand, left),
                    who=names[seat],
                )
        charged: tuple[int, ...] = ()
        # OKO-DISC-02, OKO-DISC-03: discarding an okey, or a tile that fits a meld on the table, costs 101 points.
        if self._matters(lambda v: v.scoring.wild_discard_charge or v.scoring.fitting_discard_charge):
            charged = self._points_of_each(marked("{who}: points paid for discards?"))
        # OKO-SCORE-06: if a loser opened with pairs, the points left in the hand are doubled.
        if self._settings.met(Need.PAIRS_OPEN.met):
            facts["paired"] = self._ask(
                "Who opened with pairs? (- for nobody)", partial(self._paired, opened)
            )
        # OKO-STOCK-01: nobody won and players still hold cards, so the round ended because the stock was empty.
        stock_out = winner is None and not all(hand.empty for hand in left)
        outcome = Outcome(winner=winner, stock_out=stock_out, **finish)
        return entry_of(self._sheet, outcome, left, by_seat={"opened": opened, "charged": charged}, **facts)

    def _paired(self, opened: Sequence[bool], answer: str) -> tuple[int, ...]:
        """Return the players who opened with pairs; refuse a player who has not opened."""
        found = self._several(answer)
        for seat in found:
            # OKO-OPEN-02: a player who opened with pairs has opened.
            if not opened[seat]:
                raise ValueError(self._screen.word("{who} has not opened.", who=self._sheet.names[seat]))
        return found

    def _points_of_each(self, question: str) -> tuple[int, ...]:
        """Ask for each player's points and return them by seat."""
        names = self._sheet.names
        points = [0] * len(names)
        for seat in self._sheet.count.playing:
            points[seat] = self._ask(question, self._points, who=names[seat])
        return tuple(points)

    def _points(self, answer: str) -> int:
        if not is_count(answer):
            raise ValueError(self._screen.word("A number, as in 45"))
        return int(answer)

    def _losers_hand(self, others: Sequence[ReportedHand], answer: str) -> tuple[bool, ReportedHand]:
        """Return a loser's answer: True if the player had opened, and the hand, which must not be empty."""
        opened, left = self._hand(answer, others)
        if left.empty:
            raise ValueError(self._screen.word("Only the player who went out has nothing left."))
        return opened, left

    def _unmatched(self, others: Sequence[ReportedHand], limit: int | None, answer: str) -> ReportedHand:
        """Return the unmatched cards of a hand; if `limit` is given, they must not exceed the limit for knocking."""
        _, left = self._hand(answer, others)
        points = _points_of(self._sheet.hand, left)
        if limit is not None and points > limit:
            words = marked("That is {points}, and a knock allows at most {limit}.")
            raise ValueError(self._screen.word(words, points=points, limit=limit))
        return left

    def _finish_counts(self) -> bool:
        return self._matters(
            lambda v: (
                # Going out all at once doubles the score (R51-SCORE-05) or costs a flat price (VARIATION-ALLATONCE-01,
                # VELVET-SCORE-04).
                v.scoring.all_at_once_factors != (1,)
                or v.scoring.all_at_once_flat is not None
                or v.scoring.dry_flat is not None
                or v.scoring.joker_finish_any_factor is not None
            )
        )

    def _finish(self) -> dict[str, Any]:
        """Ask how the winner went out, if scoring depends on it; return the answers as fields of `Outcome`."""
        facts: dict[str, Any] = {}
        at_once = self._ask("Did they go out all at once, opening in the same turn? (y/n)", self._yes)
        facts["all_at_once"] = at_once
        if at_once and self._matters(lambda v: len(v.scoring.all_at_once_factors) != 1):
            # D-65: in Lebanese 14 the number of jokers decides whether the score is doubled, multiplied by one and a
            # half, or unchanged.
            facts["wilds_placed"] = self._ask("How many wild cards did they place in that turn?", self._wilds)
        if at_once and self._matters(lambda v: not v.scoring.all_at_once_help):
            # D-57: in some games a winner who used melds already on the table loses the factor for going out all at
            # once.
            facts["helped"] = self._ask("Did they use melds that were already on the table? (y/n)", self._yes)
        if at_once and self._matters(lambda v: v.conduct.touch_penalty is not None):
            # LEB-OBL-02: a player who touched the discard and drew from the stock gets no factor for going out all at
            # once.
            facts["factor_lost"] = self._ask(
                "Had the winner lost the factor by touching the discard? (y/n)", self._yes
            )
        # D-58: in Rami 51 a joker as the last discard counts only if the winner went out all at once. OKO-SCORE-07: in
        # 101 Okey it always doubles the score.
        joker_counts = (at_once and self._matters(lambda v: v.scoring.joker_finish is not None)) or (
            self._matters(lambda v: v.scoring.joker_finish_any_factor is not None)
        )
        if joker_counts and self._ask("Was the last discard a joker? (y/n)", self._yes):
            facts["final_discard"] = JOKER
        elif at_once and self._matters(lambda v: v.scoring.joker_finish == "last_card_any"):
            facts["joker_placed_last"] = self._ask("Was a joker placed last? (y/n)", self._yes)
        return facts

    def _knock(self) -> SheetEntry:
        if self._settings.met(declares):
            return self._declaration()
        names = self._sheet.names
        knocker = self._ask("Who knocked? (- for nobody)", self._nobody_or_player)
        if knocker is None:
            return entry_of(self._sheet, Outcome())
        kind = self._ask("knock, gin or big gin?", self._knock_kind)
        upcard = None
        # D-143: the upcard of the deal may set the limit for knocking, and if it is a spade, the hand may count double.
        by_upcard = kind is KnockKind.KNOCK and self._settings.met(
            lambda v: v.closing.knock_limit == "upcard"
        )
        if by_upcard or self._matters(lambda v: v.scoring.spade_doubles):
            upcard = self._ask("The first upcard?", self._card)
        left = [ReportedHand()] * len(names)
        for seat in range(len(names)):
            # After gin the player who knocked has no unmatched cards.
            if seat != knocker or kind is KnockKind.KNOCK:
                # Check the limit only for the player who knocked; the other hand may have any amount of deadwood.
                limit = _knock_limit(self._sheet.hand, upcard) if seat == knocker else None
                read = partial(self._unmatched, left, limit)
                left[seat] = self._ask(
                    "{who}: unmatched cards, or points, after lay-offs?", read, who=names[seat]
                )
        return self._knocked(KnockFact(knocker, kind), left, upcard=upcard)

    def _knocked(
        self, knock: KnockFact, left: Sequence[ReportedHand], last: Card | None = None, **facts: Any
    ) -> SheetEntry:
        """Return the entry of a round that ended with a knock; the hands are the unmatched cards."""
        left = suited(self._sheet.variant, left)
        outcome = Outcome(deadwood=tuple(hand.cards for hand in left), final_discard=last)
        return entry_of(self._sheet, outcome, left, knock=knock, **facts)

    def _declaration(self) -> SheetEntry:
        """Ask about a round in a game with declarations, in which players may drop out."""
        names, playing = self._sheet.names, self._sheet.count.playing
        turned = None
        if self._sheet.variant.dealing.turned_card == "wild_rank":
            # IND-WILD-02: the rank of this card is wild in the round, so without the card no hand has a value.
            turned = self._ask("Which card was turned up? (* for a joker)", self._card)
        prices = self._dropped_out()
        remaining = [seat for seat in playing if not any(prices[seat : seat + 1])]
        # If all others have dropped out, the last player has won without a declaration.
        if len(remaining) == 1:
            return entry_of(self._sheet, Outcome(), turned=turned, by_seat={"folded": prices})

        def declared(answer: str) -> int | None:
            seat = self._nobody_or_player(answer)
            if seat is not None and seat not in remaining:
                raise ValueError(self._screen.word("{who} has dropped out.", who=names[seat]))
            return seat

        other_copy = None
        if self._matters(lambda v: v.scoring.turned_show is not None):
            # OKE-IND-02: if a player shows this card, all others lose a point, no matter how the round ends.
            other_copy = self._ask(
                "Who showed a copy of the turned-up card? (- for nobody)", self._nobody_or_player
            )
        knocker = self._ask("Who declared? (- for nobody)", declared)
        if knocker is None:
            return entry_of(self._sheet, Outcome(), turned=turned, turned_shown=other_copy)
        kind, last = KnockKind.DECLARATION, None
        # OKE-SCORE-04: in Okey the price of the round is doubled by seven pairs, and by an okey as the last tile.
        if self._settings.met(Need.PAIRS.met) and self._ask(
            "Was it a declaration with pairs? (y/n)", self._yes
        ):
            kind = KnockKind.PAIRS
        if self._matters(lambda v: v.scoring.joker_finish_any_factor is not None) and self._ask(
            "Was the last discard a joker? (y/n)", self._yes
        ):
            last = JOKER
        left = [ReportedHand()] * len(names)
        # OKE-SCORE-02: prices in Okey are fixed, so do not ask for the other hands.
        for seat in remaining if self._settings.met(Need.CARDS_COUNT.met) else ():
            if seat != knocker:
                left[seat] = self._ask(
                    "{who}: the cards that count, or points? (- for none)",
                    partial(self._unmatched, left, None),
                    who=names[seat],
                )
        return self._knocked(
            KnockFact(knocker, kind),
            left,
            last,
            turned=turned,
            by_seat={"folded": prices},
            turned_shown=other_copy,
        )

    def _dropped_out(self) -> tuple[int, ...]:
        """Ask who dropped out, and return the points that this cost each seat; () if nobody dropped out."""
        prices: tuple[int, int] | None = getattr(self._sheet.variant.scoring, "fold_prices", None)
        if prices is None:
            return ()
        names, playing = self._sheet.names, self._sheet.count.playing

        def several(answer: str) -> tuple[int, ...]:
            found = self._several(answer)
            # IND-FOLD-06: the last remaining player wins, so not everybody can drop out.
            if len(found) == len(playing):
                raise ValueError(self._screen.word("One player must stay in the round."))
            return found

        costs = [0] * len(names)
        for seat in self._ask("Who dropped out? (- for nobody)", several):
            first = self._ask("{who}: dropped out on the first turn? (y/n)", self._yes, who=names[seat])
            # IND-FOLD-02, IND-FOLD-03: dropping out costs 20 points on the first turn, and 40 on any later turn.
            costs[seat] = prices[not first]
        return tuple(costs) if any(costs) else ()

    def _contracts(self) -> SheetEntry:
        screen = self._screen
        winner = self._ask("Who went out? (- for nobody)", self._nobody_or_player)

        def laid(answer: str) -> tuple[int, ...]:
            found = self._several(answer)
            # D-95: nobody can go out without having laid the contract.
            if winner is not None and winner not in found:
                who = self._sheet.names[winner]
                raise ValueError(screen.word("{who} went out and so must have laid the contract.", who=who))
            return found

        completed = self._ask("Who laid the contract, from first to last? (- for nobody)", laid)
        return entry_of(self._sheet, Outcome(winner=winner), by_seat={"completed": completed})

    def _ask(self, english: str, read: Callable[[str], T], **params: str) -> T:
        """Ask a question until `read` accepts the answer, and return the result."""
        question = self._screen.word(english, **params)
        names = [name.lower() for name in self._sheet.names]
        while True:
            answer = self._keyboard.ask(question)
            if answer is None:
                raise InputEnded
            # A player may be called Quit, and a single letter is more likely the beginning of a name than a command.
            command = "" if answer.lower() in names or len(answer) == 1 else self._screen.meant(answer)
            if command == "quit":
                raise InputEnded
            if command == "undo":
                raise EntryCancelled
            if command == "help":
                self._screen.say(
                    "Answer the question, or type undo to cancel this round or quit to leave the sheet."
                )
                continue
            try:
                return read(answer)
            except InvalidCards as error:
                self._screen.write([self._screen.text(error)])
            except ValueError as error:
                self._screen.write([str(error)])

    def _nobody_or_player(self, answer: str) -> int | None:
        return None if answer == "-" else self._player(answer)

    def _player(self, answer: str) -> int:
        names = self._sheet.names
        seat = seat_of(answer, names)
        if seat is None or seat not in self._sheet.count.playing:
            raise ValueError(self._screen.word("One of: {names}", names=self._screen.listed(names)))
        return seat

    def _several(self, answer: str) -> tuple[int, ...]:
        if answer == "-":
            return ()
        # D-96: keep the order typed, because the first player to complete the last contract wins.
        return tuple(dict.fromkeys(map(self._player, answer.replace(",", " ").split())))

    def buys(self, seat: int) -> bool:
        """Return whether a player who has reached the limit buys back in.

        Raises:
            InputEnded: the user leaves, or the input ends.
            EntryCancelled: the user cancels the entry of this round.
        """
        who = self._sheet.names[seat]
        return self._ask("{who} has reached the limit: buy back in? (y/n)", self._yes, who=who)

    def _yes(self, answer: str) -> bool:
        word = self._screen.meant(answer)
        if word in ("yes", "no"):
            return word == "yes"
        raise ValueError(self._screen.word("y or n"))

    def _wilds(self, answer: str) -> int:
        if not (answer.isdecimal() and answer.isascii() and len(answer) < 4):
            raise ValueError(self._screen.word("A number, as in 2"))
        limit = most_wilds(self._sheet.hand)
        if int(answer) > limit:
            raise ValueError(self._screen.word("There are only {limit} wild cards.", limit=limit))
        return int(answer)

    def _knock_kind(self, answer: str) -> KnockKind:
        screen, kind = self._screen, self._screen.meant(answer)
        if kind not in _KINDS:
            # Accept an abbreviation, such as k for a knock.
            meant = [
                word for word in _KINDS if any(each.startswith(kind) for each in (word, screen.command(word)))
            ]
            kind = meant[0] if kind and len(meant) == 1 else ""
        if kind not in _KINDS:
            raise ValueError(screen.word("knock, gin or big gin"))
        # D-84: in games without big gin such a hand scores as gin, so ask again.
        if kind == "big gin" and self._settings.met(lambda v: v.scoring.big_gin_bonus is None):
            raise ValueError(screen.word("There is no big gin in this game."))
        return _KINDS[kind]

    def _card(self, answer: str) -> Card:
        cards = self._typed(answer).cards
        if len(cards) != 1:
            raise ValueError(self._screen.word("One card, as in 7♠"))
        self._require_possible([cards])
        (card,) = cards
        return card

    def _require_possible(self, hands: Sequence[Cards]) -> None:
        refused = next(hand_faults(self._sheet.hand, hands, len(self._sheet.names)), None)
        if refused is not None:
            raise ValueError(self._screen.text(refused))

    def _typed(self, text: str) -> ReportedHand:
        return ReportedHand.typed(self._screen.read(text), self._screen.ranks)

    def _hand(self, answer: str, others: Sequence[ReportedHand]) -> tuple[bool, ReportedHand]:
        """Return what an answer says: True if the player had opened, and the cards left in the hand."""
        first, _, rest = answer.partition(" ")
        opened = self._screen.meant(first) != "no"
        text = answer if opened else rest.strip()
        if text == "?":
            # Accept "?" only if a player who has not opened pays a fixed number of points.
            if opened or self._settings.met(lambda v: v.scoring.unopened_flat is not None) is not True:
                raise ValueError(self._screen.word("These cards count: name them, or give their points."))
            return opened, _UNKNOWN
        # Accept points only with rami's own scoring policy, because a custom policy can score only cards.
        if is_count(text) and isinstance(self._sheet.variant.scoring, Scoring):
            return opened, ReportedHand(points=int(text))
        if not text and (opened or self._matters(lambda v: v.scoring.unopened_flat is None)):
            raise ValueError(
                self._screen.word("Cards, as in: K 3 A *, or their points, as in: 35, or - for none")
            )
        if not text:
            return opened, _UNKNOWN
        hand = ReportedHand() if text == "-" else self._typed(text)
        self._require_possible([hand.cards])
        self._require_possible([*(other.cards for other in others), hand.cards])
        return opened, hand


def is_count(text: str) -> bool:
    """Return whether typed text is a number of points, not cards."""
    return text.isdecimal() and text.isascii() and len(text) <= _LONGEST_COUNT


def _points_of(variant: Variant, hand: ReportedHand) -> int:
    """Return the points of the cards left in a hand."""
    values = hand_values(variant)
    return sum(values[card.id] for card in hand.cards) if hand.points is None else hand.points


def _knock_limit(variant: Variant, upcard: Card | None) -> int | None:
    """Return the limit of deadwood for a knock; None if it is unknown."""
    rules = game_of(variant).knock
    # GIN-MAT-02: gin has no jokers, so let a joker represent an upcard that nobody has named.
    card = JOKER if upcard is None else upcard
    if rules is None or (rules.limit < 0 and card.is_joker):
        return None
    return rules.limit_for(card.id)
