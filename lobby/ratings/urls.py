"""Addresses of ratings."""

from django.urls import path

from lobby.ratings import pages

urlpatterns = [
    path("ratings/", pages.explained, name="ratings"),
    path("match/<slug:public_id>/ratings", pages.of_match, name="match-ratings"),
]
