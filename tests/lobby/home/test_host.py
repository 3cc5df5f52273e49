"""What whoever runs the site finds at home: today's numbers, what waits, how the site is."""

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.notices.delivery import census as mails
from accounts.notices.models import Delivery, Notification
from accounts.trust import apps as trust
from accounts.users import roles
from accounts.users.models import RoleChange, User
from games.matches.models import Match, Move, ReplayDrill, TurnTimer
from games.matches.reading import census
from lobby.home.host import figures
from tests.factories import NOW, make_match, make_user, move

pytestmark = pytest.mark.django_db
UTC = ZoneInfo("UTC")
HOME = "/admin/"


def sign_in(**facts: Any) -> tuple[Client, User]:
    client, user = Client(), make_user(**facts)
    client.force_login(user)
    return client, user


def waits(page: Any) -> dict[str, int]:
    """Return what waits, as the page says it."""
    rows = r'<a href="[^"]+">([^<]+)</a>\s*<strong class="host-count">(\d+)<'
    return {title: int(count) for title, count in re.findall(rows, page.content.decode())}


class TestWhoSeesIt:
    def test_visitors_and_players_are_sent_away(self) -> None:
        assert (Client().get(HOME).status_code, Client().get(HOME).headers["Location"]) == (
            302,
            "/admin/login/?next=/admin/",
        )
        player, _ = sign_in()
        assert player.get(HOME).status_code == 302

    def test_it_only_reads(self) -> None:
        client, _ = sign_in(is_staff=True, is_superuser=True)
        assert client.post(HOME).status_code == 405

    def test_staff_see_what_their_role_allows(self) -> None:
        client, clerk = sign_in(is_staff=True)
        bare = client.get(HOME)
        assert (bare.status_code, waits(bare), bare.context["apps"]) == (200, {}, [])
        assert "today" not in bare.context
        clerk.groups.add(Group.objects.get(name=trust.MODERATORS))
        page = client.get(HOME)
        assert waits(page) == {"Reports": 0}
        for words in ("Today so far", "Versions", "PostgreSQL", "Roles lately"):
            assert words not in page.content.decode()

    def test_superusers_see_all(self) -> None:
        client, _ = sign_in(is_staff=True, is_superuser=True)
        page = client.get(HOME)
        assert waits(page) == {
            "Reports": 0,
            "Word moderation": 0,
            "Seats that need a substitute": 0,
            "Matches set aside": 0,
            "Seasons we can&#x27;t read": 0,
            "Emails waiting to go out": 0,
            "Emails about accounts waiting to go out": 0,
        }
        assert [row.game for row in page.context["today"].rows] == [
            "Tilekingdom", "Upwords", "WordsWithChilwell", "Tiled Of It", "Counting Tiles", "",
        ]  # fmt: skip

    def test_everything_has_a_plain_name(self) -> None:
        client, _ = sign_in(is_staff=True, is_superuser=True)
        apps = client.get(HOME).context["apps"]
        assert {app["name"]: [str(model["name"]) for model in app["models"]] for app in apps} == {
            "Clubs": ["Clubs"],
            "Email addresses": ["Email addresses"],
            "Leagues": ["Entries in leagues' ledgers", "Leagues", "Seasons", "Steps of seasons"],
            "Matches": ["Matches", "Moves", "Seats", "Seats that need a player"],
            "Notifications": [
                "Choices of notifications",
                "Emails about accounts on their way",
                "Notifications",
                "Notifications on their way",
            ],
            "People": ["Addresses to answer from", "People"],
            "Ratings": ["Ratings"],
            "Roles": ["Roles"],
            "Tables": ["Waiting tables"],
            "Words": [
                "Changes to these tables",
                "Editions",
                "Labels of words",
                "Meanings of words",
                "Proposals",
                "Sets of cards",
                "Versions of word lists",
                "Word lists",
                "Words added and removed",
            ],
        }

    def test_the_librarys_pages_are_in_the_sites_frame(self) -> None:
        client, host = sign_in(is_staff=True, is_superuser=True)
        page = client.get("/admin/users/user/").content.decode()
        assert re.findall(r"<h1>([^<]+)</h1>", page) == ["People"]
        assert "admin/css" not in page
        assert [title for title in ("Name", "Guest", "Joined") if f">{title}</a>" in page] == [
            "Name", "Guest", "Joined",
        ]  # fmt: skip
        form = client.get(f"/admin/users/user/{host.pk}/change/").content.decode()
        assert ("Designates" in form, "Sees the administration" in form) == (False, True)

    def test_what_players_change_is_only_read(self) -> None:
        """But for people, their roles and addresses, which hosts look after."""
        client, _ = sign_in(is_staff=True, is_superuser=True)
        changed = {
            (app["app_label"], model["object_name"])
            for app in client.get(HOME).context["apps"]
            for model in app["models"]
            if not model["view_only"]
        }
        assert changed == {
            ("account", "EmailAddress"), ("auth", "Group"), ("users", "AnswerAddress"),
            ("users", "User"),
        }  # fmt: skip

    def test_more_matches_ask_no_more(self) -> None:
        client, _ = sign_in(is_staff=True, is_superuser=True)
        asked = []
        for count in (1, 3):
            for _ in range(count):
                match = make_match()
                Match.objects.filter(pk=match.pk).update(quarantined_at=NOW)
            client.get(HOME)
            with CaptureQueriesContext(
                connection,
            ) as found:
                assert client.get(HOME).status_code == 200
            asked.append(len(found))
        assert asked[0] == asked[1] <= 30


class TestToday:
    def test_what_happened_is_counted_by_day_and_game(self) -> None:
        match = make_match()
        move(match)
        older = make_match()
        Match.objects.filter(pk=older.pk).update(started_at=NOW - timedelta(days=2))
        ended = make_match()
        Match.objects.filter(pk=ended.pk).update(
            started_at=NOW - timedelta(days=9),
            status="finished",
            to_move=None,
            finished_at=NOW - timedelta(days=1),
        )
        User.objects.update(date_joined=NOW - timedelta(days=30))
        make_user("first", date_joined=NOW)
        make_user("guest", date_joined=NOW - timedelta(days=7), is_guest=True)
        found = figures.today(now=NOW, zone=UTC)
        everything = found.rows[-1]
        assert everything.begun == figures.Figure(1, (0, 0, 0, 0, 0, 1, 0))
        assert everything.ended == figures.Figure(0, (0, 0, 0, 0, 0, 0, 1))
        assert everything.moves == figures.Figure(Move.objects.count(), (0,) * 7)
        assert [row.begun.today for row in found.rows if row.game == "Tilekingdom"] == [1]
        assert found.accounts == figures.Figure(1, (0,) * 7)
        assert found.guests == figures.Figure(0, (1, 0, 0, 0, 0, 0, 0))

    def test_a_day_is_one_of_the_readers_own_zone(self) -> None:
        make_match()
        zone = ZoneInfo("Pacific/Auckland")
        ends = datetime.combine(NOW.astimezone(zone).date(), datetime.min.time(), tzinfo=zone)
        Match.objects.update(started_at=ends - timedelta(seconds=1))
        found = figures.today(now=NOW, zone=zone)
        assert found.rows[-1].begun == figures.Figure(0, (0, 0, 0, 0, 0, 0, 1))

    def test_bars_are_as_high_as_their_days(self) -> None:
        figure = figures.Figure(4, (0, 0, 0, 0, 0, 2, 1))
        assert figure.average == 0.4
        assert [bar.height for bar in figure.bars] == [1, 1, 1, 1, 1, 14, 7, 28]
        assert [bar.is_today for bar in figure.bars] == [False] * 7 + [True]
        assert [bar.y + bar.height for bar in figure.bars] == [28] * 8


class TestWhatWaits:
    def test_matches_set_aside(self) -> None:
        later, first = make_match(), make_match()
        Match.objects.filter(pk=later.pk).update(quarantined_at=NOW)
        Match.objects.filter(pk=first.pk).update(quarantined_at=NOW - timedelta(hours=1))
        client, _ = sign_in(is_staff=True, is_superuser=True)
        page = client.get(HOME)
        (queue,) = [one for one in page.context["waiting"] if one.title == "Matches set aside"]
        assert (queue.count, queue.since) == (2, NOW - timedelta(hours=1))
        assert [row["pk"] for row in page.context["aside"]] == [first.pk, later.pk]

    def test_how_matches_stand(self) -> None:
        match = make_match()
        due = match.timer.fires_at
        assert due is not None
        early = census.standing(now=due - timedelta(seconds=1))
        late = census.standing(now=due + timedelta(seconds=1))
        assert (early.running, early.vacancies, early.overdue_at, late.overdue_at) == (
            1, 0, None, due,
        )  # fmt: skip
        # Its player is away from a table for one.
        TurnTimer.objects.update(stands_at=F("deadline_at"))
        assert census.standing(now=due + timedelta(seconds=1)).overdue_at is None


class TestMails:
    def way(self, status: str, *, at: datetime = NOW, **facts: Any) -> Delivery:
        user = User.objects.filter(username="reader").first() or make_user("reader")
        number = Notification.objects.count()
        notice = Notification.objects.create(user=user, kind="turn", key=f"k{number}", due_at=at)
        sent = {"sent_at": at} if status == "sent" else {}
        return Delivery.objects.create(
            notification=notice, user=user, status=status, due_at=at,
            **{"channel": "mail", **sent, **facts},
        )  # fmt: skip

    def test_they_are_counted_by_outcome(self) -> None:
        digest = self.way("sent")
        for status in ("held", "held", "cancelled", "bounced", "failed"):
            self.way(status, at=NOW - timedelta(hours=23))
        self.way("merged", merged_into=digest)
        self.way("sent", at=NOW - timedelta(hours=24))
        self.way("sent", channel="push")
        self.way("queued", at=NOW - timedelta(days=3))
        self.way("queued", at=NOW + timedelta(minutes=1))
        assert mails.mails(now=NOW) == mails.Mails(
            sent=1, merged=1, held=2, cancelled=1, bounced=1, failed=1, late=1,
            oldest_at=NOW - timedelta(days=3),
        )  # fmt: skip

    def test_why_they_fail_is_told(self) -> None:
        self.way("queued", attempts=2, outcome="SMTPServerDisconnected: away")
        self.way("queued", attempts=1, outcome="SMTPServerDisconnected: away")
        self.way("failed", outcome="SMTPServerDisconnected: gone")
        self.way("queued")
        told = [(one.why, one.count, one.given_up) for one in mails.troubles(now=NOW)]
        assert told == [
            ("SMTPServerDisconnected: away", 2, False),
            ("SMTPServerDisconnected: gone", 1, True),
        ]


class TestRoles:
    def test_whoever_gives_a_role_is_named(self) -> None:
        client, _host = sign_in(name="host", is_staff=True, is_superuser=True)
        judge = make_user("judge")
        group = Group.objects.get(name=trust.MODERATORS)
        address = f"/admin/users/user/{judge.pk}/change/"
        form = {"username": "judge", "email": "", "time_zone": "UTC", "is_active": "on"}
        given = client.post(address, {**form, "is_staff": "on", "groups": [group.pk]})
        assert given.status_code == 302
        assert client.post(address, form).status_code == 302
        told = [
            (one.person, one.kind, one.name, one.given, one.by) for one in roles.changes(limit=9)
        ]
        assert sorted(told[:2]) == [
            ("judge", "group", trust.MODERATORS, False, "host"),
            ("judge", "staff", "", False, "host"),
        ]
        assert sorted(told[2:4]) == [
            ("judge", "group", trust.MODERATORS, True, "host"),
            ("judge", "staff", "", True, "host"),
        ]
        assert sorted(told[4:]) == [
            ("host", "staff", "", True, ""), ("host", "superuser", "", True, ""),
        ]  # fmt: skip

    def test_what_changes_no_role_notes_nothing(self) -> None:
        user = make_user("quiet")
        user.save()
        assert RoleChange.objects.count() == 0

    @pytest.mark.parametrize(
        "statement", ["UPDATE users_rolechange SET by = 1", "DELETE FROM users_rolechange"]
    )
    def test_it_is_append_only(self, statement: str) -> None:
        make_user("staff", is_staff=True)
        with pytest.raises(DatabaseError, match="who gave a role is kept"), transaction.atomic():
            connection.cursor().execute(statement)


def test_a_replay_of_all_matches_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    match = make_match()
    move(match)
    call_command("replay", match.public_id)
    assert ReplayDrill.objects.count() == 0
    call_command("replay")
    drill = census.last_drill()
    assert drill is not None
    plies = Move.objects.count()
    assert (drill.matches, drill.plies, drill.older, drill.differences) == (1, plies, 0, 0)
    assert drill.is_clean
