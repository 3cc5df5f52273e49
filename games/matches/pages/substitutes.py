"""The page of substitutes: the games in which somebody would take over a lost seat."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.edge import tokens
from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from accounts.notices import outbox as notifications
from games.matches import play
from games.matches.between import vacancies
from games.registry import game_class, infos


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Show and change for which games somebody is a substitute, and what they were asked."""
    user_id = int(request.user.pk or 0)
    games = [info for info in infos() if info.max_players > 2]
    if request.method == "POST":
        now = read_clock()
        chosen = {info.slug for info in games} & set(request.POST.getlist("games"))
        play.choose_listings(user_id=user_id, games=chosen, now=now)
        on = gettext("Saved. You're on the list of substitutes.")
        off = gettext("Saved. You're not on the list of substitutes.")
        messages.success(request, on if chosen else off)
        return redirect("substitutes")
    chosen = vacancies.listings_of(user_id=user_id)
    context = {
        "games": [(info, info.slug in chosen) for info in games],
        "calls": [_call(call) for call in vacancies.open_calls(user_id=user_id)],
        "is_reached": bool(notifications.reachable(user_ids=[user_id], kind="vacancy")),
    }
    return render(request, "games/substitutes.html", context)


def _call(call: Any) -> tuple[str, str, Any]:
    """Return a call's address, its game, and when it came."""
    token = tokens.sign_act(user_id=call.user_id, act="vacancy", about=call.vacancy_id)
    return token, game_class(call.vacancy.match.game).info.title, call.asked_at
