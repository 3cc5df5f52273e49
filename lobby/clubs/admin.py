"""Clubs in the admin, to read; the code that lets people in is not shown."""

from django.contrib import admin

from games.matches.admin import ReadOnly
from lobby.clubs.models import Club


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Circles of people."""

    list_display = ("slug", "name", "joining", "founded_at", "closed_at")
    list_filter = ("joining",)
    search_fields = ("slug", "name")
    exclude = ("code",)
