"""What the page of a match asks about ratings once it's over."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.matches import reading as matches
from lobby.ratings import reading
from lobby.ratings.terms import said


@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    """Say what ratings mean, and which matches are rated."""
    return render(request, "leagues/rating_help.html")


@require_safe
def of_match(_request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell what a match did to the ratings of those who sit there, or why it isn't rated.

    Nothing until it has been looked at.
    """
    try:
        match = matches.find(public_id=public_id)
    except matches.UnknownMatch as error:
        raise Http404(gettext("There's no such match.")) from error
    seats = {seat.user_id: seat for seat in matches.seats(match_id=match.pk)}
    told: list[dict[str, Any]] = [
        {
            "player": seats[step.user_id].player,
            "name": seats[step.user_id].name,
            "before": step.before,
            "after": step.after,
        }
        for step in reading.steps_of(match_id=match.pk)
        if step.user_id in seats
    ]
    why = reading.why_not_of(match_id=match.pk)
    ratings = sorted(told, key=lambda one: one["player"])
    return JsonResponse({"ratings": ratings} | ({"not_rated": said(why)} if why else {}))
