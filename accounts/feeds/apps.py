"""A person's calendar for other programs."""

from typing import Any

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

        from accounts.feeds.models import CalendarFeed
        from accounts.users.services import register_own

        register_own(CalendarFeed)
        password_reset.connect(_forget, dispatch_uid="feeds")


def _forget(user: Any, **_: Any) -> None:
    """Close the calendar: what was let in before hears nothing more."""
    from accounts.feeds import services

    services.close_feed(user=user)
