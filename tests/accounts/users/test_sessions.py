"""Who comes in, and as whom."""

import pytest

from accounts.users.models import User
from accounts.users.sessions import ensure_user
from tests.accounts.conftest import NOW

pytestmark = pytest.mark.django_db


BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def as_anna(client, anna, kinds):
    client.force_login(anna, backend=BACKEND)
    return client


class TestGuestsAtTheDoor:
    def request(self, client, **form):
        """Return a visitor's request with a session."""
        return client.post("/theme/", form).wsgi_request

    def test_a_visitor_who_sits_down_becomes_a_guest(self, client):
        request = self.request(client, guest_name="Berta", time_zone="Asia/Tokyo")
        guest = ensure_user(request, now=NOW)
        assert guest.username == "Berta"
        assert (guest.is_guest, guest.time_zone, guest.date_joined) == (True, "Asia/Tokyo", NOW)
        assert request.user == guest
        assert request.session["_auth_user_id"] == str(guest.pk)
        assert ensure_user(request, now=NOW) == guest

    def test_somebody_known_stays_who_they_are(self, as_anna, anna):
        assert ensure_user(self.request(as_anna), now=NOW) == anna
        assert User.objects.count() == 1
