"""Logs that programs read: an object for each line, marks that join lines, no personal data."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.test import AsyncRequestFactory, Client

from accounts.edge import tokens
from accounts.trust import apps as trust
from accounts.trust.models import Decision, Measure, Report
from config.celery import app
from config.processes import logs, tracing
from config.web.serving import Pages
from tests.factories import NOW, make_user

PASSWORD = "a long walk by the river"


class Lines(logging.StreamHandler[io.StringIO]):
    """What the site would have written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(io.StringIO())
        self.setFormatter(formatter)

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]

    def of(self, logger: str) -> list[dict[str, Any]]:
        return [one for one in self.objects if one["logger"] == logger]


@pytest.fixture
def log() -> Iterator[Lines]:
    """All that is logged at INFO, as JSON, with no mark of another test."""
    tracing.begin_task("")
    lines, root = Lines(logs.Json()), logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.INFO)
    yield lines
    root.removeHandler(lines)
    root.setLevel(level)
    tracing.begin_task("")


def events(log: Lines) -> list[dict[str, Any]]:
    usual = {"time", "level", "logger", "message", "request_id"}
    found = log.of("tilepost.events")
    return [{key: value for key, value in one.items() if key not in usual} for one in found]


class TestLines:
    def test_a_line_is_an_object(self, log: Lines) -> None:
        logging.getLogger("games").warning("match %s: \n%s", 7, "a line more")
        (line,) = log.objects
        assert line.pop("time")[10] == "T"
        assert line == {
            "level": "WARNING", "logger": "games", "message": "match 7: \na line more",
        }  # fmt: skip

    def test_its_time_is_utc(self) -> None:
        record = logging.getLogRecordFactory()("games", logging.INFO, "", 0, "x", (), None)
        record.created, record.msecs = 1764166676.25, 250.0
        assert json.loads(logs.Json().format(record))["time"] == "2025-11-26T14:17:56.250Z"

    def test_an_error_tells_where_it_was_and_no_secret(self, log: Lines) -> None:
        link = f"/seat/{tokens.sign_act(user_id=1, act='seat', about=1)}/"
        try:
            raise ValueError(link)
        except ValueError:
            logging.getLogger("games").exception("it failed at %s", link)
        (line,) = log.objects
        assert line["message"] == "it failed at /seat/[hidden]/"
        assert line["exc_info"].endswith("ValueError: /seat/[hidden]/")
        assert "test_json_logs.py" in line["exc_info"]

    def test_nothing_else_of_a_record_is_told(self, log: Lines) -> None:
        """Libraries add requests, parameters of statements and more."""
        logging.getLogger("games").warning("x", extra={"request": "GET /seat/x", "params": [1]})
        assert set(log.objects[0]) == {"time", "level", "logger", "message"}

    def test_it_is_chosen_by_a_setting(self) -> None:
        chosen = logs.settings(level="info", kind="json")
        assert chosen["handlers"]["console"]["formatter"] == "json"
        assert chosen["root"]["level"] == "INFO"
        with pytest.raises(ImproperlyConfigured, match="LOG_FORMAT has to be plain or json"):
            logs.settings(level="INFO", kind="xml")

    def test_plain_lines_have_the_mark_too(self) -> None:
        facts = logs.settings(level="INFO", kind="plain")["formatters"]["plain"]
        lines = Lines(logging.Formatter(facts["format"], style=facts["style"]))
        logger = logging.getLogger("plain")
        logger.addHandler(lines)
        tracing.begin_task("a-task-of-this-test")
        logger.warning("it is said")
        tracing.begin_task("")
        logger.warning("it is said")
        logger.removeHandler(lines)
        first, last = lines.stream.getvalue().splitlines()
        assert first.endswith("WARNING plain: it is said [task_id=a-task-of-this-test]")
        assert last.endswith("WARNING plain: it is said")


async def fetch(path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str]]:
    """Ask the site's own application for a page; return status and headers."""
    request = AsyncRequestFactory().get(path, headers=headers or {})
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    pages = Pages(1)
    await pages(request.scope, receive, send)
    head = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], head


class TestRequests:
    def test_each_is_told_with_its_status_and_seconds(self, log: Lines) -> None:
        status, head = asyncio.run(fetch("/manifest.webmanifest"))
        (line,) = log.of("tilepost.requests")
        assert (status, line["method"], line["view"], line["status"]) == (
            200, "GET", "manifest", 200,
        )  # fmt: skip
        assert 0 < line["seconds"] < 10
        assert line["request_id"] == head["x-request-id"]
        assert len(line["request_id"]) == 32

    def test_those_who_watch_the_site_fill_no_log(self, log: Lines) -> None:
        assert asyncio.run(fetch("/health/live"))[0] == 200
        assert log.of("tilepost.requests") == []

    def test_an_address_may_name_people_so_it_is_not_told(self, log: Lines) -> None:
        asyncio.run(fetch("/health/anna?code=secret"))
        (line,) = log.of("tilepost.requests")
        assert (line["status"], line["view"]) == (404, "")
        assert "anna" not in json.dumps(line)

    @pytest.mark.parametrize(
        ("trusted", "told", "kept"),
        [
            (1, "4bf92f3577b34da6a3ce929d0e0e4736", True),
            (1, "short", False),
            (1, "a line\nmore, and more of it", False),
            (1, "x" * 65, False),
            (0, "4bf92f3577b34da6a3ce929d0e0e4736", False),
        ],
    )
    def test_a_mark_is_taken_from_a_trusted_proxy_alone(
        self, settings: Any, trusted: int, told: str, kept: bool
    ) -> None:
        settings.TRUSTED_PROXIES = trusted
        mark = tracing.begin_request([(b"x-request-id", told.encode())])
        assert (mark == told) is kept
        assert tracing.current() == ("request_id", mark)

    @pytest.mark.django_db
    def test_a_task_has_its_own(self) -> None:
        seen = []

        @app.task(name="a task of this test")
        def look() -> None:
            seen.append(tracing.current())

        look.apply(task_id="the-mark")
        assert (seen, tracing.current()) == ([("task_id", "the-mark")], None)


@pytest.mark.django_db
class TestEvents:
    def test_who_signs_in_and_out(self, log: Lines) -> None:
        anna, client = make_user("anna"), Client()
        anna.set_password(PASSWORD)
        anna.save()
        client.post("/accounts/login/", {"login": "anna", "password": "not it"})
        client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
        client.post("/accounts/logout/")
        assert events(log) == [
            {"event": "sign_in_failed"},
            {"event": "signed_in", "user": anna.pk, "guest": False},
            {"event": "signed_out", "user": anna.pk},
        ]
        told = log.stream.getvalue()
        assert not [word for word in ("anna", anna.email, "127.0.0.1", PASSWORD) if word in told]

    def test_a_new_password(self, log: Lines) -> None:
        anna, client = make_user("anna"), Client()
        anna.set_password(PASSWORD)
        anna.save()
        client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
        new = "another walk by the river"
        form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert client.post("/accounts/password/change/", form).status_code == 302
        assert {"event": "password_changed", "user": anna.pk} in events(log)

    def test_what_staff_do(self, log: Lines, django_capture_on_commit_callbacks: Any) -> None:
        host, anna = make_user("host", is_staff=True, is_superuser=True), make_user("anna")
        group = Group.objects.get(name=trust.MODERATORS)
        report = Report.objects.create(
            reporter=host, reporter_name="host", about=anna, about_name="anna", reason="insult",
            words="", place="Upwords", path="/match/x/", line=1, lines=[], made_at=NOW,
        )  # fmt: skip
        with django_capture_on_commit_callbacks(execute=True):
            anna.groups.add(group)
            LogEntry.objects.create(
                user=host, content_type=ContentType.objects.get_for_model(anna),
                object_id=str(anna.pk), object_repr="anna", action_flag=CHANGE,
            )  # fmt: skip
            Decision.objects.create(
                report=report, about=anna.pk, measure=Measure.HIDE, reason="rude words",
                by=host.pk, by_name="host", at=NOW,
            )  # fmt: skip
        assert events(log) == [
            {"event": "role_given", "user": anna.pk, "roles": [group.pk]},
            {
                "event": "administered", "user": host.pk, "did": "changed", "table": "users.user",
                "row": str(anna.pk),
            },
            {
                "event": "report_decided", "user": host.pk, "report": report.pk, "about": anna.pk,
                "measure": "hide",
            },
        ]  # fmt: skip
        assert "anna" not in log.stream.getvalue()

    def test_who_makes_somebody_staff(
        self, log: Lines, django_capture_on_commit_callbacks: Any
    ) -> None:
        host, anna = make_user("host", is_staff=True, is_superuser=True), make_user("anna")
        client = Client()
        client.force_login(host)
        form = {"username": "anna", "email": "", "time_zone": "UTC", "is_active": "on"}
        address = f"/admin/users/user/{anna.pk}/change/"
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(address, {**form, "is_staff": "on"}).status_code == 302
            assert client.post(address, form).status_code == 302
        told = [one for one in events(log) if one["event"].startswith("role_")]
        assert told == [
            {"event": event, "user": anna.pk, "role": "is_staff", "by": host.pk}
            for event in ("role_given", "role_taken")
        ]

    def test_what_was_not_stored_is_not_told(
        self, log: Lines, django_capture_on_commit_callbacks: Any
    ) -> None:
        anna = make_user("anna")
        with django_capture_on_commit_callbacks():  # nothing is committed
            anna.groups.add(Group.objects.get(name=trust.MODERATORS))
        assert events(log) == []
