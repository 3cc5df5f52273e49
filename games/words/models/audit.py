"""Tells the database who is changing words and why; it records this with every change."""

from django.db import connection


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
