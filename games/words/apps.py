"""The word lists as a Django app of their own, with the short name ``words``."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as all_apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

MODERATORS = "Word moderators"  # the group; only administrators put people into it


class WordsConfig(AppConfig):
    """Word lists, their numbered versions, and what the words mean."""

    name = "games.words"
    label = "words"
    verbose_name = _("Words")

    @override
    def ready(self) -> None:
        """Have the group of moderators made with the tables; register the kind of mail."""
        from games.words.moderation import mails

        mails.register()
        post_migrate.connect(_make_moderators, sender=self)


def _make_moderators(sender: AppConfig, using: str, apps: Any = all_apps, **_options: Any) -> None:
    """Make the group of those who decide for the site's lists, if it isn't there."""
    from django.contrib.auth.management import create_permissions

    create_permissions(sender, verbosity=0, using=using, apps=apps)
    try:
        permission_model = apps.get_model("auth", "Permission")
        apps.get_model("words", "Proposal")
    except LookupError:
        return  # migrated back to before there were proposals
    permission = permission_model.objects.using(using).get(
        codename="decide", content_type__app_label="words"
    )
    group, _made = (
        apps.get_model("auth", "Group").objects.using(using).get_or_create(name=MODERATORS)
    )
    group.permissions.add(permission)
