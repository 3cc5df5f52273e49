"""Addresses of the home page and of My games."""

from django.urls import path

from lobby.home import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("my-games/", pages.my_games, name="my-games"),
    path("my-games/next/", pages.next_turn, name="next-turn"),
]
