"""What scripts send: each command is carried out once, though it may be sent again and again."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

ROOT = Path(__file__).parents[3]
ACTION = re.compile(
    r"""action="\{% url ['"]([\w-]+)['"]|\{% url ['"]([\w-]+)['"][^%]* as act_url"""
)

LOOKS = "it changes nothing"
SETS = "it sets what is set by then"
ONE = "the database has room for one"
STATE = "it leads out of the state that it needs"
# By what the same is known when it comes again; see post in static/shell/common/command.js.
KNOWN_BY = {
    "push": ONE,  # of each browser
    "match-moves": "cmd_id",
    "match-preview": LOOKS,
    "match-prepared-turn": SETS,  # a number isn't used twice
    "prepared-choices": LOOKS,
    "prepared-forced": SETS,
    "match-begin": STATE,
    "match-reclaim": STATE,
    "match-resign": STATE,
    "match-offer": ONE,  # of each kind in each position
    "match-undo": "the ply",
    "match-options": LOOKS,
    "match-ideas": LOOKS,
    "match-go-on": STATE,
    "match-give-day": "the deadline beyond which the day is given",
    "match-slow": STATE,
    "chat-read": SETS,
    "chat-report": ONE,  # of each line and reporter
    "chat-mute": SETS,
    "mail-in": "the mail",
    "learn-try": LOOKS,
    "learn-show": LOOKS,
    "learn-preview": LOOKS,
    "daily-try": "the number of the position",
    "daily-preview": LOOKS,
    "daily-past-try": LOOKS,
    "daily-past-show": LOOKS,
    "daily-past-preview": LOOKS,
    "review-ask": ONE,  # of each match
    "review-try": LOOKS,
    "review-show": LOOKS,
    "review-preview": LOOKS,
    "puzzle-try": ONE,  # attempt of each person
    "puzzle-show": ONE,
    "puzzle-preview": LOOKS,
    "study-play": "the turn, which is in the tree by then",
    "study-clock": "the turn, which is in the tree by then",
    "study-preview": LOOKS,
    "study-cut": STATE,
    "study-comment": SETS,
    "study-rename": SETS,
    "study-share": SETS,
    "study-report": ONE,  # of each comment and reporter
}


def test_every_command_is_known_when_it_comes_again() -> None:
    in_forms = set()
    for file in (ROOT / "templates").rglob("*.html"):
        in_forms.update(*ACTION.findall(file.read_text(encoding="utf-8")))
    # A page that is looked at too has its own form.
    sent = {one.name for one in _patterns(get_resolver()) if _only_sent(one.callback)}
    assert sent - in_forms == set(KNOWN_BY)


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield one
        elif one.app_name != "admin":
            yield from _patterns(one)


def _only_sent(view: Callable[..., Any] | None) -> bool:
    """Tell whether an address takes what is sent, and can't be looked at."""
    while view is not None:
        names = getattr(getattr(view, "__code__", None), "co_freevars", ())
        cells = dict(zip(names, getattr(view, "__closure__", None) or (), strict=True))
        if "request_method_list" in cells:
            taken = {*cells["request_method_list"].cell_contents}
            return "GET" not in taken and bool(taken & {"POST", "DELETE", "PATCH"})
        view = getattr(view, "__wrapped__", None)
    return False
