"""The challenge of a day that is over: its solutions, and how everybody did."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.core.errors import Refusal
from games.core.language.text import Text
from games.daily import days, reading, told
from games.daily.models import Challenge, Entry
from games.daily.pages.asked import member

STILL_ANSWERED = Text(
    "The last answers are still coming in. You'll find the solutions here in a few minutes."
)


def page(
    request: HttpRequest, found: Challenge | None, entry: Entry | None, context: dict[str, Any]
) -> HttpResponse:
    """Show a challenge with its solutions; anyone can look. ``context`` is that of ``about``."""
    if found is None:
        return render(request, "daily/none.html", context)
    now, answers = context["now"], {one.number: one for one in reading.answers_of(entry)}
    # A game for one is told once all its matches are over, a moment after midnight.
    hidden = found.duel is not None and found.duel.finished_at is None
    context |= {
        "entry": entry,
        "table": None if hidden else reading.table_of(found, viewer_id=member(request)),
        "is_alone": found.duel_id is not None,
    }
    try:
        positions = told.all_posed(found)
    except Refusal as refusal:
        positions, context["why"] = [], str(refusal.text)
    if positions and now < days.told_at(found.day):
        positions, context["why"] = [], str(STILL_ANSWERED)
    context["steps"] = [told.solution_step(one, now=now) for one in positions]
    context["solutions"] = [told.solution(one, answers.get(one.number)) for one in positions]
    return render(request, "daily/past.html", context)
