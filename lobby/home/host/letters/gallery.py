"""The list of all kinds of mail, and one of them made."""

import dataclasses
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import get_language, gettext
from redis.exceptions import RedisError

from accounts.edge.languages import speaking_to
from accounts.notices import kinds
from accounts.notices.delivery import account_mails, letters
from accounts.notices.delivery.letters import Letter
from accounts.users.models import User
from games.core.errors import Refusal
from games.core.table.agreement import OnTimeout
from games.registry import infos
from lobby.home.host.letters import accounts, leagues, matches, people, tables
from lobby.home.host.letters.company import Company, NoSample
from lobby.leagues.mails.told import TOLD

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Make = Callable[[Company], EmailMessage]
KEPT = 300  # seconds; the frames of a page show the mail that the page is about
BY_CODE = ("login_code", "password_reset_code")
BY_CODE_IF_MAIL_LEAVES = ("email_confirmation", "email_confirmation_signup")


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """A mail the site sends: the name of its kind, what is special about it, and what makes it."""

    key: str
    kind: str
    label: "StrOrPromise"
    make: Make


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """Mails that have a subject in common."""

    title: str
    samples: list[Sample]


def groups() -> list[Group]:
    """Return all kinds of mail by what they are about, named in the language of the moment."""
    return [
        Group(gettext("Matches"), [*_matches()]),
        Group(gettext("Tables and trophies"), [*_tables()]),
        Group(gettext("Leagues"), [*_leagues()]),
        Group(gettext("People and words"), [*_people()]),
        Group(gettext("Accounts"), [*_accounts()]),
    ]


def find(key: str) -> Sample | None:
    """Return a kind of mail by its key."""
    return next((one for group in groups() for one in group.samples if one.key == key), None)


def letter(sample: Sample, *, host: User, now: datetime, anew: bool = False) -> Letter:
    """Return a mail of a kind in a host's language: one made lately, unless it's wanted ``anew``.

    Raise NoSample if it can't be made.
    """
    name = f"mail-sample:{host.pk}:{get_language()}:{sample.key}"
    source = None if anew else _recall(name)
    if source is None:
        source = _make(sample, host, now)
        _remember(name, source)
    return Letter(letters.read(source), is_sample=True)


def _make(sample: Sample, host: User, now: datetime) -> bytes:
    """Return the bytes of a mail; of what it was made from nothing stays."""
    try:
        with transaction.atomic():
            company = Company.like(host, now)
            with speaking_to(company.reader):
                source = sample.make(company).message().as_bytes()
            transaction.set_rollback(True)
    except Refusal as problem:
        raise NoSample(str(problem)) from problem
    return source


def _recall(name: str) -> bytes | None:
    try:
        found: bytes | None = cache.get(name)
    except RedisError:
        return None
    return found


def _remember(name: str, source: bytes) -> None:
    try:
        cache.set(name, source, KEPT)
    except RedisError:
        return  # then each frame makes it again


# --- All kinds ------------------------------------------------------------------------------------


def _of(kind: str, make: Make, more: str = "", key: str = "") -> Sample:
    label = kinds.KINDS[kind].label
    return Sample(key or kind, kind, f"{label}: {more}" if more else str(label), make)


def _matches() -> Iterator[Sample]:
    for info in infos():
        if info.max_players > 1:
            make = partial(matches.turn, game=info.slug)
            yield _of("turn", make, info.title, f"turn-{info.slug}".replace("_", "-"))
    for kind in ("reminder", "last"):
        yield _of(kind, partial(matches.turn, kind=kind))
    asked = {
        "pause": gettext("a pause"),
        "draw": gettext("a draw"),
    }
    for kind, words in asked.items():
        yield _of("offer", partial(matches.offer, kind=kind), words, f"offer-{kind}")
    held = partial(matches.seat, rule=OnTimeout.EASY)
    yield _of("seat", held, gettext("the computer plays"), "seat-held")
    excused = partial(matches.seat, rule=OnTimeout.EXCUSED)
    yield _of("seat", excused, gettext("the clock starts again"), "seat-excused")
    lost = partial(matches.seat, rule=OnTimeout.LOSS, players=3)
    yield _of("seat", lost, gettext("the seat is lost"), "seat-lost")
    deserted = partial(matches.seat, rule=OnTimeout.MOVE, times=3)
    yield _of("seat", deserted, gettext("nobody has moved for a while"), "seat-deserted")
    yield _of("vacancy", matches.vacancy)
    yield _of("finished", matches.finished)
    if settings.REPLY_HOST:
        answer, told = matches.answer, gettext("The answer to a turn by email")
        yield Sample("answer-played", "answer", told, answer)
        told = gettext("The answer to an email we can't make sense of")
        yield Sample("answer-unclear", "answer", told, partial(answer, line="thank you"))


def _tables() -> Iterator[Sample]:
    yield _of("table", tables.rematch)
    yield _of("invitation", tables.invitation)
    yield _of("away", tables.away)
    yield _of("trophy", tables.trophy)


def _leagues() -> Iterator[Sample]:
    for name, words in TOLD.items():
        make = partial(leagues.news, name=name)
        key = f"league-{name}".replace("_", "-")
        yield Sample(key, words.kind, leagues.title(name), make)
    yield Sample("league-on-hold", "league_due", gettext("The season is on hold"), leagues.on_hold)
    yield _of("league_seat", leagues.seat, key="league-seat")
    yield _of("league_word", leagues.word, key="league-word")
    yield _of("league_ruling", leagues.ruling, key="league-ruling")


def _people() -> Iterator[Sample]:
    yield _of("friend", people.friend)
    yield _of("report", people.report)
    yield _of("silence", people.silence)
    yield _of("holiday", people.holiday)
    yield _of("again", people.again)
    yield _of("words", people.words)
    yield _of("backups", people.backups)
    several = gettext("Several notifications in one email")
    yield Sample("digest", "digest", several, people.digest)


def _accounts() -> Iterator[Sample]:
    # What the ledger calls alike is told apart here.
    own = {
        "email_confirmation_signup": gettext("Confirm your address: a new account"),
        "password_reset": gettext("You have a new password"),
        "password_reset_code": gettext("Choose a new password: a code"),
        "unknown_account": gettext("Someone without an account tried to sign in"),
    }
    for name, words in {**account_mails.SUBJECTS, **own}.items():
        by_code = name in BY_CODE or (name in BY_CODE_IF_MAIL_LEAVES and settings.MAIL_LEAVES)
        make = partial(accounts.account, name=name, by_code=by_code)
        key = f"account-{name}".replace("_", "-")
        yield Sample(key, kinds.ACCOUNT, gettext(words), make)


def neighbours(sample: Sample) -> tuple[Sample | None, Sample | None]:
    """Return the kinds of mail before and after one in the list."""
    every = [None, *(one for group in groups() for one in group.samples), None]
    place = next(number for number, one in enumerate(every) if one and one.key == sample.key)
    return every[place - 1], every[place + 1]
