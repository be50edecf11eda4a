// Cards on the page: a picture out of the sprite, a name for who cannot see it, marks for what it is in this game.
import { made } from "./elements.js";
import { cardName, game, joker, say, settings, short } from "./say.js";
import { SPRITE } from "./sprite.js";
import { WORDS } from "./words.js";

document.body.prepend(...new DOMParser().parseFromString(SPRITE, "text/html").body.children);

const SVG = document.querySelector("svg").namespaceURI;
const COURT = /^[JQK][CDHS]$/;
const french = () => WORDS[settings.lang].letters.Q === "D";

function picture(kind, face) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", kind);
  use.setAttribute("href", `#${kind}-${face}`);
  svg.append(use);
  return svg;
}
// A wide card shows its pips and figures, a narrow one a large sign: the style sheet chooses by the width of the card.
function pictures({ face }) {
  if (face === "back") return [picture("full", face)];
  if (game()?.tiles) return [picture("tiles", joker(face) ? "joker-named" : face)];
  const drawn = french() && COURT.test(face) ? `${face}-french` : face;
  return [picture("full", drawn), picture("simple", drawn)];
}
const red = (face) => !game()?.tiles && /[DH]$/.test(face);
function marks({ wild, goal }) {
  return [
    wild && made("i", { className: "star", textContent: "★" }),
    goal && made("i", { className: `goal ${red(goal) ? "red" : ""}`, textContent: short(goal) }),
  ];
}

// "five of hearts, wild, as 8♣"
export function named({ face, wild, goal }) {
  return [cardName(face), wild && say("wild"), goal && say("as", { card: short(goal) })].filter(Boolean).join(", ");
}

const kept = new Map();
// The element of a card.  One with an id is made once: where it goes, it goes as the same thing.
export function card(piece, tag = "span", facts = {}) {
  const { className = "", label = named(piece), dataset, ...others } = facts;
  const key = piece.id && `${piece.id} ${tag}`;
  const content = [piece.face, piece.wild, piece.goal, settings.lang, game()?.slug].join();
  let element = kept.get(key);
  if (element?.dataset.of !== content) {
    element = made(tag, { dataset: { of: content } }, ...pictures(piece), ...marks(piece));
    if (tag === "button") element.type = "button"; else if (piece.face !== "back") element.setAttribute("role", "img");
    if (piece.id) element.dataset.id = piece.id;
    if (key) kept.set(key, element);
  }
  element.className = `card ${piece.off ? "off" : ""} ${className}`.trim().replace(/ +/g, " ");
  Object.assign(element, others);
  Object.assign(element.dataset, { face: piece.face, ...dataset });
  if (tag === "button" || piece.face !== "back") element.setAttribute("aria-label", label);
  else element.setAttribute("aria-hidden", "true");
  return element;
}
// A new round has new cards.
export const forgetCards = () => kept.clear();
