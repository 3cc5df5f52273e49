"""Addresses of challenges."""

from django.urls import path

from games.daily.pages import boards, today, yesterday

urlpatterns = [
    path("daily/", today.index, name="daily"),
    path("daily/<slug:slug>/", today.game_page, name="daily-game"),
    path("daily/<slug:slug>/start", today.start, name="daily-start"),
    path("daily/<slug:slug>/<int:number>/try", boards.answer, name="daily-try"),
    path("daily/<slug:slug>/<int:number>/preview", boards.preview, name="daily-preview"),
    path("daily/<slug:slug>/yesterday/", yesterday.page, name="daily-yesterday"),
    path("daily/<slug:slug>/yesterday/<int:number>/try", boards.attempt, name="daily-old-try"),
    path(
        "daily/<slug:slug>/yesterday/<int:number>/preview",
        boards.old_preview,
        name="daily-old-preview",
    ),
]
