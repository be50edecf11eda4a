// Cards travel from where they were to where they are: measure, change, measure again, and play the difference (FLIP).
import { $, made, reduced } from "./elements.js";
import { card } from "./faces.js";

const PACE = 320, STAGGER = 28, EASE = "cubic-bezier(.2, .7, .3, 1)";
const air = made("div", { className: "air", ariaHidden: "true" });
document.body.append(air);

const place = (element) => element?.getBoundingClientRect();
const zone = (element) => element.closest("#hand, #piles, #melds, #seats")?.id;
const seatPlace = (seat) => place(document.querySelector(`[data-seat="${seat}"] .avatar`));

// Where every card is, and who holds which card unseen.
export function snapshot(view) {
  const cards = new Map();
  for (const each of document.querySelectorAll("main [data-id]")) {
    if (each.offsetParent) cards.set(each.dataset.id, { at: place(each), zone: zone(each), face: each.dataset.face });
  }
  const holders = new Map();
  view?.seats.forEach(({ held }, seat) => held.forEach((id) => holders.set(id, seat)));
  return { cards, holders, stock: place($("piles").querySelector("[data-drop=stock] .stack")), round: view?.round };
}

export function travel(before, view) {
  if (reduced() || document.hidden) return;
  const stock = before.stock ?? place($("piles").querySelector("[data-drop=stock] .stack"));
  let dealt = 0;
  for (const each of document.querySelectorAll("#hand [data-id], #piles [data-id], #melds [data-id]")) {
    const { id } = each.dataset, was = before.cards.get(id), now = place(each);
    const from = was?.at ?? (before.holders.has(id) ? seatPlace(before.holders.get(id)) : zone(each) === "hand" ? stock : null);
    if (!from?.width || !now.width || near(from, now)) continue;
    const delay = was || before.holders.has(id) ? 0 : STAGGER * dealt++;
    if (was?.zone === zone(each)) slide(each, from, now);
    else fly(each, from, now, delay);
  }
  // what the others draw or take flies to them, face up only if it lay so
  view.seats.forEach(({ held }, seat) => {
    const to = seat === view.me ? null : seatPlace(seat);
    if (!to || !before.holders.size) return;
    for (const id of held) {
      if (before.holders.get(id) === seat) continue;
      const was = before.cards.get(id), face = was?.face ?? "back", from = was?.at ?? stock;
      if (from?.width) vanish(card({ face }, "span"), from, to);
    }
  });
}
const near = (one, other) => Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
const moved = (from, to) => `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;

function slide(element, from, to) {
  element.animate([{ transform: moved(from, to) }, { transform: "none" }], { duration: PACE, easing: EASE });
}
// A copy flies above everything, since what scrolls would cut the card off.
function fly(element, from, to, delay) {
  const copy = lifted(element.cloneNode(true), to);
  element.style.visibility = "hidden";
  const flight = copy.animate([{ transform: moved(from, to) }, { transform: "none" }], { duration: PACE, delay, easing: EASE, fill: "backwards" });
  flight.onfinish = flight.oncancel = () => { element.style.visibility = ""; copy.remove(); };
}
function vanish(copy, from, to) {
  lifted(copy, from);
  const end = `translate(${to.x + to.width / 2 - from.x - from.width / 4}px, ${to.y + to.height / 2 - from.y - from.height / 4}px) scale(.35)`;
  const flight = copy.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0.2 }], { duration: PACE, easing: EASE });
  flight.onfinish = flight.oncancel = () => copy.remove();
}
function lifted(copy, { x, y, width }) {
  copy.removeAttribute("id");
  delete copy.dataset.id;
  copy.tabIndex = -1;
  Object.assign(copy.style, { position: "fixed", insetInlineStart: "auto", left: `${x}px`, top: `${y}px`, visibility: "" });
  copy.style.setProperty("--w", `${width}px`);
  air.append(copy);
  return copy;
}
// Whoever is in a hurry presses a key: everything is where it belongs.
export function hurry() {
  for (const each of document.getAnimations()) if (each.effect?.target?.closest?.(".card")) each.finish();
}
