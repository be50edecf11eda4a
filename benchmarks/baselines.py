"""The strength of the bots in duels, and the advantage of each seat in the games that come with rami.

``python -m benchmarks.baselines`` writes `results/baselines.json` and `results/baselines.md`. The results depend only
on the arguments of the command. To add a player or a duel, add a line to `PLAYERS` or `DUELS`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import attrs

from rami import Cards, Discard, DrawStock, Knock, PlayerView, TakeDiscard, play_match, variants
from rami._kernel.cards.shuffle import derive
from rami.bots import Bot, ExpertBot, GreedyBot, RandomBot, SearchBot
from rami.bots.simulation import tally
from rami.bots.statistics import Distribution, Statistics
from rami.cards.moves import Move, PassUpcard
from rami.rounds.setup import Phase

RESULTS = Path(__file__).parent / "results"
AGENT = RESULTS / "gin_agent.zip"
"""The trained weights, which `python -m examples.learning.train_gin --save benchmarks/results/gin_agent.zip` writes."""


@attrs.frozen
class SimplePlayer:
    """The reference player against which entries to the EAAI 2021 gin rummy challenge (T. Neller) were measured.

    It takes the upcard only if this makes a meld, and knocks as soon as the rules allow it. It discards the card that
    leaves the least deadwood; if several do, it chooses at random.
    """

    seed: int

    def choose(self, view: PlayerView) -> Move:
        """Return a legal move of the viewer, in a game in which players knock."""
        if view.phase in (Phase.OFFER, Phase.DRAW):
            refuse = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
            wanted = TakeDiscard() in view.legal_moves and makes_meld(view)
            return TakeDiscard() if wanted or refuse not in view.legal_moves else refuse
        if view.phase is not Phase.PLAY:
            return GreedyBot().choose(view)  # in reply to a knock, it lays off all cards that fit
        left: dict[Move, int] = {}
        for card in dict.fromkeys(view.hand):
            if Discard(card) in view.legal_moves:
                left[Discard(card)] = view.variant.deadwood(view.hand - Cards([card]))
        least = min(left.values())
        best = [move for move, deadwood in left.items() if deadwood == least]
        # The random numbers depend only on the view, so that the bot makes the same choice in any process.
        chance = Random(f"{self.seed} {view.context.totals} {view.turn} {view.hand}")
        chosen = best[chance.randrange(len(best))]
        assert isinstance(chosen, Discard)
        rest = view.hand - Cards([chosen.card])
        knock = Knock(chosen.card, view.variant.best_melds(rest, "deadwood").melds)
        return knock if knock in view.legal_moves else chosen


def makes_meld(view: PlayerView) -> bool:
    """Return whether the upcard makes a meld with two cards of the hand."""
    top = view.discards[-1]
    near = [card for card in view.hand if card.suit == top.suit or card.rank == top.rank]
    return any(view.variant.readings([top, *pair]) for pair in combinations(near, 2))


@cache
def trained() -> Bot:
    """Return the trained agent of `examples/learning/train_gin.py`, which needs sb3-contrib."""
    from examples.learning.train_gin import loaded

    return loaded(AGENT)


PLAYOUTS = {
    ("gin", 2): 500,
    ("classic-51", 4): 130,
    ("rami-500", 4): 80,
    ("lebanese-14", 4): 120,
    ("gamevelvet", 4): 160,
    ("frustration", 3): 120,
}
"""The number of playouts for each decision of the search bot: about 0.1 s with the compiled kernel."""

PLAYERS: dict[str, Callable[[int, tuple[str, int]], Bot]] = {
    "random": lambda seed, game: RandomBot(seed),
    "greedy": lambda seed, game: GreedyBot(),
    "expert": lambda seed, game: ExpertBot(),
    "simple": lambda seed, game: SimplePlayer(seed),
    "search": lambda seed, game: SearchBot(PLAYOUTS[game], seed=seed),
    "trained": lambda seed, game: trained(),
}
"""The players in duels: functions that make a bot from a seed, and from the game and its number of players."""

DUELS = [
    # The game, the number of players, the player, the bot in all other seats, and the factor for `--deals`.
    ("gin", 2, "greedy", "random", 0.2),
    ("gin", 2, "simple", "random", 0.2),
    ("gin", 2, "simple", "greedy", 1),
    ("gin", 2, "expert", "greedy", 5),
    ("gin", 2, "expert", "simple", 1),
    ("gin", 2, "search", "expert", 0.2),
    ("gin", 2, "search", "simple", 0.14),
    ("gin", 2, "trained", "random", 0.2),
    ("gin", 2, "trained", "greedy", 0.2),
    ("classic-51", 2, "greedy", "random", 0.2),
    ("classic-51", 4, "expert", "greedy", 1),
    ("rami-500", 4, "expert", "greedy", 0.1),
    ("lebanese-14", 4, "expert", "greedy", 0.3),
    ("gamevelvet", 4, "expert", "greedy", 0.1),
    ("classic-51", 4, "search", "greedy", 0.3),
    ("rami-500", 4, "search", "greedy", 0.12),
    ("lebanese-14", 4, "search", "greedy", 0.3),
    ("gamevelvet", 4, "search", "greedy", 0.2),
    ("frustration", 3, "search", "greedy", 0.035),
]


def shares(slug: str, seats: int, one: str, others: str, seed: int, deal: int) -> tuple[Fraction, Fraction]:
    """Play a deal with the player in each seat in turn; return the share of matches won, and the rounds per match.

    Several winners share a match; all players share a match that is abandoned.
    """
    won = rounds = Fraction()
    for seat in range(seats):
        bots = [
            PLAYERS[one if each == seat else others](derive(seed, "player", each), (slug, seats))
            for each in range(seats)
        ]
        match = play_match(variants.get(slug), bots, seed=derive(seed, "deal", deal))
        winners = match.winners or tuple(range(seats))
        won += Fraction(seat in winners, len(winners))
        rounds += len(match.scores)
    return won / seats, rounds / seats


def duel(game: tuple[str, int, str, str], deals: int, seed: int, executor: Any) -> dict[str, Any]:
    """Return a player's results in whole matches against others, with each deal played from every seat."""
    asked = ([each] * deals for each in (*game, seed))
    found = list(executor.map(shares, *asked, range(deals)))
    won = Distribution.of(share for share, _ in found)
    # The interval is symmetric, so near 0 or 1 it may exceed the possible shares.
    low, high = won.interval
    slug, seats, one, others = game
    return {
        "game": slug,
        "players": seats,
        "player": one,
        "against": others,
        "deals": deals,
        "won": float(won.mean),
        "interval": [max(0.0, low), min(1.0, high)],
        "rounds": float(Distribution.of(rounds for _, rounds in found).mean),
    }


def seats_of(slug: str, rounds: int, seed: int, executor: Any) -> dict[str, Any]:
    """Return the results of greedy players in rounds of a game, by seat, starting with the dealer."""
    variant = variants.get(slug)
    found = tally(variant, rounds, seed, bots=GreedyBot(), executor=executor, chunk=10)
    return {
        "players": found.players,
        "rounds": rounds,
        **listed(found.by_position),
        "by_dealer": [listed(each) for each in found.by_dealer],
    }


def listed(found: Statistics) -> dict[str, Any]:
    """Return statistics as plain data for JSON."""
    return {
        "wins": found.wins,
        "openings": found.openings,
        "mean_points": [round(float(each.mean), 3) for each in found.points],
        "mean_turns": round(float(found.lengths.mean), 3),
        "without_winner": found.without_winner,
    }


def tables(found: dict[str, Any]) -> str:
    """Return the results as Markdown tables."""
    numbers = " ".join(f"--{name} {found[name]}" for name in ("deals", "rounds", "seed"))
    left_out = " ".join(["--without", *found["without"]] if found["without"] else [])
    left_out += f"--only {found['only']}" if "only" in found else ""
    lines = [
        f"Made by `python -m benchmarks.baselines {numbers} {left_out}`.".replace(" `.", "`."),
        "",
        "| game | player | against | deals | matches won | rounds a match |",
        "|---|---|---|---:|---:|---:|",
    ]
    for row in found["duels"]:
        low, high = (f"{100 * each:.1f}" for each in row["interval"])
        lines.append(
            f"| {row['game']} | {row['player']} | {row['players'] - 1} x {row['against']} | {row['deals']} "
            f"| {100 * row['won']:.1f}% ({low} to {high}) | {row['rounds']:.1f} |"
        )
    if not found["presets"]:
        return "\n".join([*lines, ""])
    lines += [
        "",
        "| game | rounds | won by place, % | opened by place, % | without winner | turns |",
        "|---|---:|---|---|---:|---:|",
    ]
    for slug, row in found["presets"].items():
        won, opened = (
            " ".join(f"{100 * each / row['rounds']:.0f}" for each in row[name])
            for name in ("wins", "openings")
        )
        lines.append(
            f"| {slug} | {row['rounds']} | {won} | {opened} | {row['without_winner']} | {row['mean_turns']:.1f} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Run the command: play the duels and the rounds, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, default=200, help="the deals of a duel, before the factor in `DUELS`"
    )
    parser.add_argument("--rounds", type=int, default=60, help="the rounds of each game")
    parser.add_argument("--seed", type=int, default=2021)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=PLAYERS, help="play only this player's duels, not the rounds")
    parser.add_argument(
        "--without", nargs="*", default=[], choices=PLAYERS, help="the players whose duels to leave out"
    )
    parser.add_argument("--into", type=Path, default=RESULTS, help="the folder for the results")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as executor:
        found: dict[str, Any] = {
            "deals": options.deals,
            "rounds": options.rounds,
            "seed": options.seed,
            "without": options.without,
            "duels": [
                duel((slug, seats, one, others), max(2, int(options.deals * part)), options.seed, executor)
                for slug, seats, one, others, part in DUELS
                if not {one, others} & set(options.without) and options.only in (None, one)
            ],
            "presets": {
                slug: seats_of(slug, options.rounds, options.seed, executor)
                for slug in (() if options.only else variants.available())
            },
        }
    if options.only:
        found["only"] = options.only
    name = f"baselines-{options.only}" if options.only else "baselines"
    (options.into / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (options.into / f"{name}.md").write_text(tables(found), encoding="utf-8")


if __name__ == "__main__":
    main()
