"""What every request goes through."""

import pytest
from django.test import RequestFactory
from django.utils import timezone

from accounts.edge.middleware import TimeZoneMiddleware

pytestmark = pytest.mark.django_db


class TestTimeZone:
    def zone_in(self, user, cookies):
        request = RequestFactory().get("/")
        request.COOKIES, request.user = cookies, user
        seen = []
        TimeZoneMiddleware(lambda _: seen.append(timezone.get_current_timezone_name()))(request)
        return seen[0]

    def test_times_are_shown_in_the_persons_zone(self, anna, settings):
        assert self.zone_in(anna, {settings.SESSION_COOKIE_NAME: "x"}) == "Europe/Vienna"
        assert timezone.get_current_timezone_name() == "UTC"

    def test_a_zone_this_machine_does_not_know_is_utc(self, anna, settings):
        anna.time_zone = "Mars/Olympus"
        assert self.zone_in(anna, {settings.SESSION_COOKIE_NAME: "x"}) == "UTC"

    def test_a_visitor_costs_no_query(self, django_assert_num_queries):
        class Nobody:
            def __getattribute__(self, name):
                raise AssertionError("the visitor was looked up")

        with django_assert_num_queries(0):
            assert self.zone_in(Nobody(), {}) == "UTC"
