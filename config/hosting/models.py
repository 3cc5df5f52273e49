"""What is noted of backups: that one was made, and whether it was tried and could be used."""

from django.db import models
from typing_extensions import override


class Backup(models.Model):
    """A backup that was made: where it lies, how large it is, and from when its data are."""

    made_at = models.DateTimeField(help_text="the instant its data are from")
    place = models.TextField(help_text="the folder or S3 address")
    name = models.TextField()
    size = models.BigIntegerField(help_text="bytes")
    seconds = models.FloatField(help_text="how long it took")

    class Meta:
        ordering = ["-made_at"]

    @override
    def __str__(self) -> str:
        return self.name


class Drill(models.Model):
    """The trial of a backup: restored elsewhere, played again and compared."""

    at = models.DateTimeField()
    name = models.TextField(help_text="the backup that was tried")
    made_at = models.DateTimeField(null=True, help_text="the instant the backup's data are from")
    matches = models.PositiveIntegerField(default=0, help_text="matches played again")
    plies = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(help_text="how long the trial took")
    faults = models.JSONField(default=list, help_text="what was wrong, see faults.py")

    class Meta:
        ordering = ["-at"]

    @override
    def __str__(self) -> str:
        return f"{self.name} on {self.at:%Y-%m-%d}"

    @property
    def is_good(self) -> bool:
        """Tell whether the backup could be used."""
        return not self.faults
