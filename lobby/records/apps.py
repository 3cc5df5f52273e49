"""Records of people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class RecordsConfig(AppConfig):
    """How people's matches ended, and what that is worth."""

    name = "lobby.records"
    label = "records"
    verbose_name = _("Records")

    @override
    def ready(self) -> None:
        """Tell results on profiles, and hear which matches are over."""
        from accounts.trust import finding, profiles
        from lobby.records import receivers, sections  # noqa: F401 - the receivers listen
        from lobby.records.trophies import mails

        mails.register()
        finding.register(sections.met)
        profiles.register("records/against.html", sections.against, rank=10)
        profiles.register("records/results.html", sections.results, rank=20)
        profiles.register("records/trophies.html", sections.trophies, rank=40)
        profiles.register("records/words.html", sections.words, rank=60)
        profiles.register("records/opponents.html", sections.opponents, rank=70)
        profiles.register("records/recent.html", sections.recent, rank=80)
