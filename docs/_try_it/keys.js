// The keyboard: arrows within a group of cards, and a letter for each thing that is done often.
import { $ } from "./elements.js";
import { hand } from "./hand.js";
import { goTo, reached } from "./roving.js";
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
function along({ target, key, shiftKey }) {
  const group = target.closest("#hand, #melds"), cards = [...(group?.querySelectorAll("button.card") ?? [])], to = reached(cards, target, key);
  if (!to || to === target) return false;
  if (shiftKey && group.id === "hand") shiftCard(target.dataset.id, cards.indexOf(to) - cards.indexOf(target));
  else goTo(target, to);
  return true;
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
