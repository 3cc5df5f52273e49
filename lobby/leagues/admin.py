"""Leagues in the admin, to read; the code that lets people in is not shown."""

from django.contrib import admin

from games.matches.admin import ReadOnly
from lobby.leagues.models import League, LedgerEntry, Season, StepDone


@admin.register(League)
class LeagueAdmin(ReadOnly):
    """What is played, and how."""

    list_display = ("slug", "name", "game", "club", "founded_at", "closed_at")
    list_filter = ("game",)
    search_fields = ("slug", "name")
    exclude = ("code",)


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """How far each season has come, and when it is looked at next."""

    list_display = (
        "pk",
        "league",
        "number",
        "phase",
        "rounds",
        "held_at",
        "unreadable_at",
        "next_at",
    )
    list_filter = ("phase", "game")
    search_fields = ("league__slug",)


@admin.register(StepDone)
class StepDoneAdmin(ReadOnly):
    """What seasons have done by themselves."""

    list_display = ("pk", "season", "key", "text", "due_at", "done_at", "undone_at")
    search_fields = ("season__league__slug", "key")


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly):
    """What organisers and referees have done; the database itself refuses a change."""

    list_display = ("league", "number", "at", "by_name", "kind", "text", "why")
    list_filter = ("kind",)
    search_fields = ("league__slug", "by_name")
