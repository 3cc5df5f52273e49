"""Who changes words and why, told to the database, which notes it with every change."""

from django.db import connection


def sign(*, user_id: int | None, reason: str) -> None:
    """Say on whose behalf and why words change from here to the end of the transaction.

    To be called within one; None is the site itself.
    """
    person = "" if user_id is None else str(user_id)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('tilepost.person', %s, true),"
            " set_config('tilepost.reason', %s, true)",
            [person, reason[:300]],
        )
