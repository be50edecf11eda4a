// The checker: what is picked and shown.  All questions about cards go to Python.
import { $, button, made } from "./elements.js";
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
function showAnswer(answer) {
  const knocks = variant().knocks;
  $("opening-section").hidden = $("openings-section").hidden = knocks;
  $("verdict").replaceChildren();
  if (state.picked.size) {
    const count = answer.readings.length;
    const head = count === 0 ? say("no meld") : count === 1 ? say("meld") : say("melds", { count });
    $("verdict").append(made("p", { className: count ? "ok" : "no", textContent: `${count ? "✓" : "✗"} ${head}` }));
    if (!count) $("verdict").append(reasons(answer.against));
    for (const each of answer.readings) {
      const facts = made("span", { className: "facts" }, points(each.points));
      if (!knocks) facts.append(button(say("propose"), () => propose(each), { className: "main" }));
      $("verdict").append(made("div", { className: "found" }, drawn(each.svg), facts));
    }
  }
  $("proposed").replaceChildren(...answer.proposed.map((each, index) => made("div", { className: "found" }, drawn(each.svg),
    made("span", { className: "facts" }, points(each.points), button(say("back"), () => {
      state.hand.push(...state.proposed.splice(index, 1)[0].cards);
      state.picked.clear();
      show();
    })))));
  $("opening").replaceChildren();
  if (answer.opening) {
    const { ok, against } = answer.opening;
    const head = ok ? say("yes", { points: points(answer.opening.points) }) : say("no");
    $("opening").append(made("p", { className: ok ? "ok" : "no", textContent: `${ok ? "✓" : "✗"} ${head}` }), ok ? "" : reasons(against));
  }
  if (answer.contract) $("opening").prepend(made("p", { textContent: `${say("contract")}: ${answer.contract}` }));
  $("best").replaceChildren();
  if (answer.best) {
    const { deadwood, melds } = answer.best;
    const facts = knocks ? say("deadwood", { points: points(deadwood) })
      : say("in melds", { points: melds ? points(answer.best.points) : say("nothing"), left: points(deadwood) });
    $("best").append(drawn(answer.best.svg), made("p", { textContent: facts }));
  } else {
    const many = every().length > MOST;
    $("best").append(made("p", { className: "hint", textContent: many ? say("too-many", { count: MOST }) : say("empty") }));
  }
  $("knock").replaceChildren();
  if (answer.knock && state.hand.length) {
    $("knock").append(made("p", { textContent: say(answer.knock.length ? "knocks" : "no-knock") }));
    if (answer.knock.length) $("knock").append(made("ul", { className: "why" }, ...answer.knock.map((each) =>
      made("li", { textContent: `${each.name} (${say("deadwood", { points: points(each.deadwood) })})` }))));
  }
  $("openings").replaceChildren();
  const { count = 0, openings } = answer;
  if (!count) $("openings").append(made("p", { className: "hint", textContent: say("no-openings") }));
  if (count > openings.length) {
    $("openings").append(made("p", { className: "hint", textContent: say(count < 100 ? "first-of" : "first-of-more", { shown: openings.length, count }) }));
  }
  for (const each of openings) {
    $("openings").append(made("div", { className: "found" }, drawn(each.svg),
      made("span", { className: "facts" }, points(each.points), button(say("use"), () => proposeAll(each.melds)))));
  }
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
