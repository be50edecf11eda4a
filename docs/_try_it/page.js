// The page around the table: the address, the settings, the language, what is kept for the next visit.
import { $, made } from "./elements.js";
import { drawTitle } from "./draw.js";
import { pack, unpack } from "./links.js";
import { hand } from "./hand.js";
import { sortBy, watchKeys } from "./keys.js";
import { watchPointer } from "./pointer.js";
import { startPython } from "./python.js";
import { game, games, gameName, languages, megabytes, people, say, settings, speaks, translate } from "./say.js";
import { confirmed, emptyHand, openRules, showWait, toast, toggleLog } from "./sheets.js";
import { connect, giveHint, send, table, translateTable, undo } from "./table.js";
import { LocalTable, ServerTable, posted } from "./transports.js";

const MATCH = "rami: match", SETTINGS = "rami: settings", TOOK = "rami: start took", KEYS = "rami: seats", NAME = "rami: name";
const PACES = [0, 400, 700, 1500];
const dark = matchMedia("(prefers-color-scheme: dark)"), wide = matchMedia("(min-width: 69rem)");
let seed = 0, rows = [], friends = null, stage = { stage: "loading" };

// --- what is kept

function stored(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}
function store(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* it is not kept, then */ }
}
const remember = () => {
  store(SETTINGS, { ...settings, sort: hand.sort });
  const facts = friends ? { table: friends } : { game: settings.slug, players: settings.players, seed };
  history.replaceState(null, "", `#${new URLSearchParams({ ...facts, lang: settings.lang })}`);
};

// --- the match

const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
function begin(chosen = freshSeed()) {
  [seed, rows, friends] = [chosen, [], null];
  const names = ["you", ...people.slice(0, settings.players - 1)];
  open(new LocalTable({ slug: settings.slug, names, seed, bots: settings.bots }));
}
function open(transport) {
  document.body.dataset.stage = "playing";
  const connected = connect(transport);
  remember();
  return connected;
}
function resume(kept) {
  const { names, seed: from } = kept[0];
  Object.assign(settings, { slug: slugOf(kept), players: names.length });
  seed = Number(from);
  rows = kept;
  // rows of a version that wrote them otherwise give way to a new match
  open(new LocalTable({ rows: kept, bots: settings.bots })).catch((error) => { console.info(error.message); begin(); });
}
addEventListener("frame", ({ detail }) => {
  document.body.dataset.shown = "";
  if (table.view.slug !== settings.slug) { settings.slug = table.view.slug; translate(); }
  if (!detail.rows) return;
  rows.push(...detail.rows);
  store(MATCH, rows);
});
addEventListener("newmatch", () => begin());

// --- a table of the server that has sent this page, with people at it

const served = /^\/(page\/|t\/|$)/.test(location.pathname);
const invited = location.pathname.match(/^\/t\/([\w-]+)$/)?.[1];
async function sitDown(id) {
  const address = new URL(`/tables/${id}`, location.href).pathname, keys = stored(KEYS) ?? {};
  keys[id] ??= await askName(address);
  store(KEYS, keys);
  friends = id;
  open(new ServerTable({ address, key: keys[id], lang: settings.lang }));
}
function askName(address) {
  $("sit").showModal();
  $("name").value = stored(NAME) ?? "";
  return new Promise((done) => {
    $("sit").querySelector("form").onsubmit = async (event) => {
      event.preventDefault();
      try {
        const { key } = await posted(`${address}/seats`, { name: $("name").value.trim() });
        store(NAME, $("name").value.trim());
        $("sit").close();
        done(key);
      } catch (error) { $("sit-why").textContent = error.message; }
    };
  });
}
async function openTable() {
  const { table: id } = await posted("/tables", { game: $("set-game").value, seats: Number($("set-players").value), bots: 0 });
  $("settings").close();
  await sitDown(id);
  copyLink();
}
addEventListener("freeseats", ({ detail: names }) => {
  document.body.dataset.shown = "";
  $("wait").hidden = false;
  $("prompt").textContent = say("free seats", { count: names.filter((name) => name === null).length });
  $("why").replaceChildren(made("span", { dir: "auto", textContent: names.filter(Boolean).join(", ") }), made("button", { type: "button", textContent: say("copy"), onclick: copyLink }));
});

// --- the address: a game and its deal, or a whole match

async function arrive() {
  const facts = new URLSearchParams(location.hash.slice(1));
  const lang = facts.get("lang") ?? stored(SETTINGS)?.lang ?? navigator.language.slice(0, 2);
  Object.assign(settings, stored(SETTINGS), { lang: speaks(lang) ? lang : "en" });
  hand.sort = stored(SETTINGS)?.sort === "own" ? "melds" : stored(SETTINGS)?.sort ?? "melds";
  const kept = stored(MATCH), carried = facts.has("match") ? await unpack(facts.get("match")).catch(() => null) : null;
  const slug = facts.get("game"), known = (name) => games.some((each) => each.slug === name);
  if (known(slug)) settings.slug = slug;
  const usual = game() ?? games.find((each) => each.slug === "gin");
  settings.slug = usual.slug;
  const players = Number(facts.get("players") ?? (slug ? usual.usual : settings.players));
  settings.players = usual.players.includes(players) ? players : usual.usual;
  const wanted = facts.has("seed") ? Number(facts.get("seed")) : NaN;
  if (facts.has("table")) return () => sitDown(facts.get("table"));
  if (carried && known(slugOf(carried))) return () => resume(carried);
  if (kept && known(slugOf(kept)) && (!slug || (slug === slugOf(kept) && (Number.isNaN(wanted) || Number(kept[0].seed) === wanted)))) {
    settings.slug = slugOf(kept);
    settings.players = kept[0].names.length;
    return () => resume(kept);
  }
  return () => begin(Number.isSafeInteger(wanted) ? wanted : undefined);
}
const slugOf = ([first]) => first?.variant?.slug ?? first?.variant;
async function copyLink() {
  const facts = new URLSearchParams({ game: settings.slug, players: settings.players, lang: settings.lang });
  if (friends) await navigator.clipboard?.writeText(`${location.origin}/t/${friends}`);
  if (friends) return toast(say("copied table"));
  if (rows.length > 1) facts.set("match", await pack(rows)); else facts.set("seed", seed);
  await navigator.clipboard?.writeText(`${location.origin}${location.pathname}#${facts}`);
  return toast(say("copied"));
}

// --- settings

function dress() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  root.toggleAttribute("data-four", settings.four);
  root.toggleAttribute("data-keys", settings.keys);
}
function fillSettings() {
  const option = (value, textContent) => made("option", { value, textContent });
  $("set-game").replaceChildren(...games.map(({ slug }) => option(slug, gameName(slug))));
  $("set-lang").replaceChildren(...languages.map(({ code, name }) => made("option", { value: code, lang: code, textContent: name })));
  $("set-pace").replaceChildren(...PACES.map((pace) => option(pace, pace ? say("seconds", { count: pace / 1000 }) : say("none"))));
  fillPlayers();
  for (const [name, key] of Object.entries({ game: "slug", bots: "bots", lang: "lang", theme: "theme", pace: "pace" })) $(`set-${name}`).value = settings[key];
  for (const name of ["four", "sound", "keys"]) $(`set-${name}`).checked = settings[name];
  // tiles have four colours anyway
  $("set-four").parentElement.hidden = Boolean(game()?.tiles);
}
function fillPlayers() {
  const { players } = game($("set-game").value || settings.slug), wanted = settings.players;
  $("set-players").replaceChildren(...players.map((count) => made("option", { value: count, textContent: count })));
  $("set-players").value = players.includes(wanted) ? wanted : game($("set-game").value).usual;
}
async function speak() {
  document.body.dataset.turning = "";
  translate();
  fillSettings();
  drawTitle(settings.slug, table.view?.about);
  tell();
  if (table.view) await translateTable(); else await showWait();
  delete document.body.dataset.turning;
}
function watchSettings() {
  $("gear").onclick = () => { fillSettings(); $("set-votes").hidden = !friends || !table.view || table.view.over; $("settings").showModal(); };
  $("set-game").onchange = () => fillPlayers();
  $("set-new").onclick = () => {
    Object.assign(settings, { slug: $("set-game").value, players: Number($("set-players").value) });
    $("settings").close();
    translate();
    begin();
  };
  $("set-friends").hidden = !served;
  $("set-friends").onclick = openTable;
  for (const each of document.querySelectorAll("[data-motion]")) each.onclick = () => { $("settings").close(); send({ step: "propose", motion: each.dataset.motion }); };
  $("set-give-up").onclick = async () => {
    $("settings").close();
    if (await confirmed(say("give up?"), say("give up!"))) send({ step: "give_up" });
  };
  $("set-bots").onchange = ({ target }) => { settings.bots = target.value; table.transport?.setBots?.(settings.bots); remember(); };
  $("set-lang").onchange = ({ target }) => { settings.lang = target.value; remember(); speak(); };
  $("set-theme").onchange = ({ target }) => { settings.theme = target.value; remember(); dress(); };
  $("set-pace").onchange = ({ target }) => { settings.pace = Number(target.value); remember(); };
  for (const name of ["four", "sound", "keys"]) $(`set-${name}`).onchange = ({ target }) => { settings[name] = target.checked; remember(); dress(); };
  dark.onchange = dress;
  wide.onchange = () => toggleLog(wide.matches);
  for (const [id, onclick] of Object.entries({ copy: copyLink, "set-copy": copyLink, rules: openRules, hint: giveHint, undo })) $(id).onclick = onclick;
  $("sort").onchange = ({ target }) => { sortBy(target.value); remember(); };
  $("log-toggle").onclick = () => toggleLog();
  $("log-close").onclick = () => { toggleLog(false); $("log-toggle").focus(); };
}

// --- loading: the bar counts bytes; starting Python has no measure, so the page says how long it took last time

let begun = 0;
function tell(news = stage) {
  stage = { ...stage, ...news };
  if (table.view) return;
  const took = stored(TOOK);
  const words = {
    loading: () => say("loading", { loaded: megabytes(stage.loaded ?? 0), total: megabytes(stage.total ?? 0) }),
    starting: () => (took ? say("starting n", { count: Math.max(1, Math.round(took / 1000)) }) : say("starting")),
    failed: () => say("failed"),
  }[stage.stage];
  if (!words) return;
  document.body.dataset.stage = stage.stage;
  $("prompt").textContent = words();
  const bar = $("why").querySelector("progress") ?? made("progress", { aria: { labelledby: "prompt" } });
  if (stage.stage === "loading" && stage.total) Object.assign(bar, { max: stage.total, value: stage.loaded }); else bar.removeAttribute("value");
  const meanwhile = made("span", { textContent: say("meanwhile") });
  $("why").replaceChildren(...(stage.stage === "failed" ? [] : [bar, meanwhile]));
  if (stage.stage === "starting") begun ||= performance.now();
  if (stage.error) console.error(stage.error);
}

// --- the second visit needs no network: the service worker keeps what this one loads

async function keep() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service.js");
    if (navigator.serviceWorker.controller) return;
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    await Promise.race([controlled, new Promise((resolve) => setTimeout(resolve, 3000))]);
  } catch (error) { console.info(error); }
}

// what a friend opens leads to the page proper, where the service worker is
if (invited) location.replace(`/page/index.html#${new URLSearchParams({ table: invited })}`);
const enter = await arrive();
dress();
watchSettings();
watchKeys();
watchPointer();
$("wait").hidden = false;
emptyHand();
toggleLog(wide.matches);
await speak();
await keep();
startPython((news) => {
  tell(news);
  if (news.stage !== "ready") return;
  store(TOOK, performance.now() - (begun || performance.now()));
  enter();
});
