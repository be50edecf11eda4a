"""The first inputs of the corpus, a few for each target; ``python -m tests.robust.fuzz.seeds`` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from tests.robust.fuzz.bases import bases
from tests.robust.fuzz.run import CORPUS
from tests.support.examples import small
from tests.support.presets import PRESETS
from tests.support.strategies import LIVELY, VARIANTS, walk

from rami import Match, variants
from rami.bots import GreedyBot
from rami.cards.melds import meld_text
from rami.ext import json
from rami.notation import foreign, houses, position_text

HANDS = ("7♠ 9♠ *", "5♥ * *", "7♠ 8♠ 9♠ T♠ 7♦ 7♥ 7♣ * 2♠ 2♥ K♦ K♥ K♣ A♠")
"""The cards of questions, for each game."""


def seeds() -> Mapping[str, list[str]]:
    """Return the texts, by the names of the targets."""
    examples = small()
    moves = [str(move) for move in examples["Move"]]
    # Larger records are slow to change and no better. Without its seed, a record is refused before its first move.
    plain = (base.text for base in bases() if base.seed is None and base.variant is None)
    records = sorted((text for text in plain if len(text) < 1_200), key=len)
    return {
        "cards": ["", "7♠ 8♠ *", "AS,10h;tD 2c", "7♠7♠7♥*", "J♧ Q♢ K♡ A♤ ?"],
        "meld": [meld_text(meld) for meld in examples["Meld"]],  # type: ignore[arg-type]  # values of one kind
        "move": moves,
        "turn": [str(turn) for turn in examples["Turn"]] + ["draw; " + "; ".join(moves[5:12])],
        "position": [position_text(walk(variant, 3)[at].setup) for variant in VARIANTS for at in (1, -1)],
        "shorthand": ["js-k", "a-4h", "10c - qc", "8", "8c 8d 8h"],
        "deal": ['[Event "x"]\n[Deal "S:AK2.T98.QJ.76 -"]', "N:AK... .Q.. - ..J.", "SE:- - - A... -"],
        "log": [foreign.log_text(match, ["Ana", "Bruno"]) for match in logged()],
        "record": records[:: len(records) // 12],
        "house": [houses.dumps(variant) for variant in (*PRESETS, *LIVELY)],
        "question": [f"{variant.slug}:{cards}" for variant in PRESETS for cards in HANDS],
        "json": [json.dumps(values[-1]) for kind, values in examples.items() if kind != "Variant"],
    }


def logged() -> list[Match]:
    """Return the beginnings of matches that a log can contain."""
    match, bot = Match.start(variants.CLASSIC_51, players=2, seed=3), GreedyBot()
    found = [match]
    for _ in range(2):
        for _ in range(4):
            match = match.play(bot.choose(match.view(match.round.player)))
        found.append(match)
    return found


def main() -> None:
    for name, texts in seeds().items():
        directory = CORPUS / name
        directory.mkdir(parents=True, exist_ok=True)
        for old in directory.glob("seed-*"):
            old.unlink()
        for text in texts:
            data = text.encode()
            (directory / f"seed-{sha256(data).hexdigest()[:12]}").write_bytes(data)


if __name__ == "__main__":
    main()
