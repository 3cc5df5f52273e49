"""Backups: made, kept by age, restored, and tried.

``places`` is where they lie, ``manifest`` what is known of one, ``keys`` the secrets that belong to
it and aren't in it, ``programs`` PostgreSQL's own, ``making``, ``restoring`` and ``drilling`` what
is done with them, ``proving`` what a drill does in the restored database.
"""


class BackupError(Exception):
    """A backup can't be made or used; the text says why and what helps."""
