"""Reading who takes over lost seats: the substitutes, what is due, and who was asked for what."""

from datetime import datetime

from games.matches.models import Match, Seat, SeatChange, SubstituteListing, Vacancy, VacancyCall


def due(*, now: datetime, limit: int = 100) -> list[int]:
    """Return the ids of lost seats whose next wave is due to be asked."""
    waiting = Vacancy.objects.filter(closed_at__isnull=True, next_wave_at__lte=now)
    return list(waiting.order_by("next_wave_at", "pk").values_list("pk", flat=True)[:limit])


def people_of(match: Match) -> set[int]:
    """Return the users who sit at a match or sat there before somebody took their place."""
    seated = Seat.objects.filter(match=match).values_list("user_id", flat=True)
    former = SeatChange.objects.filter(match=match).values_list("former", flat=True)
    return {user_id for user_id in (*seated, *former) if user_id is not None}


def listings_of(*, user_id: int) -> set[str]:
    """Return the games for which somebody is on the list of substitutes."""
    return set(SubstituteListing.objects.filter(user_id=user_id).values_list("game", flat=True))


def call(*, vacancy_id: int, user_id: int) -> VacancyCall | None:
    """Return how somebody was asked for a seat, with all that we tell them about it."""
    calls = VacancyCall.objects.select_related("vacancy__match__timer", "user")
    return calls.filter(vacancy_id=vacancy_id, user_id=user_id).first()


def open_calls(*, user_id: int) -> list[VacancyCall]:
    """Return what somebody was asked and can still answer, the latest first."""
    calls = VacancyCall.objects.filter(
        user_id=user_id, declined_at__isnull=True, vacancy__closed_at__isnull=True
    )
    return list(calls.select_related("vacancy__match").order_by("-asked_at"))


def departure(*, match_id: int, user_id: int | None) -> str:
    """Return how a user who looks on left a match: "resigned", "lost", "covered"; or not: ""."""
    if user_id is None:
        return ""
    if SeatChange.objects.filter(match_id=match_id, former=user_id).exists():
        return "covered"
    seat = Seat.objects.filter(match_id=match_id, user_id=user_id).first()
    if seat is None:
        return ""
    return "resigned" if seat.resigned_at else "lost" if seat.lost_at else ""


def helped(match: Match) -> set[int]:
    """Return the players whose result may earn nothing: the computer or a substitute played there.

    The log says who made each entry; a computer player's own seat is not helped by itself.
    """
    by_computer = set(
        match.moves.filter(actor="computer").values_list("player", flat=True).distinct()
    )
    owned = set(SeatChange.objects.filter(match=match).values_list("player", flat=True)) | set(
        match.seats.filter(user_id__isnull=False).values_list("player", flat=True)
    )
    covered = set(match.seats.filter(covers=True).values_list("player", flat=True))
    return covered | (by_computer & owned)
