"""People and their accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class UsersConfig(AppConfig):
    """Who people are."""

    name = "accounts.users"
    verbose_name = _("People")

    @override
    def ready(self) -> None:
        """Keep roles true; give whoever sets a new password by mail their account back."""
        from allauth.account.signals import password_reset

        from accounts.users import roles, services

        roles.keep_true()
        password_reset.connect(
            lambda user, **_: services.forget_waiting_address(user=user),
            weak=False,
            dispatch_uid="users",
        )
