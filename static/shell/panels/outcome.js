/** Which results count, and who has won. */

/** Tells whether the result of a match counts: it wasn't left by all, nor too short. */
export function counts({ reason, short }) {
  return reason !== "deserted" && !short;
}

/** Tells whether a player came first in a match that counts; alone only in a duel that is over. */
export function hasWon({ result, seats, duel }, player) {
  const against = seats.length > 1 || (duel?.over && !duel.open);
  return Boolean(against && result) && player !== null && counts(result) && result.places[player] === 1;
}
