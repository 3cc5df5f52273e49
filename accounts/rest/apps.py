"""When people rest."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class RestConfig(AppConfig):
    """Sleep, days off and holidays."""

    name = "accounts.rest"
    verbose_name = _("Rest")

    @override
    def ready(self) -> None:
        """Register the mail about a holiday that began by itself, and what is a person's own."""
        from accounts.rest import mails
        from accounts.rest.models import ActiveDay, CalendarRow, HolidayRow
        from accounts.users.services import register_own

        mails.register()
        register_own(ActiveDay, CalendarRow, HolidayRow)
