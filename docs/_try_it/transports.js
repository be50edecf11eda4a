// Who keeps the match: a table in this browser with bots, or a server with people.
//
// A transport has
//   connect(on)            begins to send frames, on.frame({ view, names, totals, waiting_for, ... }), in rami's JSON
//                          (sight.py); on.waiting(names) while seats are free, on.lost() while there is no connection
//   send(step)             does something at the table; resolves to { against: [{ text }] } if it is refused
//   close()                stops
// A step is { step: "play", move: "discard 9♦" }, { step } with "undo", "ready", "buy_in" or "stay_out"; at a server also
// { step: "propose", motion: "stop" }, "agree", "decline" and "give_up".
import { ask } from "./python.js";

// A match in this browser, new ({ slug, names, seed }) or kept ({ rows }).
export class LocalTable {
  #begin;
  #on;
  #open = true;

  constructor(begin) { this.#begin = begin; }

  async connect(on) {
    this.#on = on;
    const { rows, bots, ...facts } = this.#begin;
    await this.#follow(rows ? await ask("resume", { rows, bots }) : await ask("begin", { bots, ...facts }));
  }
  async send({ step, move = "" }) {
    const frame = await ask("step", { kind: step, move, bots: this.#begin.bots });
    if (frame.against) return frame;
    this.#follow(frame);
    return {};
  }
  setBots(bots) { this.#begin.bots = bots; }
  close() { this.#open = false; }

  // The bots play on until the person is to act.
  async #follow(frame) {
    for (let now = frame; this.#open; now = await ask("step", { kind: "bot", bots: this.#begin.bots })) {
      this.#on.frame(now);
      if (!now.bot) return;
    }
  }
}

// A table of a server (examples/server): its messages are frames with a type.  The address is that of the table.
export class ServerTable {
  #address;
  #key;
  #lang;
  #on;
  #socket;
  #mark = null;
  #next = 1;
  #replies = new Map();

  constructor({ address, key, lang }) { [this.#address, this.#key, this.#lang] = [address, key, lang]; }

  connect(on) {
    this.#on = on;
    const url = new URL(`${this.#address}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.#socket = new WebSocket(url);
    this.#socket.onopen = () => this.#say({ type: "hello", key: this.#key, mark: this.#mark ?? 0, lang: this.#lang });
    this.#socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    // a lost line is taken up where it broke: the server sends the events since the last mark
    this.#socket.onclose = () => { on.lost(); if (this.#on) setTimeout(() => this.#on && this.connect(on), 1000); };
  }
  async send({ step, move, motion }) {
    const accept = step === "buy_in";
    const message = { propose: { type: "propose", motion }, play: { type: "play", move, mark: this.#mark }, buy_in: { type: "buy_in", accept }, stay_out: { type: "buy_in", accept } }[step] ?? { type: step };
    const { codes, against } = await new Promise((resolve) => {
      this.#replies.set(this.#next, resolve);
      this.#say({ ...message, id: this.#next++ });
    });
    // what nobody may take back alone, the table is asked for
    if (step === "undo" && against && codes[0] !== "undo_nothing") return this.send({ step: "propose", motion: "undo" });
    return { against };
  }
  close() {
    this.#on = null;
    this.#socket.close();
  }

  #say(message) { this.#socket.send(JSON.stringify(message)); }
  #hear(message) {
    if (message.type === "table") {
      this.#mark = message.view.mark;
      return this.#on?.frame({ ...message, undo: true });
    }
    if (message.type === "waiting") return this.#on?.waiting(message.names);
    const resolve = this.#replies.get(message.id);
    this.#replies.delete(message.id);
    const reasons = message.reasons?.length ? message.reasons : message.codes ?? [];
    return resolve?.(message.type === "refused" ? { codes: message.codes ?? [], against: reasons.map((text) => ({ text })) } : {});
  }
}

// Open a table, and sit down at one.
export async function posted(path, facts) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(facts) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.reasons?.[0] ?? answer.codes?.[0] ?? response.status);
  return answer;
}
