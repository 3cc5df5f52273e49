"""Daily challenges."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class DailyConfig(AppConfig):
    """One challenge for each game and day."""

    name = "games.daily"
    label = "daily"
    verbose_name = _("Daily challenges")

    @override
    def ready(self) -> None:
        """Tell streaks on profiles, and hear which games are over."""
        from accounts.trust import profiles
        from accounts.users.services import register_own
        from games.daily import receivers, sections  # noqa: F401 - the receivers listen
        from games.daily.models import Entry

        register_own(Entry)
        profiles.register("daily/streak.html", sections.streak, rank=30)
