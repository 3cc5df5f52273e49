"""Waiting tables in the admin, to be read."""

from django.contrib import admin

from games.matches.admin import ReadOnly
from lobby.tables.models import Lobby


@admin.register(Lobby)
class LobbyAdmin(ReadOnly):
    """What waits for players; the table code, which lets one in, is not listed."""

    list_display = ("pk", "game", "host", "pace", "visibility", "status", "created_at")
    list_filter = ("game", "pace", "status")
    search_fields = ("host__username",)
    exclude = ("code",)
