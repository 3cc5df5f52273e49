/** The turn a player is putting together: where the tile lies, how it is turned, which subject. */

export const cell = (x, y) => `${x},${y}`;

export class Plan {
  /** @param {{places?: [number, number, [number, string[]][]][]}} hints */
  constructor(hints) {
    this.places = (hints.places ?? []).map(([x, y, turns]) => ({
      x,
      y,
      turns: turns.map(([rotation, subjects]) => ({ rotation, subjects })),
    }));
    this.place = null;
    this.rotation = 0;
    this.subject = null;
  }

  at(x, y) {
    return this.places.find((place) => place.x === x && place.y === y) ?? null;
  }

  /** Returns the turn chosen: its rotation and the features open to a subject. */
  get turn() {
    return this.place?.turns.find(({ rotation }) => rotation === this.rotation) ?? null;
  }

  get subjects() {
    return this.turn?.subjects ?? [];
  }

  get canRotate() {
    return (this.place?.turns.length ?? 0) > 1;
  }

  /** Returns the rotation the tile would have at a place: its present one if that is legal. */
  fitting(place) {
    const turns = place.turns.map(({ rotation }) => rotation);
    return turns.includes(this.rotation) ? this.rotation : turns[0];
  }

  /** Lays the tile at a legal place. */
  put(x, y) {
    const place = this.at(x, y);
    if (!place) return;
    this.rotation = this.fitting(place);
    this.place = place;
    this.subject = null;
  }

  /** Turns the tile to the next legal rotation, by a step of 1 or -1. */
  rotate(step = 1) {
    if (!this.canRotate) return;
    const { turns } = this.place;
    const now = turns.findIndex(({ rotation }) => rotation === this.rotation);
    const next = turns[(now + step + turns.length) % turns.length];
    this.rotation = next.rotation;
    if (!next.subjects.includes(this.subject)) this.subject = null;
  }

  /** Chooses a feature for the subject; the same again, or null, takes the subject back. */
  choose(key) {
    this.subject = key === this.subject || !this.subjects.includes(key) ? null : key;
  }

  /** Goes on to the next feature a subject can take, with "no subject" at the end of the round. */
  cycle() {
    const round = [...this.subjects, null];
    this.subject = round[(round.indexOf(this.subject) + 1) % round.length];
  }

  clear() {
    this.place = null;
    this.subject = null;
  }

  action() {
    const { x, y } = this.place;
    return { type: "Place", x, y, rotation: this.rotation, subject: this.subject };
  }

  /** Returns the place nearest to another in a direction, or null: for the arrow keys. */
  neighbour(from, dx, dy) {
    let best = null;
    let least = Infinity;
    for (const place of this.places) {
      const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
      if (along <= 0) continue;
      const across = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
      const far = along + 2.5 * across;
      if (far < least) [best, least] = [place, far];
    }
    return best;
  }
}
