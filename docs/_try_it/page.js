// The page: what is picked and shown. All questions about cards go to Python.
import { WORDS } from "./words.js";

const $ = (id) => document.getElementById(id);
const state = { slug: "classic-51", lang: "en", four: false, contract: 1, hand: [], picked: new Set(), proposed: [] };
const MOST = 20;
let variants = [], pictures = new Map(), stage = "python", next = 1, asked = 0;

// --- Python

const worker = new Worker("worker.js", { type: "module" });
const waiting = new Map();
worker.onmessage = ({ data }) => {
  if (data.stage) return tell(data.stage, data.error);
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error) reject(new Error(data.error)); else resolve(data.answer);
};
worker.onerror = (event) => tell("failed", event.message);
const ask = (question, about = {}) => new Promise((resolve, reject) => {
  waiting.set(next, { resolve, reject });
  worker.postMessage({ id: next++, question, asked: about });
});

// --- words

const say = (key, blanks = {}) => WORDS[state.lang][key].replace(/\{(\w+)\}/g, (_, name) => blanks[name]);
const one = (count) => count === 1 || (state.lang === "fr" && count === 0);
const points = (count) => say(one(count) ? "point" : "points", { count });
function tell(name, error) {
  stage = name;
  $("status").textContent = say(name);
  $("status").hidden = name === "ready";
  document.body.dataset.stage = name;
  if (error) console.error(error);
}
function translate() {
  document.documentElement.lang = state.lang;
  for (const each of document.querySelectorAll("[data-say]")) each.textContent = say(each.dataset.say);
  tell(stage);
}

// --- elements

function made(tag, facts = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...inside);
  return element;
}
function drawn(svg) {
  const holder = document.createElement("template");
  holder.innerHTML = svg;
  return holder.content.firstElementChild;
}
function cardButton(card, label) {
  const button = made("button", { type: "button", className: "card", title: label });
  const svg = pictures.get(card).cloneNode(true);
  svg.setAttribute("aria-hidden", "true");
  svg.querySelectorAll("title").forEach((each) => each.remove());
  button.setAttribute("aria-label", label);
  button.dataset.card = card;
  button.append(svg);
  return button;
}
function reasons(list) {
  return made("ul", { className: "why" }, ...list.map(({ text, rule }) =>
    made("li", {}, text, rule ? made("span", { className: "rule", textContent: ` [${rule}]` }) : "")));
}
function button(key, action, facts = {}) {
  return made("button", { type: "button", textContent: say(key), onclick: action, ...facts });
}

// --- the hand

const variant = () => variants.find(({ slug }) => slug === state.slug);
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
  const full = add(cards);
  show();
  return full;
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
  for (const [card, svg] of pictures) {
    if (!copies(card)) continue;
    const label = say("pick", { card: svg.dataset.name, held: held(card), copies: copies(card) });
    const each = cardButton(card, label);
    if (held(card)) each.append(made("span", { className: "badge", textContent: held(card), ariaHidden: "true" }));
    each.setAttribute("aria-disabled", held(card) >= copies(card));
    if (held(card) >= copies(card)) each.style.opacity = 0.35;
    each.onclick = () => { if (!add([card]).length) show(); };
    each.tabIndex = -1;
    each.classList.toggle("first", card[0] === "A" || card === "*");
    buttons.push(each);
  }
  (buttons.find(({ dataset }) => dataset.card === (here ?? buttons[0].dataset.card)) ?? buttons[0]).tabIndex = 0;
  $("picker").replaceChildren(...buttons);
  if (here) $("picker").querySelector('[tabindex="0"]').focus();
}
$("picker").onkeydown = (event) => {
  const buttons = [...$("picker").children], from = buttons.indexOf(document.activeElement);
  const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  let goal = from + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? NaN);
  if (event.key === "Home") goal = 0;
  if (event.key === "End") goal = buttons.length - 1;
  if (down && from >= 0) goal = buttons.indexOf(nearest(buttons, buttons[from], down));
  if (from < 0 || !(goal in buttons)) return;
  event.preventDefault();
  buttons[from].tabIndex = -1;
  buttons[goal].tabIndex = 0;
  buttons[goal].focus();
};
function nearest(buttons, from, down) {
  const beyond = buttons.filter((each) => (each.offsetTop - from.offsetTop) * down > 0);
  const far = (each) => 1000 * Math.abs(each.offsetTop - from.offsetTop) + Math.abs(each.offsetLeft - from.offsetLeft);
  return beyond.sort((one, other) => far(one) - far(other))[0];
}
function showHand() {
  const at = [...$("hand").children].indexOf(document.activeElement);
  $("count").textContent = `(${one(state.hand.length) ? say("one", {}).replace("1", state.hand.length) : say("many", { count: state.hand.length })})`;
  $("hand").replaceChildren(...state.hand.map((card, index) => {
    const each = cardButton(card, pictures.get(card).dataset.name);
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
    const head = count === 0 ? say("none") : count === 1 ? say("meld") : say("melds", { count });
    $("verdict").append(made("p", { className: count ? "ok" : "no", textContent: `${count ? "✓" : "✗"} ${head}` }));
    if (!count) $("verdict").append(reasons(answer.against));
    for (const each of answer.readings) {
      const facts = made("span", { className: "facts" }, points(each.points));
      if (!knocks) facts.append(button("propose", () => propose(each), { className: "main" }));
      $("verdict").append(made("div", { className: "found" }, drawn(each.svg), facts));
    }
  }
  $("proposed").replaceChildren(...answer.proposed.map((each, index) => made("div", { className: "found" }, drawn(each.svg),
    made("span", { className: "facts" }, points(each.points), button("back", () => {
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
      : say("left", { points: melds ? points(answer.best.points) : say("nothing"), left: points(deadwood) });
    $("best").append(drawn(answer.best.svg), made("p", { textContent: facts }));
  } else {
    const many = every().length > MOST;
    $("best").append(made("p", { className: "hint", textContent: many ? say("too-many", { count: MOST }) : say("empty") }));
  }
  $("knock").replaceChildren();
  if (answer.knock && state.hand.length) {
    $("knock").append(made("p", { textContent: say(answer.knock.length ? "knock" : "no-knock") }));
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
      made("span", { className: "facts" }, points(each.points), button("use", () => proposeAll(each.melds)))));
  }
}
async function show() {
  remember();
  $("contract-line").hidden = !variant().contracts;
  showPicker();
  showHand();
  const turn = ++asked;
  document.body.dataset.busy = "";
  const answer = await ask("look", {
    slug: state.slug, lang: state.lang, four_colours: state.four, hand: state.hand,
    picked: [...state.picked].map((index) => state.hand[index]),
    proposed: state.proposed.map(({ svg, points: _, ...facts }) => facts),
    contract: variant().contracts ? state.contract : null,
  });
  if (turn !== asked) return;
  showAnswer(answer);
  delete document.body.dataset.busy;
}
async function showLanguage() {
  translate();
  const cards = await ask("cards", { lang: state.lang, four_colours: state.four });
  pictures = new Map(cards.map(({ card, name, svg }) => {
    const picture = drawn(svg);
    picture.dataset.name = name;
    return [card, picture];
  }));
}

// --- the address keeps what is shown, so that it can be linked to

function remember() {
  const facts = new URLSearchParams({ game: state.slug, lang: state.lang, cards: every().join(" ") });
  if (variant().contracts) facts.set("contract", state.contract);
  history.replaceState(null, "", `#${facts}`);
}
function recall() {
  const facts = new URLSearchParams(location.hash.slice(1));
  state.lang = facts.get("lang") ?? (navigator.language.startsWith("fr") ? "fr" : "en");
  if (!(state.lang in WORDS)) state.lang = "en";
  return { slug: facts.get("game"), contract: Number(facts.get("contract")), cards: facts.get("cards") };
}

// --- events

$("lang").onchange = async ({ target }) => { state.lang = target.value; await showLanguage(); show(); };
$("four").onchange = async ({ target }) => { state.four = target.checked; await showLanguage(); show(); };
$("variant").onchange = ({ target }) => { state.slug = target.value; fillContracts(); start(every()); };
$("contract").onchange = ({ target }) => { state.contract = Number(target.value); show(); };
$("typing").onsubmit = (event) => {
  event.preventDefault();
  const { found, unread } = read($("typed").value);
  const full = add(found);
  $("typed").value = "";
  show();
  const problems = [unread.length && say("unread", { words: unread.join(" ") }), full.length && say("full", { words: full.join(" ") })];
  $("status").textContent = problems.filter(Boolean).join(" ");
  $("status").hidden = !problems.some(Boolean);
};
$("deal").onclick = async () => start(await ask("deal", { slug: state.slug, seed: crypto.getRandomValues(new Uint32Array(1))[0] }));
$("clear").onclick = () => start([]);
$("remove").onclick = () => { removePicked(); show(); };

function fillContracts() {
  const count = variant().contracts;
  $("contract").replaceChildren(...Array.from({ length: count }, (_, index) => made("option", { value: index + 1, textContent: index + 1 })));
  state.contract = Math.min(Math.max(state.contract, 1), count || 1);
  $("contract").value = state.contract;
}

const wanted = recall();
$("lang").value = state.lang;
translate();
variants = await ask("start");
$("variant").replaceChildren(...variants.map(({ slug, name }) => made("option", { value: slug, textContent: name })));
if (variants.some(({ slug }) => slug === wanted.slug)) state.slug = wanted.slug;
if (Number.isInteger(wanted.contract)) state.contract = wanted.contract;
$("variant").value = state.slug;
fillContracts();
await showLanguage();
document.querySelector("main").hidden = false;
add(read(wanted.cards ?? "7s 8s 9s Ad Ac Ah 2s 3s * Kh").found);
await show();
document.body.dataset.shown = "";
