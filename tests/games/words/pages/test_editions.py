"""The pages of the draft, of lists and of versions: publishing and going back."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery
from accounts.users.models import User
from games.words.lists import reading
from games.words.models import Edition, Proposal
from games.words.moderation import editions
from games.words.tasks import publish_due_editions
from tests.games.words.pages.browsing import page, send, told
from tests.games.words.people import (
    accept,
    make_moderator,
    publish,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small")]


def test_publishing_now_makes_a_version_whose_page_shows_what_changed(judge: Client) -> None:
    accept("add", "dax", "broad")
    shown = page(judge, "word-draft")
    assert "Broad, version 2" in shown
    assert '1: <span translate="no">dax</span>' in shown
    answer = send(judge, "word-draft-publish", data={"note": "one more"})
    assert answer["Location"] == reverse("word-draft")
    assert reading.version_of("broad", 2) is None
    assert "data-publishing" in page(judge, "word-draft")
    publish_due_editions()
    shown = page(judge, "word-draft")
    assert "data-publishing" not in shown
    assert "one more" in shown
    version = reading.version_of("broad", 2)
    shown = page(judge, "word-version", "broad", 2)
    assert version.sha256 in shown
    assert "one more" in shown
    assert ">dax</a>" in shown


def test_whoever_asked_for_it_is_told_what_became_of_it(judge: Client) -> None:
    accept("add", "dax", "broad")
    for note in ("one more", "pressed again"):
        send(judge, "word-draft-publish", data={"note": note})
    assert Edition.objects.count() == 1
    publish_due_editions()
    publish_due_editions()
    assert Edition.objects.exclude(published_at=None).count() == 1
    notifications.deliver(now=timezone.now())
    (line,) = Delivery.objects.filter(notification__kind="edition")
    assert (line.channel, line.status, line.subject) == ("app", "sent", "Published: Broad 2")
    assert "Published: Broad 2" in page(judge, "notices")


def test_no_edition_waits_for_an_instant_beyond_the_calendar(client: Client) -> None:
    user = make_moderator()
    User.objects.filter(pk=user.pk).update(time_zone="America/New_York")
    client.force_login(user)
    accept("add", "dax", "broad")
    for at in ("9999-12-31T23:59", "0001-01-01T00:00", "2999-13-01T00:00"):
        send(client, "word-draft-publish", data={"when": "later", "at": at})
        assert client.get(reverse("word-draft")).status_code == 200
    assert Edition.objects.count() == 0


def test_an_edition_is_scheduled_by_ones_own_clock_and_called_off(client: Client) -> None:
    user = make_moderator()
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin")
    client.force_login(user)
    accept("add", "dax", "broad")
    send(client, "word-draft-publish", data={"when": "later", "at": "2999-01-10T12:00"})
    assert editions.coming().scheduled_at.isoformat() == "2999-01-10T11:00:00+00:00"
    assert "10 Jan 2999, 12:00 CET" in page(client, "word-draft")
    send(client, "word-draft-call-off", data={})
    assert editions.coming() is None


@pytest.mark.parametrize("at", ["", "tomorrow", "2999-13-40T12:00", "2001-01-01T12:00"])
def test_a_bad_instant_is_refused_in_words(judge: Client, at: str) -> None:
    accept("add", "dax", "broad")
    answer = send(judge, "word-draft-publish", data={"when": "later", "at": at})
    assert told(answer, judge) in {
        "Please choose a day and a time.",
        "Choose a time in the future.",
    }
    assert editions.coming() is None


def test_nothing_is_published_where_nothing_was_decided(judge: Client) -> None:
    answer = send(judge, "word-draft-publish", data={})
    assert told(answer, judge) == "Nothing has been decided since the last version."


def test_a_list_goes_back_by_a_proposal(judge: Client) -> None:
    accept("add", "dax", "broad")
    publish()
    for number in ("", "2", "9", "x", "1" * 30):
        answer = send(judge, "word-list-roll-back", "broad", data={"number": number})
        assert answer["Location"] == reverse("word-list", args=["broad"])
    answer = send(judge, "word-list-roll-back", "broad", data={"number": "1"})
    assert answer["Location"] == reverse("proposal", args=[Proposal.objects.last().public_id])
    assert "Go back to version 1 of Broad" in page(judge, "proposals")
