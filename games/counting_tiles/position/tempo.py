"""How fast random tiles fall (rules 5.2 to 5.5)."""

from games.counting_tiles.options import Options

LEAST_SECONDS = 8
ROWS_FOR_A_SECOND = 2
MOST_ACTIONS = 4
LEAST_ACTIONS = 2
ROWS_FOR_AN_ACTION = 8


def interval(options: Options, rows: int) -> int:
    """Return the seconds, or where they count the player's actions, from one tile to the next."""
    if options.drops == "timed":
        most, least, step = options.interval, LEAST_SECONDS, ROWS_FOR_A_SECOND
    else:
        most, least, step = MOST_ACTIONS, LEAST_ACTIONS, ROWS_FOR_AN_ACTION
    return max(least, most - rows // step) if options.challenge else most


def changes(options: Options, rows: int) -> int:
    """Return how often the interval has changed after that many completed rows."""
    return interval(options, 0) - interval(options, rows)


def faster_at(options: Options, rows: int) -> int | None:
    """Return the number of completed rows that shortens the interval next, or None."""
    now = interval(options, rows)
    for more in range(rows + 1, rows + ROWS_FOR_AN_ACTION + 1):
        if interval(options, more) != now:
            return more
    return None
