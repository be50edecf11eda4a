// The checker: what is picked and shown.  All questions about cards go to Python.
import { $, button, filled, made } from "./elements.js";
import { ask } from "./python.js";
import { reachable } from "./roving.js";
import { say, settings } from "./say.js";
import { cardButton, drawn, faces, named, notice, points, reasons, roving, variant } from "./shared.js";

const state = { contract: 1, hand: [], picked: new Set(), proposed: [] };
const MOST = 20;
let asked = 0;

// --- the hand

const every = () => [...state.hand, ...state.proposed.flatMap(({ cards }) => cards)];
const held = (card) => every().filter((each) => each === card).length;
const copies = (card) => variant().copies[card] ?? 0;
function add(cards) {
  const full = [];
  for (const card of cards) {
    if (held(card) < copies(card)) state.hand.push(card); else full.push(card);
  }
  return full;
}
function removePicked() {
  state.hand = state.hand.filter((_, index) => !state.picked.has(index));
  state.picked.clear();
}
function propose(meld) {
  removePicked();
  state.proposed.push(meld);
  show();
}
function takeBack(index) {
  state.hand.push(...state.proposed.splice(index, 1)[0].cards);
  state.picked.clear();
  show();
}
function proposeAll(melds) {
  const all = every();
  for (const card of melds.flatMap(({ cards }) => cards)) all.splice(all.indexOf(card), 1);
  Object.assign(state, { hand: all, proposed: melds, picked: new Set() });
  show();
}
function start(cards) {
  Object.assign(state, { hand: [], proposed: [], picked: new Set() });
  add(cards);
  show();
}
const RANKS = "A23456789TJQK", SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
function read(text) {
  const found = [], unread = [];
  for (const word of text.replace(/10/g, "T").split(/[\s,;]+/).filter(Boolean)) {
    const cards = word.match(/\*|[A2-9TJQK][cdhs♣♦♥♠]/gi) ?? [];
    if (cards.join("").length !== word.length) { unread.push(word); continue; }
    for (const card of cards) {
      const suit = card.slice(-1).toLowerCase();
      found.push(card === "*" ? "*" : card[0].toUpperCase() + (SUITS[suit] ?? suit));
    }
  }
  return { found, unread };
}

// --- showing

function showPicker() {
  const here = document.activeElement?.closest("#picker")?.querySelector(":focus")?.dataset.card;
  const buttons = [];
  for (const card of faces()) {
    if (!copies(card)) continue;
    const label = say("pick", { card: named(card), held: held(card), copies: copies(card) });
    const each = cardButton(card, label);
    if (held(card)) each.append(made("span", { className: "badge", textContent: held(card), ariaHidden: "true" }));
    each.setAttribute("aria-disabled", held(card) >= copies(card));
    if (held(card) >= copies(card)) each.style.opacity = 0.35;
    each.onclick = () => { if (!add([card]).length) show(); };
    each.classList.toggle("first", card[0] === "A" || card === "*");
    buttons.push(each);
  }
  const found = reachable(buttons, ({ dataset }) => dataset.card === here);
  $("picker").replaceChildren(...buttons);
  if (here) found.focus();
}
roving($("picker"));
function showHand() {
  const at = [...$("hand").children].indexOf(document.activeElement);
  $("count").textContent = `(${say("cards", { count: state.hand.length })})`;
  $("hand").replaceChildren(...state.hand.map((card, index) => {
    const each = cardButton(card, named(card));
    each.setAttribute("aria-pressed", state.picked.has(index));
    each.onclick = () => {
      if (!state.picked.delete(index)) state.picked.add(index);
      show();
    };
    return each;
  }));
  if (!state.hand.length) $("hand").append(made("span", { textContent: say("empty") }));
  if (at >= 0) $("hand").children[Math.min(at, state.hand.length - 1)]?.focus?.();
  $("remove").disabled = !state.picked.size;
}
const judged = (ok, text) => made("p", { className: ok ? "ok" : "no", textContent: `${ok ? "✓" : "✗"} ${text}` });
const hint = (text) => made("p", { className: "hint", textContent: text });
const found = ({ svg }, ...facts) => made("div", { className: "found" }, drawn(svg), made("span", { className: "facts" }, ...facts));

function showAnswer({ readings, against, proposed, opening, contract, best, knock, openings, count = 0 }) {
  const { knocks } = variant();
  $("opening-section").hidden = $("openings-section").hidden = knocks;
  filled($("verdict"), state.picked.size ? verdict(readings, against, knocks) : []);
  filled($("proposed"), proposed.map((each, index) => found(each, points(each.points), button(say("back"), () => takeBack(index)))));
  filled($("opening"), [
    contract && made("p", { textContent: `${say("contract")}: ${contract}` }),
    opening && judged(opening.ok, opening.ok ? say("yes", { points: points(opening.points) }) : say("no")),
    opening && !opening.ok && reasons(opening.against),
  ]);
  filled($("best"), best ? [drawn(best.svg), made("p", { textContent: inMelds(best, knocks) })]
    : [hint(every().length > MOST ? say("too-many", { count: MOST }) : say("empty"))]);
  filled($("knock"), knock && state.hand.length ? knocking(knock) : []);
  filled($("openings"), [
    !count && hint(say("no-openings")),
    count > openings.length && hint(say(count < 100 ? "first-of" : "first-of-more", { shown: openings.length, count })),
    ...openings.map((each) => found(each, points(each.points), button(say("use"), () => proposeAll(each.melds)))),
  ]);
}
function verdict(readings, against, knocks) {
  const count = readings.length, text = say(["no meld", "meld"][count] ?? "melds", { count });
  const melds = readings.map((each) => found(each, points(each.points), !knocks && button(say("propose"), () => propose(each), { className: "main" })));
  return [judged(count > 0, text), !count && reasons(against), ...melds];
}
function inMelds({ points: value, deadwood, melds }, knocks) {
  if (knocks) return say("deadwood", { points: points(deadwood) });
  return say("in melds", { points: melds ? points(value) : say("nothing"), left: points(deadwood) });
}
function knocking(discards) {
  const lines = discards.map(({ name, deadwood }) => made("li", { textContent: `${name} (${say("deadwood", { points: points(deadwood) })})` }));
  return [made("p", { textContent: say(lines.length ? "knocks" : "no-knock") }), lines.length > 0 && made("ul", { className: "why" }, ...lines)];
}
export async function show() {
  dispatchEvent(new Event("checked"));
  $("contract-line").hidden = !variant().contracts;
  showPicker();
  showHand();
  const turn = ++asked;
  document.body.dataset.busy = "";
  const answer = await ask("look", {
    slug: settings.slug, lang: settings.lang, four_colours: settings.four, hand: state.hand,
    picked: [...state.picked].map((index) => state.hand[index]),
    proposed: state.proposed.map(({ svg, points: _, ...facts }) => facts),
    contract: variant().contracts ? state.contract : null,
  });
  if (turn !== asked) return;
  showAnswer(answer);
  delete document.body.dataset.busy;
}

// --- what the address says

export const facts = () => ({ cards: every().join(" "), ...(variant().contracts && { contract: state.contract }) });
export function begin(wanted) {
  if (Number.isInteger(wanted.contract)) state.contract = wanted.contract;
  fillContracts();
  Object.assign(state, { hand: [], proposed: [], picked: new Set() });
  add(read(wanted.cards ?? "7s 8s 9s Ad Ac Ah 2s 3s * Kh").found);
}
export function changeGame() {
  fillContracts();
  const cards = every();
  Object.assign(state, { hand: [], proposed: [], picked: new Set() });
  add(cards);
}
function fillContracts() {
  const count = variant().contracts;
  $("contract").replaceChildren(...Array.from({ length: count }, (_, index) => made("option", { value: index + 1, textContent: index + 1 })));
  state.contract = Math.min(Math.max(state.contract, 1), count || 1);
  $("contract").value = state.contract;
}

// --- events

$("contract").onchange = ({ target }) => { state.contract = Number(target.value); show(); };
$("typing").onsubmit = (event) => {
  event.preventDefault();
  const { found, unread } = read($("typed").value);
  const full = add(found);
  $("typed").value = "";
  show();
  const problems = [unread.length && say("unread", { words: unread.join(" ") }), full.length && say("full", { words: full.join(" ") })];
  notice(problems.filter(Boolean).join(" "));
};
$("deal").onclick = async () => {
  document.body.dataset.busy = "";
  start(await ask("deal", { slug: settings.slug, seed: crypto.getRandomValues(new Uint32Array(1))[0] }));
};
$("clear").onclick = () => start([]);
$("remove").onclick = () => { removePicked(); show(); };
