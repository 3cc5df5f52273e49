"""How many connections to the database the site's programs have at most: one for each thread."""

# Of a web process: 4 for pages, 2 for slow ones, 2 for moves, 4 for sockets, 2 for the watch, one
# to ask for computers' turns, and one to keep figures.
WEB = 16
# The worker with threads 7, computer players 4, the mail door 2, `prepare` 1: each keeps figures.
OTHERS = 14
RESERVE = 20  # for commands in another window, and what PostgreSQL keeps for its superuser
LEAST = 100


def allowed(web_workers: int) -> int:
    """Return how many connections our own database server allows.

    Besides the web processes that serve there is one that stands by, and one that is replaced.
    """
    return max(LEAST, (web_workers + 2) * WEB + OTHERS + RESERVE)
