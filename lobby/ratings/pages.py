"""What the page of a match asks about ratings once it's over."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.matches import reading as matches
from lobby.ratings import reading


@require_safe
def of_match(_request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell what a match did to the ratings of those who sit there; nothing until it's rated."""
    try:
        match = matches.find(public_id=public_id)
    except matches.UnknownMatch as error:
        raise Http404(gettext("There's no such match.")) from error
    seats = {seat.user_id: seat for seat in matches.seats(match_id=match.pk)}
    told = [
        {
            "player": seats[step.user_id].player,
            "name": seats[step.user_id].name,
            "before": step.before,
            "after": step.after,
        }
        for step in reading.steps_of(match_id=match.pk)
        if step.user_id in seats
    ]
    return JsonResponse({"ratings": sorted(told, key=lambda one: one["player"])})
