/** What a match page says of the turn: whose it is, whether somebody waits for it, who plays for whom. */

import { count, say } from "../common/catalog.js";

/** Tells whether a match has one player, alone at a table or in a duel. */
export function isAlone(view) {
  return view.seats.length === 1;
}

/** Tells whether somebody else plays here, or in this duel: practice has no mark and no number. */
export function isAwaited({ duel, seats, player }) {
  const others = duel ? duel.entrants.filter((one) => !one.mine) : seats.filter((seat) => seat.player !== player);
  return others.some((other) => other.owner === "user");
}

/** Tells whether the match goes on and it is this viewer's turn. */
export function isTurn({ status, player, to_move: mover }) {
  return status === "running" && player !== null && player === mover;
}

/** Says whose turn it is, for the line above the board. */
export function turnLine(view, clock) {
  if (view.paused) return say("Sorry, something went wrong on our side. This match is paused.");
  if (view.status === "finished") return isAlone(view) ? say("The game is over.") : say("The match is over.");
  if (isAlone(view)) return aloneLine(view, clock);
  if (view.clock.deserted) return say("The match is waiting for someone to come back.");
  if (view.clock.paused_at) return say("Paused.");
  const mover = view.seats[view.to_move];
  if (view.player === view.to_move) {
    return mover.substituted ? say("Your turn, but the computer is playing for you.") : say("Your turn.");
  }
  return say("It's {name}'s turn.", { name: mover.name });
}

/** Says how a game for one stands; its player knows whose turn it is. */
function aloneLine(view, clock) {
  const mine = view.player !== null;
  if (view.clock.waits) return mine ? say("Ready when you are.") : say("Not started yet.");
  if (clock.stands) return say("The clock is stopped.");
  if (mine && view.clock.pace !== "live") return clock.words && timeLine(clock);
  return mine ? "" : say("{name} is playing.", { name: view.seats[0].name });
}

function timeLine(clock) {
  return clock.isOver ? say("Time is up.") : say("{time} left.", { time: clock.words });
}

/** Tells a player that the computer holds their seat, and how often it can still step in. */
export function heldWords(view, own) {
  if (view.clock.deserted) return say("The match will continue as soon as you take your seat back.");
  const left = view.spells - (own?.spells ?? 0);
  const words = say("The computer is playing for you until you take your seat back.");
  if (!view.spells || !own) return words;
  if (left <= 0) return `${words} ${say("If it has to step in again, you'll lose your seat.")}`;
  return `${words} ${count("It can step in {n} more time.", "It can step in {n} more times.", left)}`;
}
