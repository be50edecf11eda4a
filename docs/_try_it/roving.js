// The arrow keys within a group of cards, of which the tab key reaches one.

// Let the tab key reach the first card that is wanted, or else the first of all, and return that card.
export function reachable(cards, wanted) {
  for (const each of cards) each.tabIndex = -1;
  const found = cards.find(wanted) ?? cards[0];
  if (found) found.tabIndex = 0;
  return found;
}
// The card that a key leads to from another one; undefined if there is none.
export function reached(cards, from, key) {
  const at = cards.indexOf(from);
  if (at < 0) return undefined;
  switch (key) {
    case "ArrowRight": return cards[at + 1];
    case "ArrowLeft": return cards[at - 1];
    case "ArrowDown": return nearest(cards, from, 1);
    case "ArrowUp": return nearest(cards, from, -1);
    case "Home": return cards[0];
    case "End": return cards.at(-1);
    default: return undefined;
  }
}
// The nearest card of the rows below, or above.
function nearest(cards, from, down) {
  const here = from.getBoundingClientRect(), boxes = cards.map((card) => ({ card, box: card.getBoundingClientRect() }));
  const far = ({ box }) => 9 * Math.abs(box.y - here.y) + Math.abs(box.x - here.x);
  const beyond = boxes.filter(({ box }) => (box.y - here.y) * down > here.height / 3);
  return beyond.sort((one, other) => far(one) - far(other))[0]?.card;
}
export function goTo(from, to) {
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
