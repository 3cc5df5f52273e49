"""What the pages of leagues say of a row: texts, which are put into words where they are shown."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.core.language.text import Text, listed
from lobby.leagues.reading.boards import Mark
from lobby.leagues.reading.divisions import Meeting
from lobby.leagues.reading.people import Task
from lobby.leagues.reading.race import Curve, Race
from lobby.leagues.season.values import How
from lobby.leagues.season.wording.effects import HOW

register = template.Library()

LINKED = (
    '<a class="outcome outcome-{kind}" href="{address}" title="{words}" aria-label="{words}">'
    "{letter}</a>"
)
UNLINKED = (
    '<span class="outcome outcome-{kind}" title="{words}"><span aria-hidden="true">{letter}</span>'
    '<span class="visually-hidden">{words}</span></span>'
)


@register.filter
def seated(fixture: Any) -> Text:
    """Return the names of those who meet in a match: "Anna and Ben"."""
    return players(seat.entrant for seat in fixture.seats.all())


@register.filter
def players(those: Iterable[Any]) -> Text:
    """Return the names of people: "Anna, Ben and Cleo"."""
    names = [one.name for one in those]
    return Text("{names}", names=listed(names) if names else "")


@register.filter
def how(meeting: Meeting) -> Text | None:
    """Return what the outcome of a match rests on, None if it was simply played."""
    return None if meeting.how in ("", How.PLAYED) else HOW[How(meeting.how)]


@register.filter
def drawn(marks: Iterable[Mark]) -> SafeString:
    """Return how meetings ended for somebody: a page has hundreds, too many for a template."""
    return SafeString(
        "".join(
            format_html(
                LINKED if mark.address else UNLINKED,
                kind=mark.kind,
                address=mark.address,
                words=str(mark.words),
                letter=mark.letter,
            )
            for mark in marks
        )
    )


@register.filter
def dots(curve: Curve) -> SafeString:
    """Return where somebody stood after each round, as circles; the latest is the largest."""
    last = len(curve.dots) - 1
    circles = (
        f'<circle cx="{x:g}" cy="{y:g}" r="{5 if number == last else 3}"/>'
        for number, (x, y) in enumerate(curve.dots)
    )
    return SafeString("".join(circles))


@register.filter
def called(task: Task) -> Text:
    """Return what somebody's open match is called in their list."""
    number = task.fixture.round
    if not task.others:
        return Text("Round {number}: no opponent", number=number)
    return Text("Round {number}: {names}", number=number, names=listed(task.others))


@register.filter
def ends(race: Race) -> Text:
    """Return what the picture of a race shows, for people who do not see it."""
    curves = tuple(
        Text("{place} {name}", place=curve.place, name=curve.name)
        for curve in reversed(race.curves)
    )
    return Text(
        "A chart of everyone's place after each round. The latest places are {places}.",
        places=curves,
    )
