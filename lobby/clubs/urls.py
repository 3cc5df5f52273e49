"""Addresses of clubs."""

from django.urls import path

from lobby.clubs import pages

urlpatterns = [
    path("clubs/", pages.club_index, name="clubs"),
    path("clubs/new/", pages.new_club, name="club-new"),
    path("clubs/<slug:slug>/", pages.club_page, name="club"),
    path("clubs/<slug:slug>/describe", pages.describe_club, name="club-describe"),
    path("clubs/<slug:slug>/act", pages.act_in_club, name="club-act"),
]
