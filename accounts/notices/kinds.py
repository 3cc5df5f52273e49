"""The kinds of notice and the channels they go by, as the apps make them known at the start."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Delivery, Notification

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from accounts.users.models import User

Renderer = Callable[[Notification, datetime], Mail | Hold]
Sender = Callable[[Delivery, Mail], None]
Namer = Callable[[int, Collection[str]], Mapping[str, str]]
Keeper = Callable[[Collection[str]], Collection[str]]
Ref = dict[str, Any]
# Owes somebody who is made up a notice; more people are had by name, all in a transaction that is
# rolled back.
Sampler = Callable[["User", Callable[[str], "User"], datetime], None]

MAIL, PUSH, APP = "mail", "push", "app"
ACCOUNT = "account"  # the kind of mails about an account itself; no budget counts them


class Urgency(IntEnum):
    """How long a kind of notice can wait."""

    CAN_WAIT = 0  # for a digest, or for tomorrow
    SOON = 1  # goes at once as long as mails are left
    LAST = 2  # the last reminder before it is too late


class Subject(TextChoices):
    """What kinds of notice are about; the preferences show them by it, in this order."""

    MATCHES = "matches", _("Your matches")
    PEOPLE = "people", _("Friends and tables")
    LEAGUES = "leagues", _("Leagues and trophies")
    REST = "rest", _("Everything else")


class Gone(Exception):
    """Nobody is reached there, now or later; its text says why."""


@dataclass(frozen=True)
class Kind:
    """A kind of notice: its name in the preferences, who writes it, where it goes by default."""

    name: str
    label: "StrOrPromise"
    render: Renderer
    urgency: Urgency = Urgency.CAN_WAIT
    on: tuple[str, ...] = (MAIL, PUSH, APP)
    optional: bool = True  # a choice of the preferences
    subject: Subject = Subject.REST


@dataclass(frozen=True)
class Channel:
    """A way to reach people.

    ``rings`` if it is silent in quiet hours; ``set_up`` if it is open only to those who opened it
    (``Notices.opened``).
    """

    name: str
    label: "StrOrPromise"
    send: Sender
    rings: bool = True
    set_up: bool = False


@dataclass(frozen=True)
class Notice:
    """A notice to be scheduled; ``key`` is unique among all notices ever.

    ``about`` is the path of the page it is about. After ``deadline_at`` it is too late to be told.
    """

    user_id: int
    kind: str
    key: str
    ref: Ref
    due_at: datetime
    deadline_at: datetime | None = None
    about: str = ""


KINDS: dict[str, Kind] = {}
CHANNELS: dict[str, Channel] = {}
NAMERS: list[Namer] = []
KEEPERS: list[Keeper] = []
SAMPLERS: dict[str, Sampler] = {}


def register_kind(
    kind: str,
    label: "StrOrPromise",
    render: Renderer,
    *,
    urgency: Urgency = Urgency.CAN_WAIT,
    on: tuple[str, ...] = (MAIL, PUSH, APP),
    optional: bool = True,
    subject: Subject = Subject.REST,
) -> None:
    """Make a kind of notice known; apps call it when they are ready.

    ``render`` is called at delivery and decides then, from what the tables say, whether there still
    is something to tell. ``on`` are the channels it goes by unless a person chooses otherwise. What
    is not ``optional`` was asked for by its reader.
    """
    KINDS[kind] = Kind(kind, label, render, urgency, on, optional, subject)


def register_channel(
    name: str, label: "StrOrPromise", send: Sender, *, rings: bool = True, set_up: bool = False
) -> None:
    """Make a channel known.

    ``send`` raises Gone when nobody is reached there ever again, and anything else when it is to be
    tried later.
    """
    CHANNELS[name] = Channel(name, label, send, rings, set_up)


def register_sampler(kind: str, sampler: Sampler) -> None:
    """Make known who owes a sample of a kind that only its own app can come by."""
    SAMPLERS[kind] = sampler


def register_namer(namer: Namer) -> None:
    """Make known who names pages that notices are about.

    It is given a reader's id and paths, and returns the names of those it knows, for that reader.
    """
    NAMERS.append(namer)


def register_keeper(keeper: Keeper) -> None:
    """Make known who keeps mails from everybody but whom they went to.

    It is given paths, and returns those of pages that have secrets left.
    """
    KEEPERS.append(keeper)


def have_secrets(pages: Collection[str]) -> bool:
    """Return whether mails about any of these pages are for nobody but whom they went to."""
    return any(keeper(pages) for keeper in KEEPERS)


def names_of(*, user_id: int, pages: Collection[str]) -> dict[str, str]:
    """Return the names of pages for a reader, by path; some may have none."""
    return {path: name for namer in NAMERS for path, name in namer(user_id, pages).items()}
