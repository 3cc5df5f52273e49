"""Moderators find in the menu what waits for them, and how much; others pay nothing for it."""

import re

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from redis.exceptions import ConnectionError as RedisGone

from accounts.trust import apps as trust
from accounts.trust import reports
from accounts.trust.models import Measure
from accounts.users import roles
from accounts.users.models import User
from tests.factories import NOW, make_user
from tests.games.words.loaded import load_words
from tests.games.words.people import ask, decide, make_moderator, propose, wish

pytestmark = pytest.mark.django_db
PLAIN = "/rules/"  # a page that asks for nothing of its own


def make_judge(name: str = "") -> User:
    """A player who decides reports."""
    user = make_user(name)
    user.groups.add(Group.objects.get(name=trust.MODERATORS))
    return user


def menu_of(user: User) -> list[str]:
    """Return what the menu offers a person of queues, and what its head says, as it is read."""
    client = Client()
    client.force_login(user)
    page = client.get(PLAIN).content.decode()
    head = re.search(r"</span>'s account menu(.*?)</span>", page, re.DOTALL)
    assert head is not None
    items = re.findall(
        r'<a class="menu-item" href="/(?:people/reports|proposals)/">(.*?)</a>', page
    )
    words = [re.sub(r"<[^>]+>", "", item) for item in items]
    return [*words, head[1].removeprefix(": ")]


def report(*, reporter: User, about: User, line: int) -> reports.Report:
    return reports.report(
        reporter=reporter, about=about, about_name=about.username, reason="insult", words="",
        place="Upwords", path="/match/x/", line=line, lines=[], now=NOW,
    )  # fmt: skip


def test_reports_wait_for_moderators_they_do_not_concern() -> None:
    anna, ben, judge, other = make_user("anna"), make_user("ben"), make_judge(), make_judge()
    assert menu_of(judge) == ["Reports", ""]
    first = report(reporter=anna, about=ben, line=1)
    report(reporter=anna, about=judge, line=2)
    assert menu_of(judge) == ["Reports 1 to decide", "1 thing to decide"]
    assert menu_of(other) == ["Reports 2 to decide", "2 things to decide"]
    assert menu_of(anna) == [""]
    reports.decide(
        report_id=first.pk, moderator=other, measure=Measure.NOTHING, days=0, reason="", now=NOW
    )
    assert menu_of(judge) == ["Reports", ""]


def test_proposals_wait_for_a_moderators_verdict() -> None:
    load_words(["cat"])
    judge, other = make_moderator(), make_moderator()
    asked = propose("add", "zebra", "standard")
    ask(user=judge, wish=wish("add", "yak", "standard"), now=NOW)
    assert menu_of(judge) == ["Word moderation 1 to decide", "1 thing to decide"]
    assert menu_of(other) == ["Word moderation 2 to decide", "2 things to decide"]
    decide(
        user=judge,
        proposal=asked.public_id,
        accepted=True,
        reason="every dictionary has it",
        now=NOW,
    )
    assert menu_of(judge) == ["Word moderation", ""]
    assert menu_of(make_user()) == [""]


def test_a_role_given_or_taken_is_known_at_once() -> None:
    anna = make_user("anna")
    group = Group.objects.get(name=trust.MODERATORS)
    assert menu_of(anna) == [""]
    anna.groups.add(group)
    assert menu_of(anna) == ["Reports", ""]
    group.user_set.remove(anna)
    assert menu_of(anna) == [""]


def test_an_administrator_has_every_queue() -> None:
    root = User.objects.create_superuser("root", "root@example.org")
    assert menu_of(root) == ["Reports", "Word moderation", ""]


def test_without_a_role_nobody_is_asked_for_anything() -> None:
    anna = make_user("anna")
    client = Client()
    client.force_login(anna)
    client.get(PLAIN)
    with CaptureQueriesContext(connection) as captured:
        client.get(PLAIN)
    asked = " ".join(query["sql"] for query in captured)
    tables = ("auth_permission", "auth_group", "trust_report", "words_proposal")
    assert [table for table in tables if table in asked] == []


def test_without_a_cache_the_database_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = make_judge()

    def gone(*_: object) -> None:
        raise RedisGone

    monkeypatch.setattr(cache, "get", gone)
    held = (reports.HANDLE, "words.decide")
    assert [roles.has_role(judge, permission) for permission in held] == [True, False]
