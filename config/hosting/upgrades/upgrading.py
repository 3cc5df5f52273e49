"""The way to a new version: look, back up, close, migrate, replay, open."""

import os
import time
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader

from config.hosting import faults
from config.hosting.backups import BackupError, drilling, keeping, making, places
from config.hosting.upgrades import preflight
from config.hosting.upgrades.preflight import Weight
from games.matches import play
from games.matches.play import records

SAMPLE = 200  # matches that a quick upgrade replays, in each process
TRIES, PAUSE = 5, 3.0  # for a table that somebody else holds, and seconds between them


class Stopped(Exception):
    """The upgrade goes no further; the text says how the site is left, and what to do."""


def upgrade(*, say: Callable[[str], object], read: Callable[[], datetime], quick: bool) -> None:
    """Bring the database up to this version; ``read`` tells the time. Raise Stopped."""
    found = list(preflight.look(now=read()))
    for one in found:
        if one.weight > Weight.FINE:
            say(one.text)
    if any(one.weight is Weight.STOPS for one in found):
        raise Stopped("Nothing has been changed. Mend what is said above, then try again.")
    if ("matches", "0003_maintenance") not in MigrationLoader(connection).applied_migrations:
        raise Stopped(
            "Nothing has been changed. This version brings the means to close a site that runs, so "
            "for this once stop the site instead, make a backup, and start it again."
        )
    name = _back_up(say)
    say("Closing the site: all clocks stand now.")
    play.begin_maintenance(now=read())
    try:
        say("Migrating.")
        _migrate()
        say("Replaying matches.")
        matches = _replay(quick=quick, now=read())
    except Exception as error:
        raise Stopped(_what_to_do(error, name)) from error
    stood = play.end_maintenance(now=read())
    seconds = stood.total_seconds() if stood is not None else 0
    say(f"{matches:,} matches are as they were played.")
    say(f"The site is open again, and every clock got {seconds:.0f} s back.")


def _back_up(say: Callable[[str], object]) -> str:
    if settings.BACKUP_TO == "none":
        return ""
    say("Making a backup.")
    try:
        place, keep = places.place_of(settings.BACKUP_TO), keeping.counts(settings.BACKUP_KEEP)
        made = making.back_up(place=place, keep=keep)
    except BackupError as error:
        raise Stopped(f"{error}\nNothing has been changed.") from error
    return made.name if made else ""


def _migrate() -> None:
    """Migrate; where a table is held by somebody, no longer than others can wait for us."""
    for left in reversed(range(TRIES)):
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '5s'")
            call_command("migrate", interactive=False, verbosity=0)
            break
        except OperationalError:
            connection.close()
            if not left:
                raise
            time.sleep(PAUSE)
    call_command("load_words", verbosity=0)


def _replay(*, quick: bool, now: datetime) -> int:
    """Replay all matches, or a sample; return how many, and raise BackupError where one differs."""
    parts = list(drilling.proofs(os.environ, newest=SAMPLE if quick else 0))
    wrong = [one for part in parts for one in part["faults"]]
    total = {key: sum(part[key] for part in parts) for key in ("matches", "plies", "older")}
    if not quick:
        records.note_drill(**total, differences=len(wrong), now=now)
    if wrong:
        raise BackupError("\n".join(map(faults.in_words, wrong[:20])))
    return int(total["matches"])


def _what_to_do(error: Exception, backup: str) -> str:
    back = f"manage.py restore {backup}" if backup else "your own backup"
    return (
        f"{error}\n"
        "The site stays closed, and all clocks stand. A migration that failed has changed nothing, "
        "and those before it suit the version before, too. So you can:\n"
        "- try again: manage.py upgrade\n"
        "- open the site with the version you had: bring its code back, then run "
        "manage.py maintenance off\n"
        f"- go back to the backup, into a new database: {back}"
    )
