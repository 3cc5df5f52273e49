"""The site in fewer processes, begun on a prepared folder: ``python -m tests.browser.small PORT``.

One process serves the pages, one does the work of both queues and of the clock. Nobody takes mail.
Sites as their users start them are tested in ``tests/faults`` and by the tests marked slow.
"""

import os
import sys
from collections.abc import Iterator, Mapping

from typing_extensions import override

from config.local.process import Program
from config.local.site import Site, Wishes
from config.local.supervisor import Signals


class SmallSite(Site):
    """A site whose tables, words and static files are there already."""

    @override
    def _prepare(self, signals: Signals, env: Mapping[str, str]) -> bool:
        return True

    @override
    def _programs(self, env: Mapping[str, str], listener: int, door: int) -> Iterator[Program]:
        for program in super()._programs(env, listener, door):
            if program.name == "steady":
                queues = [
                    str(part).replace("clock,", "clock,bots,reviews,") for part in program.command
                ]
                program.command = [*queues, "-B"]
            if program.name not in {"bots", "beat", "mail"}:
                yield program


def main(port: str) -> None:
    """Run until a signal says stop."""
    os.environ["WEB_WORKERS"] = "1"
    site = SmallSite(Wishes(port=int(port), sync=False), print)
    site.run(str)  # without a word on how to become the administrator


if __name__ == "__main__":
    main(*sys.argv[1:])
