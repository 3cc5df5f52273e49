"""Addresses of puzzles."""

from django.urls import path

from games.puzzles.pages import puzzles

urlpatterns = [
    path("puzzles/", puzzles.index, name="puzzles"),
    path("puzzles/<slug:slug>/", puzzles.next_puzzle, name="puzzle-next"),
    path("puzzle/<slug:public_id>/", puzzles.puzzle_page, name="puzzle"),
    path("puzzle/<slug:public_id>/<int:number>/try", puzzles.try_turn, name="puzzle-try"),
    path("puzzle/<slug:public_id>/<int:number>/show", puzzles.show, name="puzzle-show"),
    path(
        "puzzle/<slug:public_id>/<int:number>/preview", puzzles.preview_turn, name="puzzle-preview"
    ),
    path("puzzle/<slug:public_id>/vote", puzzles.vote, name="puzzle-vote"),
]
