"""All that is written to people, in the language with accents: nothing of it stays plain English.

Mails of every kind, with their HTML and what a push or the ledger says of them; several in one;
those about an account; the answers to mails that people write.
"""

import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings as site
from django.core import mail
from django.core.cache import cache
from django.utils import timezone, translation
from django.utils.translation import trans_real

from accounts.edge.languages import speaking_to
from accounts.notices import kinds, ledger
from accounts.notices import outbox as notifications
from accounts.notices.delivery import account_mails
from accounts.notices.delivery.adapter import AccountAdapter
from accounts.notices.delivery.digests import DIGEST
from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Delivery, DeliveryStatus, NoticeChoices, Notification
from accounts.push import sending
from accounts.users.models import User
from config.hosting.models import Drill
from config.language import pseudo
from games.matches import play, reading
from games.matches.models import Match, Seat
from games.matches.post import inbound, tickets
from games.matches.post.texts import without_tags
from games.matches.post.tickets import Place
from games.registry import infos
from games.words.models import WordList
from lobby.leagues.models import League
from tests.factories import make_user
from tests.games.matches.pages.strange import people
from tests.games.matches.post.conftest import mail_of
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.pseudo import happening
from tests.pseudo.looking import plain_words

pytestmark = [
    pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("small_pictures")
]  # fmt: skip

WEEK = timedelta(days=7)
WAYS = {"queued", "sent", "merged", "held"}
FOLDER = Path(__file__).parents[2] / "templates" / "account" / "email"
ADDRESS = r"https?://\S+|\S+@\S+"  # of a page, or of somebody
ALT = re.compile(r' alt="([^"]*)"')
# What people wrote themselves, and how moves are written.
SAID = (
    happening.WHY, "Rude", "Have fun!", "in the dictionary", "every dictionary has it", "soon",
    "thanks", "swap",
)  # fmt: skip
NOTATION = (
    "road", "city", "desert", "mosque", "across", "down", "exchange", "pass", "no word", "pile",
    "discard", "a turn",
)  # fmt: skip
SEAL = r"\b[0-9a-f]{64}\b"


LINES = (
    "", "thanks", "resign", "A90 9,9", "V90 1,0", "A90 1,0 road X", "D4 across Q", "Z9 down CAT",
    "CAT", "XQ 3 4", "LE C2", "B3-E3", "pass", "swap AB",
)  # fmt: skip


class Written(NamedTuple):
    """Something people read: what it is, and its text."""

    what: str
    text: str


@pytest.fixture(autouse=True)
def _accents(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Have the site speak the language with accents, take mail in, and send it at once."""
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, "Accents")]
    settings.REPLY_HOST = people.HOST
    settings.MAIL_LEAVES = False
    pseudo.install(tmp_path)
    yield
    vars(trans_real)["_translations"].pop(pseudo.CODE)


def spoken_to(*users: User) -> None:
    """Have the people there are, or some, read the language with accents."""
    User.objects.update(language=pseudo.CODE)
    for user in users:
        user.refresh_from_db()


def assert_nothing_is_plain(written: list[Written]) -> None:
    names = names_there_are()
    lines = [(what, line) for what, text in written for line in text.splitlines()]
    found = [(what, words, line) for what, line in lines if (words := plain(line, names))]
    for what, words, line in dict.fromkeys(found):
        sys.stdout.write(f"{what}: {words} in {line!r}\n")
    sys.stdout.write(f"{len(written)} mails and notices, {len(found)} left\n")
    assert found == []


def names_there_are() -> re.Pattern[str]:
    """Return what is nobody's language: names, what people wrote, how moves are written."""
    names = [
        *User.objects.values_list("username", flat=True),
        *League.objects.values_list("name", flat=True),
        *WordList.objects.values_list("title", flat=True),
        *(info.title for info in infos()),
        *(one["match"] for drill in Drill.objects.all() for one in drill.faults),
        *SAID, *NOTATION, site.SITE_NAME,
    ]  # fmt: skip
    whole = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"{ADDRESS}|{SEAL}|(?<!\w)(?:{whole})(?!\w)")


def plain(line: str, names: re.Pattern[str]) -> str:
    """Return the words of a line that are English and nobody's name or notation."""
    return " ".join(plain_words(names.sub("", line), frozenset()))


def all_of(what: str, message: Any) -> Iterator[Written]:
    """Yield what can be read of a message: its subject, its text, its HTML and pictures."""
    yield Written(f"{what}: subject", str(message.subject))
    yield Written(f"{what}: text", str(message.body))
    for html, _ in getattr(message, "alternatives", ()):
        yield Written(f"{what}: html", "\n".join([without_tags(html), *ALT.findall(html)]))


# --- Notices --------------------------------------------------------------------------------------


def rendered(notice: Notification) -> Mail | Hold:
    with timezone.override(notice.user.zone), speaking_to(notice.user):
        return kinds.KINDS[notice.kind].render(notice, notice.due_at)


def of_notice(notice: Notification, made: Mail) -> Iterator[Written]:
    what = f"{notice.kind} {notice.ref}"
    yield Written(f"{what}: subject", made.subject)
    yield Written(f"{what}: text", made.text)
    yield Written(f"{what}: html", "\n".join([without_tags(made.html), *ALT.findall(made.html)]))
    pushed = sending.payload(made, waiting=1, language=pseudo.CODE)
    told = json.loads(pushed)["notification"]
    yield Written(f"{what}: push", f"{told['title']}\n{told['body']}")


@pytest.mark.sometimes
def test_mails_and_pushes_of_every_kind() -> None:
    world = people.build()
    seen: set[int] = set()
    made: set[str] = set()
    written: list[Written] = []
    for _ in happening.scenes(world):
        spoken_to()
        notices = Notification.objects.exclude(kind=kinds.ACCOUNT).exclude(pk__in=seen)
        for notice in notices.select_related("user").order_by("pk"):
            seen.add(notice.pk)
            content = rendered(notice)
            if isinstance(content, Mail):
                made.add(notice.kind)
                written += of_notice(notice, content)
    assert made == set(kinds.KINDS) - {kinds.ACCOUNT}
    assert_nothing_is_plain(written)


def test_what_goes_in_one_mail_and_what_became_of_each() -> None:
    """The ledger tells of what went, what waits, what went with others, what was held back."""
    people.build()
    Seat.objects.update(present_until=None)
    spoken_to()
    NoticeChoices.objects.bulk_create(
        NoticeChoices(user=user, mails_per_day=1) for user in User.objects.all()
    )
    for day in range(3):
        notifications.deliver(now=people.AT + timedelta(days=day, hours=18), limit=500)
    digests = Delivery.objects.filter(notification__kind=DIGEST, status=DeliveryStatus.SENT)
    assert digests.exists()
    assert set(Delivery.objects.values_list("status", flat=True)) == WAYS
    written = [each for message in mail.outbox for each in all_of("delivered", message)]
    with translation.override(pseudo.CODE):
        for user in User.objects.all():
            written += in_app(user, people.AT + timedelta(days=3))
    assert_nothing_is_plain(written)


def in_app(user: User, now: datetime) -> Iterator[Written]:
    """Yield what the ledger of somebody says."""
    days = [ledger.days(user=user, until=now - week) for week in (timedelta(0), WEEK)]
    lines = [line for told in days for day in told for line in day.lines]
    for line in [*lines, *ledger.planned(user=user, now=now)]:
        ways = (f"{way.channel}: {way.words}" for way in line.ways)
        yield Written(f"ledger, {line.kind}", "\n".join([line.label, line.subject, *ways]))


# --- Mails about an account -----------------------------------------------------------------------


def test_mails_about_an_account() -> None:
    anna = make_user("anna")
    spoken_to(anna)
    address = f"{site.SITE_URL}/there/"
    facts = {
        "user": anna, "username": anna.username, "code": "K7QX", "activate_url": address,
        "password_reset_url": address, "signup_url": address, "from_email": anna.email,
        "to_email": "anna@second.example", "deleted_email": anna.email, "ip": "127.0.0.1",
        "timestamp": people.AT,
    }  # fmt: skip
    kinds_of_mail = sorted(
        path.name.removesuffix("_subject.txt") for path in FOLDER.glob("*_subject.txt")
    )
    assert set(account_mails.SUBJECTS) < set(kinds_of_mail)
    for name in kinds_of_mail:
        for code in ("K7QX", ""):
            AccountAdapter().send_mail(f"account/email/{name}", anna.email, {**facts, "code": code})
    assert len(mail.outbox) == 2 * len(kinds_of_mail)
    written = [each for message in mail.outbox for each in all_of("account", message)]
    with translation.override(pseudo.CODE):
        written += in_app(anna, datetime.now(UTC))
    assert_nothing_is_plain(written)


# --- Answers to mails -----------------------------------------------------------------------------


def test_answers_to_turns_that_people_write() -> None:
    load_words(common_words(50))
    results: set[str] = set()
    for game in people.GAMES:
        match = happening.slow(game=game)
        Seat.objects.update(present_until=None)
        spoken_to()
        results |= {answer(match, line) for line in LINES}
        results.add(answer(match, "thanks", sender="mallory@example.org"))
        results.add(answer(match, "thanks", sender="not an address"))
        assert play.expire(match_id=match.pk, ply=0, now=people.AT + happening.NIGHT)
        results.add(answer(match, "thanks", now=people.AT + happening.NIGHT))
        match = happening.slow(game=game)
        spoken_to()
        results.add(answer(match, legal(match)))
        results.add(answer(match, legal(match)))
        play.resign(match_id=match.pk, player=1, now=people.AT)
        results.add(answer(match, "thanks"))
    assert results == {"accepted", "foreign", "illegal", "over", "refused", "too late"}
    assert_nothing_is_plain([each for message in mail.outbox for each in all_of("answer", message)])


def test_answers_to_questions_that_people_write() -> None:
    results = []
    for line in ("yes", "no", "perhaps"):
        match = happening.slow()
        play.offer(match_id=match.pk, player=1, kind="pause", ply=0, now=people.AT)
        spoken_to()
        results += [answer(match, line, kind="pause"), answer(match, line, kind="draw")]
    assert results == ["accepted", "over"] * 2 + ["illegal", "over"]
    assert_nothing_is_plain([each for message in mail.outbox for each in all_of("answer", message)])


def answer(
    match: Match, line: str, *, kind: str = "", sender: str = "", now: datetime = people.AT
) -> str:
    """Answer the mail to the first player in the first position; return what became of it."""
    user = match.seats.get(player=0).user
    place = Place(user.pk, match.pk, 0, 0)
    to = tickets.offer_address(place, kind) if kind else tickets.move_address(place)
    headers = {"from": sender or user.email, "message_id": f"<{len(mail.outbox)}@example.org>"}
    cache.delete(f"mail-answers:{user.pk}")
    return inbound.handle(mail_of(line, **headers), now=now, to=[to]).result.value


def legal(match: Match) -> str:
    """Return a first turn in a game's own notation."""
    rules = reading.rules_of(match)
    state = rules.decode_state(match.state)
    return rules.action_text(rules.observation(state, 0), next(iter(rules.legal_actions(state))))
