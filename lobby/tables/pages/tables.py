"""Pages of a table: its settings, who waits there, and what people do until it begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import is_fetched, person_of, signed_in
from accounts.trust import presence
from accounts.users.models import User
from accounts.users.sessions import ensure_user, guest_form
from games.core.clock import Pace
from games.core.errors import Refusal
from games.core.language.text import Text
from games.matches import reading as matches
from games.matches.reading import forecasts
from games.registry import UnknownGame, game_class
from games.words.lists.reading import offered_lists
from lobby.ratings import terms
from lobby.tables import reading
from lobby.tables.acts import held, opening, seating
from lobby.tables.choices import Status, Visibility
from lobby.tables.pages import waiting
from lobby.tables.pages.forms import TableForm
from lobby.tables.pages.lists import asked_friend

if TYPE_CHECKING:
    from lobby.tables.models import Lobby


# --- A table --------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the settings of a new table and open it; a visitor becomes a guest."""
    try:
        cls = game_class(slug)
    except UnknownGame as error:
        raise Http404(gettext("There's no such game.")) from error
    friend = asked_friend(request)
    first: dict[str, str] = {"visibility": Visibility.PRIVATE} if friend else {}
    lists = _custom_lists(request) if cls.info.uses_words else []
    if (asked := request.GET.get("list", "")) in dict(lists):
        first[LIST] = asked
    form = TableForm(
        request.POST or None,
        initial=first,
        info=cls.info,
        options_class=cls.options_class,
        lists=lists,
    )
    if request.method == "POST" and form.is_valid():
        now = read_clock()
        try:
            lobby = opening.create(
                host=ensure_user(request, now=now),
                game=slug,
                options=form.options(),
                control=form.control(),
                agreement=form.agreement(),
                seats=form.cleaned_data["seats"],
                visibility=form.cleaned_data["visibility"],
                start_rule=form.cleaned_data["start_rule"],
                friend=friend,
                now=now,
            )
            return redirect(lobby.began or lobby)
        except Refusal as error:
            form.add_error(None, str(error))
    status = 422 if form.is_bound else 200
    context = {
        "form": form,
        "game": cls.info,
        "friend": friend,
        "rated": form.rated(guests=_is_guest(request)),
    }
    return render(request, "lobby/table_new.html", context, status=status)


@require_safe
def rated(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell whether a table that is about to be opened would be rated, and why not, in a line."""
    try:
        cls = game_class(slug)
    except UnknownGame as error:
        raise Http404(gettext("There's no such game.")) from error
    lists = _custom_lists(request) if cls.info.uses_words else []
    form = TableForm(request.GET, info=cls.info, options_class=cls.options_class, lists=lists)
    return JsonResponse({"rated": form.rated(guests=_is_guest(request))})


def _is_guest(request: HttpRequest) -> bool:
    return not isinstance(request.user, User) or request.user.is_guest


LIST = "option_word_list"


def _custom_lists(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the custom lists to choose from, with the one that is asked for."""
    asked = request.POST.get(LIST) or request.GET.get(LIST) or request.GET.get("list", "")
    return offered_lists(request.user, also=asked)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a waiting table; once it has begun, go to the match."""
    lobby = _find(code)
    if lobby.began:
        return redirect(lobby.began)
    fragment = "fragment" in request.GET
    template = "lobby/table_seats.html" if fragment else "lobby/table.html"
    context = _table_context(request, lobby, read_clock())
    if context["my_seat"] and lobby.pace == Pace.LIVE and lobby.status == Status.WAITING:
        waiting.note(request, lobby)
    return render(request, template, context)


def _table_context(request: HttpRequest, lobby: Lobby, now: datetime) -> dict[str, Any]:
    seats = list(lobby.seats.all())
    user = request.user
    mine = next((seat for seat in seats if seat.user_id == user.pk is not None), None)
    away: Text | None = None
    unwelcome, forecast = "", None
    if mine is not None:
        forecast = reading.forecast(lobby, now=now)
    elif isinstance(user, User):
        away = held.away_refusal(lobby=lobby, user=user, now=now)
        unwelcome = held.refusal(lobby=lobby, user=user)
    zone = timezone.get_current_timezone()
    shown, usual = reading.settings_by_sight(lobby)
    return {
        "guest_form": None if user.is_authenticated else guest_form(),
        "away": away,
        "unwelcome": unwelcome,
        "kept": next((seat for seat in seats if _is_kept(seat, user.pk)), None),
        "forecast": forecasts.in_words(forecast, now=now, zone=zone),
        "lobby": lobby,
        "game": game_class(lobby.game).info,
        "seats": seats,
        "my_seat": mine,
        "is_host": lobby.host_id is not None and lobby.host_id == request.user.pk,
        "has_room": any(
            not seat.taken and seat.kept_for_id in (None, request.user.pk) for seat in seats
        ),
        "enough": sum(seat.taken for seat in seats) >= game_class(lobby.game).info.min_players,
        "levels": held.LEVEL_NAMES.items(),
        "here": presence.who_is_here(user_ids=[seat.user_id for seat in seats if seat.user_id]),
        "clock": game_class(lobby.game).info.time_in_words(lobby.control),
        "rated": terms.in_words(reading.terms_of(lobby)),
        "settings": shown,
        "usual": usual,
        "invitation_url": f"{settings.SITE_URL}{lobby.get_absolute_url()}",
    }


def _is_kept(seat: Any, user_id: int | None) -> bool:
    return user_id is not None and seat.kept_for_id == user_id and not seat.taken


def _find(code: str) -> Lobby:
    try:
        return reading.find(code=code)
    except reading.UnknownTable as error:
        raise Http404(gettext("There's no table with this code.")) from error


@require_POST
def enter_code(request: HttpRequest) -> HttpResponse:
    """Go to the table whose code was typed."""
    try:
        return redirect(reading.find(code=request.POST.get("code", "")))
    except reading.UnknownTable:
        messages.error(request, gettext("There's no table with this code. Check it and try again."))
        return redirect("tables")


def _act(
    request: HttpRequest, code: str, action: Callable[..., Lobby], **arguments: Any
) -> HttpResponse:
    """Carry out one action at a table, then show the table or the match it has become."""
    lobby = _find(code)
    try:
        lobby = action(lobby_id=lobby.pk, **arguments)
    except Refusal as error:
        messages.error(request, str(error))
    return redirect(lobby.began or lobby)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down; a visitor does as a guest, by the name they chose, if the page asked for one.

    Who comes from a list of tables, as ``list`` tells, goes back there if it can't be done.
    """
    now, lobby = read_clock(), _find(code)
    user = ensure_user(request, now=now, asks_name=False)
    try:
        lobby = seating.join(lobby_id=lobby.pk, user=user, now=now)
    except Refusal as error:
        messages.error(request, str(error))
        if "list" in request.POST:
            return redirect("tables")
    return redirect(lobby.began or lobby)


@require_POST
@signed_in
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Get up again."""
    response = _act(request, code, seating.leave, user=person_of(request))
    return redirect("tables") if _find(code).status == Status.CLOSED else response


@require_POST
@signed_in
def add_computer(request: HttpRequest, code: str) -> HttpResponse:
    """Seat a computer player."""
    level = request.POST.get("level", "")
    user = person_of(request)
    return _act(request, code, seating.add_computer, user=user, level=level, now=read_clock())


@require_POST
@signed_in
def remove_computer(request: HttpRequest, code: str) -> HttpResponse:
    """Take a computer player off its seat."""
    index = request.POST.get("index", "")
    number = int(index) if index.isdecimal() and len(index) < 4 else -1
    return _act(request, code, seating.remove_computer, user=person_of(request), index=number)


@require_POST
@signed_in
def release(request: HttpRequest, code: str) -> HttpResponse:
    """Give up a seat that is kept for oneself, or for another at one's own table."""
    index = request.POST.get("index", "")
    number = int(index) if index.isdecimal() and len(index) < 4 else -1
    return _act(request, code, seating.release, user=person_of(request), index=number)


@require_POST
@signed_in
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Begin with those who sit here."""
    return _act(request, code, seating.start, user=person_of(request), now=read_clock())


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Offer or accept the same match again with seats moved on by one, or ``decline`` it.

    A page that stays open (``is_fetched``) gets the part of the result that shows how that stands.
    """
    try:
        match = matches.find(public_id=public_id)
    except matches.UnknownMatch as error:
        raise Http404(gettext("There's no such table.")) from error
    user = person_of(request)
    if matches.seat_of(match_id=match.pk, user_id=user.pk) is None:
        raise Http404(gettext("You didn't play in this match."))
    lobby, refusal = None, ""
    try:
        if "decline" in request.POST:
            opening.decline_rematch(match_id=match.pk, user=user)
        elif request.method == "POST":
            lobby = opening.offer_rematch(match_id=match.pk, user=user, now=read_clock())
    except Refusal as error:
        refusal = str(error)
    if lobby and lobby.pace == Pace.LIVE and lobby.status == Status.WAITING:
        waiting.note(request, lobby)
    if is_fetched(request):
        again = reading.rematch(match_id=match.pk, user_id=user.pk)
        facts = {"again": again, "match": match, "refusal": refusal}
        return render(request, "lobby/rematch.html", facts)
    if refusal:
        messages.error(request, refusal)
    return redirect((lobby and lobby.began) or match)
