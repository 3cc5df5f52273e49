"""What can be wrong with a backup: facts as they are stored, and the sentences that tell them.

A fault says what is wrong and where. It never holds what a match's log or position says, as hands
may be hidden there.
"""

from typing import TypeAlias

from django.utils.translation import gettext

Fault: TypeAlias = dict[str, str | int]


def fault(kind: str, **facts: str | int) -> Fault:
    """Return a fault as it is stored."""
    return {"fault": kind, **facts}


def in_words(one: Fault) -> str:
    """Return the sentence that tells a fault."""
    told = {**one, "what": _part(str(one["what"]))} if "what" in one else one
    return _sentence(str(one["fault"])) % told


def _part(what: str) -> str:
    """Return what a part of a match is called; parts that only programs know keep their name."""
    parts = {
        "commitment": gettext("commitment"),
        "log's length": gettext("log's length"),
        "ply": gettext("ply"),
        "player": gettext("player"),
        "text": gettext("text"),
        "events": gettext("list of events"),
        "proof": gettext("proof"),
        "hash": gettext("hash"),
        "last hash": gettext("last hash"),
        "state": gettext("position"),
        "scores": gettext("score"),
        "player to move": gettext("player to move"),
    }
    return parts.get(what, what)


def _sentence(kind: str) -> str:
    """Return what tells a kind of fault, with places for its facts."""
    sentences = {
        "none": gettext("There's no backup in %(place)s."),
        "place": gettext("We couldn't reach the place of the backups: %(said)s."),
        "manifest": gettext("We couldn't read what %(name)s.json says about the backup."),
        "unsigned": gettext(
            "The backup %(name)s isn't signed with the SIGNING_KEY of this site, so somebody else "
            "may have made or changed it. Nothing in it has been used."
        ),
        "renamed": gettext("The backup %(name)s was called %(was)s when it was made."),
        "dump_missing": gettext("The file %(name)s.dump is missing."),
        "damaged": gettext(
            "The file %(name)s.dump isn't the one that was written: its checksum differs."
        ),
        "newer": gettext(
            "The backup was made by version %(version)s, but this is version %(ours)s. "
            "Use that version or a newer one."
        ),
        "unknown_migration": gettext(
            "The backup has the migration %(migration)s of %(app)s, which isn't part of this "
            "version. Use the version that made the backup, or a newer one."
        ),
        "key": gettext("%(key)s isn't the one this backup was made with."),
        "programs": gettext("PostgreSQL's programs can't be used: %(said)s"),
        "powerful": gettext(
            "The database's account %(account)s could run programs on the database's machine, so "
            "nothing is restored with it. Use an account that isn't a superuser, which owns the "
            "database and can't make other accounts."
        ),
        "restore": gettext("PostgreSQL couldn't restore the backup: %(said)s"),
        "migrate": gettext("The restored database couldn't be migrated: %(said)s"),
        "table": gettext("The table %(table)s is missing."),
        "rows": gettext(
            "The table %(table)s has %(found)s rows, but there were %(expected)s when the backup "
            "was made."
        ),
        "match": gettext(
            "Match %(match)s differs at ply %(ply)s: its %(what)s isn't what the replay gives."
        ),
        "rules": gettext("Match %(match)s can't be replayed: its moves don't follow the rules."),
        "match_broke": gettext("Match %(match)s can't be replayed: %(said)s."),
        "ledger": gettext("The ledger of the league %(league)s has been altered: %(said)s."),
        "ratings": gettext("%(n)s stored ratings differ from what the results give."),
        "broke": gettext("The drill broke off: %(said)s."),
    }
    return sentences[kind]
