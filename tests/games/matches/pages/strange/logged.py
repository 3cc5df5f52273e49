"""A web process as the site starts it, but with a log of requests, in case a host wants one.

python -m tests.games.matches.pages.strange.logged LISTENER DOOR
"""

import sys

from uvicorn.config import LOGGING_CONFIG

from config.local import web


def main(listener: int, door: int) -> None:
    """Serve as ``config.local.web`` does, and write each request as the library's default is."""
    config = web.configuration(listener)
    config.access_log, config.log_level, config.log_config = True, "info", LOGGING_CONFIG
    config.configure_logging()
    web.serve(config, door)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
