"""How few, or how many, can come to the points they need, over all results still possible.

A search through the meetings one after the other, keeping for each what everyone still needs. The
number of such states is bounded: if a search had to drop some, what it found is but a witness, and
the answer is exact only if nothing better could be hoped for.
"""

import dataclasses
import functools
from collections.abc import Collection, Iterable, Mapping, Sequence

Gains = tuple[int, ...]

WIDTHS = (8, 400)  # a quick look for a witness first
NEVER = 1 << 40  # the need of somebody who can no longer come to their points


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """A match to come: who sits there, and the points of the seats for each end it can have."""

    seats: tuple[int, ...]
    ends: tuple[Gains, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Passed:
    """How many come to their points, and whether that is exact or but a bound."""

    number: int
    exact: bool


def passing(needs: Mapping[int, int], meetings: Sequence[Meeting], *, most: bool) -> Passed:
    """Return the fewest or the most who can come to their needs; a need of 0 is met already.

    If it is not exact it is a bound: not fewer than that, or not more, can pass.
    """
    needs = dict(needs)
    left = [_among(meeting, needs, most=most) for meeting in meetings]
    while True:
        undecided = _undecided(needs, left)
        left = [_among(meeting, undecided, most=most) for meeting in left]
        forced = [each for each in left if len(each.ends) == 1]
        if not forced:
            break
        for meeting in forced:
            for each, gain in zip(meeting.seats, meeting.ends[0], strict=True):
                needs[each] -= gain
        left = [each for each in left if len(each.ends) > 1]
    number = sum(need <= 0 for need in needs.values())
    exact = True
    for group in _apart(left):
        found = _search(needs, group, most=most)
        number += found.number
        exact &= found.exact
    return Passed(number, exact)


def _undecided(needs: Mapping[int, int], meetings: Iterable[Meeting]) -> set[int]:
    """Return those who might come to their points or not."""
    most = dict.fromkeys(needs, 0)
    for meeting in meetings:
        for seat, each in enumerate(meeting.seats):
            most[each] += max(end[seat] for end in meeting.ends)
    return {each for each, need in needs.items() if 0 < need <= most[each]}


def _among(meeting: Meeting, wanted: Collection[int], *, most: bool) -> Meeting:
    """Return a meeting for some of its people, of its ends only those that none other betters."""
    kept = tuple(seat for seat, each in enumerate(meeting.seats) if each in wanted)
    seats = tuple(meeting.seats[seat] for seat in kept)
    return Meeting(seats, _best(meeting.ends, kept, 1 if most else -1))


@functools.lru_cache(maxsize=1000)  # a season has few kinds of meetings, and very many of each
def _best(all_ends: tuple[Gains, ...], kept: tuple[int, ...], sign: int) -> tuple[Gains, ...]:
    """Return of what some seats can gain all that nothing else betters, by a sign for better."""
    ends = {tuple(end[seat] for seat in kept) for end in all_ends}
    best = [
        end
        for end in ends
        if not any(
            other != end and all(sign * a >= sign * b for a, b in zip(other, end, strict=True))
            for other in ends
        )
    ]
    return tuple(sorted(best))


def _apart(meetings: Sequence[Meeting]) -> list[list[Meeting]]:
    """Return the meetings in groups that share nobody."""
    groups: list[tuple[set[int], list[Meeting]]] = []
    for meeting in meetings:
        touching = [each for each in groups if not each[0].isdisjoint(meeting.seats)]
        people = set(meeting.seats).union(*(each[0] for each in touching))
        together = [one for each in touching for one in each[1]]
        groups = [each for each in groups if each not in touching]
        groups.append((people, [*together, meeting]))
    return [group for _people, group in groups]


def _search(needs: Mapping[int, int], meetings: Sequence[Meeting], *, most: bool) -> Passed:
    people = sorted({each for meeting in meetings for each in meeting.seats})
    hoped = len(people) if most else 0
    for width in WIDTHS:
        found, whole = _walk(needs, _ordered(meetings), people, width=width, most=most)
        if whole or found == hoped:
            return Passed(found, exact=True)
    return Passed(hoped, exact=False)


def _ordered(meetings: Sequence[Meeting]) -> list[Meeting]:
    """Return the meetings so that one person after the other has done with theirs."""
    left, ordered = list(meetings), []
    while left:
        counts: dict[int, int] = {}
        for each in (each for meeting in left for each in meeting.seats):
            counts[each] = counts.get(each, 0) + 1
        next_ = min(counts, key=lambda each: (counts[each], each))
        ordered += [meeting for meeting in left if next_ in meeting.seats]
        left = [meeting for meeting in left if next_ not in meeting.seats]
    return ordered


def _walk(
    needs: Mapping[int, int],
    meetings: Sequence[Meeting],
    people: Sequence[int],
    *,
    width: int,
    most: bool,
) -> tuple[int, bool]:
    """Return the best number found, and whether no state had to be dropped."""
    index = {each: i for i, each in enumerate(people)}
    hope = [0] * len(people)
    for meeting in meetings:
        for seat, each in enumerate(meeting.seats):
            hope[index[each]] += max(end[seat] for end in meeting.ends)
    states = {tuple(needs[each] for each in people)}
    whole = True
    for meeting in meetings:
        seats = [index[each] for each in meeting.seats]
        for seat, i in enumerate(seats):
            hope[i] -= max(end[seat] for end in meeting.ends)
        states = {_after(state, seats, end, hope) for state in states for end in meeting.ends}
        if len(states) > width:
            whole = False
            states = set(sorted(states, key=lambda each: _promise(each, hope, most=most))[:width])
    passed = [state.count(0) for state in states]
    return (max if most else min)(passed), whole


def _after(state: Gains, seats: Sequence[int], end: Gains, hope: Sequence[int]) -> Gains:
    changed = list(state)
    for i, gain in zip(seats, end, strict=True):
        if 0 < changed[i] < NEVER:
            need = changed[i] - gain
            changed[i] = 0 if need <= 0 else need if need <= hope[i] else NEVER
    return tuple(changed)


def _promise(state: Gains, hope: Sequence[int], *, most: bool) -> tuple[int, int, Gains]:
    """Return what sorts states, the most promising first."""
    if most:
        far = sum(need**2 for need in state if need < NEVER)
        return state.count(NEVER), far, state
    near = sum(
        (left - need + 1) ** 2 for need, left in zip(state, hope, strict=True) if 0 < need < NEVER
    )
    return state.count(0), near, state
