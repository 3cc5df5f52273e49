"""Addresses of the home page, of My games and of what greets newcomers."""

from django.urls import path

from lobby.home import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("my-games/", pages.my_games, name="my-games"),
    path("welcome/", pages.welcome, name="welcome"),
    path("my-games/next/", pages.next_turn, name="next-turn"),
]
