"""Ratings on a profile: each with the curve of how it came to what it is."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.users.models import User
from games.core.clock import Pace
from games.registry import game_class
from lobby.ratings import reading

WIDTH, HEIGHT, MARGIN = 160, 48, 5
PACES = {Pace.LIVE: _("live"), Pace.CORRESPONDENCE: _("turn-based")}


@dataclasses.dataclass(frozen=True, slots=True)
class Curve:
    """A rating over its matches, in units of its own; the paths are empty for a single one.

    ``area`` is what lies below ``path``.
    """

    path: str
    area: str
    end: tuple[float, float]
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A rating as a profile tells it."""

    title: str
    pace: str
    course: reading.Course
    curve: Curve


def section(person: User, _viewer: User | None) -> dict[str, Any] | None:
    """Return what a profile tells of somebody's ratings, None before the first."""
    lines = [
        Line(
            title=game_class(course.game).info.title,
            pace=str(PACES[Pace(course.pace)]),
            course=course,
            curve=draw(course.values),
        )
        for course in reading.courses(user_id=person.pk)
    ]
    return {"lines": lines} if lines else None


def draw(values: Sequence[int]) -> Curve:
    """Return the curve of one or more values, the latest on the right, the highest on top."""
    least, most = min(values), max(values)
    step = (WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    scale = (HEIGHT - 2 * MARGIN) / max(1, most - least)
    if len(values) == 1:
        return Curve("", "", (WIDTH - MARGIN, HEIGHT / 2), least, most)
    dots = [
        (round(MARGIN + step * i, 1), round(HEIGHT - MARGIN - scale * (value - least), 1))
        for i, value in enumerate(values)
    ]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in dots)
    area = f"{path}V{HEIGHT}H{MARGIN}z"
    return Curve(path, area, dots[-1], least, most)
