"""The record of all changes, which the database writes itself, and how it learns who made one."""

from django.db import connection, models
from typing_extensions import override


class AuditEntry(models.Model):
    """One statement that changed a table of words, written by the database. Append-only.

    ``before`` and ``after`` are rows, or only how many if a statement changed too many. ``reason``
    is what somebody wrote, or a word for what was done.
    """

    at = models.DateTimeField()
    person = models.BigIntegerField(null=True, help_text="the user; empty for the site itself")
    reason = models.CharField(max_length=300)
    table = models.CharField(max_length=40)
    operation = models.CharField(max_length=6)
    rows = models.PositiveIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        db_table = "words_audit"
        verbose_name_plural = "audit entries"
        ordering = ["-id"]
        indexes = [models.Index("table", "at", name="audit_of_a_table")]

    @override
    def __str__(self) -> str:
        return f"{self.operation} {self.table}"


def sign(*, user_id: int | None, reason: str) -> None:
    """Say who is changing words and why, from here to the end of the transaction.

    Call it within one. ``user_id`` None is the site itself. ``reason`` is what somebody wrote,
    or one word for what was done, such as "withdrawn".
    """
    person = "" if user_id is None else str(user_id)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('tilepost.person', %s, true),"
            " set_config('tilepost.reason', %s, true)",
            [person, reason[:300]],
        )
