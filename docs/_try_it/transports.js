// Who keeps the match: a table in this browser with bots, or a server with people.
//
// A transport has
//   connect({ onframe })   begins to send frames: { view, names, totals, waiting_for, ... } in rami's JSON (sight.py)
//   send(step)             does something at the table; resolves to { against } with the reasons if it is refused
//   close()                stops
// A step is { step: "play", move: "discard 9♦" }, or { step } with "undo", "ready", "buy_in" or "stay_out".
import { ask } from "./python.js";

// A match in this browser, new ({ slug, names, seed }) or kept ({ rows }).
export class LocalTable {
  #begin;
  #onframe = () => {};
  #open = true;

  constructor(begin) { this.#begin = begin; }

  async connect({ onframe }) {
    this.#onframe = onframe;
    const { rows, bots, ...facts } = this.#begin;
    await this.#follow(rows ? await ask("resume", { rows, bots }) : await ask("begin", { bots, ...facts }));
  }
  async send({ step, move = "" }) {
    const frame = await ask("step", { kind: step, move, bots: this.#begin.bots });
    if (frame.against) return frame;
    this.#follow(frame);
    return {};
  }
  play(bots) { this.#begin.bots = bots; }
  close() { this.#open = false; }

  // The bots play on until the person is to act.
  async #follow(frame) {
    for (let now = frame; this.#open; now = await ask("step", { kind: "bot", bots: this.#begin.bots })) {
      this.#onframe(now);
      if (!now.bot) return;
    }
  }
}
