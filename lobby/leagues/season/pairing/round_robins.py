"""Round robin: everyone meets everyone, once or twice."""

from collections.abc import Sequence

from lobby.leagues.season.pairing.seats import Seats


def round_robin(ids: Sequence[int], *, double: bool = False) -> list[list[Seats]]:
    """Return all rounds; ``ids`` are by seed, so that the strong meet late.

    The circle method: of m (odd) who turn, p and q meet in round r if p + q = 2r modulo m, and one
    more, if any, stands still and meets whoever has p = r; if there is none, that one rests and
    is not named in the round. Who turns has the first seat where p - r modulo m is even: so it
    alternates, and nobody has it more than once more or less often than the second. The second
    half of a double one swaps the seats: then everyone has both equally often.
    """
    if len(ids) < 2:
        return []
    still, turning = (ids[0], ids[:0:-1]) if len(ids) % 2 == 0 else (None, ids[::-1])
    m = len(turning)
    rounds = []
    for r in range(m):
        pairs: list[Seats] = []
        if still is not None:
            pairs.append((turning[r], still) if r % 2 == 0 else (still, turning[r]))
        for step in range(1, m // 2 + 1):
            ahead, behind = turning[(r + step) % m], turning[(r - step) % m]
            pairs.append((ahead, behind) if step % 2 == 0 else (behind, ahead))
        rounds.append(pairs)
    if double:
        rounds += [[(second, first) for first, second in pairs] for pairs in rounds]
    return rounds
