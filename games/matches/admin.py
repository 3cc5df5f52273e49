"""Matches in the admin: to be read, never edited; positions, bags and secrets are not shown."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge.admin import Named
from games.matches.models import Match, Move, Seat, Vacancy


class ReadOnly(Named):
    """Nothing here can be added, changed or deleted, and nothing hidden can be asked for."""

    @override
    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow an address to filter by what the list offers to filter by.

        Django allows any column of the table; anyone who can ask if a hidden hand holds a letter
        has soon read it, and staff may sit at the table.
        """
        return lookup.split("__")[0] in self.list_filter

    @override
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @override
    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @override
    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Who plays what, how far it is, and whether it is set aside."""

    labels = {
        "public_id": _("address"), "rules_version": _("version of the rules"),
        "budget": _("seconds for a turn"), "bank": _("seconds in reserve"),
        "ply": _("moves so far"), "version": _("changes so far"), "to_move": _("seat to move"),
        "end_reason": _("how it ended"),
        "commitment": _("seal of the draws"), "started_at": _("begun"), "finished_at": _("ended"),
        "was_short": _("too short to count"),
        "quarantined_at": _("set aside"),
    }  # fmt: skip
    list_display = ("public_id", "game", "pace", "status", "ply", "started_at", "quarantined_at")
    list_filter = ("game", "pace", "status")
    search_fields = ("public_id", "seats__name")
    fields = (
        "public_id", "game", "rules_version", "players", "pace", "budget", "bank", "ply", "version",
        "to_move", "status", "end_reason", "scores", "places", "commitment", "started_at",
        "finished_at", "was_short", "quarantined_at",
    )  # fmt: skip

    @override
    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return what is shown of a match: of one in a running duel, no points."""
        running = obj is not None and obj.duel is not None and obj.duel.finished_at is None
        hidden = ("scores", "places") if running else ()
        return tuple(name for name in self.fields if name not in hidden)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who sits where."""

    labels = {
        "player": _("seat"), "user": _("person"), "controller": _("played by"),
        "present_until": _("here until"), "heard_by": _("last heard by process"),
        "substituted_at": _("computer took over"), "resigned_at": _("resigned"),
        "lost_at": _("lost the seat"), "spells": _("times the computer stepped in"),
        "excuses": _("times the clock was started again"), "covers": _("stands in for someone"),
    }  # fmt: skip
    list_display = ("match", "player", "name", "controller", "substituted_at", "resigned_at")
    exclude = ("plays_forced",)  # what somebody has chosen for turns to come
    search_fields = ("name", "match__public_id")


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The log, without what an action may hide, and without the running duels."""

    labels = {
        "ply": _("number"), "player": _("seat"), "actor": _("made by"),
        "started_at": _("turn begun"), "played_at": _("played"),
    }  # fmt: skip
    list_display = ("match", "ply", "player", "actor", "played_at")
    list_filter = ("actor",)
    search_fields = ("match__public_id",)
    fields = ("match", "ply", "player", "actor", "started_at", "played_at")

    @override
    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Return the entries that no entrant of a duel could profit from."""
        running = Q(match__duel__isnull=False, match__duel__finished_at__isnull=True)
        return super().get_queryset(request).exclude(running)


@admin.register(Vacancy)
class VacancyAdmin(ReadOnly):
    """Lost seats for which somebody was sought, and how far the asking went."""

    names = (_("seat that needs a player"), _("seats that need a player"))
    labels = {
        "player": _("seat"), "opened_at": _("since"), "wave": _("times we asked"),
        "next_wave_at": _("we ask again"), "closed_at": _("settled"),
    }  # fmt: skip
    list_display = ("match", "player", "opened_at", "wave", "next_wave_at", "closed_at")
    search_fields = ("match__public_id",)
