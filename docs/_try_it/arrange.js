// A table that players arrange as they like (Rummikub): cards go from group to group in a draft of the page, one step at a
// time and back again, and rami judges the whole when the turn is to end.
import { ask } from "./python.js";

let rows = null, past = [], last = 0;
export const draft = { verdict: null, other: null };

export const forgetDraft = () => { past = []; renew(null); };
// Every other table of the draft is judged anew.
const renew = (wanted) => { rows = wanted; Object.assign(draft, { verdict: null, other: null }); };
export const arranging = () => rows !== null;
export const canStepBack = () => past.length > 0;
export const stepBack = () => renew(past.pop() ?? null);
// Where cards may be moved: on a table that is arranged freely, in one's own turn.
export const free = (view) => Boolean(view?.free && view.mine && !view.result);

const laidOut = (view) => view.melds.map(({ id, cards }) => ({ id, ids: cards.map((piece) => piece.id) }));
const now = (view) => rows ?? laidOut(view);
const own = (view) => new Set(view.hand.cards.map(({ id }) => id));
export const laidIds = (view) => (rows ? now(view).flatMap(({ ids }) => ids).filter((id) => own(view).has(id)) : []);

// Move cards into a group, before the card at a place; into a new group; or back to the hand that they came from.
export function moveInto(view, ids, to, at = Infinity) {
  const before = now(view), mine = own(view), moved = to === "hand" ? ids.filter((id) => mine.has(id)) : ids;
  if (!moved.length) return false;
  const after = before.map((row) => ({ ...row, ids: row.ids.filter((id) => !moved.includes(id)) }));
  if (to === "new") after.push({ id: `new-${last++}`, ids: moved });
  else if (to !== "hand") {
    const row = before.find(({ id }) => String(id) === to), rest = row.ids.slice(0, at).filter((id) => moved.includes(id)).length;
    after.find(({ id }) => id === row.id).ids.splice(at === Infinity ? row.ids.length : at - rest, 0, ...moved);
  }
  change(view, after);
  return true;
}
export const startOver = (view) => change(view, laidOut(view));
// Take over an arrangement that rami has found, given as texts of cards.
export function takeOver(view, melds) {
  const pool = pieces(view), left = now(view).flatMap(({ ids }) => ids);
  change(view, melds.map((cards) => ({
    id: `new-${last++}`,
    ids: cards.map((text) => left.splice(left.findIndex((id) => pool.get(id).card === text), 1)[0]),
  })));
}
function change(view, after) {
  past.push(rows);
  const kept = after.filter(({ ids }) => ids.length), whole = (all) => JSON.stringify(all.map(({ ids }) => [...ids].sort()).sort());
  renew(whole(kept) === whole(laidOut(view)) ? null : kept);
}
// What Python is asked about: the cards of each group as text.
const texts = (view, pool = pieces(view)) => rows.map(({ ids }) => ids.map((id) => pool.get(id).card));
const pieces = (view) => new Map([...view.melds.flatMap(({ cards }) => cards), ...view.hand.cards].map((piece) => [piece.id, piece]));

// Ask what the groups are; cards of a meld are put in their order.
export async function judge(view) {
  if (!rows) return;
  const asked = rows, verdict = await ask("arranged", { rows: texts(view) });
  if (rows !== asked) return;
  rows = asked.map((row, at) => ({ ...row, ids: verdict.rows[at].order.map((from) => row.ids[from]) }));
  draft.verdict = verdict;
}
// Look for another arrangement of the same cards that ends the turn; return whether the draft has one now.
export async function seekOther(view) {
  if (!rows) return false;
  const asked = rows, other = await ask("otherwise", { rows: texts(view) });
  if (rows === asked) draft.other = other;
  return rows === asked && Boolean(other);
}
// The screen with the table of the draft.
export function drafted(view) {
  if (!rows) return view;
  const pool = pieces(view), laid = new Set(laidIds(view)), left = (ids) => ids.filter((id) => !laid.has(id)), { hand } = view;
  const melds = rows.map(({ id, ids }, at) => {
    const { kind = "", goals = [] } = draft.verdict?.rows[at] ?? {};
    return { id, kind, wrong: Boolean(draft.verdict) && !kind, owner: null, cards: ids.map((each, place) => ({ ...pool.get(each), goal: goals[place] || undefined })) };
  });
  return { ...view, melds, hand: { ...hand, cards: hand.cards.filter(({ id }) => !laid.has(id)), suit: left(hand.suit), rank: left(hand.rank), melds: hand.melds.map(left), left: left(hand.left) } };
}
