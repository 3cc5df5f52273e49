"""Pages behind the links of mails: one act each, for whom the mail was written to.

They need no login, and just looking changes nothing: mail programs open every link they see.
"""

from base64 import b64encode
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.edge import tokens
from accounts.edge.clock import read_clock
from games.core.errors import Refusal
from games.core.extras.prepared import OBSTACLES_IN_WORDS, obstacle, points_of
from games.core.extras.protocols import Prepares
from games.matches import play, reading
from games.matches.answers import MatchOver
from games.matches.between import prepared, vacancies
from games.matches.post import tickets
from games.registry import game_class
from games.say import say

SEAT_BACK = "games/seat_back.html"
VACANCY = "games/vacancy.html"
PREPARED = "games/prepared.html"


# --- One's own seat -------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat_back(request: HttpRequest, token: str) -> HttpResponse:
    """Give a seat that the computer holds back to its owner, by one button."""
    try:
        user_id, match_id = tokens.read_act(token, act="seat")
    except tokens.BadToken:
        return render(request, SEAT_BACK, {"state": "broken"}, status=404)
    match = reading.get(match_id=match_id)
    seat = reading.seat_of(match_id=match_id, user_id=user_id)
    state = _state_of(match, seat)
    context = {"match": match, "game": game_class(match.game).info}
    if request.method == "POST" and seat is not None and state == "held":
        try:
            play.reclaim(match_id=match_id, player=seat.player, now=read_clock())
        except Refusal as refusal:  # it has ended, or was lost, in this very moment
            return _refuse(request, SEAT_BACK, context, refusal)
        state = "back"
    if request.method == "POST" and state == "back" and request.user.pk == user_id:
        return redirect(match)
    return render(request, SEAT_BACK, {**context, "state": state})


def _state_of(match: Any, seat: Any) -> str:
    if not reading.is_running(match):
        return "over"
    if seat is None or not _is_active(seat):
        return "gone"
    return "held" if seat.substituted_at else "back"


def _refuse(request: HttpRequest, page: str, context: Any, refusal: Refusal) -> HttpResponse:
    told = {**context, "state": "refused", "refusal": refusal.text}
    return render(request, page, told, status=409)


# --- A turn that was prepared ---------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def prepared_turn(request: HttpRequest, token: str) -> HttpResponse:
    """Play a turn that its player prepared and wanted to be asked about, by one button.

    The link is for one seat in one position: once somebody has moved, it does nothing.
    """
    try:
        place, number, mark = tickets.read_turn(token)
    except tokens.BadToken:
        return render(request, PREPARED, {"state": "broken"}, status=404)
    loaded = reading.load(match_id=place.match_id, recent=0)
    context: dict[str, Any] = {"match": loaded.match, "game": loaded.rules.info}
    seat = reading.seat_among(loaded, place.user_id)
    if seat is None or seat.player != place.player or not _is_active(seat):
        return render(request, PREPARED, {**context, "state": "gone"}, status=_told(request))
    state = _state_of_turn(loaded, place)
    row = next((row for row in loaded.prepared if _is_meant(row, place, number, mark)), None)
    if state == "open" and row is None:
        state = "removed"
    if state != "open" or row is None:
        return render(request, PREPARED, {**context, "state": state}, status=_told(request))
    seen = loaded.rules.observation(loaded.state, place.player)
    context["text"] = prepared.choice(row, loaded.match, loaded.rules, seen)
    if request.method == "POST":
        return _play_prepared(request, place, row, context)
    return render(request, PREPARED, {**context, **_shown(loaded, row), "state": "open"})


def _told(request: HttpRequest) -> int:
    """Return the status of a page that says why nothing can be done."""
    return 409 if request.method == "POST" else 200


def _is_active(seat: Any) -> bool:
    return seat.user is not None and seat.user.is_active


def _is_meant(row: Any, place: tickets.Place, number: int, mark: int) -> bool:
    is_own = (row.player, row.number) == (place.player, number)
    return is_own and tickets.mark_of(row.text) == mark


def _state_of_turn(loaded: reading.Loaded, place: tickets.Place) -> str:
    if not reading.is_running(loaded.match):
        return "over"
    if (loaded.match.ply, loaded.match.to_move) != (place.ply, place.player):
        return "past"
    return "open"


def _shown(loaded: reading.Loaded, row: Any) -> dict[str, Any]:
    """Return the board before and after the turn as its player sees it, and what it would earn."""
    rules, player = loaded.rules, row.player
    seen = rules.observation(loaded.state, player)
    turn = prepared.turn_of(row, rules)
    after = rules.laid(seen, turn.action) if isinstance(rules, Prepares) else None
    found = obstacle(rules, seen, player, turn)
    return {
        "problem": found and OBSTACLES_IN_WORDS[found],
        "points": points_of(rules, seen, player, turn.action),
        "before": _as_address(rules.picture(seen, player, loaded.names)),
        "before_words": say(rules.describe(seen, player), loaded.names),
        "after": _as_address(rules.picture(after, player, loaded.names))
        if after is not None
        else "",
    }


def _as_address(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"


def _play_prepared(
    request: HttpRequest, place: tickets.Place, row: Any, context: dict[str, Any]
) -> HttpResponse:
    now = read_clock()
    try:
        play.submit(
            match_id=place.match_id,
            player=place.player,
            action=row.action,
            expected_ply=place.ply,
            now=now,
            arrived_at=getattr(request, "scope", {}).get("arrived_at", now),
        )
    except Refusal as refusal:
        return _refuse(request, PREPARED, context, refusal)
    if request.user.pk == place.user_id:
        return redirect(context["match"])
    return render(request, PREPARED, {**context, "state": "played"})


# --- The seat of another --------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacancy(request: HttpRequest, token: str) -> HttpResponse:
    """Ask a substitute whether they take a lost seat, and do as they say."""
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
        play.decline_call(vacancy_id=vacancy_id, user_id=user.pk, now=read_clock())
        return render(request, VACANCY, {**_about(call), "state": "declined"})
    try:
        name = user.display_name
        play.cover(vacancy_id=vacancy_id, user_id=user.pk, name=name, now=read_clock())
    except MatchOver:
        return render(request, VACANCY, {**_about(call), "state": "over"}, status=409)
    except Refusal as refusal:
        if refusal.code == "taken":
            return render(request, VACANCY, {**_about(call), "state": "faster"}, status=409)
        return _refuse(request, VACANCY, _about(call), refusal)
    if request.user.pk == user.pk:
        return redirect(call.vacancy.match)
    return render(request, VACANCY, {**_about(call), "state": "taken"})


def _state_of_call(call: Any) -> str:
    vacancy = call.vacancy
    if not reading.is_running(vacancy.match):
        return "over"
    if vacancy.closed_at:
        own = reading.seat_of(match_id=vacancy.match_id, user_id=call.user_id)
        return "taken" if own is not None and own.player == vacancy.player else "faster"
    return "declined" if call.declined_at else "open"


def _about(call: Any) -> dict[str, Any]:
    """Return what is told of the seat: all that everybody may see, and nothing of its hand."""
    loaded = reading.load(match_id=call.vacancy.match_id, recent=0)
    match = loaded.match
    return {
        "match": match,
        "game": loaded.rules.info,
        "seats": [(seat, match.scores[seat.player]) for seat in loaded.seats],
        "player": call.vacancy.player,
        "settings": reading.settings_in_words(match),
        "is_up": match.to_move == call.vacancy.player,
    }
