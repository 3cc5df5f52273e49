/** What a word means, in a dialog over the match: from the site's own pages of words. */

import { get } from "./command.js";
import { h } from "./dom.js";

const WARNINGS = {
  slur: "This word insults people for what they are.",
  vulgar: "This word is vulgar.",
  sexual: "This word is sexual.",
};

/** Returns a link to the page where something else is proposed for a word, in a window of its own. */
export function proposeLink(word, match, text) {
  const path = `/words/${encodeURIComponent(word.toLowerCase())}/propose`;
  const query = match ? `?match=${encodeURIComponent(match)}` : "";
  return h("a", { href: path + query, target: "_blank", rel: "noopener" }, text);
}

/** Returns a button that looks like a word and opens what it means. */
export function wordButton(word, open, attributes = {}, ...more) {
  const click = () => open(word);
  const label = { "aria-label": `${word}: what does it mean?` };
  const facts = { type: "button", class: "word-button", "data-word": word, click };
  return h("button", { ...facts, ...label, ...attributes }, h("span", {}, word), ...more);
}

export class Meaning {
  /** @param {string} match  the public id of the match the words are looked up for */
  constructor(match) {
    this.match = match;
    this.word = "";
    this.title = h("h2", { id: "meaning-title" });
    this.body = h("div", { class: "meaning-body", "aria-live": "polite" });
    this.page = h("a", { target: "_blank", rel: "noopener" }, "All about this word");
    this.close = h("button", { class: "button", value: "", autofocus: true }, "Close");
    this.dialog = h(
      "dialog",
      { class: "ask meaning", "aria-labelledby": "meaning-title" },
      h(
        "form",
        { method: "dialog" },
        this.title,
        this.body,
        h("div", { class: "buttons" }, this.close, this.page),
      ),
    );
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // beside it
    });
  }

  /** Opens the dialog on a word. */
  async open(word) {
    const path = `/words/${encodeURIComponent(word.toLowerCase())}/`;
    const query = `?match=${encodeURIComponent(this.match)}`;
    this.word = word;
    this.title.textContent = word.toUpperCase();
    this.page.href = path + query;
    this.body.replaceChildren(h("p", { class: "muted" }, "Looking it up …"));
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
    const found = await get(`${path}meaning${query}`);
    if (this.word === word) this.body.replaceChildren(...this.told(found));
  }

  told(found) {
    if (!found) return [h("p", {}, "The word could not be looked up just now.")];
    const { counts, label } = found;
    const verdict = counts ? "It counts in this match." : "It does not count in this match.";
    const tone = counts ? "good" : "bad";
    const lists = found.lists.map(({ title, has }) =>
      h("li", { class: `badge badge-${has ? "good" : "bad"}` }, `${title}: ${has ? "yes" : "no"}`),
    );
    return [
      counts === null ? null : h("p", { class: `meaning-verdict is-${tone}` }, verdict),
      h("ul", { class: "meaning-lists", "aria-label": "Word lists" }, lists),
      label ? h("p", { class: "small" }, WARNINGS[label] ?? `This word is ${label}.`) : null,
      ...this.meanings(found),
      h("p", {}, proposeLink(this.word, this.match, counts === false ? "Propose it" : "Propose a change")),
    ].filter(Boolean);
  }

  /** What is folded (insults, coarse meanings) comes last, and only a click shows it. */
  meanings({ word, meanings, folded, label, hidden }) {
    if (!meanings.length && !folded.length) {
      const none = "No definition is known here. Many rare words have none.";
      return [h("p", { class: "muted" }, hidden ? "You have chosen not to see what coarse words mean." : none)];
    }
    const shown = meaningLists(word, meanings);
    const more = meaningLists(word, folded);
    if (label) return [fold("Show what it means", ...shown, ...more)];
    const rest = hidden ? h("p", { class: "muted small" }, "You have chosen not to see what else it means.") : null;
    return [...shown, more.length ? fold("Show offensive meanings", ...more) : rest].filter(Boolean);
  }
}

function fold(title, ...inside) {
  return h("details", { class: "fold" }, h("summary", {}, title), ...inside);
}

/** Returns the meanings as lists, one for each word that they belong to. */
function meaningLists(word, meanings) {
  const lemmas = [...new Set(meanings.map((meaning) => meaning.lemma))];
  const own = (first) => (first ? null : h("p", {}, "And a word of its own:"));
  const lists = lemmas.flatMap((lemma, place) => [
    lemma === word ? own(place === 0) : h("p", {}, "A form of ", h("strong", {}, lemma), ":"),
    h(
      "ol",
      { class: "meaning-list" },
      meanings.filter((meaning) => meaning.lemma === lemma).map(meaningLine),
    ),
  ]);
  return lists.filter(Boolean);
}

function meaningLine({ part, gloss }) {
  return h("li", {}, part ? h("em", {}, `${part} `) : null, gloss);
}
