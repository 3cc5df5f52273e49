"""The words a table's row may hold."""

from django.db.models import TextChoices


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
