"""The pages of the day's challenges: all of them, and that of a game while it's open."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.users.sessions import ensure_user
from games.core.errors import Refusal
from games.daily import acts, days, making, reading, told
from games.daily.models import Challenge
from games.daily.pages import past
from games.daily.pages.asked import about, challenge, check_game, check_on, member


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the day's challenges, how far one is with each, and one's days in a row."""
    check_on()
    now, user_id = read_clock(), member(request)
    day = days.day_of(now)
    context = {
        "now": now,
        "day": day,
        "closes_at": days.closes_at(day),
        "yesterday": day - days.DAY,
        "chips": reading.chips(user_id=user_id, day=day),
        "old": {one.slug for one in _made(day)},
        "streak": reading.streak_of(user_id=user_id, now=now) if user_id is not None else None,
    }
    return render(request, "daily/index.html", context)


def _made(day: Any) -> list[reading.Chip]:
    yesterday = reading.chips(user_id=None, day=day - days.DAY)
    return [chip for chip in yesterday if chip.state != "missing"]


@require_safe
def game_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show today's challenge in a game: what's next, or how it went."""
    now = read_clock()
    day = days.day_of(now)
    return _page(request, challenge(slug, day), about(slug, day, now))


@require_safe
def day_page(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """Show a day's challenge in a game: as today's while it's open, then with its solutions."""
    now, user_id = read_clock(), member(request)
    check_game(slug)
    today = days.day_of(now)
    if day > today:
        raise Http404(gettext("That day hasn't begun yet."))
    found = challenge(slug, day)
    entry = reading.entry_of(found, user_id) if found else None
    context = about(slug, day, now)
    if day == today or (found and entry and now < acts.closes_at(found)):
        return _page(request, found, context)
    return past.page(request, found, entry, context)


def _page(request: HttpRequest, found: Challenge | None, context: dict[str, Any]) -> HttpResponse:
    user_id = member(request)
    if found is None:
        made = making.of_day(context["day"], now=context["now"])
        context["making"] = made.get(context["game"].slug)
        return render(request, "daily/missing.html", context)
    if user_id is None:
        return render(request, "daily/closed.html", context)
    if days.is_alone(found.game):
        return _alone(request, found, user_id, context)
    try:
        return _positions(request, found, user_id, context)
    except Refusal as refusal:
        return render(request, "daily/closed.html", {**context, "why": str(refusal.text)})


def _alone(
    request: HttpRequest, found: Challenge, user_id: int, context: dict[str, Any]
) -> HttpResponse:
    entry = reading.entry_of(found, user_id)
    if entry is not None and entry.finished_at is not None:
        points = entry.points or 0
        return _result(request, found, user_id, {**context, "entry": entry, "points": points})
    return render(request, "daily/alone.html", {**context, "entry": entry})


def _positions(
    request: HttpRequest, found: Challenge, user_id: int, context: dict[str, Any]
) -> HttpResponse:
    entry = reading.entry_of(found, user_id)
    answers = reading.answers_of(entry)
    if entry is not None and entry.finished_at is not None:
        more = {"entry": entry, "points": entry.points or 0, "answers": answers}
        return _result(request, found, user_id, {**context, **more})
    number = len(answers) + 1
    step = told.step(told.posed(found, number), now=context["now"])
    marks = [(one.number, told.tone(one.points), one.points) for one in answers]
    sent = reading.sent_by(found, user_id, number)
    context |= {"steps": [step], "number": number, "marks": marks, "of": found.positions.count()}
    context["sent"] = sent.action if sent else None
    return render(request, "daily/play.html", context)


def _result(
    request: HttpRequest, found: Challenge, user_id: int, context: dict[str, Any]
) -> HttpResponse:
    answers = context.get("answers", [])
    streak = reading.streak_of(user_id=user_id, now=context["now"])
    hidden = found.duel is not None and found.duel.finished_at is None
    context |= {
        "streak": streak,
        "marks": [
            (one.number, told.tone(one.points), one.points, told.verdict(one)) for one in answers
        ],
        "most": 100 * len(answers),
        "table": None if hidden else reading.table_of(found, viewer_id=user_id),
        "text": told.result_text(
            game=found.game,
            day=found.day,
            points=context["points"],
            answers=answers,
            streak=streak.current,
        ),
    }
    return render(request, "daily/result.html", context)


@require_POST
def start(request: HttpRequest, slug: str, day: date) -> HttpResponse:
    """Take part in a day's challenge, or go on with one's own game; a visitor does as a guest."""
    now, found = read_clock(), challenge(slug, day)
    try:
        if found is None:
            raise acts.NotNow
        acts.check_open(found, now=now)
        user = ensure_user(request, now=now, asks_name=False)
        if found.duel_id is not None:
            name = user.display_name
            return redirect(acts.start(challenge=found, user_id=user.pk, name=name, now=now))
    except Refusal as refusal:
        messages.error(request, str(refusal.text))
        return redirect("daily-game", slug=slug)
    return redirect("daily-day", slug=slug, day=day)
