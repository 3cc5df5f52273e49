"""The home page, and what is somebody's own at tables, in matches and in leagues."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from accounts.users.models import User
from games.daily import reading as daily
from games.daily.days import day_of, is_on
from games.matches import reading as matches
from games.registry import infos
from lobby.home import front, reading
from lobby.leagues.reading import people
from lobby.tables import marks
from lobby.tables import reading as tables


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what Tilepost is, its games, what is being played, and one's own matches first.

    A page that stays open asks for its two parts again, each when it has changed.
    """
    asked, user_id, now = request.GET.get("fragment"), request.user.pk, read_clock()
    if asked == "now":
        return render(request, "boards/now.html", {"front": front.front(user_id=user_id, now=now)})
    context: dict[str, Any] = {
        "games": infos(),
        "tables_mark": marks.current(),
        "tables": tables.open_tables(user_id=user_id, limit=12),
    }
    if request.user.is_authenticated:
        context |= _mine(person_of(request))
    if asked is not None:
        return render(request, "lobby/home_tables.html", context)
    context["front"] = front.front(user_id=user_id, now=now)
    context["daily"] = daily.chips(user_id=user_id, day=day_of(now))
    return render(request, "home.html", context)


@require_safe
@signed_in
def my_games(request: HttpRequest) -> HttpResponse:
    """List one's matches and waiting tables; only the list for a page that refreshes it."""
    template = "my_games_list" if "fragment" in request.GET else "my_games"
    return render(request, f"lobby/{template}.html", _mine(person_of(request)))


@require_safe
@signed_in
def welcome(request: HttpRequest) -> HttpResponse:
    """Offer somebody who has just signed up what there is to do."""
    return render(request, "lobby/welcome.html", {"games": infos(), "has_daily": is_on()})


def _mine(user: User) -> dict[str, Any]:
    mine = reading.my_matches(user_id=user.pk)
    return {
        "now": read_clock(),
        "mine": mine.mine,
        "others": mine.others,
        "practice": mine.practice,
        "finished": mine.finished,
        "waiting": tables.my_tables(user_id=user.pk),
        "urgent_url": matches.most_urgent(user_id=user.pk),
        "places": people.places_of(user_id=user.pk),
        "has_daily": is_on(),
    }


@require_safe
@signed_in
def next_turn(request: HttpRequest) -> HttpResponse:
    """Go to the match whose time runs out first among those that wait for one.

    From a match (``?not=``) it leads to another one.
    """
    here = request.GET.get("not", "")[:40]
    url = matches.most_urgent(user_id=person_of(request).pk, but=here)
    if url is None:
        messages.info(
            request,
            gettext("There are no other matches waiting for you right now.")
            if here
            else gettext("There are no matches waiting for you right now."),
        )
        return redirect("my-games")
    return redirect(url)
