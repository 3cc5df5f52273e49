"""What a profile tells of results.

Totals are told to everyone. Whom somebody has played, and the matches themselves, others see only
of open tables and leagues, and of tables where they sat too.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

from accounts.users.models import User
from games.matches import reading as matches
from games.registry import game_class
from games.words.lists.reading import without_label
from lobby.records import reading
from lobby.records.models import Result
from lobby.records.reading import Line, Tally
from lobby.records.trophies import showing

MOST_OPPONENTS = 5
MOST_RECENT = 8
MOST_WORDS = 5
SHORTEST = 3  # two letters are many people's favourites, and say little of them
LOOKED_AT = 3 * MOST_WORDS  # of which some may have a label


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A match as a profile lists it; ``others`` are those who played it too."""

    title: str
    address: str
    result: Result
    others: tuple[Result, ...]


def against(person: User, viewer: User | None) -> dict[str, Any] | None:
    """Tell a viewer how they have fared against this person."""
    if viewer is None or viewer.pk == person.pk:
        return None
    found = reading.against(user_id=viewer.pk, other_id=person.pk)
    if not found:
        return None
    total = sum((tally for _, tally in found), Tally(0, 0, 0))
    return {"total": total, "games": [(title_of(game), tally) for game, tally in found]}


def results(person: User, _viewer: User | None) -> dict[str, Any] | None:
    """Tell how many matches somebody has played and won in each game, and how many in a row."""
    lines = reading.by_game(user_id=person.pk)
    if not lines:
        return None
    return {
        "lines": [(title_of(line.game), line) for line in lines],
        "total": _total(lines),
        "streaks": reading.streaks(user_id=person.pk),
    }


def _total(lines: Sequence[Line]) -> Line | None:
    if len(lines) < 2:
        return None
    names = ("played", "won", "drawn", "alone")
    return Line(
        game="", best=0, **{name: sum(getattr(one, name) for one in lines) for name in names}
    )


def words(person: User, _viewer: User | None) -> dict[str, Any] | None:
    """Tell which words somebody likes, their longest and their best; none that has a label."""
    found = matches.words_of_person(user_id=person.pk, shortest=SHORTEST, limit=LOOKED_AT)
    if not found[0]:
        return None
    clean = without_label(each.word for kind in found for each in kind)
    favourite, longest, best = (
        [each for each in kind if each.word in clean][:MOST_WORDS] for kind in found
    )
    return {"favourite": favourite, "longest": longest, "best": best} if favourite else None


def opponents(person: User, viewer: User | None) -> dict[str, Any] | None:
    """Tell whom somebody has played most."""
    own = viewer is not None and viewer.pk == person.pk
    found = reading.opponents(user_id=person.pk, all_=own, limit=MOST_OPPONENTS)
    return {"people": found, "own": own} if found else None


def met(person: User) -> list[User]:
    """Return the people somebody has played with last."""
    found = reading.recent(user_id=person.pk, viewer_id=person.pk, limit=MOST_RECENT)
    people = [each.user for result in found for each in result.match.results.all()]
    return list({each.pk: each for each in people if each.pk != person.pk}.values())


def recent(person: User, viewer: User | None) -> dict[str, Any] | None:
    """Tell of somebody's latest matches."""
    viewer_id = viewer.pk if viewer else None
    found = reading.recent(user_id=person.pk, viewer_id=viewer_id, limit=MOST_RECENT)
    return {"rows": [_row(result) for result in found]} if found else None


def _row(result: Result) -> Row:
    table = result.match.duel or result.match
    others = tuple(each for each in result.match.results.all() if each.user_id != result.user_id)
    return Row(title_of(result.game), table.get_absolute_url(), result, others)


def trophies(person: User, viewer: User | None) -> dict[str, Any] | None:
    """Show somebody's trophies; to themselves also the places of those that are still to earn."""
    if person.is_guest:
        return None
    own = viewer is not None and viewer.pk == person.pk
    shown = showing.of_person(user_id=person.pk, viewer_id=viewer.pk if viewer else None)
    missing = showing.missing(user_id=person.pk) if own else []
    return {"shown": shown, "missing": missing} if shown or missing else None


def title_of(game: str) -> str:
    """Return the name of a game."""
    return game_class(game).info.title
