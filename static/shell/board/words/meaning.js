/** What a word means, in a dialog over the match: from the site's own pages of words. */

import { say, tell } from "../../common/catalog.js";
import { get } from "../../common/command.js";
import { h } from "../../common/dom.js";

const WARNINGS = {
  slur: say("This word insults people for who they are."),
  vulgar: say("This word is vulgar."),
  sexual: say("This word is sexual."),
};

/** Returns a link that opens, in a new window, the page to propose a change to a word. */
export function proposeLink(word, match, text) {
  const path = `/words/${encodeURIComponent(word.toLowerCase())}/propose`;
  const query = match ? `?match=${encodeURIComponent(match)}` : "";
  return h("a", { href: path + query, target: "_blank", rel: "noopener" }, text);
}

/** Returns a button that looks like a word and opens what it means. */
export function wordButton(word, open, attributes = {}, ...more) {
  const click = () => open(word);
  const label = { "aria-label": say("{word}: what does it mean?", { word }) };
  const facts = { type: "button", class: "word-button", "data-word": word, click };
  return h("button", { ...facts, ...label, ...attributes }, h("span", { translate: "no" }, word), ...more);
}

export class Meaning {
  /** @param {string} match  the public id of the match the words are looked up for */
  constructor(match) {
    this.match = match;
    this.word = "";
    this.title = h("h2", { id: "meaning-title", translate: "no" });
    this.body = h("div", { class: "meaning-body", "aria-live": "polite" });
    this.page = h("a", { target: "_blank", rel: "noopener" }, say("All about this word"));
    this.close = h("button", { class: "button", value: "", autofocus: true }, say("Close"));
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
    this.body.replaceChildren(h("p", { class: "muted" }, say("Looking it up…")));
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
    const found = await get(`${path}meaning${query}`);
    if (this.word === word) this.body.replaceChildren(...this.told(found));
  }

  told(found) {
    if (!found) return [h("p", {}, say("We couldn't look up that word just now. Try again in a moment."))];
    if (found.problem) return [h("p", {}, found.problem)];
    const { counts, label } = found;
    const verdict = counts ? say("It counts in this match.") : say("It doesn't count in this match.");
    const tone = counts ? "good" : "bad";
    const lists = found.lists.map(({ title, has }) =>
      h("li", { class: `badge badge-${has ? "good" : "bad"}` }, has ? say("{list}: yes", { list: title }) : say("{list}: no", { list: title })),
    );
    return [
      counts === null ? null : h("p", { class: `meaning-verdict is-${tone}` }, verdict),
      h("ul", { class: "meaning-lists", "aria-label": say("Word lists") }, lists),
      label ? h("p", { class: "small" }, WARNINGS[label] ?? say("This word is offensive.")) : null,
      ...this.meanings(found),
      h("p", {}, proposeLink(this.word, this.match, counts === false ? say("Propose it") : say("Propose a change"))),
    ].filter(Boolean);
  }

  /** What is folded away (insults, coarse meanings) comes last, and only a click shows it. */
  meanings({ word, meanings, folded, label, hidden }) {
    if (!meanings.length && !folded.length) {
      const none = say("We don't have a definition.");
      return [h("p", { class: "muted" }, hidden ? say("You've chosen not to see the meanings of offensive words.") : none)];
    }
    const shown = meaningLists(word, meanings);
    const more = meaningLists(word, folded);
    if (label) return [fold(say("Show what it means"), ...shown, ...more)];
    const rest = hidden ? h("p", { class: "muted small" }, say("You've chosen not to see the word's offensive meanings.")) : null;
    return [...shown, more.length ? fold(say("Show offensive meanings"), ...more) : rest].filter(Boolean);
  }
}

function fold(title, ...inside) {
  return h("details", { class: "fold" }, h("summary", {}, title), ...inside);
}

/** Returns the meanings as lists, one for each word they belong to. */
function meaningLists(word, meanings) {
  const lemmas = [...new Set(meanings.map((meaning) => meaning.lemma))];
  const own = (first) => (first ? null : h("p", {}, say("Also a word in its own right:")));
  const lists = lemmas.flatMap((lemma, place) => [
    lemma === word ? own(place === 0) : h("p", {}, tell("A form of {word}:", { word: h("strong", { translate: "no" }, lemma) })),
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
