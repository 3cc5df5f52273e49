"""Ratings in the admin, to read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.matches.admin import ReadOnly
from lobby.ratings.models import Rating


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """How strong people are, as their results tell."""

    labels = {"user": _("person"), "mu": _("strength"), "sigma": _("uncertainty")}
    list_display = ("user", "game", "pace", "mu", "sigma", "matches")
    list_filter = ("game", "pace")
    search_fields = ("user__username",)
