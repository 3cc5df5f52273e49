"""Puzzles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    """Turns to find, out of matches that were played here."""

    name = "games.puzzles"
    label = "puzzles"
    verbose_name = _("Puzzles")
