// The words of the page in the reader's language; Python has the words about cards, moves and rules.
import { GAMES, NAMES, WORDS } from "./words.js";

export const settings = {
  lang: "en", theme: "auto", four: false, keys: true, sound: false, pace: 700, bots: "solid", slug: "gin", players: 2,
};
export const games = GAMES;
export const people = NAMES;
export const languages = Object.entries(WORDS).map(([code, { name }]) => ({ code, name }));
export const speaks = (code) => Object.hasOwn(WORDS, code);
export const game = (slug = settings.slug) => GAMES.find((each) => each.slug === slug);
export const spoken = () => WORDS[settings.lang];
export const gameName = (slug) => spoken().games[slug];

// `{count:card|cards}` is a number with its word, in the form that the language has for the number.
export function say(key, blanks = {}) {
  const { words, tiles, forms } = spoken();
  const text = tiles[game()?.tiles]?.[key] || words[key];
  return text.replace(/\{(\w+):?([^}]*)\}/g, (_, name, choice) => {
    const value = blanks[name];
    if (!choice) return value;
    const number = Math.abs(String(value).replace("−", "-")), choices = choice.split("|");
    const form = Number.isInteger(number) ? forms[number < 100 ? number : 100 + number % 100] : forms[2];
    const word = choices[Math.min(form, choices.length - 1)];
    const isolated = /^−/.test(value) ? `\u2066${value}\u2069` : value;
    if (!word.startsWith("=")) return `${isolated} ${word}`;
    return Number.isInteger(number) ? word.slice(1) : `${isolated} ${choices.at(-1)}`;
  });
}

export const megabytes = (bytes) => (bytes / 1e6).toLocaleString(settings.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

// The name of a face, "ten of hearts", and its short form, "10♥".
export const joker = (face) => face === "joker" && game()?.tiles !== "tiles";
export const cardName = (face) => spoken()[game()?.tiles && !joker(face) ? "tile names" : "cards"][face];
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const RANKS = { T: 10, J: 11, Q: 12, K: 13, A: 1 };
export function short(face) {
  const [rank, suit] = face, { letters, colours } = spoken();
  if (game()?.tiles) return `${RANKS[rank] ?? rank}${suit ? colours["CDHS".indexOf(suit)] : ""}`;
  return `${rank === "T" ? "10" : letters[rank] ?? rank}${SUITS[suit] ?? ""}`;
}

// Fill every element that names its words.
export function translate() {
  const root = document.documentElement;
  Object.assign(root, { lang: settings.lang, dir: spoken().direction });
  for (const each of document.querySelectorAll("[data-say]")) each.textContent = say(each.dataset.say);
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", say(each.dataset.label));
}
