"""Whom people want to meet."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as all_apps
from django.db.models.signals import post_migrate
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

        mails.register()
        post_migrate.connect(_make_moderators, sender=self)


def _make_moderators(sender: AppConfig, using: str, apps: Any = all_apps, **_: Any) -> None:
    """Make the group of those who decide reports, if it is not there."""
    from django.contrib.auth.management import create_permissions

    create_permissions(sender, verbosity=0, using=using, apps=apps)
    try:
        permission_model = apps.get_model("auth", "Permission")
        apps.get_model("trust", "Report")
    except LookupError:
        return  # migrated back to before there were reports
    permission = permission_model.objects.using(using).get(
        codename="handle_reports", content_type__app_label="trust"
    )
    group_model = apps.get_model("auth", "Group")
    group, _made = group_model.objects.using(using).get_or_create(name=MODERATORS)
    group.permissions.add(permission)
