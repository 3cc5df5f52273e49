"""Yesterday's challenge in a game: its solutions, and how everybody did."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from games.core.errors import Refusal
from games.daily import days, reading, told
from games.daily.pages.asked import challenge, member
from games.registry import game_class


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show yesterday's challenge with its solutions; anyone can look."""
    now, user_id = read_clock(), member(request)
    day = days.day_of(now) - days.DAY
    found = challenge(slug, day)
    context = {"day": day, "game": game_class(slug).info, "is_member": user_id is not None}
    if found is None:
        return render(request, "daily/none.html", context)
    entry = reading.entry_of(found, user_id)
    answers = {one.number: one for one in reading.answers_of(entry)}
    # A game for one is told once all its matches are over, a moment after midnight.
    hidden = found.duel is not None and found.duel.finished_at is None
    context |= {
        "entry": entry,
        "table": None if hidden else reading.table_of(found, viewer_id=user_id),
        "is_alone": found.duel_id is not None,
    }
    try:
        positions = told.all_posed(found)
    except Refusal as refusal:
        positions, context["why"] = [], str(refusal.text)
    context["steps"] = [told.solution_step(one, now=now) for one in positions]
    context["solutions"] = [told.solution(one, answers.get(one.number)) for one in positions]
    return render(request, "daily/yesterday.html", context)
