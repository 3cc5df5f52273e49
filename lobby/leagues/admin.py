"""Leagues in the admin, to read; the code that lets people in is not shown."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.matches.admin import ReadOnly
from lobby.leagues.models import League, LedgerEntry, Season, StepDone


@admin.register(League)
class LeagueAdmin(ReadOnly):
    """What is played, and how."""

    labels = {
        "slug": _("address"), "founded_at": _("founded"), "closed_at": _("closed"),
        "came_from": _("brought from"), "zone": _("time zone"),
    }  # fmt: skip
    list_display = ("slug", "name", "game", "club", "founded_at", "closed_at")
    list_filter = ("game",)
    search_fields = ("slug", "name")
    exclude = ("code",)


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """How far each season has come, and when it is looked at next."""

    labels = {
        "zone": _("time zone"), "registration_at": _("registration opens"),
        "check_in_at": _("check-in opens"), "starts_at": _("starts"), "ended_at": _("ended"),
        "round_ends_at": _("round ends"), "held_at": _("on hold since"),
        "unreadable_at": _("unreadable since"), "next_at": _("next step due"),
    }  # fmt: skip
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

    names = (_("step of a season"), _("steps of seasons"))
    labels = {
        "key": _("step"), "due_at": _("due"), "done_at": _("done"), "undone_at": _("undone"),
    }  # fmt: skip
    list_display = ("pk", "season", "key", "text", "due_at", "done_at", "undone_at")
    search_fields = ("season__league__slug", "key")


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly):
    """What organisers and referees have done; the database itself refuses a change."""

    names = (_("entry in a league's ledger"), _("entries in leagues' ledgers"))
    labels = {"at": _("when"), "by": _("person"), "by_name": _("who")}
    list_display = ("league", "number", "at", "by_name", "kind", "text", "why")
    list_filter = ("kind",)
    search_fields = ("league__slug", "by_name")
