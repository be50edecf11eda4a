// A client that follows a match of any game from the JSON that a server sends, without knowing the rules.
// It implements the page "Following events" of the documentation. For each kind of event, the server's table of effects
// says how the state changes, so a new game needs no change here.
//
//   const client = new Client(effects, 0);              // effects.json, and the viewer's seat; null for a spectator
//   if (!client.follow(view.events)) client.begin(view); // `view`: the value of a document of the kind PlayerView
//   client.state.hands, client.state.table, client.state.phase, ...

/** The fields of a view that events do not change: the rules, and counts that only the server keeps. */
export const NOT_FOLLOWED = ["variant", "upcard", "recycles_left", "events", "mark", "memory"];
const OF_CARDS = ["discards", "hand"];

const split = (text) => (typeof text === "string" ? text.split(" ").filter(Boolean) : text);

/** Return the cards in a field: a text of cards, a meld, an object with a card or a meld, or a list of these. */
export function cardsOf(field) {
  if (field === null || field === undefined) return [];
  if (typeof field === "string") return split(field.split(" (")[0]);
  return Array.isArray(field) ? field.flatMap(cardsOf) : cardsOf(field.card ?? field.meld);
}

/** Return a field of an event, by a path such as "context.seats". */
const at = (event, path) => path.split(".").reduce((value, name) => value[name], event);

const given = (value) => !(value === null || value === false || value === 0 || value.length === 0);

function takeOut(cards, card) {
  const place = cards.indexOf(card);
  if (place < 0) throw new Error(`${card} is not there`);
  cards.splice(place, 1);
}

/** Return the object that holds a fact of the state, and the fact's key in this object. */
function placeOf(state, event, fact) {
  if (fact === "hand") return [state.hands, event.player];
  const [head, name] = fact.split(".");
  if (head === "seat") return [state.seats[event.player], name];
  return name === undefined ? [state, head] : [(state[head] ??= {}), name];
}

function put(state, event, fact, value) {
  const [holder, name] = placeOf(state, event, fact);
  if (fact === "hands") value = value.map(split);
  holder[name] = structuredClone(OF_CARDS.includes(fact) ? split(value) : value);
}

const CARRIED_OUT = {
  CardsMove(state, event, effect) {
    const moving = cardsOf(event[effect.cards]);
    for (const card of cardsOf(event[effect.without])) takeOut(moving, card);
    const hand = state.hands[event.player];
    for (const card of moving) {
      const seen = event.player === state.viewer ? card : "?";
      if (effect.source === "hand") takeOut(hand, seen);
      if (effect.source === "stock") state.stock_size -= 1;
      if (effect.source === "discards") state.discards.pop();
      if (effect.target === "hand") hand.push(seen);
      if (effect.target === "discards") state.discards.push(card);
    }
  },
  MeldsPut(state, event, effect) {
    const table = new Map(state.table.map((meld) => [meld.id, meld]));
    for (const meld of [event[effect.melds]].flat()) table.set(meld.id, meld);
    state.table = [...table.values()].sort((one, other) => one.id - other.id);
  },
  FactTakes(state, event, effect) {
    put(state, event, effect.fact, effect.field === null ? event : at(event, effect.field));
  },
  FactBecomes(state, event, effect) {
    put(state, event, effect.fact, effect.value);
  },
  FactGathers(state, event, effect) {
    put(state, event, effect.fact, Object.fromEntries(effect.fields.map((name) => [name, event[name]])));
  },
  FactGrows(state, event, effect) {
    const [holder, name] = placeOf(state, event, effect.fact);
    const more = effect.field === null ? 1 : event[effect.field];
    if (Array.isArray(holder[name])) holder[name].push(more);
    else holder[name] += more;
  },
  SeatRanks(state, event, effect) {
    const places = state.seats.map((seat) => seat[effect.fact]);
    state.seats[event.player][effect.fact] = 1 + Math.max(...places);
  },
  SeatsBegin(state, event, effect) {
    state.seats = Array.from({ length: at(event, effect.count) }, () => ({ ...effect.seat }));
  },
  DiscardsTurn(state, event, effect) {
    state.discards.splice(0, event[effect.size]);
    state.stock_size = event[effect.size];
  },
};

export class Client {
  constructor(effects, viewer) {
    this.effects = effects;
    this.start = { viewer, hands: [], seats: [], table: [], discards: [], eliminated: [], ended: null };
    this.past = []; // the state after each valid event; the last one is current
  }

  get state() {
    return this.past.at(-1);
  }

  /** Start again from a view and forget all earlier states. */
  begin(view) {
    const state = { ...this.start, ...structuredClone(view), hands: view.hands.map(split), discards: split(view.discards) };
    for (const name of NOT_FOLLOWED) delete state[name];
    this.past = [state];
  }

  /** Follow events; return false if this is impossible, and the client must start again from a view. */
  follow(events) {
    return events.every((event) => this.after(event));
  }

  after(event) {
    const effects = this.effects[event.type];
    if (effects === undefined || (this.past.length === 0 && event.type !== "CardsDealt")) return false;
    if (effects.some((effect) => effect.type === "EventsVoid")) {
      const kept = this.past.length - at(event, effects[0].count);
      this.past.length = Math.max(0, kept);
      return kept > 0;
    }
    const state = structuredClone(this.state ?? this.start);
    for (const effect of effects) {
      if (CARRIED_OUT[effect.type] === undefined) return false;
      if (!effect.when || given(event[effect.when])) CARRIED_OUT[effect.type](state, event, effect);
    }
    this.past.push(state);
    return true;
  }
}
