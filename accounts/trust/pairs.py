"""What is done between two people is done by one at a time."""

from accounts.users.models import User


def lock(*user_ids: int) -> None:
    """Hold the rows of these people until the caller's transaction ends, lowest number first."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(user_ids)).order_by("pk")
    list(rows.values_list("pk", flat=True))
