"""Who changes words and why, told to the database, which notes it with every change."""

from django.db import connection


def sign(*, user_id: int | None, reason: str) -> None:
    """Say for whom and why words change from here to the end of the transaction.

    Call it within one. ``user_id`` None is the site itself. ``reason`` is what somebody wrote, or
    else one word for what was done, such as "withdrawn".
    """
    person = "" if user_id is None else str(user_id)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('tilepost.person', %s, true),"
            " set_config('tilepost.reason', %s, true)",
            [person, reason[:300]],
        )
