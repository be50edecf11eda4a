"""The command that keeps a score sheet for people who play with real cards."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import attrs

from rami._cli.arguments import Commands, Misuse, Parser, add_command, add_language
from rami._cli.keyboard import Keyboard
from rami._cli.narration import contract_sheet, score_sheet
from rami._cli.screen import Screen
from rami._cli.sheet import Entry, Sheet, knock_limit, load, points_of, save, too_many
from rami._drawing import marked
from rami.cards import parse_cards
from rami.errors import InvalidCards, RamiError, Reason, Violation, one_of
from rami.notation.houses import variant_named
from rami.policies._tally import most_wilds
from rami.policies.contracts import own_contracts_of
from rami.policies.needs import Condition, Need, declares, nets
from rami.policies.outcomes import KnockKind
from rami.policies.scores import RoundScore
from rami.policies.variant import settings_of

T = TypeVar("T")
_FRENCH_RANKS = {"1": "A", "V": "J", "D": "Q", "R": "K"}

_EXAMPLES = """\
The file is written after each round; the same command goes on where you stopped.
Cards left in a hand are typed as K 3 A * (suits do not matter), or - for none.

examples:
  rami score evening.json classic-51 --names Anna Ben Carl
  rami score evening.json
  rami score evening.json --show
"""


class _Stopped(Exception):
    """The people have left in the middle of a round, or the input has ended."""


class _TakenBack(Exception):
    """The people do not want to enter this round."""


def add(commands: Commands) -> Parser:
    """Add the command."""
    what = "keep the score of a match with real cards"
    more = f"{what.capitalize()}: enter what is left in each hand, see who leads and who deals."
    parser = add_command(commands, "score", run, what, more, _EXAMPLES)
    parser.add_argument("file", help="the score sheet; it is made if it is not there")
    parser.add_argument("variant", nargs="?", help="for a new sheet: which game, or a house-rule file")
    parser.add_argument("--names", metavar="NAME", nargs="+", help="for a new sheet: the players, by seat")
    dealer = "for a new sheet: who deals first (default: the first)"
    parser.add_argument("--dealer", metavar="NAME", help=dealer)
    parser.add_argument("--show", action="store_true", help="show the sheet and enter nothing")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Show the sheet, and enter rounds."""
    if Path(arguments.file).exists():
        if arguments.variant or arguments.names or arguments.dealer:
            raise Misuse(f"{arguments.file} is there already: give the file alone to go on with it")
        try:
            sheet = load(arguments.file)
        except RamiError as error:
            raise Misuse(f"{arguments.file}: {error}") from None
    else:
        if not (arguments.variant and arguments.names):
            raise Misuse(f"{arguments.file} is not there: give a game and --names for a new sheet")
        sheet = _new(arguments)
        save(sheet, arguments.file)
    screen.plays(sheet.variant)
    show(screen, sheet)
    return 0 if arguments.show else Dialogue(screen, sheet, arguments.file).runs()


def _new(arguments: argparse.Namespace) -> Sheet:
    names = tuple(arguments.names)
    sheet = Sheet(variant_named(arguments.variant), names)
    for name in names:
        if not name.strip("- ") or not name.isprintable() or name != name.strip():
            raise RamiError(Violation(Reason.NAME_UNFIT, None, {"name": name}))
    if len({name.lower() for name in names}) < len(names):
        raise RamiError(Violation(Reason.NAMES_REPEATED, None, {"names": names}))
    if arguments.dealer is None:
        return sheet
    seat = seat_of(arguments.dealer, names)
    if seat is None:
        raise RamiError(*one_of("--dealer", arguments.dealer, names))
    return attrs.evolve(sheet, dealer=seat)


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """The seat of a player, by the name or its beginning; None if that is nobody, or more than one.

    >>> seat_of("b", ["Anna", "Ben"]), seat_of("c", ["Anna", "Ben"])
    (1, None)
    """
    lowered = [name.lower() for name in names]
    if text.lower() in lowered:
        return lowered.index(text.lower())
    found = [seat for seat, name in enumerate(lowered) if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None


def show(screen: Screen, sheet: Sheet) -> None:
    """Write the rounds, the totals, and who deals or has won."""
    standing = sheet.standing()
    screen.say("{game}: {names}", game=screen.game(sheet.variant.name), names=", ".join(sheet.names))
    if own_contracts_of(sheet.variant.opening) is not None:
        contract_sheet(screen, sheet.variant, standing.scores, sheet.names)
    elif standing.scores:
        rows: list[list[object]] = [
            [number, sheet.names[dealer], *(_points(screen, score, seat) for seat in range(len(sheet.names)))]
            for number, (score, dealer) in enumerate(zip(standing.scores, standing.dealers, strict=True), 1)
        ]
        rows.append(["", screen.word("total"), *standing.totals])
        screen.table([*screen.words(["round", "dealt by"]), *sheet.names], rows)
    for group in standing.departures:
        screen.say("Out of the match: {who}", who=", ".join(sheet.names[seat] for seat in group))
    if standing.over and standing.verdict is not None:
        winners = ", ".join(sheet.names[seat] for seat in standing.verdict.winners)
        screen.say("The match is over. Won by: {who}", who=winners)
    else:
        for seat in standing.deciding:
            screen.say("{who} may buy back in.", who=sheet.names[seat])
        if not standing.deciding:
            screen.say("{who} deals.", who=sheet.names[standing.next_dealer])


def _points(screen: Screen, score: RoundScore, seat: int) -> object:
    if score.void:
        return screen.word("void")
    if not any(line.player == seat for line in score.lines):
        return "-"
    return score.points(seat)


class Dialogue:
    """Asks people for their rounds."""

    def __init__(self, screen: Screen, sheet: Sheet, path: str) -> None:
        self._screen = screen
        self._sheet = sheet
        self._path = path
        self._keyboard = Keyboard(screen)
        self._settings = settings_of(sheet.variant)

    def runs(self) -> int:
        """Ask until the match is over or the people leave; the exit code."""
        screen = self._screen
        while True:
            over = self._sheet.standing().over
            question = screen.word(
                "undo, sheet or quit:" if over else "Enter for a round; undo, sheet or quit:"
            )
            answer = self._keyboard.ask(question)
            match None if answer is None else answer.lower():
                case None | "quit" | "q" | "quitter":
                    return 0
                case "undo" | "u" | "annuler":
                    self._undo()
                case "sheet" | "s" | "feuille":
                    show(screen, self._sheet)
                case "" if not over:
                    try:
                        self._enter()
                    except _Stopped:
                        return 0
                    except _TakenBack:
                        screen.say("Nothing of this round is kept.")
                case _:
                    screen.say("That is none of them.")

    def _enter(self) -> None:
        if not self._sheet.standing().deciding:
            self._keep(self._sheet.with_entry(self._asked()))
        while deciding := self._sheet.standing().deciding:
            who = self._sheet.names[deciding[0]]
            said = self._ask("{who} has reached the limit: buy back in? (y/n)", self._yes, who=who)
            *earlier, last = self._sheet.entries
            last = attrs.evolve(last, answers=(*last.answers, said))
            self._keep(attrs.evolve(self._sheet, entries=(*earlier, last)))
        standing = self._sheet.standing()
        if own_contracts_of(self._sheet.variant.opening) is None:
            score_sheet(self._screen, standing.scores[-1], standing.totals, self._sheet.names)
        show(self._screen, self._sheet)

    def _keep(self, sheet: Sheet) -> None:
        sheet.standing()
        save(sheet, self._path)
        self._sheet = sheet

    def _undo(self) -> None:
        if not self._sheet.entries:
            self._screen.say("There is no round to take back.")
            return
        self._keep(attrs.evolve(self._sheet, entries=self._sheet.entries[:-1]))
        show(self._screen, self._sheet)

    def _matters(self, condition: Condition) -> bool:
        """Whether the options may meet a condition; those that a custom policy hides may."""
        return self._settings.met(condition) is not False

    def _asked(self) -> Entry:
        """The facts of a round."""
        if self._sheet.variant.table.concealed:
            return self._knock()
        if own_contracts_of(self._sheet.variant.opening) is not None:
            return self._contracts()
        names = self._sheet.names
        winner = self._ask("Who went out? (- for nobody)", self._nobody_or_player)
        if winner is None and not self._settings.met(lambda v: v.closing.stalemate == "count_hands"):
            return Entry()
        facts = self._finish() if winner is not None and self._finish_counts() else {}
        left = [""] * len(names)
        if self._settings.met(nets):
            facts["laid"] = self._points_of_each(marked("{who}: points of the cards laid?"))
        opened = [True] * len(names)
        for seat in self._sheet.standing().playing:
            if seat != winner:
                opened[seat], left[seat] = self._ask(
                    "{who}: cards left? (no in front: not opened)", partial(self._left, left), who=names[seat]
                )
        if self._matters(lambda v: v.scoring.wild_discard_charge or v.scoring.fitting_discard_charge):
            facts["charged"] = self._points_of_each(marked("{who}: what did discards cost?"))
        if self._settings.met(Need.PAIRS_OPEN.met):
            facts["paired"] = self._ask(
                "Who opened with pairs? (- for nobody)", partial(self._paired, opened)
            )
        return Entry(winner=winner, hands=tuple(left), opened=tuple(opened), **facts)  # type: ignore[arg-type]  # by name

    def _paired(self, opened: Sequence[bool], answer: str) -> tuple[int, ...]:
        """Who opened with pairs: players who have opened."""
        found = self._several(answer)
        for seat in found:
            if not opened[seat]:
                raise ValueError(self._screen.word("{who} has not opened.", who=self._sheet.names[seat]))
        return found

    def _points_of_each(self, question: str) -> tuple[int, ...]:
        """Points of each player, by seat."""
        names = self._sheet.names
        points = [0] * len(names)
        for seat in self._sheet.standing().playing:
            points[seat] = self._ask(question, self._points, who=names[seat])
        return tuple(points)

    def _points(self, answer: str) -> int:
        if not (answer.isdecimal() and answer.isascii() and len(answer) < 5):
            raise ValueError(self._screen.word("A number, as in 45"))
        return int(answer)

    def _left(self, others: Sequence[str], answer: str) -> tuple[bool, str]:
        """What is left in a hand, which is something: another player went out."""
        opened, cards = self._hand(answer, others)
        if not cards and (opened or answer.rpartition(" ")[2] == "-"):
            raise ValueError(self._screen.word("Only the player who went out has nothing left."))
        return opened, cards

    def _unmatched(self, others: Sequence[str], limit: int | None, answer: str) -> str:
        """The unmatched cards of a hand; those of a player who knocks count no more than the limit."""
        _, cards = self._hand(answer, others)
        points = points_of(self._sheet.hand, cards.split())
        if limit is not None and points > limit:
            words = marked("That is {points}; with more than {limit} nobody knocks.")
            raise ValueError(self._screen.word(words, points=points, limit=limit))
        return cards

    def _finish_counts(self) -> bool:
        return self._matters(
            lambda v: (
                v.scoring.all_at_once_factors != (1,)
                or v.scoring.all_at_once_flat is not None
                or v.scoring.dry_flat is not None
                or v.scoring.joker_finish_any_factor is not None
            )
        )

    def _finish(self) -> dict[str, object]:
        """How the winner went out, as far as it matters."""
        facts: dict[str, object] = {}
        at_once = self._ask("All at once, opening in the same turn? (y/n)", self._yes)
        facts["all_at_once"] = at_once
        if at_once and self._matters(lambda v: len(v.scoring.all_at_once_factors) != 1):
            facts["wilds_placed"] = self._ask("How many wild cards were in it?", self._wilds)
        if at_once and self._matters(lambda v: not v.scoring.all_at_once_help):
            facts["helped"] = self._ask("With melds that lay there before? (y/n)", self._yes)
        if at_once and self._matters(lambda v: v.conduct.touch_penalty is not None):
            facts["factor_lost"] = self._ask("Had the winner lost the double? (y/n)", self._yes)
        joker_counts = (at_once and self._matters(lambda v: v.scoring.joker_finish is not None)) or (
            self._matters(lambda v: v.scoring.joker_finish_any_factor is not None)
        )
        if joker_counts and self._ask("Was the last discard a joker? (y/n)", self._yes):
            facts["final_discard"] = "*"
        elif at_once and self._matters(lambda v: v.scoring.joker_finish == "last_card_any"):
            facts["joker_placed_last"] = self._ask("Was a joker placed last? (y/n)", self._yes)
        return facts

    def _knock(self) -> Entry:
        if self._settings.met(declares):
            return self._declaration()
        names = self._sheet.names
        knocker = self._ask("Who knocked? (- for nobody)", self._nobody_or_player)
        if knocker is None:
            return Entry()
        kind = self._ask("knock, gin or big gin?", self._kind)
        upcard = None
        by_upcard = kind == "knock" and self._settings.met(lambda v: v.closing.knock_limit == "upcard")
        if by_upcard or self._matters(lambda v: v.scoring.spade_doubles):
            upcard = self._ask("The first upcard?", self._card)
        left = [""] * len(names)
        for seat in range(len(names)):
            if seat != knocker or kind == "knock":
                limit = knock_limit(self._sheet.hand, upcard) if seat == knocker else None
                read = partial(self._unmatched, left, limit)
                left[seat] = self._ask("{who}: unmatched cards, after lay-offs?", read, who=names[seat])
        return Entry(knocker=knocker, kind=kind, hands=tuple(left), upcard=upcard)

    def _declaration(self) -> Entry:
        """A round that ends when a player declares, or when all others have dropped out."""
        names, playing = self._sheet.names, self._sheet.standing().playing
        turned = None
        if self._sheet.variant.dealing.turned_card == "wild_rank":
            turned = self._ask("Which card was turned up? (* for a joker)", self._card)
        prices = self._dropped_out()
        staying = [seat for seat in playing if not any(prices[seat : seat + 1])]
        if len(staying) == 1:
            return Entry(turned=turned, folded=prices)

        def declared(answer: str) -> int | None:
            seat = self._nobody_or_player(answer)
            if seat is not None and seat not in staying:
                raise ValueError(self._screen.word("{who} has dropped out.", who=names[seat]))
            return seat

        shown = None
        if self._matters(lambda v: v.scoring.turned_show is not None):
            shown = self._ask("Who showed the card turned up? (- for nobody)", self._nobody_or_player)
        knocker = self._ask("Who declared? (- for nobody)", declared)
        if knocker is None:
            return Entry(turned=turned, turned_shown=shown)
        kind, last = KnockKind.DECLARATION, None
        if self._settings.met(Need.PAIRS.met) and self._ask("In pairs? (y/n)", self._yes):
            kind = KnockKind.PAIRS
        if self._matters(lambda v: v.scoring.joker_finish_any_factor is not None) and self._ask(
            "Was the last discard a joker? (y/n)", self._yes
        ):
            last = "*"
        left = [""] * len(names)
        for seat in staying if self._settings.met(Need.CARDS_COUNT.met) else ():
            if seat != knocker:
                left[seat] = self._ask(
                    "{who}: the cards that count? (- for none)",
                    partial(self._unmatched, left, None),
                    who=names[seat],
                )
        return Entry(
            knocker=knocker,
            kind=kind,
            hands=tuple(left),
            turned=turned,
            folded=prices,
            final_discard=last,
            turned_shown=shown,
        )

    def _dropped_out(self) -> tuple[int, ...]:
        """What it has cost each player to drop out, by seat; () if nobody has."""
        prices: tuple[int, int] | None = getattr(self._sheet.variant.scoring, "fold_prices", None)
        if prices is None:
            return ()
        names, playing = self._sheet.names, self._sheet.standing().playing

        def several(answer: str) -> tuple[int, ...]:
            found = self._several(answer)
            if len(found) == len(playing):
                raise ValueError(self._screen.word("One player stays in the round."))
            return found

        costs = [0] * len(names)
        for seat in self._ask("Who dropped out? (- for nobody)", several):
            first = self._ask("{who}: in the first turn? (y/n)", self._yes, who=names[seat])
            costs[seat] = prices[not first]
        return tuple(costs) if any(costs) else ()

    def _contracts(self) -> Entry:
        screen = self._screen
        winner = self._ask("Who went out? (- for nobody)", self._nobody_or_player)

        def laid(answer: str) -> tuple[int, ...]:
            found = self._several(answer)
            if winner is not None and winner not in found:
                who = self._sheet.names[winner]
                raise ValueError(screen.word("{who} went out, and so has laid the contract.", who=who))
            return found

        completed = self._ask("Who laid the contract, in that order? (- for nobody)", laid)
        return Entry(winner=winner, completed=completed)

    def _ask(self, english: str, read: Callable[[str], T], **params: str) -> T:
        """An answer that can be read; what cannot is asked again."""
        question = self._screen.word(english, **params)
        names = [name.lower() for name in self._sheet.names]
        while True:
            answer = self._keyboard.ask(question)
            if answer is None:
                raise _Stopped
            command = "" if answer.lower() in names else answer.lower()
            if command in ("quit", "quitter"):
                raise _Stopped
            if command in ("undo", "annuler"):
                raise _TakenBack
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
        if seat is None or seat not in self._sheet.standing().playing:
            raise ValueError(self._screen.word("One of: {names}", names=", ".join(names)))
        return seat

    def _several(self, answer: str) -> tuple[int, ...]:
        if answer == "-":
            return ()
        return tuple(dict.fromkeys(map(self._player, answer.replace(",", " ").split())))

    def _yes(self, answer: str) -> bool:
        if answer.lower() in ("y", "yes", "o", "oui"):
            return True
        if answer.lower() in ("n", "no", "non"):
            return False
        raise ValueError(self._screen.word("y or n"))

    def _wilds(self, answer: str) -> int:
        if not (answer.isdecimal() and answer.isascii() and len(answer) < 4):
            raise ValueError(self._screen.word("A number, as in 2"))
        limit = most_wilds(self._sheet.hand)
        if int(answer) > limit:
            raise ValueError(self._screen.word("There are only {limit} wild cards.", limit=limit))
        return int(answer)

    def _kind(self, answer: str) -> str:
        words = (
            answer.lower()
            .replace("-", " ")
            .replace("frappe", "knock")
            .replace("grand", "big")
            .replace(" ", "_")
        )
        if words == KnockKind.BIG_GIN and self._settings.met(lambda v: v.scoring.big_gin_bonus is None):
            raise ValueError(self._screen.word("There is no big gin in this game."))
        if words in (KnockKind.KNOCK, KnockKind.GIN, KnockKind.BIG_GIN):
            return words
        raise ValueError(self._screen.word("knock, gin or big gin"))

    def _card(self, answer: str) -> str:
        cards = self._cards(answer)
        if len(cards) != 1:
            raise ValueError(self._screen.word("One card, as in 7♠"))
        self._possible([cards])
        return cards[0]

    def _possible(self, hands: Sequence[Sequence[str]]) -> None:
        refused = too_many(self._sheet.hand, hands, len(self._sheet.names))
        if refused is not None:
            raise ValueError(self._screen.text(refused))

    def _cards(self, text: str) -> tuple[str, ...]:
        return cards_of(self._screen.read(text), french=self._screen.french)

    def _hand(self, answer: str, others: Sequence[str]) -> tuple[bool, str]:
        """Whether the player had opened, and the cards."""
        first, _, rest = answer.partition(" ")
        opened = first.lower() not in ("no", "non", "n")
        text = answer if opened else rest
        if not text and (opened or self._matters(lambda v: v.scoring.unopened_flat is None)):
            raise ValueError(self._screen.word("Cards, as in: K 3 A *, or - for none"))
        cards = () if text in ("", "-") else self._cards(text)
        self._possible([cards])
        self._possible([*(each.split() for each in others), cards])
        return opened, " ".join(cards)


def cards_of(text: str, *, french: bool = False) -> tuple[str, ...]:
    """Cards whose suits may be missing, since they do not count: then any suit will do.

    >>> cards_of("K 3h *")
    ('K♣', '3♥', '*')
    """
    found: list[str] = []
    alone: list[int] = []
    for token in text.replace(",", " ").split():
        bare = token.upper().replace("10", "T")
        if french:
            bare = _FRENCH_RANKS.get(bare, bare)
        if len(bare) == 1 and bare in "A23456789TJQK":
            alone.append(len(found))
            found.append(bare)
        else:
            found.extend(map(str, parse_cards(token)))
    for place in alone:
        suited = (f"{found[place]}{suit}" for suit in "♣♦♥♠")
        found[place] = min(suited, key=found.count)
    return tuple(found)
