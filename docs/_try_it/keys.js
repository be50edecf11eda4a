// The keyboard: arrows within a group of cards, and a letter for each thing that is done often.
import { $ } from "./elements.js";
import { hand } from "./hand.js";
import { settings } from "./say.js";
import { openRules, toggleLog } from "./sheets.js";
import { again, giveHint, hasten, pick, play, redraw, shiftCard, standing, table, undo, unpick } from "./table.js";

const SORTS = ["melds", "suit", "rank"];

export function watchKeys() {
  document.addEventListener("keydown", pressed);
}
export const sortBy = (how) => redraw(() => { hand.sort = how; });

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.closest("select, input")) return;
  if (!table.view) return event.key === "?" && settings.keys ? openRules() : undefined;
  hasten();
  if (along(event) || onCard(event) || toHand(event)) return event.preventDefault();
  if (event.key === "Escape") return table.picked.length || table.spots.length ? unpick() : toggleLog(false);
  if (!settings.keys) return;
  const act = {
    d: () => play(standing("draw")), t: () => play(standing("take")), k: () => play(standing("knock", "declare")),
    h: () => !$("hint").disabled && giveHint(), u: () => !$("undo").disabled && undo(), l: () => toggleLog(), "?": openRules,
    s: () => sortBy(SORTS[(SORTS.indexOf(hand.sort) + 1) % SORTS.length]),
  }[event.key.toLowerCase()];
  act?.();
}
function along(event) {
  const group = event.target.closest("#hand, #melds"), cards = [...(group?.querySelectorAll("button.card") ?? [])], at = cards.indexOf(event.target);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: below(cards, at, 1), ArrowUp: below(cards, at, -1), Home: -at, End: cards.length - 1 - at }[event.key];
  if (at < 0 || !step || !cards[at + step]) return false;
  if (event.shiftKey && group.id === "hand") {
    shiftCard(event.target.dataset.id, step);
  } else {
    cards[at].tabIndex = -1;
    cards[at + step].tabIndex = 0;
    cards[at + step].focus();
  }
  return true;
}
// How many places the nearest card of the next row is away.
function below(cards, at, down) {
  if (at < 0) return 0;
  const from = cards[at].getBoundingClientRect(), far = (box) => 9 * Math.abs(box.y - from.y) + Math.abs(box.x - from.x);
  const rows = cards.map((each, to) => ({ to, box: each.getBoundingClientRect() })).filter(({ box }) => (box.y - from.y) * down > from.height / 3);
  return rows.length ? rows.sort((one, other) => far(one.box) - far(other.box))[0].to - at : 0;
}
function onCard({ target, key }) {
  const id = target.closest("#hand button.card, .loose button.card")?.dataset.id;
  if (!id || (key !== " " && key !== "Enter")) return false;
  if (key === "Enter" && table.picked.includes(id)) again(); else pick(id);
  return true;
}
function toHand({ target, key }) {
  if (target !== document.body || !/^Arrow(Left|Right)$/.test(key)) return false;
  $("hand").querySelector('[tabindex="0"]')?.focus();
  return true;
}
