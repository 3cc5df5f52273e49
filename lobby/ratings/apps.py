"""Ratings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class RatingsConfig(AppConfig):
    """How strong people are, by game and pace."""

    name = "lobby.ratings"
    label = "ratings"
    verbose_name = _("Ratings")

    @override
    def ready(self) -> None:
        """Tell ratings on profiles, and hear which matches are over."""
        from accounts.trust import profiles
        from lobby.ratings import (
            curves,
            receivers,  # noqa: F401 - they listen
        )

        profiles.register("leagues/ratings.html", curves.section, rank=30)
