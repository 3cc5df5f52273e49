"""Knockout: lose and you are out; the losers of the semi-finals play for third place."""

from collections.abc import Collection, Mapping, Sequence

from lobby.leagues.season.pairing.seats import Seats
from lobby.leagues.season.values import Fixture, FixtureStatus, How, Purpose


def knockout(
    ids: Sequence[int], lost: Sequence[Collection[int]], *, firsts: Mapping[int, int] | None = None
) -> list[tuple[Seats, Purpose]]:
    """Return the meetings of the next round in the order of the bracket; none: it is over.

    ``ids`` are all entrants by seed; ``lost`` holds for each round so far who went out in it
    (``fallen`` tells). In the first round the best seeds have a bye while the bracket is not full,
    and the two best can meet only in the final. One alone has a bye. ``firsts`` counts how often
    each had the first seat: whoever had it less often has it now, else the better seed.
    """
    slots: list[int | None] = [ids[seed] if seed < len(ids) else None for seed in _draw(len(ids))]
    for out in lost:
        slots = [_through(slots[i : i + 2], out) for i in range(0, len(slots), 2)]
    if len(slots) < 2:
        return []
    pairs = [tuple(each for each in slots[i : i + 2] if each) for i in range(0, len(slots), 2)]
    purpose = Purpose.FINAL if len(pairs) == 1 else Purpose.ROUND
    meetings = [(pair, purpose) for pair in pairs if pair]
    if purpose == Purpose.FINAL and lost and len(semi := _semi_final(ids, lost)) == 2:
        meetings.append((semi, Purpose.THIRD))
    seed = {each: i for i, each in enumerate(ids)}
    had = firsts or {}
    return [
        (tuple(sorted(pair, key=lambda each: (had.get(each, 0), seed[each]))), purpose)
        for pair, purpose in meetings
    ]


def rounds(size: int) -> int:
    """Return how many rounds a knockout of so many takes."""
    return max(0, size - 1).bit_length()


def fallen(fixtures: Sequence[Fixture]) -> list[set[int]] | None:
    """Return for each round of a division who went out in it; None while a meeting is undecided.

    A drawn match is undecided until a replay of it has a winner; where nobody played (place 0
    for both) nobody goes on. The match for third place puts nobody out.
    """
    lost: list[set[int]] = []
    for number in range(1, max((each.round for each in fixtures), default=0) + 1):
        of_round = [each for each in fixtures if each.round == number]
        meetings = {frozenset(each.seats) for each in of_round if each.purpose != Purpose.THIRD}
        thirds = {frozenset(each.seats) for each in of_round if each.purpose == Purpose.THIRD}
        out: set[int] = set()
        for meeting in meetings - thirds:
            of_meeting = [each for each in of_round if frozenset(each.seats) == meeting]
            losers = beaten(of_meeting)
            if losers is None:
                return None
            out |= losers
        lost.append(out)
    return lost


def beaten(meeting: Sequence[Fixture]) -> set[int] | None:
    """Return who lost a meeting, of whose fixtures any may be a replay; None: undecided."""
    if all(fixture.status == FixtureStatus.VOID for fixture in meeting):
        return {each for fixture in meeting for each in fixture.seats}
    for fixture in meeting:
        if fixture.status != FixtureStatus.OVER or fixture.outcome is None:
            continue
        places = dict(zip(fixture.seats, fixture.outcome.places, strict=True))
        best = {each for each, place in places.items() if place == 1}
        if (
            fixture.outcome.how in (How.BYE, How.EXCUSED)
            or len(best) == 1
            or not any(places.values())
        ):
            return set(places) - best
    return None


def _draw(size: int) -> list[int]:
    """Return the seeds (from 0) in the order of the bracket: 0, 7, 3, 4, 1, 6, 2, 5 for eight."""
    order = [0]
    for _ in range(rounds(size)):
        whole = 2 * len(order) - 1
        order = [each for seed in order for each in (seed, whole - seed)]
    return order


def _through(pair: Sequence[int | None], out: Collection[int]) -> int | None:
    there = [each for each in pair if each is not None and each not in out]
    return there[0] if there else None


def _semi_final(ids: Sequence[int], lost: Sequence[Collection[int]]) -> Seats:
    return tuple(each for each in ids if each in lost[-1])
