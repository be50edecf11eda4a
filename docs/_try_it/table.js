// The table as a client: it draws the screens that come, asks what chosen cards can do, and sends moves.
//
// It knows neither the rules nor who keeps the match.  A transport (see transports.js) brings frames and takes steps;
// Python in the worker turns a frame into a screen and answers questions about it.
import { arranging, canStepBack, draft, drafted, forgetDraft, free, judge, laidIds, moveInto, seekOther, startOver, stepBack, takeOver } from "./arrange.js";
import { $, button, filled, made } from "./elements.js";
import { forgetCards } from "./faces.js";
import { drawBallot, drawLog, drawMelds, drawPiles, drawSeats, drawSelf } from "./draw.js";
import { drawHand, hand, markHand, moveCard, placeOf } from "./hand.js";
import { ask } from "./python.js";
import { drawResult } from "./result.js";
import { say, settings } from "./say.js";
import { chirp } from "./sound.js";
import { confirmed, toast } from "./sheets.js";
import { hurry, snapshot, travel } from "./travel.js";

export const table = { view: null, picked: [], spots: [], answer: null, transport: null };
const THOUGHT = 500;
const NOTHING = { offered: [], against: [], meter: null, fits: [] };
const LIT = new Set(["knock", "declare", "lay"]);
const MAIN = new Set(["draw", "discard"]);
const ends = ({ kind }) => kind === "knock" || kind === "declare";
const KEYS = { draw: "D", take: "T", knock: "K", declare: "K" };

// --- frames come in, one at a time; what others do is shown at the pace of the person

const queue = [];
let showing = false, skip = () => {};

export function connect(transport) {
  table.transport?.close?.();
  queue.length = 0;
  Object.assign(table, { transport, view: null, picked: [], spots: [] });
  return transport.connect({
    frame: (frame) => { queue.push(frame); if (!showing) showAll(); },
    waiting: (names) => dispatchEvent(new CustomEvent("freeseats", { detail: names })),
    lost: () => toast(say("offline")),
  });
}
async function showAll() {
  showing = true;
  document.body.dataset.busy = "";
  while (queue.length) {
    const frame = queue.shift(), actor = acting();
    await show(await ask("see", { frame, lang: settings.lang, played: played() }));
    // half a pause within the turn of a player, a whole one between players
    if ((frame.bot || queue.length) && !table.view.result) await pause(settings.pace / (acting() === actor ? 2 : 1));
    dispatchEvent(new CustomEvent("frame", { detail: frame }));
    // the next move of a bot is on its way while this one is looked at
    while (frame.bot && !queue.length && table.transport) await new Promise((done) => setTimeout(done, 10));
  }
  showing = false;
  delete document.body.dataset.busy;
}
const cardsOf = ({ melds, hand }) => JSON.stringify([melds, hand].flat().map(({ cards }) => cards.map(({ id }) => id)));
const acting = () => table.view?.seats.findIndex(({ acts }) => acts);
const pause = (time) => time && new Promise((done) => { const timer = setTimeout(done, time); skip = () => { clearTimeout(timer); done(); }; });
export function hasten() { hurry(); skip(); }
const played = () => [...table.picked, ...(table.view ? laidIds(table.view) : [])].map((id) => Number(id.split("-")[1]));

async function show(view) {
  const before = table.view, ids = new Set(view.hand.cards.map(({ id }) => id));
  if (before && before.round !== view.round) forgetCards();
  const news = !before?.mine && view.mine;
  redraw(() => {
    // somebody who comes, goes or votes leaves the table of a draft as it is
    if (!before?.mine || !view.mine || cardsOf(before) !== cardsOf(view)) forgetDraft();
    table.view = view;
    table.picked = table.picked.filter((id) => ids.has(id));
    if (!view.mine) table.picked = [];
    table.spots = [];
    table.answer = null;
  });
  if (news) chirp("turn"); else if (before) chirp("card");
  if (table.picked.length) await choose();
}

// Draw everything again around a change; cards travel, and the focus stays where it was.
export function redraw(change = () => {}) {
  const was = snapshot(table.view), focus = document.activeElement, id = focus?.dataset?.id, group = focus?.closest?.("#hand, #moves, #piles, #melds");
  change();
  const { view } = table, shown = drafted(view), loose = free(view);
  $("wait").hidden = true;
  document.body.dataset.game = view.slug;
  document.body.toggleAttribute("data-house", view.house);
  drawSeats(view);
  drawPiles(view, play);
  if (loose) drawMelds(shown, table.picked.map((id) => ({ id })), (_, { id }) => tapped(id), putDown); else drawMelds(shown, table.spots, pickSpot);
  drawHand(shown, table.picked, tapped);
  drawSelf(view);
  $("undo").disabled &&= !canStepBack();
  drawLog(view);
  drawBallot(view, (step) => send({ step }));
  drawResult(view);
  offer();
  refocus(focus, id, group);
  travel(was, view);
}
function refocus(focus, id, group) {
  // at the end of a round the next step is at hand, whoever has ended it
  if ($("next") && !document.querySelector("dialog[open]")) return $("next").focus({ preventScroll: true });
  const wanted = (id && document.querySelector(`main [data-id="${CSS.escape(id)}"]`)) || (document.contains(focus) ? focus : null);
  if (wanted && wanted !== document.body) return wanted.focus({ preventScroll: true });
  if (group) (($("next") ?? $("hand").querySelector('[tabindex="0"]') ?? $("moves").querySelector("button")) || $("prompt"))?.focus?.({ preventScroll: true });
}

// --- what may be done

const chosen = () => table.picked.map((id) => table.view.hand.cards.find((each) => each.id === id)).filter(Boolean);
let asked = 0;

// A choice draws nothing again: it lifts cards and asks what they can do.
export async function choose() {
  const turn = ++asked, { view, spots } = table;
  markHand(table.picked);
  for (const each of $("melds").querySelectorAll("[data-id]")) each.setAttribute("aria-pressed", table.picked.includes(each.dataset.id) || spots.some(({ id }) => id === each.dataset.id));
  document.body.toggleAttribute("data-holding", free(view) && table.picked.length > 0);
  // on a table that is arranged, chosen cards wait for a place
  const waits = free(view) && (arranging() || chosen().length < table.picked.length);
  if (waits || (!table.picked.length && !spots.length)) { table.answer = null; return offer(); }
  document.body.dataset.asking = "";
  const answer = await ask("meant", { hand: chosen().map(({ card }) => card), melds: spots.map(({ meld, card }) => [meld, card]) });
  if (turn !== asked || view !== table.view) return;
  table.answer = answer;
  offer();
  delete document.body.dataset.asking;
}
// The buttons of the moves, the reason or the meter of a choice, and the melds that take the chosen card.
function offer(extra) {
  const { view, picked, spots } = table;
  if (view.result) {
    filled($("why"), extra ?? []);
    return filled($("moves"), waiting(view));
  }
  const { offered, against, meter, fits } = table.answer ?? { ...NOTHING, ...draft.verdict };
  const lost = $("moves").contains(document.activeElement), ended = offered.some(ends);
  const standing = view.standing.filter((move) => !(ended && ends(move)) && !(move.depth > 1));
  const buttons = arranging() ? [] : [...standing, ...offered].map(moveButton);
  if (free(view)) buttons.push(...arrangeButtons(view));
  else if (picked.length === 1 && view.hand.cards.length > 1) buttons.push(shift("left", -1), shift("right", 1));
  if (picked.length || spots.length) buttons.push(button(say("unpick"), unpick, { className: "plain" }));
  filled($("moves"), [...buttons, ...waiting(view)]);
  if (lost && document.activeElement === document.body) $("hand").querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  filled($("why"), extra ?? because(meter, against));
  light([...fits, ...spots.map(({ meld }) => meld)]);
}
export function light(melds) {
  for (const each of $("melds").querySelectorAll(".meld")) each.classList.toggle("takes", melds.includes(Number(each.dataset.meld)));
}
function moveButton(move, at, all) {
  const kind = move.kind === "fold" ? "quiet" : LIT.has(move.kind) ? "lit" : MAIN.has(move.kind) || all.length === 1 ? "main" : "";
  const key = settings.keys && KEYS[move.kind];
  return button(made("span", { textContent: move.label }), () => play(move), { className: kind, dataset: { move: move.move, kind: move.kind }, ...(key && { aria: { keyshortcuts: key } }) },
    key && made("kbd", { textContent: key, ariaHidden: "true" }), move.note && made("small", { textContent: move.note }));
}
// After a round: go on, buy back in, or wait for the others.
function waiting(view) {
  const act = (step) => () => send({ step });
  if (view.ready) return [button(say("next"), act("ready"), { id: "next", className: "lit" })];
  if (view.deciding) return [button(say("buy in"), act("buy_in"), { id: "next", className: "lit" }, view.returning && made("small", { textContent: say("continue with", { points: view.returning }) })), button(say("stay out"), act("stay_out"))];
  if (view.over) return [button(say("again"), () => dispatchEvent(new Event("newmatch")), { id: "next", className: "lit" })];
  if (view.result && view.waiting.length) return [made("span", { textContent: say("ready", { names: view.waiting.join(", ") }) })];
  return [];
}
function because(meter, against) {
  const found = [];
  if (meter) {
    const [points, least] = meter;
    const bar = made("meter", { min: 0, max: least, value: Math.min(points, least), low: least - 1, high: least, optimum: least, aria: { label: `${points} / ${least}` } });
    found.push(bar, made("span", { dir: "ltr", className: "of", textContent: `${points} / ${least}` }));
  }
  if (against.length) found.push(made("span", {}, made("b", { textContent: `${say("not yet")}: ` }), against.slice(0, arranging() ? 1 : 2).map(({ text }) => text).join(" · ")));
  return found;
}

// --- arranging the table: cards are put down and taken up again until the turn ends

function arrangeButtons(view) {
  const { verdict, other } = draft, laid = new Set(laidIds(view)), held = table.picked;
  const found = verdict?.move ? [moveButton(verdict.move)] : [];
  if (other && !held.length) found.push(button(say("fits"), () => rearranged(() => takeOver(view, other)), { className: "lit" }));
  if (held.length) found.push(button(say("new group"), () => putDown("new"), { dataset: { kind: "new" } }));
  if (held.some((id) => laid.has(id))) found.push(button(say("to rack"), () => putDown("hand"), { dataset: { kind: "back" } }));
  if (arranging() && !held.length) found.push(button(say("start over"), () => rearranged(() => startOver(view)), { className: "quiet" }));
  return found;
}
// Put cards into a group of the table (by its id), into a new one, or back to the hand.
export function putDown(to, ids = table.picked, at = undefined) {
  const { view } = table;
  return rearranged(() => moveInto(view, ids, to, at) || toast(say("stays")));
}
let seeking = 0;
async function rearranged(change) {
  const { view } = table;
  document.body.dataset.asking = "";
  redraw(() => {
    change();
    Object.assign(table, { picked: [], answer: null });
  });
  await judge(view);
  if (view !== table.view) return;
  redraw();
  await choose();
  delete document.body.dataset.asking;
  // the search for another arrangement may take long: it begins when the person pauses
  clearTimeout(seeking);
  if (draft.verdict && !draft.verdict.move && draft.verdict.laid) seeking = setTimeout(async () => { if (await seekOther(view)) offer(); }, THOUGHT);
}

// --- choosing

export function unpick() {
  Object.assign(table, { picked: [], spots: [] });
  return choose();
}
// Where nothing is laid, a choice is one card: the one to discard.
export function pick(id) {
  const had = table.picked.includes(id);
  if (table.view.concealed && table.view.phase !== "layoff") table.picked = had ? [] : [id];
  else table.picked = had ? table.picked.filter((each) => each !== id) : [...table.picked, id];
  return choose();
}
export function pickSpot(meld, { id, card }) {
  table.spots = table.spots.some((spot) => spot.id === id) ? table.spots.filter((spot) => spot.id !== id) : [...table.spots, { meld, id, card }];
  return choose();
}
let tap = { id: null, at: 0 };
function tapped(id) {
  const twice = tap.id === id && performance.now() - tap.at < 350;
  tap = { id, at: performance.now() };
  // the first tap has chosen the card already, the second plays it
  if (twice && free(table.view)) return putDown("new", [id]);
  if (twice && table.picked.length === 1 && table.picked[0] === id) return again();
  return pick(id);
}
// A second tap, or Enter: the plain meaning of the choice, and never what ends the round.
export async function again() {
  if (free(table.view)) return putDown("new");
  if (!table.answer) await choose();
  const plain = (table.answer?.offered ?? []).filter((move) => !ends(move));
  const move = plain.find(({ kind }) => kind === "discard") ?? plain[0];
  if (move) return play(move);
}
const shift = (key, by) => button(by < 0 ? "◀" : "▶", () => shiftCard(table.picked[0], by), { className: "icon shift", ariaLabel: say(key) });
export function shiftCard(id, by) {
  const to = placeOf(id) + by;
  if (to < 0 || to >= hand.order.length) return;
  redraw(() => moveCard(id, to));
}

// --- doing

export async function play(move) {
  if (!move || showing) return;
  if (move.ask && !(await confirmed(move.ask))) return;
  return send({ step: "play", move: move.move });
}
export async function send(step) {
  if (showing) return;
  document.body.dataset.busy = "";
  const { against } = await table.transport.send(step);
  if (against && !showing) delete document.body.dataset.busy;
  if (against) offer(because(null, against));
}
export async function giveHint() {
  const found = await ask("hint");
  if (!found) return;
  const { says, move } = found;
  offer([made("span", { className: "hinted", textContent: says }), button(say("do"), () => play({ move }), { className: "do" })]);
}
export const undo = () => (canStepBack() ? rearranged(stepBack) : send({ step: "undo" }));
export const standing = (...kinds) => [...(table.answer?.offered ?? []), ...table.view.standing].find(({ kind, depth }) => kinds.includes(kind) && !(depth > 1));
export const offered = (...kinds) => table.answer?.offered.find(({ kind }) => kinds.includes(kind));
// The same position in other words.
export async function translateTable() {
  if (!table.view) return;
  forgetCards();
  const view = await ask("show", { lang: settings.lang });
  redraw(() => { table.view = view; });
  if (arranging()) await rearranged(() => {});
  if (table.picked.length) await choose();
}
