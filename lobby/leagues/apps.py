"""Leagues: who meets whom, season after season."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Clubs, their leagues, seasons, and ratings."""

    name = "lobby.leagues"
    label = "leagues"
    verbose_name = "Leagues"
    default_auto_field = "django.db.models.BigAutoField"
