/** What a turn takes from the queue: by the way chosen, or by one that is only looked at. */

/** Returns how many tiles a way of taking means for a word of some length; null before a word. */
export function countOf(kind, length, extra) {
  if (kind === "none") return 0;
  if (kind === "extra") return extra;
  if (!length) return null;
  return kind === "same" ? length : length + extra;
}

/** Returns how many tiles the way looked at or chosen would take, and how that is shown. */
export function choiceOf({ view, mine, peeked, chosen, draft }) {
  const none = { count: null, tone: "mine" };
  if (!mine) return none;
  const { penalty, hand_limit: limit, extra } = view.options;
  if (peeked === "skip") return { count: penalty, tone: "bad" };
  if (peeked === "stop") return { count: limit + 1 - view.state.sizes[view.player], tone: "bad" };
  if (draft.empty && !peeked) return none;
  return { count: countOf(peeked ?? chosen, draft.length, extra), tone: "mine" };
}

/** Returns what the own hand and the tiles used come to by this turn. */
export function planOf({ view, peeked, draft }, { count }) {
  if (count === null) return null;
  const length = peeked === "skip" || peeked === "stop" ? 0 : draft.length;
  return {
    used: view.state.used[view.player] + length,
    hand: view.state.sizes[view.player] - length + count,
  };
}
