"""The door for mail servers that hand a mail to a program."""

import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from accounts.edge.clock import read_clock
from config.meters.keeping import kept
from games.matches.post import inbound, tickets
from games.matches.post.inbound import LARGEST, Result

CODES = {Result.UNKNOWN: os.EX_NOUSER, Result.UNREADABLE: os.EX_DATAERR}
logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Read one mail; the exit codes are those of sysexits.h, which mail servers understand."""

    help = (
        "Read a reply to one of the site's emails from standard input. Exit codes: 0 accepted, "
        "65 too large or unreadable, 67 not one of our addresses, 75 try again later."
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "to", nargs="*", help="addresses it was sent to; if left out, read from its headers"
        )

    @override
    def handle(self, *, to: list[str], **options: Any) -> None:
        with kept():
            code = take(sys.stdin.buffer.read(LARGEST + 1), to)
        if code != os.EX_OK:
            sys.exit(code)


def take(source: bytes, to: list[str]) -> int:
    """Hand a mail in and return how that went."""
    if len(source) > LARGEST:
        return os.EX_DATAERR
    if to and not any(map(tickets.is_ours, to)):
        return os.EX_NOUSER
    now = read_clock()
    try:
        outcome = inbound.hand_in(source, now=now, to=to)
    except inbound.NOT_NOW:
        logger.exception("a mail could not be handed in; it may come again")
        return os.EX_TEMPFAIL
    return CODES.get(outcome.result, os.EX_OK)
