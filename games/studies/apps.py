"""Studies."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class StudiesConfig(AppConfig):
    """Matches to think about."""

    name = "games.studies"
    label = "studies"
    verbose_name = _("Studies")

    @override
    def ready(self) -> None:
        """Have moderators hide what is reported here."""
        from accounts.trust import reports
        from games.studies import moderating

        reports.register(moderating.STUDY, moderating.hide_study)
        reports.register(moderating.COMMENT, moderating.hide_comment)
