"""What the processes of the site have counted, added up, what each has open, and what fails."""

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


class PutOff(models.Model):
    """A row of a queue that failed, and until when it is left alone; "" is the whole queue."""

    queue = models.TextField(help_text="the periodic job that looks after it")
    row = models.TextField()
    since = models.DateTimeField()
    until = models.DateTimeField()
    times = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["queue", "row"], name="put_off_once")]

    @override
    def __str__(self) -> str:
        return f"{self.queue} {self.row}: until {self.until}"
