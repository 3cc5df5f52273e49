"""What the wiring does when the site starts."""

from django.apps import AppConfig
from django.conf import settings
from typing_extensions import override


class Config(AppConfig):
    """The site itself: no tables, and templates and commands that belong to no app."""

    name = "config"

    @override
    def ready(self) -> None:
        """Speak the language with accents, if that is asked for."""
        if settings.PSEUDO_LANGUAGE:
            from config.language import pseudo

            pseudo.install(settings.LOCALE_PATHS[-1])
