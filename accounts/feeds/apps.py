"""A person's calendar for other programs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class FeedsConfig(AppConfig):
    """Calendars at secret addresses."""

    name = "accounts.feeds"
    verbose_name = _("Calendars")

    @override
    def ready(self) -> None:
        """Register what is a person's own; a new password set by mail closes the calendar."""
        from allauth.account.signals import password_reset

        from accounts.feeds import services
        from accounts.feeds.models import CalendarFeed
        from accounts.users.services import register_own

        register_own(CalendarFeed)
        password_reset.connect(
            lambda user, **_: services.close_feed(user=user), weak=False, dispatch_uid="feeds"
        )
