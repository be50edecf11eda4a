// What the checker uses: Python, words, elements, pictures of cards.
import { ask, startPython as start } from "./python.js";
import { WORDS } from "./words.js";

export const $ = (id) => document.getElementById(id);
export const settings = { slug: "classic-51", lang: "en", four: false };
let variants = [], pictures = new Map(), stage = "loading", loaded = 0, total = 0;

export { ask };
export const startPython = () => start(tell);

// --- words

export function say(key, blanks = {}) {
  const { words, tiles, forms } = WORDS[settings.lang];
  return (tiles[variant()?.tiles]?.[key] || words[key]).replace(/\{(\w+):?([^}]*)\}/g, (_, name, choice) => {
    const value = blanks[name], number = Math.abs(value), choices = choice.split("|");
    const form = Number.isInteger(number) ? forms[number < 100 ? number : 100 + number % 100] : forms[2];
    const word = choices[Math.min(form, choices.length - 1)];
    if (!choice) return value;
    if (!word.startsWith("=")) return `${value} ${word}`;
    return Number.isInteger(number) ? word.slice(1) : `${value} ${choices.at(-1)}`;
  });
}
export const points = (count) => say("points", { count });
const megabytes = (bytes) => (bytes / 1e6).toLocaleString(settings.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
function tell(data = {}) {
  ({ stage, loaded = loaded, total = total } = { stage, ...data });
  $("progress").hidden = stage !== "loading" && stage !== "starting";
  $("progress").max = total || 1;
  $("progress").value = loaded;
  // the bar says how far it is; the sentence stays, so that it is read out once
  $("status").textContent = stage === "ready" ? "" : say(stage === "failed" ? stage : `${stage} Python`);
  $("megabytes").textContent = stage === "loading" && total ? say("megabytes", { loaded: megabytes(loaded), total: megabytes(total) }) : "";
  $("status").hidden = stage === "ready";
  document.body.dataset.stage = stage;
  if (data.error) console.error(data.error);
}
export function notice(text) {
  $("status").textContent = text;
  $("status").hidden = !text;
}
export function translate() {
  document.documentElement.lang = settings.lang;
  document.documentElement.dir = WORDS[settings.lang].direction;
  document.title = say("title");
  for (const each of document.querySelectorAll("[data-say]")) each.textContent = say(each.dataset.say);
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", say(each.dataset.label));
  tell();
}

// --- games and cards

export const games = () => variants;
export const variant = () => variants.find(({ slug }) => slug === settings.slug);
export async function fetchGames() {
  variants = await ask("start", { lang: settings.lang });
  $("variant").replaceChildren(...variants.map(({ slug, name }) => made("option", { value: slug, textContent: name })));
  $("variant").value = settings.slug;
}
export async function fetchPictures() {
  const cards = await ask("cards", { slug: settings.slug, lang: settings.lang, four_colours: settings.four });
  pictures = new Map(cards.map(({ card, name, svg }) => [card, { name, svg: drawn(svg) }]));
}
export const faces = () => [...pictures.keys()].filter((card) => card !== "?");
export const named = (card) => pictures.get(card).name;
export const picture = (card) => mute(pictures.get(card).svg.cloneNode(true));

// --- elements

export function made(tag, facts = {}, ...inside) {
  const { dataset, ...others } = facts;
  const element = Object.assign(document.createElement(tag), others);
  Object.assign(element.dataset, dataset);
  element.append(...inside);
  return element;
}
export function drawn(svg) {
  const holder = document.createElement("template");
  holder.innerHTML = svg;
  return holder.content.firstElementChild;
}
// a picture that the element around it has words for
export function mute(svg) {
  svg.setAttribute("aria-hidden", "true");
  svg.querySelectorAll("title").forEach((each) => each.remove());
  return svg;
}
export function cardButton(card, label, svg = picture(card)) {
  const button = made("button", { type: "button", className: "card", title: label, dataset: { card } }, svg);
  button.setAttribute("aria-label", label);
  return button;
}
export function reasons(list) {
  return made("ul", { className: "why" }, ...list.map(({ text, rule }) =>
    made("li", {}, text, rule ? made("span", { className: "rule", textContent: ` [${rule}]` }) : "")));
}
export function button(key, action, facts = {}) {
  return made("button", { type: "button", textContent: say(key), onclick: action, ...facts });
}

// --- the arrow keys within a group of cards, of which one is reached by the tab key

export function roving(group) {
  group.addEventListener("keydown", (event) => {
    const cards = [...group.querySelectorAll("button.card")], from = cards.indexOf(document.activeElement);
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    let goal = from + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? NaN);
    if (event.key === "Home") goal = 0;
    if (event.key === "End") goal = cards.length - 1;
    if (down && from >= 0) goal = cards.indexOf(nearest(cards, cards[from], down));
    if (from < 0 || !(goal in cards)) return;
    event.preventDefault();
    cards[from].tabIndex = -1;
    cards[goal].tabIndex = 0;
    cards[goal].focus();
  });
}
function nearest(cards, from, down) {
  const beyond = cards.filter((each) => (each.offsetTop - from.offsetTop) * down > 0);
  const far = (each) => 1000 * Math.abs(each.offsetTop - from.offsetTop) + Math.abs(each.offsetLeft - from.offsetLeft);
  return beyond.sort((first, second) => far(first) - far(second))[0];
}
// one card of the group is reached by the tab key: the one that has been, by its place or by its name
export function reachable(cards, wanted) {
  for (const each of cards) each.tabIndex = -1;
  const found = cards.find(wanted) ?? cards[0];
  if (found) found.tabIndex = 0;
  return found;
}
