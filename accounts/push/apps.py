"""Notices on devices."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class PushConfig(AppConfig):
    """Devices that take notices by Web Push."""

    name = "accounts.push"
    verbose_name = _("Devices")

    @override
    def ready(self) -> None:
        """Register the channel; a device hears nothing more when its session or password ends."""
        from allauth.account.signals import password_reset
        from django.contrib.auth.signals import user_logged_out

        from accounts.push import devices, pages, sending
        from accounts.push.models import PushSubscription
        from accounts.users.services import register_own

        sending.register()
        register_own(PushSubscription)
        user_logged_out.connect(pages.end_with_the_session, dispatch_uid="push")
        password_reset.connect(
            lambda user, **_: devices.unsubscribe_all(user=user), weak=False, dispatch_uid="push"
        )
