// What a client in TypeScript does with the types that are made of the schemas; it is compiled, not run.
import type { Event, Move, PlayerViewDocument, RamiErrorDocument, TableMeld, Violation } from "./rami";

export function read(text: string): PlayerViewDocument["value"] {
  const document = JSON.parse(text) as PlayerViewDocument;
  if (document.rami !== 1) throw new Error(`format ${document.rami}`);
  return document.value;
}

export function table(view: PlayerViewDocument["value"]): TableMeld[] {
  return view.phase === "over" ? [] : view.table;
}

export function played(event: Event): string {
  switch (event.type) {
    case "CardDiscarded":
      // Fields that are always written need no question mark.
      return event.announced ? `${event.card}!` : event.card;
    case "MeldsLaid":
      return event.melds.map((laid) => laid.meld).join(" + ");
    case "DiscardBought":
      return `${event.player}: ${event.price.length} for ${event.card}`;
    case "CardsDealt":
      return event.upcard ?? `${event.context.seats} hands of ${event.hands[0]}`;
    default:
      return event.type;
  }
}

export function reasons(refused: RamiErrorDocument): [string, Violation[]] {
  return [refused.value.type, refused.value.violations.flatMap((each) => [each, ...(each.because ?? [])])];
}

export const moves: Move[] = [
  { type: "DrawStock" },
  { type: "LayOff", card: "7♠", meld: 3, at: null },
  { type: "Discard", card: "K♥", announce: null },
];

// @ts-expect-error  a move without one of its fields is no move
export const incomplete: Move = { type: "LayOff", card: "7♠" };

export function isOver(event: Event): event is Extract<Event, { type: "MatchEnded" }> {
  return event.type === "MatchEnded";
}
