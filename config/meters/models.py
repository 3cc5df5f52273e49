"""What the processes of the site have counted, added up, and what each of them has open."""

from django.db import models
from typing_extensions import override


class Count(models.Model):
    """How often something has happened since the site began: it only grows."""

    name = models.TextField(help_text="of the sample")
    labels = models.TextField(help_text="JSON, sorted by name")
    value = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "labels"], name="count_once")]

    @override
    def __str__(self) -> str:
        return f"{self.name}{self.labels}: {self.value}"


class Level(models.Model):
    """How much of something one process has, and when it said so: what is old has gone with it."""

    process = models.TextField()
    name = models.TextField(help_text="of the sample")
    value = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process", "name"], name="level_once")]

    @override
    def __str__(self) -> str:
        return f"{self.name} of {self.process}: {self.value}"
