// The page: its two parts, the game, the language, the address.
import * as check from "./check.js";
import * as play from "./play.js";
import { $, fetchGames, fetchPictures, games, made, settings, startPython, translate } from "./shared.js";
import { WORDS } from "./words.js";

const PARTS = { play, check };
let part = "play";

// the second visit needs no network: the service worker keeps what this one loads
async function keep() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service.js");
    if (navigator.serviceWorker.controller) return;
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    await Promise.race([controlled, new Promise((resolve) => setTimeout(resolve, 3000))]);
  } catch (error) { console.info(error); }
}

// the address says what is shown, so that it can be linked to
function remember() {
  const facts = new URLSearchParams({ page: part, game: settings.slug, lang: settings.lang, ...PARTS[part].facts() });
  history.replaceState(null, "", `#${facts}`);
}
function recall() {
  const facts = new URLSearchParams(location.hash.slice(1));
  const lang = facts.get("lang") ?? navigator.language.slice(0, 2);
  if (Object.hasOwn(WORDS, lang)) settings.lang = lang;
  const number = (name) => facts.has(name) ? Number(facts.get(name)) : undefined;
  return {
    part: facts.get("page") ?? (facts.has("cards") ? "check" : "play"), slug: facts.get("game"), cards: facts.get("cards") ?? undefined,
    contract: number("contract"), players: number("players"), seed: number("seed"),
  };
}

async function turnTo(name) {
  part = name in PARTS ? name : "play";
  for (const each of Object.keys(PARTS)) {
    $(each).hidden = each !== part;
    if (each === part) $(`to-${each}`).setAttribute("aria-current", "page");
    else $(`to-${each}`).removeAttribute("aria-current");
  }
  await PARTS[part].show();
  remember();
}
async function busy(action) {
  document.body.dataset.turning = "";
  await action();
  await fetchPictures();
  await PARTS[part].show();
  remember();
  delete document.body.dataset.turning;
}

$("lang").onchange = ({ target }) => busy(async () => {
  settings.lang = target.value;
  translate();
  await fetchGames();
});
$("four").onchange = ({ target }) => busy(() => { settings.four = target.checked; });
$("variant").onchange = ({ target }) => busy(async () => {
  settings.slug = target.value;
  translate();
  check.changeGame();
  await play.changeGame();
});
for (const each of Object.keys(PARTS)) $(`to-${each}`).onclick = () => turnTo(each);
for (const event of ["checked", "played"]) addEventListener(event, remember);

const wanted = recall();
$("lang").replaceChildren(...Object.entries(WORDS).map(([code, { name }]) => made("option", { value: code, lang: code, textContent: name })));
$("lang").value = settings.lang;
translate();
await keep();
startPython();
await fetchGames();
if (games().some(({ slug }) => slug === wanted.slug)) settings.slug = wanted.slug;
translate();
await play.begin(wanted);
$("variant").value = settings.slug;
check.begin(wanted);
await fetchPictures();
document.querySelector("main").hidden = false;
await turnTo(wanted.part);
document.body.dataset.shown = "";
