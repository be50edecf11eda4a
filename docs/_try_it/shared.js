// What the checker has beside the modules of the table: its games with their packs, pictures of cards, the line of loading.
import { $, made } from "./elements.js";
import { ask, startPython as start } from "./python.js";
import { goTo, reached } from "./roving.js";
import { megabytes, say, settings, translate as translateWords } from "./say.js";

let variants = [], pictures = new Map(), stage = "loading", loaded = 0, total = 0;

export const points = (count) => say("points", { count });
export const startPython = () => start(tell);
function tell(news = {}) {
  ({ stage, loaded = loaded, total = total } = { stage, ...news });
  $("progress").hidden = stage !== "loading" && stage !== "starting";
  $("progress").max = total || 1;
  $("progress").value = loaded;
  // the bar says how far it is; the sentence stays, so that it is read out once
  notice(stage === "ready" ? "" : say(stage === "failed" ? stage : `${stage} Python`));
  $("megabytes").textContent = stage === "loading" && total ? say("megabytes", { loaded: megabytes(loaded), total: megabytes(total) }) : "";
  document.body.dataset.stage = stage;
  if (news.error) console.error(news.error);
}
export function notice(text) {
  $("status").textContent = text;
  $("status").hidden = !text;
}
export function translate() {
  translateWords();
  document.title = say("title");
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

// --- elements

export function drawn(svg) {
  const holder = document.createElement("template");
  holder.innerHTML = svg;
  return holder.content.firstElementChild;
}
// A button with the picture of a card; its words are the label alone.
export function cardButton(card, label) {
  const picture = pictures.get(card).svg.cloneNode(true);
  picture.setAttribute("aria-hidden", "true");
  picture.querySelectorAll("title").forEach((each) => each.remove());
  return made("button", { type: "button", className: "card", title: label, dataset: { card }, aria: { label } }, picture);
}
export function reasons(list) {
  return made("ul", { className: "why" }, ...list.map(({ text, rule }) =>
    made("li", {}, text, rule && made("span", { className: "rule", textContent: ` [${rule}]` }))));
}
export function roving(group) {
  group.addEventListener("keydown", (event) => {
    const from = document.activeElement, to = reached([...group.querySelectorAll("button.card")], from, event.key);
    if (!to) return;
    event.preventDefault();
    goTo(from, to);
  });
}
