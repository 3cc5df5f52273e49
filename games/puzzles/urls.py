"""Addresses of puzzles."""

from django.urls import path

from games.puzzles.pages import puzzles

urlpatterns = [
    path("puzzles/", puzzles.index, name="puzzles"),
    path("puzzles/<slug:slug>/", puzzles.next_puzzle, name="puzzle-next"),
    path("puzzle/<slug:name>/", puzzles.puzzle_page, name="puzzle"),
    path("puzzle/<slug:name>/<int:number>/try", puzzles.try_turn, name="puzzle-try"),
    path("puzzle/<slug:name>/<int:number>/show", puzzles.show, name="puzzle-show"),
    path("puzzle/<slug:name>/<int:number>/preview", puzzles.preview_turn, name="puzzle-preview"),
    path("puzzle/<slug:name>/vote", puzzles.vote, name="puzzle-vote"),
]
