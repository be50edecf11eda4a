// The table: a match against bots.  What may be done, and why not, is asked of Python.
import {
  $, ask, button, cardButton, drawn, made, mute, named, picture, points, reachable, reasons, roving, say, settings, variant,
} from "./shared.js";

const KEPT = "rami: match";
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;
let view = null, picked = new Map(), order = "suit", seed = 0, rows = [], asked = 0, running = false;

// --- the match

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
function fillPlayers(wanted) {
  const { players } = variant();
  $("players").replaceChildren(...players.map((count) => made("option", { value: count, textContent: count })));
  $("players").value = players.includes(wanted) ? wanted : players[0];
}
async function newMatch(chosen = newSeed()) {
  seed = chosen;
  rows = [];
  picked.clear();
  hush();
  await ask("begin", { slug: settings.slug, players: Number($("players").value), seed });
}
export async function begin(wanted) {
  if (await resumed(wanted)) return;
  fillPlayers(wanted.players);
  await newMatch(Number.isSafeInteger(wanted.seed) ? wanted.seed : undefined);
}
// the match of the last visit goes on, unless the address asks for another
async function resumed(wanted) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    if (!kept?.rows?.length || (wanted.slug !== null && (wanted.slug !== kept.rows[0].variant || wanted.seed !== kept.seed))) return false;
    const { slug, players } = await ask("resume", { rows: kept.rows });
    settings.slug = slug;
    fillPlayers(players);
    ({ rows, seed } = kept);
    return true;
  } catch (error) {
    console.info(error);
    return false;
  }
}
export async function changeGame() {
  fillPlayers(Number($("players").value));
  await newMatch();
}
export const facts = () => ({ players: $("players").value, seed });

// --- what the person does

async function act(kind, move = "") {
  if (running) return;
  running = true;
  document.body.dataset.busy = "";
  const before = document.activeElement;
  hush();
  const { against } = await ask("step", { kind, move, lang: settings.lang });
  if (against.length) $("refused").replaceChildren(reasons(against));
  else picked.clear();
  await refresh();
  while (view.bot && !against.length) {
    if (PAUSE) await new Promise((done) => setTimeout(done, PAUSE));
    await ask("step", { kind: "bot", lang: settings.lang });
    await refresh();
  }
  if (document.activeElement === document.body && before !== document.body) landing()?.focus();
  running = false;
  delete document.body.dataset.busy;
}
const landing = () => $("offered").querySelector("button") ?? $("cards").querySelector('[tabindex="0"]') ?? $("again");
const play = (move) => act("play", move);
function hush() {
  $("refused").replaceChildren();
  $("hinted").replaceChildren();
}
export async function show() {
  const hinted = $("hinted").childElementCount > 0;
  hush(); // the refusal and the hint may be of another language or game
  await refresh();
  if (hinted && view.mine) await giveHint();
  if (view.bot) await act("look");
}
async function refresh() {
  view = await ask("show", { lang: settings.lang, four_colours: settings.four });
  rows.push(...view.rows);
  try { localStorage.setItem(KEPT, JSON.stringify({ rows, seed })); } catch { /* the match is not kept, then */ }
  draw();
  await offer();
  dispatchEvent(new Event("played"));
}

// --- what is shown; the focus stays where it was, though all is drawn again

function draw() {
  const focus = document.activeElement?.dataset?.key, group = document.activeElement?.closest("[id]")?.id;
  const place = group ? [...$(group).querySelectorAll("button")].indexOf(document.activeElement) : -1;
  drawSeats();
  drawPiles();
  drawMelds();
  drawHand();
  drawLog();
  $("state").textContent = [view.status, ...view.duties, ...(view.over ? [say("won", { names: view.winners.join(", ") })] : [])].join(" · ");
  $("deadwood").textContent = view.deadwood === null || view.shown ? "" : say("deadwood", { points: points(view.deadwood) });
  $("undo").disabled = !view.undo;
  $("hint").disabled = !view.mine;
  if (!focus) return;
  const others = group && $(group) ? [...$(group).querySelectorAll("button")] : [];
  const found = document.querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? others[Math.min(place, others.length - 1)];
  found?.focus();
}
function drawSeats() {
  $("seats").replaceChildren(...view.seats.map((seat, at) => made("li", { className: seat.acts ? "acts" : "" },
    made("strong", { dir: "auto", textContent: at ? seat.name : say("you", { name: seat.name }) }),
    ` ${say("cards", { count: seat.cards })} · ${points(seat.total)}${seat.dealer ? ` · ${say("dealer")}` : ""}`,
    seat.hand.length ? made("div", { className: "row" }, ...seat.hand.map((card) => still(card))) : "")));
}
function still(card, svg = picture(card), name = named(card)) {
  const image = made("span", { className: "card", title: name, dataset: { card } }, svg);
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", name);
  return image;
}
function drawPiles() {
  const stock = cardButton("?", say("stock", { count: view.stock }));
  stock.dataset.key = "stock";
  stock.onclick = () => play("draw");
  const pile = view.discards.map((card, at) => {
    const top = at === view.discards.length - 1;
    if (!top) return still(card);
    const each = cardButton(card, say("top", { card: named(card), count: view.piled }));
    each.dataset.key = "discards";
    each.onclick = () => play("take");
    return each;
  });
  $("piles").replaceChildren(
    made("div", { className: "pile" }, view.stock ? stock : empty(), made("small", { textContent: say("stock", { count: view.stock }) })),
    ...(view.turned ? [made("div", { className: "pile" }, still(view.turned), made("small", { textContent: say("turned") }))] : []),
    made("div", { className: "pile" }, made("div", { className: "row" }, ...(pile.length ? pile : [empty()])),
      made("small", { textContent: say("discards", { count: view.piled }) })));
}
const empty = () => made("span", { className: "card none" });
function drawMelds() {
  const kept = new Set();
  $("melds").replaceChildren(...view.melds.map(({ id, owner, cards }) => {
    const group = made("div", { className: "meld row", dataset: { meld: id } }, ...cards.map(({ card, name, svg }, at) => {
      const key = `meld ${id} ${at} ${card}`;
      kept.add(key);
      return choosable(key, { card, meld: id }, name ?? named(card), svg && mute(drawn(svg)));
    }));
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", say("meld of", { name: owner }));
    reachable([...group.children], ({ dataset }) => picked.has(dataset.key));
    roving(group);
    return made("div", { className: "laid" }, made("small", { textContent: owner }), group);
  }));
  $("melds").hidden = !view.melds.length;
  for (const key of picked.keys()) if (key.startsWith("meld") && !kept.has(key)) picked.delete(key);
}
function drawHand() {
  const seen = new Map(), kept = new Set();
  const cards = view.hand[order].map((card) => {
    const number = seen.get(card) ?? 0, fresh = !number && card === view.drawn && view.mine;
    seen.set(card, number + 1);
    const key = `hand ${card} ${number}`;
    kept.add(key);
    const each = choosable(key, { card }, fresh ? say("fresh", { card: named(card) }) : named(card));
    each.classList.toggle("fresh", fresh);
    return each;
  });
  for (const key of picked.keys()) if (key.startsWith("hand") && !kept.has(key)) picked.delete(key);
  const before = $("cards").querySelector('[tabindex="0"]')?.dataset.key;
  reachable(cards, ({ dataset }) => dataset.key === before);
  $("cards").replaceChildren(...cards);
}
function choosable(key, facts, label, svg) {
  const each = cardButton(facts.card, label, svg);
  each.dataset.key = key;
  each.setAttribute("aria-pressed", picked.has(key));
  each.onclick = () => {
    if (!picked.delete(key)) picked.set(key, facts);
    each.setAttribute("aria-pressed", picked.has(key));
    offer();
  };
  return each;
}
// lines that are there already stay as they are, so that only news is read out
function drawLog() {
  const list = $("log");
  view.log.forEach((line, at) => {
    if (list.children[at]?.textContent === line) return;
    if (list.children[at]) list.children[at].textContent = line; else list.append(made("p", { textContent: line }));
  });
  while (list.children.length > view.log.length) list.lastChild.remove();
  list.scrollTop = list.scrollHeight;
}

// --- the moves that the chosen cards may be

async function offer() {
  const turn = ++asked;
  document.body.dataset.asking = "";
  const chosen = [...picked.values()];
  const { offered, against } = await ask("meant", {
    lang: settings.lang,
    hand: chosen.filter(({ meld }) => meld === undefined).map(({ card }) => card),
    melds: chosen.filter(({ meld }) => meld !== undefined).map(({ card, meld }) => [meld, card]),
  });
  if (turn !== asked) return;
  const here = $("offered").contains(document.activeElement);
  const moves = offered.map(({ move, says }) => made("button", { type: "button", className: "main", textContent: says, onclick: () => play(move), dataset: { move } }));
  if (chosen.length) moves.push(button("unpick", () => { picked.clear(); draw(); offer(); }));
  if (view.ready) moves.push(button("next", () => act("ready"), { className: "main" }));
  if (view.deciding) moves.push(button("buy", () => act("buy in"), { className: "main" }), button("leave", () => act("stay out")));
  $("offered").replaceChildren(...moves);
  $("against").replaceChildren(...(against.length ? [reasons(against)] : []));
  $("choose").hidden = !view.mine || chosen.length > 0;
  if (here) landing().focus();
  delete document.body.dataset.asking;
}

$("order").onchange = ({ target }) => { order = target.value; draw(); };
$("undo").onclick = () => act("undo");
async function giveHint() {
  const { says, move } = await ask("hint", { lang: settings.lang });
  $("refused").replaceChildren();
  $("hinted").replaceChildren(...(says ? [made("span", { textContent: says }), button("do", () => play(move), { className: "main" })] : []));
}
$("hint").onclick = giveHint;
$("again").onclick = async () => { await newMatch(); await show(); };
$("players").onchange = $("again").onclick;
roving($("cards"));
