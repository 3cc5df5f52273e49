"""Pages behind the links of mails: one act each, for whom the mail was written to.

They need no login, and looking changes nothing: mail programs open every link they see.
"""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import tokens
from games import play, queries, vacancies
from games.answers import MatchOver, PlayError
from games.registry import game_class

SEAT_BACK = "games/seat_back.html"
VACANCY = "games/vacancy.html"


def _now() -> datetime:
    return timezone.now()  # noqa: TID251 - the edge where requests read the clock


# --- One's own seat -------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat_back(request: HttpRequest, token: str) -> HttpResponse:
    """Give a seat that the computer holds back to its owner, by one button."""
    try:
        user_id, match_id = tokens.read_act(token, act="seat")
    except tokens.BadToken:
        return render(request, SEAT_BACK, {"state": "broken"}, status=404)
    match = queries.get(match_id=match_id)
    seat = queries.seat_of(match_id=match_id, user_id=user_id)
    state = _state_of(match, seat)
    context = {"match": match, "game": game_class(match.game).info}
    if request.method == "POST" and seat is not None and state == "held":
        try:
            play.reclaim(match_id=match_id, player=seat.player, now=_now())
        except PlayError as refusal:  # it has ended, or was lost, in this very moment
            return _refuse(request, SEAT_BACK, context, refusal)
        state = "back"
    if request.method == "POST" and state == "back" and request.user.pk == user_id:
        return redirect(match)
    return render(request, SEAT_BACK, {**context, "state": state})


def _state_of(match: Any, seat: Any) -> str:
    if not queries.is_running(match):
        return "over"
    if seat is None:
        return "gone"
    return "held" if seat.substituted_at else "back"


def _refuse(request: HttpRequest, page: str, context: Any, refusal: PlayError) -> HttpResponse:
    told = {**context, "state": "refused", "refusal": refusal.text}
    return render(request, page, told, status=409)


# --- The seat of another --------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacancy(request: HttpRequest, token: str) -> HttpResponse:
    """Ask somebody of the bench whether he takes a lost seat, and do as he says."""
    try:
        user_id, vacancy_id = tokens.read_act(token, act="vacancy")
    except tokens.BadToken:
        return render(request, VACANCY, {"state": "broken"}, status=404)
    call = vacancies.call(vacancy_id=vacancy_id, user_id=user_id)
    if call is None or not call.user.is_active:
        return render(request, VACANCY, {"state": "broken"}, status=404)
    if request.method == "POST":
        return _answer(request, call)
    return render(request, VACANCY, {**_about(call), "state": _state_of_call(call)})


def _answer(request: HttpRequest, call: Any) -> HttpResponse:
    vacancy_id, user = call.vacancy_id, call.user
    if request.POST.get("answer") != "take":
        play.decline_call(vacancy_id=vacancy_id, user_id=user.pk, now=_now())
        return render(request, VACANCY, {**_about(call), "state": "declined"})
    try:
        name = user.display_name
        play.cover(vacancy_id=vacancy_id, user_id=user.pk, name=name, now=_now())
    except MatchOver:
        return render(request, VACANCY, {**_about(call), "state": "over"}, status=409)
    except PlayError as refusal:
        if refusal.code == "taken":
            return render(request, VACANCY, {**_about(call), "state": "faster"}, status=409)
        return _refuse(request, VACANCY, _about(call), refusal)
    if request.user.pk == user.pk:
        return redirect(call.vacancy.match)
    return render(request, VACANCY, {**_about(call), "state": "taken"})


def _state_of_call(call: Any) -> str:
    vacancy = call.vacancy
    if not queries.is_running(vacancy.match):
        return "over"
    if vacancy.closed_at:
        own = queries.seat_of(match_id=vacancy.match_id, user_id=call.user_id)
        return "taken" if own is not None and own.player == vacancy.player else "faster"
    return "declined" if call.declined_at else "open"


def _about(call: Any) -> dict[str, Any]:
    """Return what is told of the seat: all that everybody may see, and nothing of its hand."""
    loaded = queries.load(match_id=call.vacancy.match_id, recent=0)
    match = loaded.match
    return {
        "match": match,
        "game": loaded.rules.info,
        "seats": [(seat, match.scores[seat.player]) for seat in loaded.seats],
        "player": call.vacancy.player,
        "settings": queries.settings_in_words(match),
        "is_up": match.to_move == call.vacancy.player,
    }
