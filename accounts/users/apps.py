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
        """Keep roles and addresses true; give whoever sets a new password their account back."""
        from allauth.account.models import EmailAddress
        from allauth.account.signals import email_confirmed, password_reset
        from django.db.models.signals import pre_save

        from accounts.users import answer_addresses, roles, services
        from accounts.users.models import AnswerAddress, User

        roles.keep_true()
        password_reset.connect(
            lambda user, **_: services.forget_waiting_address(user=user),
            weak=False,
            dispatch_uid="users",
        )
        email_confirmed.connect(
            lambda email_address, **_: answer_addresses.give_way(to=email_address),
            weak=False,
            dispatch_uid="users",
        )
        for model in (User, EmailAddress, AnswerAddress):
            pre_save.connect(services.keep_spelling, sender=model, dispatch_uid="users")
