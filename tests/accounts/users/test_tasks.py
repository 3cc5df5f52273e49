"""What is forgotten when it is over."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.users import sessions
from tests.accounts.conftest import NOW

DAY = timedelta(days=1)


class TestSessions:
    @pytest.fixture(autouse=True)
    def _three(self, db: None) -> None:
        for name, end in (("over", NOW - DAY), ("ending", NOW), ("open", NOW + DAY)):
            Session.objects.create(session_key=name, session_data="", expire_date=end)

    def test_only_those_that_have_expired_go(self) -> None:
        assert sessions.forget_expired(now=NOW) == 1
        assert set(Session.objects.values_list("pk", flat=True)) == {"ending", "open"}

    def test_a_second_run_finds_nothing(self) -> None:
        assert [sessions.forget_expired(now=NOW) for _ in range(2)] == [1, 0]

    def test_whoever_is_signed_in_stays_so(self, anna) -> None:
        client = Client()
        client.force_login(anna)
        sessions.forget_expired(now=Session.objects.latest("expire_date").expire_date)
        assert client.get("/preferences/").status_code == 200
