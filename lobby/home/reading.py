"""Somebody's matches, sorted for the lists of what is theirs."""

import dataclasses

from games.matches import reading as matches
from games.matches.between import notes
from games.matches.reading import boards
from games.matches.talk import chat

MOST_BOARDS = 12  # of a list; what is beyond them is a line each


@dataclasses.dataclass(frozen=True, slots=True)
class MyMatches:
    """A user's matches: where it is their turn, where others are to move, and those that are over.

    The most urgent first, with a board for a dozen of each. Those at which nobody else plays stand
    by themselves: nobody waits there, and no number of turns counts them.
    """

    mine: list[matches.Row]
    others: list[matches.Row]
    practice: list[matches.Row]
    finished: list[matches.Row]


def my_matches(*, user_id: int, finished: int = 20) -> MyMatches:
    """Return a user's matches, each with whether they noted something and what is unread."""
    running = matches.my_running(user_id=user_id)
    rows = [*running, *matches.my_finished(user_id=user_id, limit=finished)]
    ids = [row.match.pk for row in rows]
    noted = notes.noted(match_ids=ids, user_id=user_id)
    unread = chat.unread(match_ids=ids, user_id=user_id)
    marked = [
        dataclasses.replace(row, noted=row.match.pk in noted, unread=unread[row.match.pk])
        for row in rows
    ]
    going, over = marked[: len(running)], marked[len(running) :]
    awaited = [row for row in going if not row.practice]
    return _with_boards(
        [row for row in awaited if row.my_turn],
        [row for row in awaited if not row.my_turn],
        [row for row in going if row.practice],
        over,
    )


def _with_boards(*lists: list[matches.Row]) -> MyMatches:
    """Return the lists, the first of each with their boards."""
    shown = [row.match for rows in lists for row in rows[:MOST_BOARDS]]
    found = boards.of_matches(shown)
    return MyMatches(
        *(
            [dataclasses.replace(row, board=found.get(row.match.pk)) for row in rows]
            for rows in lists
        )
    )
