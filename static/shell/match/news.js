/**
 * News of a match: what has changed since the version before. Whoever is at another version asks for
 * the whole view instead.
 */

const RECENT = 8; // entries of the log that a view has

/**
 * Returns the view that follows from another one; what did not change is shared with it.
 * @param {object} view
 * @param {object} news  a frame `{t: "news", follows, version, state?, log, changes, ...}`
 */
export function following(view, { state, log, changes, ...told }) {
  return {
    ...view,
    ...told,
    t: "view",
    state: state ? state.reduce(changed, view.state) : view.state,
    log: [...view.log, ...log].slice(-RECENT),
    changes: [...view.changes, ...changes],
  };
}

/** Returns a value with one change made to it: `[path, value]`, or `[path]` for what is gone. */
function changed(value, [path, ...put]) {
  if (path.length === 0) return put[0];
  const [key, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[key] = changed(value[key], [rest, ...put]);
  else if (put.length) copy[key] = put[0];
  else if (Array.isArray(copy)) copy.length = key;
  else delete copy[key];
  return copy;
}
