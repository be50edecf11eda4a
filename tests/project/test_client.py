"""The JavaScript client follows all games from a server's messages, even with takebacks and when it joins late."""

from __future__ import annotations

import contextlib
import json as plain_json
from collections.abc import Container, Iterable, Iterator
from random import Random
from typing import Any, get_args

import attrs
import pytest
from tests.support.depth import shorter
from tests.support.presets import PRESETS
from tests.support.programs import EXAMPLES, answer_of
from tests.unit.matches.test_fold import CASES, Case, choose

from rami import Match, RamiError, Variant, variants
from rami.ext import json
from rami.rounds.effects import EFFECTS
from rami.rounds.events import Event

CLIENT = EXAMPLES / "client" / "client.mjs"
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
    """The report of the client about a match.

    Parameters:
        wrong: the differences from views: mark, viewer, fact, value, expected value.
        compared: the number of facts compared.
        met: the kinds of events.
        views: the number of views needed after takebacks, and the number of clients that joined late.
    """

    wrong: list[Any]
    compared: int
    met: list[str]
    views: list[int]


def matches(variant: Variant, players: int, seed: int, moves: int) -> Iterator[Match]:
    """Yield a random match, in which moves, ends of rounds and deals are taken back."""
    rng = Random(seed)
    match = Match.start(variant, players=players, seed=seed)
    yield match
    for _ in range(moves):
        if rng.random() < 0.06:
            with contextlib.suppress(RamiError):
                for _ in range(rng.choice((1, 1, 2, 5))):
                    match = match.undo(force=True)
                    yield match
        elif rng.random() < 0.015:
            with contextlib.suppress(RamiError):
                match = agreed(rng, match)
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


def agreed(rng: Random, match: Match) -> Match:
    """Return the match after an action other than a move."""
    match rng.randrange(5):
        case 0 | 1:
            return match.announce_last(match.player)
        case 2:
            return match.withdraw(match.player)
        case 3:
            return match.stop()
        case _:
            return match.throw_in(misdeal=rng.random() < 0.5)


def sent(story: Iterable[Match], late: Container[int]) -> Iterator[str]:
    """Yield the lines for the client: the effects of events, then the view of each seat at each step."""
    yield plain_json.dumps(json.effects())
    mark = 0
    for step, match in enumerate(story):
        for seat in SEATS:
            view = json.to_data(match.view(seat, since=mark))["value"]
            yield plain_json.dumps({"view": view, "late": step in late})
        mark = match.mark


def followed(story: Iterable[Match], late: Container[int] = range(5, 1000, 12)) -> Answer:
    """Return the report of a client that follows a match, and of others that join at the steps `late`."""
    return Answer(**answer_of(DRIVER % CLIENT.as_uri(), typed="\n".join(sent(story, late))))


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)
def test_a_client_without_rules_follows_every_game(variant: Variant) -> None:
    answer = followed(matches(variant, variant.usual_players, 5, shorter(MOVES)))
    assert answer.wrong == []
    assert answer.compared > 1000
    assert answer.views[1]


def test_a_late_client_asks_for_a_view_where_too_much_is_taken_back() -> None:
    played = list(matches(variants.GIN, 2, 5, 8))
    once = played[-1].undo(force=True)
    twice = once.undo(force=True)
    answer = followed([*played, once, twice, twice.play(next(iter(twice.legal_moves)))], [len(played) - 2])
    assert answer.wrong == []
    # Each seat's client that joined a move earlier needs a view; the clients of the deal never do.
    assert answer.views == [len(SEATS), len(SEATS)]
    assert "TakenBack" in answer.met


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_client_without_rules_follows_what_is_rare(case: Case) -> None:
    story = matches(case.variant, case.players, case.seed, shorter(case.moves))
    assert followed(story).wrong == []


NEW = """
import { Client } from "%s";
const effects = JSON.parse(process.argv[1]);
const at = { viewer: 0, hands: ["7♠ 8♠ 9♠ K♥", "? ?"], discards: "", table: [], seats: [], stock_size: 9 };
const client = new Client(effects, 0);
client.begin(at);
const table = [{ id: 4, owner: 0, meld: "7♠ 8♠ 9♠ (run 7♠)" }];
const event = { type: "TableRegrouped", player: 0, cards: "7♠ 8♠ 9♠", table };
const before = client.follow([event]);
client.effects.TableRegrouped = JSON.parse(process.argv[2]);
const after = client.follow([event]);
console.log(JSON.stringify([before, after, client.state.hands, client.state.table]));
"""


def test_a_kind_that_joins_later_needs_its_effects_and_no_new_client() -> None:
    moved = {"type": "CardsMove", "cards": "cards", "source": "hand", "target": "table", "without": None}
    taken = {"type": "FactTakes", "fact": "table", "field": "table", "when": None}
    effects = (plain_json.dumps(each) for each in (json.effects(), [moved, taken]))
    meld = {"id": 4, "owner": 0, "meld": "7♠ 8♠ 9♠ (run 7♠)"}
    assert answer_of(NEW % CLIENT.as_uri(), *effects) == [False, True, [["K♥"], ["?", "?"]], [meld]]


def test_every_kind_of_event_has_its_effects() -> None:
    assert set(EFFECTS) == set(get_args(Event))
    assert json.effects().keys() == {each.__name__ for each in get_args(Event)}


def test_the_client_is_short() -> None:
    text = CLIENT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    # It names only the deal, which a client that joins late needs to begin.
    assert {each for each in json.effects() if each in text} == {"CardsDealt"}
