"""What is known of the site's backups, for whoever shows it or watches over it."""

from config.hosting.faults import in_words
from config.hosting.models import Backup, Drill


def last_backup() -> Backup | None:
    """Return the backup with the newest data, or None before the first."""
    return Backup.objects.order_by("-made_at").first()


def last_drill() -> Drill | None:
    """Return the last trial of a backup, whatever came of it, or None before the first."""
    return Drill.objects.order_by("-at").first()


def last_good_drill() -> Drill | None:
    """Return the last trial in which nothing was wrong, or None before the first."""
    return Drill.objects.filter(faults=[]).order_by("-at").first()


def faults_in_words(drill: Drill) -> list[str]:
    """Return what was wrong with a backup that was tried, a sentence each."""
    return [in_words(one) for one in drill.faults]
