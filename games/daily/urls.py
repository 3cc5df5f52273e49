"""Addresses of challenges: each names its day, so that no page is answered for another one."""

from datetime import date

from django.urls import path, register_converter

from games.daily.pages import boards, today


class DayConverter:
    """A day in an address: 2026-03-01."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the day; raise ValueError if there's none like it."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return how a day is written."""
        return value.isoformat()


register_converter(DayConverter, "day")

BOARD = "daily/<slug:slug>/<day:day>/<int:number>/"
PAST = "daily/<slug:slug>/<day:day>/past/<int:number>/"

urlpatterns = [
    path("daily/", today.index, name="daily"),
    path("daily/<slug:slug>/", today.game_page, name="daily-game"),
    path("daily/<slug:slug>/<day:day>/", today.day_page, name="daily-day"),
    path("daily/<slug:slug>/<day:day>/start", today.start, name="daily-start"),
    path(f"{BOARD}try", boards.answer, name="daily-try"),
    path(f"{BOARD}preview", boards.preview, name="daily-preview"),
    path(f"{PAST}try", boards.attempt, name="daily-past-try"),
    path(f"{PAST}show", boards.past_show, name="daily-past-show"),
    path(f"{PAST}preview", boards.past_preview, name="daily-past-preview"),
]
