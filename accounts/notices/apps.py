"""What people are told."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class NoticesConfig(AppConfig):
    """Notices, and what decides whether, when and how they leave."""

    name = "accounts.notices"
    verbose_name = _("Notifications")

    @override
    def ready(self) -> None:
        """Register mail and the list on the site, the mails of accounts, and what is a person's."""
        from accounts.notices.delivery import account_mails, channels
        from accounts.notices.models import (
            Delivery,
            NoticeChoices,
            Notification,
            NotificationPreference,
        )
        from accounts.users.services import register_own

        channels.register()
        account_mails.register()
        register_own(Delivery, NoticeChoices, Notification, NotificationPreference)
