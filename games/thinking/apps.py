"""Questions about positions."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ThinkingConfig(AppConfig):
    """What turns promise, where people ask."""

    name = "games.thinking"
    label = "thinking"
    verbose_name = _("Thoughts")
