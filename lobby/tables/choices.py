"""The words a table's row may hold."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Status(TextChoices):
    """How far a table has come."""

    WAITING = "waiting"
    STARTED = "started"
    CLOSED = "closed"


class Visibility(TextChoices):
    """Who may find a table."""

    OPEN = "open", _("Open: listed for everyone")
    PRIVATE = "private", _("Private: by code or link only")


class StartRule(TextChoices):
    """When a table's match begins."""

    FULL = "full", _("As soon as all the seats are taken")
    HOST = "host", _("When you say so")
