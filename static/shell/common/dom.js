/** Builds elements in a line each, without markup in strings. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes: null and false leave one out, true sets it empty, a function listens to an event.
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/** Returns an HTML element; children are nodes or text, null is left out. */
export function h(tag, attributes = {}, ...children) {
  const element = set(document.createElement(tag), attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Returns an SVG element. */
export function s(tag, attributes = {}, ...children) {
  const element = set(document.createElementNS(SVG, tag), attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Writes text only where it differs, so screen readers don't say the same again. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Tells (as a media query) whether the reader wants things to stay still. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Gives an element other children; if they look the same it keeps its own, and the focus in them. */
export function refill(element, children) {
  const fresh = element.cloneNode(false);
  fresh.append(...children.filter((child) => child !== null));
  if (!fresh.isEqualNode(element)) element.replaceChildren(...fresh.childNodes);
}
