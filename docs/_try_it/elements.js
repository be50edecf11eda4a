// Elements of the page, made and found.

export const $ = (id) => document.getElementById(id);

// An element with its properties, `dataset`, `style` and `aria` among them, and what it holds; null and false hold nothing.
export function made(tag, facts = {}, ...inside) {
  const { dataset, style, aria, role, ...others } = facts;
  const element = Object.assign(document.createElement(tag), others);
  Object.assign(element.dataset, dataset);
  for (const [name, value] of Object.entries(style ?? {})) element.style.setProperty(name, value);
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
  if (role) element.setAttribute("role", role);
  element.append(...inside.filter((each) => each || each === 0));
  return element;
}

export function button(text, action, facts = {}, ...inside) {
  return made("button", { type: "button", onclick: action, ...facts }, text, ...inside);
}

// Only what differs is touched, so that the rest keeps its focus, its scroll place and what is being read out.
export function filled(parent, children) {
  const wanted = children.filter(Boolean);
  if (wanted.length === parent.childNodes.length && wanted.every((each, at) => each === parent.childNodes[at])) return;
  parent.replaceChildren(...wanted);
}
export function wrote(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
