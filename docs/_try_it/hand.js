// The person's hand: its order, its groups, which cards are chosen.
import { $, made } from "./elements.js";
import { card, named } from "./faces.js";
import { reachable } from "./roving.js";
import { say } from "./say.js";

export const hand = { sort: "melds", order: [] };
const ROW = 11, RACK = 16, LEAST = 7;

// The order that the person sees; cards that have just come go to the end of an order of one's own.
function ordered({ cards, melds, left, suit, rank }) {
  const ids = new Set(cards.map(({ id }) => id));
  if (hand.sort !== "own") hand.order = { melds: [...melds.flat(), ...left], suit, rank }[hand.sort];
  hand.order = [...hand.order.filter((id) => ids.has(id)), ...cards.map(({ id }) => id).filter((id) => !hand.order.includes(id))];
  return hand.order;
}
export function drawHand(view, picked, tap) {
  const by = new Map(view.hand.cards.map((piece) => [piece.id, piece])), order = ordered(view.hand);
  const groups = hand.sort === "melds" ? view.hand.melds : [];
  const focus = $("hand").querySelector('[tabindex="0"]')?.dataset.id;
  let last = null;
  const places = order.map((id) => {
    const piece = by.get(id), fresh = id === view.drawn, group = groups.findIndex((ids) => ids.includes(id));
    const each = card(piece, "button", { className: fresh ? "fresh" : "", label: fresh ? `${named(piece)}, ${say("new")}` : named(piece), onclick: () => tap(id) });
    each.setAttribute("aria-pressed", picked.includes(id));
    const place = made("li", { className: groups.length && group !== last ? "first" : "" }, each);
    if (group >= 0) place.dataset.meld = group;
    last = group;
    return place;
  });
  const list = made("ul", { className: `${view.tiles ? "rack" : ""} ${order.length > ROW ? "many" : ""} ${order.length > RACK ? "full" : ""}`, style: { "--half": Math.max(view.tiles ? LEAST : 1, Math.ceil(order.length / 2)) } }, ...places);
  $("hand").replaceChildren(list);
  reachable([...list.querySelectorAll("button")], ({ dataset }) => dataset.id === focus);
  $("hand").hidden = Boolean(view.result);
  $("sort").value = hand.sort;
}
export function markHand(picked) {
  for (const each of $("hand").querySelectorAll("[data-id]")) each.setAttribute("aria-pressed", picked.includes(each.dataset.id));
}
// Move a card to another place; from then on the order is the person's.
export function moveCard(id, to) {
  const order = hand.order.filter((each) => each !== id);
  order.splice(Math.max(0, to), 0, id);
  Object.assign(hand, { order, sort: "own" });
}
export const placeOf = (id) => hand.order.indexOf(id);
