"""The word lists as a Django app of their own, with the short name ``words``."""

from django.apps import AppConfig
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
        from accounts.users import roles
        from games.words.moderation import mails, sample

        mails.register()
        sample.register()
        roles.keep_group(self, name=MODERATORS, permission="decide", model="Proposal")
