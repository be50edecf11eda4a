"""Play a round with numbers that spell actions.

A learning program plays one number at a time (see `turns.spelling`). If only plain actions are possible (those with a
fixed number, such as a draw), each number is a move. Otherwise the *words*, the spellings of all legal actions, are
listed, and each number narrows the list down. For example, ``(367, 360, 361, 362, 6, 7)`` lays the meld 7♥ 8♥ 9♥ and
``(201, 424)`` lays off 7♥. The number 201 leaves only the second word, so the lay-off is played without waiting for
more numbers.
"""

from __future__ import annotations

from typing import Any, Final, final

from ..cards.hands import size
from ..cards.shuffle import Dice
from ..rounds.listing import PLAIN, PLAIN_CHOICES, allows, only_plain, plain_codes, searched, silent_discards
from ..rounds.playout import random_choice
from ..rounds.state import OVER, State
from ..rounds.steps import applied
from ..rounds.watching import Watch, watched
from ..turns.actions import Action, Choice
from ..turns.effects import Effects
from ..turns.spelling import DISCARDS, NUMBERS, Word, narrowed, plain_word, spell
from ..turns.turn import Game, Turn
from .observing import Observer

MASK_BYTES: Final = -(-NUMBERS // 8)

_WORDS: Final = [plain_word(action) for action in PLAIN]
_NUMBERS: Final = [word[0] for word in _WORDS]
_CODES: Final = [_NUMBERS.index(number) if number in _NUMBERS else -1 for number in range(NUMBERS)]
# Looking up a large int takes a third of the time of shifting a 1.
_BIT: Final = [2**number for number in range(NUMBERS)]


@final
class Numbered:
    """A round played with numbers: its position, the cards that each player has seen, and the move being spelled.

    `taken` lists the numbers spelled so far, including numbers that were the only choice. `action` is the last move,
    and `effects` lists the changes that it made.
    """

    def __init__(self, game: Game, state: State, pack: bytes) -> None:
        self._game: Final = game
        # The spelled actions that the numbers so far still allow; empty if all actions are plain.
        self._spelled: list[tuple[Word, Choice]] = []
        self.watch: Final[Watch] = watched(game, state, pack)
        self.taken: Word = ()
        self.action: Action = PLAIN[0]
        self.effects: Effects = []
        self.state: State = state
        self._listed: bool = False

    def _list(self) -> None:
        """List and spell the actions of the player to act, unless all are plain."""
        game, known = self._game, self.state.known
        self._listed = True
        if known.phase == OVER or only_plain(game, known):
            return
        for choice in searched(game, known):
            self._spelled.append((spell(game, known.turn, choice[0]), choice))
        if self._spelled:
            for code in plain_codes(game, known):
                self._spelled.append((_WORDS[code], PLAIN_CHOICES[code]))

    def mask(self) -> int:
        """Return a mask of the numbers that may come next in a legal move."""
        if not self._listed:
            self._list()
        if self._spelled:
            at = len(self.taken)
            return _bits([word[at] for word, _ in self._spelled])
        game, known = self._game, self.state.known
        if known.phase == OVER:
            return 0
        silent = silent_discards(game, known)
        if silent >= 0:
            return silent << DISCARDS
        return _bits([_NUMBERS[code] for code in plain_codes(game, known)])

    def act(self, number: int) -> bool:
        """Spell one more number; return False and change nothing if no legal move continues with it."""
        if not 0 <= number < NUMBERS or self.state.phase == OVER:
            return False
        if not self._listed:
            self._list()
        if not self._spelled:
            code = _CODES[number]
            if code < 0 or not allows(self._game, self.state.known, code):
                return False
            self.play(PLAIN[code], None)
            return True
        left, at = narrowed([word for word, _ in self._spelled], len(self.taken), number)
        if not left:
            return False
        word, choice = self._spelled[left[0]]
        if at == len(word):
            self.play(*choice)
            return True
        self._spelled = [self._spelled[place] for place in left]
        self.taken = word[:at]
        return True

    def play(self, action: Action, after: Turn | None) -> None:
        """Play a whole legal action and forget the numbers spelled before."""
        turn = self.state.turn
        effects: Effects = []
        self.state = applied(self._game, self.state, action, after, effects)
        self.action = action
        self.effects = effects
        self.watch.follow(turn, action, effects)
        # The list and the numbers spelled so far belong to the previous position.
        if self._listed:
            self._listed = False
            self.taken = ()
            self._spelled = []

    def play_at_random(self, dice: Dice, breadth: int) -> None:
        """Play one of the first `breadth` legal moves, each equally likely."""
        action, after = random_choice(self._game, self.state.known, dice, breadth)
        self.play(action, after)

    def observe(self, observer: Observer, seat: int, out: list[Any]) -> None:
        """Append the observation of a seat; it shows the numbers spelled so far only to the player to act."""
        state = self.state
        mine = state.turn.player == seat
        hand = state.turn.hand if mine else state.kept_hands[seat]
        sizes = tuple([size(held) for held in state.hands]) if observer.sized else ()
        spelled = self.taken if mine else ()
        observer.observe(self._game, state, self.watch, self.watch.sights[seat], sizes, hand, spelled, out)


def _bits(numbers: list[int]) -> int:
    out = 0
    for number in numbers:
        out |= _BIT[number]
    return out


def act_in_each(rounds: list[Numbered], numbers: list[int]) -> tuple[list[int], list[int]]:
    """Spell one number in each round; return the indexes of the rounds that refused it and of those that ended."""
    wrong: list[int] = []
    done: list[int] = []
    for row, played in enumerate(rounds):
        if not played.act(numbers[row]):
            wrong.append(row)
        elif played.state.phase == OVER:
            done.append(row)
    return wrong, done


def observe_each(rounds: list[Numbered], observer: Observer) -> tuple[list[int], bytes, list[int]]:
    """Return the observations of the players to act, for many rounds.

    The result is (words of all observations, masks of a fixed number of bytes each, player to act in each round).
    """
    words: list[Any] = []
    masks: list[bytes] = []
    players: list[int] = []
    for played in rounds:
        player = played.state.turn.player
        played.observe(observer, player, words)
        masks.append(played.mask().to_bytes(MASK_BYTES, "little"))
        players.append(player)
    return words, b"".join(masks), players
