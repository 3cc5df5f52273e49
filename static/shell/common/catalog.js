/**
 * What scripts say, in the reader's language. A message is the English sentence, with places in braces:
 * `say("It's {name}'s turn.", { name })`. `make messages` collects them, so a message stands here as
 * it is written, in one string without `${}`.
 *
 * A fact fills a place: a name or a word as it stands, a number as the language writes numbers, and for
 * `tell` and `tellCount` also a node, or what another `tell` returned.
 *
 * English needs no messages. For any other language a module loaded before all others calls `fill`.
 */

const given = document.documentElement.lang || "en";

/** The language of the page, as `Intl` takes it; our English is British. */
export const locale = /^en\b/i.test(given) ? "en-GB" : given;

const numbers = new Intl.NumberFormat(locale, { useGrouping: "min2" });

const english = (n) => Number(n !== 1);

/** What the language has for each message: a string, or for things that are counted its forms. */
let messages = {};
/** Tells which of the forms goes with a number. */
let plural = english;
/** Changes a message before its places are filled. */
let alter = (message) => message;

/**
 * Gives this page another language.
 * @param {{messages?: Record<string, string | string[]>, plural?: (n: number) => number,
 *   alter?: (message: string) => string}} language
 */
export function fill(language) {
  messages = language.messages ?? messages;
  plural = language.plural ?? plural;
  alter = language.alter ?? alter;
}

/** Returns a sentence. */
export function say(message, facts = {}) {
  return tell(message, facts).join("");
}

/** Returns the sentence for a number of things, which also fills `{n}`. */
export function count(one, many, n, facts = {}) {
  return tellCount(one, many, n, facts).join("");
}

/** Returns a sentence as strings and nodes, for `h`. */
export function tell(message, facts = {}) {
  const [first = message] = [formsOf(message)].flat();
  return filled(first, facts);
}

/** Returns the sentence for a number of things as strings and nodes, for `h`. */
export function tellCount(one, many, n, facts = {}) {
  const forms = formsOf(one);
  const size = Math.abs(n);
  const chosen = Array.isArray(forms) ? forms[plural(size)] : [one, many][english(size)];
  return filled(chosen ?? many, { n, ...facts });
}

/** Returns a number as the language writes it, with a minus that's no hyphen. */
export function number(n) {
  return numbers.format(n).replace("-", "\u2212");
}

/** Returns things one after the other: "a", "a and b", "a, b and c". */
export function listing(items) {
  return tellListing(items).join("");
}

/** Returns things to choose from: "a", "a or b", "a, b or c". */
export function either(items) {
  return items.length < 2 ? listing(items) : say("{most} or {last}", ends(items));
}

/** Returns things one after the other, nodes among them, for `h` or as a fact of `tell`. */
export function tellListing(items) {
  return items.length < 2 ? items.flatMap(piecesOf) : tell("{most} and {last}", ends(items));
}

/** Returns all things but the last with commas in between, and the last. */
function ends(items) {
  const comma = say(", ");
  const most = items.slice(0, -1).flatMap((item, place) => (place ? [comma, item] : [item]));
  return { most, last: items.at(-1) };
}

function formsOf(message) {
  return Object.hasOwn(messages, message) ? messages[message] : undefined;
}

/** Returns a message as pieces, its places filled; one without a fact stays as it is written. */
function filled(message, facts) {
  const pieces = alter(message).split(/(\{\w+\})/);
  return pieces.filter(Boolean).flatMap((piece) => {
    const name = piece.startsWith("{") ? piece.slice(1, -1) : "";
    return name in facts ? piecesOf(facts[name]) : piece;
  });
}

function piecesOf(fact) {
  if (Array.isArray(fact)) return fact.flatMap(piecesOf);
  if (fact instanceof Node) return [fact];
  return [typeof fact === "number" ? number(fact) : String(fact ?? "")];
}
