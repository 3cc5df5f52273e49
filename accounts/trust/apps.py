"""Whom people want to meet."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

MODERATORS = "Moderators of people"  # the group; only administrators put people into it


class TrustConfig(AppConfig):
    """Friends, blocks, reports and what moderators decide."""

    name = "accounts.trust"
    verbose_name = _("Trust")

    @override
    def ready(self) -> None:
        """Have the group of moderators made with the tables; register the kinds of mails."""
        from accounts.trust import mails
        from accounts.users import roles

        mails.register()
        roles.keep_group(self, name=MODERATORS, permission="handle_reports", model="Report")
