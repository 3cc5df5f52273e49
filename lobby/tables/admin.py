"""Waiting tables in the admin, to be read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.matches.admin import ReadOnly
from lobby.tables.models import Lobby


@admin.register(Lobby)
class LobbyAdmin(ReadOnly):
    """What waits for players; the table code, which lets one in, is not listed."""

    names = (_("waiting table"), _("waiting tables"))
    labels = {
        "budget": _("seconds for a turn"), "bank": _("seconds in reserve"),
        "visibility": _("who can find it"), "start_rule": _("when it starts"),
        "rematch_of": _("rematch of"), "created_at": _("opened"),
    }  # fmt: skip
    list_display = ("pk", "game", "host", "pace", "visibility", "status", "created_at")
    list_filter = ("game", "pace", "status")
    search_fields = ("host__username",)
    exclude = ("code",)
