// What opens above the table: the rules, a question, a short notice.
import { $, button, made } from "./elements.js";
import { card } from "./faces.js";
import { ask } from "./python.js";
import { game, say, settings } from "./say.js";

// --- the rules: kept beside the page as data, so that they are there before Python is; a house has rules of its own

const books = new Map();
async function book(slug, lang) {
  if (!books.has(lang)) books.set(lang, fetch(`rules.${lang}.json`).then((response) => response.json()));
  return (await books.get(lang))[slug];
}
async function rulesOf(slug, titleId) {
  const { lang } = settings, house = "house" in document.body.dataset;
  const { title, box, sections } = house ? await ask("rules", { lang }) : await book(slug, lang);
  return made("div", { className: "book" },
    made("h2", { id: titleId, textContent: title }),
    made("dl", {}, ...box.map(([what, much]) => made("div", {}, made("dt", { textContent: what }), made("dd", { textContent: much })))),
    ...sections.flatMap(section));
}
function section({ title, sentences, table, heading, examples }) {
  return [
    made("h3", { textContent: title }),
    sentences.length > 0 && made("ul", {}, ...sentences.map(({ text, mark }) => made("li", { className: /\d/.test(mark) ? "step" : "", textContent: text, dataset: { mark } }))),
    table.length > 0 && made("table", {}, ...table.map((cells, at) => made("tr", {}, ...cells.map((textContent) => made(at ? "td" : "th", { textContent }))))),
    heading && examples.length > 0 && made("h4", { textContent: heading.replace(/:$/, "") }),
    ...examples.map(({ cards, sign, text }) => made("div", { className: "example" },
      ...cards.map((each) => made("div", { className: "row" }, ...each.map((face) => card({ face })))),
      made("span", {}, sign && made("b", { className: sign === "✓" ? "good" : "bad", textContent: `${sign} ` }), text))),
  ].filter(Boolean);
}
export async function openRules() {
  const close = button("✕", () => $("sheet").close(), { className: "shut icon", ariaLabel: say("close") });
  $("sheet").replaceChildren(close, await rulesOf(settings.slug, "sheet-title"));
  if (!$("sheet").open) $("sheet").showModal();
  $("sheet").scrollTop = 0;
}
// The rules beside the empty table, while Python is on its way.
export async function showWait() {
  $("wait").replaceChildren(await rulesOf(settings.slug, "wait-title"));
}
// An empty place for each card that will be dealt.
export function emptyHand() {
  const { hand, tiles } = game(), places = Array.from({ length: hand }, () => made("li", {}, made("span", { className: "slot" })));
  $("hand").replaceChildren(made("ul", { className: `${tiles ? "rack" : ""} ${hand > 11 ? "many" : ""}`, style: { "--half": Math.ceil(hand / 2) } }, ...places));
}

// --- a question whose answer costs points; to stay is the default

export function confirmed(text, go = say("fold!")) {
  $("confirm-text").textContent = text;
  $("go").textContent = go;
  $("confirm").returnValue = "";
  $("confirm").showModal();
  return new Promise((done) => $("confirm").addEventListener("close", () => done($("confirm").returnValue === "go"), { once: true }));
}

let fading = 0;
export function toast(text) {
  $("toast").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => { $("toast").textContent = ""; }, 4000);
}
export function toggleLog(open = $("log").hidden) {
  $("log").hidden = !open;
  $("log-toggle").setAttribute("aria-expanded", open);
  if (open) $("lines").scrollTop = $("lines").scrollHeight;
}
