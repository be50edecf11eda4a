// The table from a screen: players, piles, melds, the person's own line, the log.
import { $, button, filled, made, wrote } from "./elements.js";
import { card, named } from "./faces.js";
import { reachable } from "./roving.js";
import { gameName, say, short } from "./say.js";

export const HUES = ["#7a4b12", "#8a2b4b", "#1f5f8f", "#5b3f8f", "#7a3a1d", "#2d6a2f", "#6a2f6a", "#3f4f6f"];
const SIDES = { 1: ["n"], 2: ["w", "e"], 3: ["w", "n", "e"] };

const avatar = ({ name, dealer }, seat) => made("span", { className: "avatar", style: { "--hue": HUES[seat % HUES.length] }, ariaHidden: "true" },
  [...name][0], dealer && made("span", { className: "dealer", title: say("dealer"), textContent: "D" }));
const hush = (text) => made("span", { className: "hush", textContent: text });

function tags(seat) {
  const found = [];
  if (seat.opened !== null && !seat.out) found.push([say(seat.opened ? "opened" : "not opened"), seat.opened ? "open" : ""]);
  if (seat.out) found.push([say(`out of the ${seat.out}`), ""]);
  if (seat.gone || seat.away) found.push([say(seat.gone ? "gone" : "away"), ""]);
  return found.map(([textContent, kind]) => made("span", { className: `tag ${kind}`, textContent }));
}

// --- the players, in the order of play from the person's left

export function drawSeats(view) {
  const count = view.seats.length;
  const order = Array.from({ length: count - 1 }, (_, at) => (view.me + (view.clockwise ? at + 1 : count - 1 - at)) % count);
  const sides = (!view.free && SIDES[order.length]) || order.map(() => "row");
  document.body.dataset.seats = count;
  $("seats").replaceChildren(...order.map((seat, at) => {
    const facts = view.seats[seat];
    const plate = made("li", { className: `seat ${facts.acts ? "acts" : ""} ${facts.out ? "gone" : ""}`, dataset: { at: sides[at], seat } },
      avatar(facts, seat),
      made("strong", { dir: "auto" }, facts.name, facts.dealer && hush(`, ${say("dealer")}`)),
      made("span", { className: "tags" }, ...tags(facts)),
      made("small", {}, made("span", { textContent: say("cards", { count: facts.cards }) }), made("span", { textContent: say("points", { count: facts.total }) })),
      made("em", { textContent: facts.last }));
    if (order.length === 1 && !view.result) plate.append(fan(facts.held));
    return plate;
  }));
}
function fan(held) {
  const middle = (held.length - 1) / 2;
  return made("span", { className: "fan", ariaHidden: "true" }, ...held.map((id, at) => card({ face: "back" }, "span", { style: `--turn: ${(middle - at) * 4}deg; --sink: ${-((at - middle) ** 2) * 0.35}px` })));
}

// --- the piles

export function drawPiles(view, play) {
  const mayDraw = view.standing.find(({ kind }) => kind === "draw");
  const takes = new Map(view.standing.filter(({ kind }) => kind === "take").map((move) => [move.depth, move]));
  const stock = pile("stock", view.stock ? say("cards left", { count: view.stock }) : "", [view.stock > 0 && topCard({ face: "back" }, mayDraw, play, say("stock"))], mayDraw, view.stock > 1 ? "deep" : "");
  const discards = view.discards.map((piece, at) => {
    const depth = view.discards.length - at, move = takes.get(depth);
    return depth === 1 || move ? topCard(piece, move, play, named(piece)) : card(piece);
  });
  const pileOf = pile("discards", view.piled ? String(view.piled) : "", discards, takes.size > 0, view.deep ? "spread" : "");
  filled($("piles"), view.free ? [stock] : [stock, turned(view), pileOf]);
  $("piles").hidden = Boolean(view.result);
  document.body.toggleAttribute("data-free", view.free);
}
function topCard(piece, move, play, name) {
  if (!move) return card(piece, "span", { label: name });
  const key = { draw: "D", take: "T" }[move.kind];
  const label = piece.face === "back" ? move.label : `${move.label}, ${name}`;
  const found = card(piece, "button", { label, onclick: () => play(move), dataset: { pile: move.kind, move: move.move } });
  if (move.depth === 1 || move.kind === "draw") found.setAttribute("aria-keyshortcuts", key);
  return found;
}
function pile(name, count, cards, now, kind) {
  const stack = made("div", { className: `stack ${kind}` }, ...cards);
  return made("div", { className: `pile ${now ? "now" : ""}`, dataset: { drop: name } }, stack, made("small", {}, say(name), count && ` · ${count}`));
}
function turned({ turned: piece }) {
  return piece && made("div", { className: "pile turned" }, made("div", { className: "stack" }, card(piece)), made("b", { textContent: piece.says }));
}

// --- the melds: by owner, or all together where anybody may arrange them

export function drawMelds(view, picked, pick, put) {
  const owners = [...new Set(view.melds.map(({ owner }) => owner))], count = view.melds.reduce((sum, { cards }) => sum + cards.length, 0);
  const focus = $("melds").querySelector('[tabindex="0"]')?.dataset.id;
  const loose = () => made("div", { className: "loose" }, ...view.melds.map((meld) => drawMeld(view, meld, picked, pick, put)));
  $("melds").dataset.size = count > 60 ? "small" : count > 24 ? "middle" : "large";
  filled($("melds"), view.free ? [loose()] : owners.map((owner) => made("div", { className: "owner", style: { "--hue": HUES[owner % HUES.length] } },
    made("p", { dir: "auto", textContent: view.seats[owner].name }),
    made("div", {}, ...view.melds.filter((meld) => meld.owner === owner).map((meld) => drawMeld(view, meld, picked, pick))))));
  reachable([...$("melds").querySelectorAll("button.card")], ({ dataset }) => dataset.id === focus);
  $("melds").hidden = Boolean(view.result) || !view.melds.length;
}
function drawMeld(view, { id, owner, kind, cards, wrong }, picked, pick, put) {
  const label = [say(kind || "no meld yet"), !view.free && say("meld of", { name: view.seats[owner].name })].filter(Boolean).join(", ");
  const row = made("div", { className: `row meld ${wrong ? "wrong" : ""}`, dataset: { meld: id, drop: `meld ${id}` }, role: "group", aria: { label } },
    ...cards.map((piece) => {
      const each = card(piece, "button", { tabIndex: -1, onclick: () => pick(id, piece) });
      each.setAttribute("aria-pressed", picked.some((spot) => spot.id === piece.id));
      return each;
    }));
  const what = { className: "put", ariaLabel: say("put here", { cards: cards.map(({ face }) => short(face)).join(" ") }) };
  if (put) row.append(button("+", () => put(String(id)), what));
  return row;
}

// --- the person's own line, the header, the log

export function drawSelf(view) {
  const seat = view.seats[view.me], { deadwood } = view;
  const span = (textContent, className = "") => made("span", { textContent, className });
  $("me").replaceChildren(avatar(seat, view.me), made("span", {},
    made("strong", {}, seat.name, seat.dealer && hush(`, ${say("dealer")}`)), span(say("points", { count: seat.total })),
    deadwood && span(say("deadwood", { points: deadwood.count }), "deadwood"), deadwood?.after && span(say("after"), "after"), ...tags(seat)));
  drawTitle(view.slug, view.about);
  wrote($("prompt"), [view.prompt, ...view.duties].join(". "));
  $("hint").disabled = !view.mine || Boolean(view.result);
  $("undo").disabled = !view.undo;
  $("own").hidden = Boolean(view.result);
}
export function drawTitle(slug, about) {
  $("game").replaceChildren(made("b", { textContent: gameName(slug) }), about ? ` · ${about}` : "");
  document.title = `${gameName(slug)} · rami`;
}
// What the others at a server propose, and the buttons of one's vote.
export function drawBallot({ ballot }, vote) {
  $("ballot").hidden = !ballot;
  filled($("ballot"), ballot ? [made("span", { dir: "auto", textContent: ballot.says }),
    ...(ballot.votes ? ["agree", "decline"].map((step) => button(say(step), () => vote(step), { className: step === "agree" ? "main" : "", dataset: { vote: step } })) : [])] : []);
}
// Lines that are there already stay as they are, so that only news is read out.
export function drawLog(view) {
  const lines = $("lines"), low = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  view.log.forEach((text, at) => {
    const line = lines.children[at] ?? lines.appendChild(made("p"));
    wrote(line, text);
  });
  while (lines.children.length > view.log.length) lines.lastChild.remove();
  if (low) lines.scrollTop = lines.scrollHeight;
}
