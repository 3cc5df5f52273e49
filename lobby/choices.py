"""The words a table's row may hold, and a refusal in words."""

from django.db.models import TextChoices


class LobbyError(Exception):
    """Something that cannot be done at this table; its text is for the person who tried."""


class Status(TextChoices):
    """How far a table has come."""

    WAITING = "waiting"
    STARTED = "started"
    CLOSED = "closed"


class Visibility(TextChoices):
    """Who may find a table."""

    OPEN = "open", "Open: listed for everyone"
    PRIVATE = "private", "Private: only by code or link"


class StartRule(TextChoices):
    """When a table's match begins."""

    FULL = "full", "As soon as all seats are taken"
    HOST = "host", "When you say so"
