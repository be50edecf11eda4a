// The pointer: a tap picks, a second tap plays, a drag moves cards to where they are let go.
import { free } from "./arrange.js";
import { $, made } from "./elements.js";
import { card } from "./faces.js";
import { hand, moveCard } from "./hand.js";
import { ask } from "./python.js";
import { choose, light, offered, pickSpot, play, putDown, redraw, standing, table } from "./table.js";

const FAR = 8, EDGE = 32, SPEED = 5;
const PLACES = { hand: "hand", felt: "new", meld: null };
const MEANT = { discards: ["discard"], felt: ["lay"], meld: ["off", "swap", "lay"] };

export function watchPointer() {
  document.addEventListener("pointerdown", begin);
}

function begin(start) {
  const from = start.target.closest("#hand button.card, .loose button.card, .pile.now button.card");
  if (!from || start.button || !table.view || (from.closest(".loose") && !free(table.view))) return;
  let drag = null;
  const listeners = { pointermove: move, pointerup: end, pointercancel: end, touchmove: hold };
  const each = (change) => { for (const [name, listener] of Object.entries(listeners)) change(name, listener, { passive: false }); };
  each(addEventListener);
  function move(event) {
    if (!drag && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < FAR) return;
    if (!drag) scroll(drag = lift(from, event));
    follow(drag, event);
  }
  // A finger that lets go while it moves would start a fling, and Chrome takes the next tap for the end of that.
  function hold(event) { if (drag) event.preventDefault(); }
  function end(event) {
    each(removeEventListener);
    if (!drag) return;
    letGo(drag);
    swallowClick();
    if (event.type === "pointerup") drop(drag, event);
  }
}
function lift(from, { pointerId }) {
  from.setPointerCapture(pointerId);
  const own = Boolean(from.closest("#hand, .loose")), { id } = from.dataset, { view } = table;
  const pieces = [...view.hand.cards, ...view.melds.flatMap(({ cards }) => cards)];
  const ids = own && table.picked.includes(id) ? table.picked : [id];
  const held = own ? ids.map((each) => pieces.find((piece) => piece.id === each)).filter(Boolean) : [{ face: from.dataset.face }];
  const ghost = made("div", { className: "ghost", ariaHidden: "true" }, ...held.map(({ face, wild }) => card({ face, wild })));
  document.body.append(ghost);
  from.classList.add("lifted");
  // the melds that take the card are lit while it is in the air
  if (own && held.length === 1 && view.mine && view.melds.length && !view.free) ask("meant", { hand: [held[0].card], melds: [] }).then(({ fits }) => light(fits));
  return { from, own, id, ids, ghost, pile: from.dataset.pile, over: null, pull: 0 };
}
function follow(drag, { clientX, clientY }) {
  drag.ghost.style.translate = `${clientX - 36}px ${clientY - 60}px`;
  drag.over?.classList.remove("over");
  drag.over = document.elementFromPoint(clientX, clientY)?.closest("[data-drop]") ?? null;
  drag.over?.classList.add("over");
  const { top, bottom } = $("felt").getBoundingClientRect();
  drag.pull = clientY < top || clientY > bottom ? 0 : clientY < top + EDGE ? -1 : clientY > bottom - EDGE ? 1 : 0;
}
// The felt scrolls on while a card is held at its edge.
function scroll(drag) {
  if (!drag.ghost.isConnected) return;
  $("felt").scrollBy(0, drag.pull * SPEED);
  requestAnimationFrame(() => scroll(drag));
}
function letGo({ ghost, from, over }) {
  ghost.remove();
  over?.classList.remove("over");
  from.classList.remove("lifted");
}
// The browser sends a click after a drag as well.
function swallowClick() {
  const stop = (event) => event.stopPropagation();
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}

async function drop({ own, id, ids, over, pile, from }, { clientX, clientY }) {
  const [kind, meld] = (over?.dataset.drop ?? "").split(" ");
  if (!own) return kind === "hand" ? play(standing(pile)) : undefined;
  if (kind === "hand" && from.closest("#hand")) return place(id, clientX, clientY);
  if (free(table.view)) return kind in PLACES ? putDown(PLACES[kind] ?? meld, ids, kind === "meld" ? placeIn(over, clientX) : undefined) : undefined;
  if (!(kind in MEANT)) return undefined;
  if (!table.picked.includes(id)) table.picked = [id];
  if (kind === "meld") {
    table.spots = [];
    await pickSpot(Number(meld), table.view.melds.find((each) => each.id === Number(meld)).cards[0]);
  } else await choose();
  return play(offered(...MEANT[kind]));
}
// Before which card of a group cards are let go.
const placeIn = (row, x) => [...row.querySelectorAll("[data-id]")].filter((each) => { const box = each.getBoundingClientRect(); return box.left + box.width / 2 < x; }).length;
// A card let go over the hand is put beside the nearest card.
function place(id, x, y) {
  const others = [...$("hand").querySelectorAll("[data-id]")].filter(({ dataset }) => dataset.id !== id);
  const boxes = others.map((each) => ({ id: each.dataset.id, box: each.getBoundingClientRect() }));
  const far = ({ box }) => Math.abs(box.left + box.width / 4 - x) + 3 * Math.abs(box.top + box.height / 2 - y);
  const near = boxes.sort((one, other) => far(one) - far(other))[0];
  if (!near) return;
  const order = hand.order.filter((each) => each !== id);
  redraw(() => moveCard(id, order.indexOf(near.id) + (x > near.box.x + near.box.width / 4 ? 1 : 0)));
}
