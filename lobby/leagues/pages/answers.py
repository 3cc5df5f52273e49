"""How the pages of leagues answer where what is stored cannot be read."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from lobby import answers
from lobby.answers import View
from lobby.leagues.reading import access, leagues
from lobby.leagues.reading.access import Power
from lobby.leagues.reading.agreed import Unreadable

if TYPE_CHECKING:
    from lobby.leagues.models import League, Season


def answered(view: View) -> View:
    """Have a view's refusals answered, and say so where the site cannot read what is stored."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Unreadable as error:
            return _unreadable(request, error.row)

    return answers.answered(answer)


def _unreadable(request: HttpRequest, row: League | Season) -> HttpResponseBase:
    """Say that the site cannot read what is stored, and let organisers go on."""
    league = leagues.league_of_row(row)
    context = {
        "league": league,
        "season": None if row is league else row,
        "may_run": access.may(request.user, league, Power.RUN),
    }
    return render(request, "leagues/unreadable.html", context, status=503)
