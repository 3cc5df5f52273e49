"""Clubs in the admin, to read; the code that lets people in is not shown."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.matches.admin import ReadOnly
from lobby.clubs.models import Club


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Circles of people."""

    labels = {
        "slug": _("address"), "joining": _("who can join"), "founded_at": _("founded"),
        "closed_at": _("closed"),
    }  # fmt: skip
    list_display = ("slug", "name", "joining", "founded_at", "closed_at")
    list_filter = ("joining",)
    search_fields = ("slug", "name")
    exclude = ("code",)
