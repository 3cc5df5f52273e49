import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, connection, transaction
from django.db.models.signals import pre_save

from accounts.notices import outbox as notifications
from accounts.notices.models import Notification
from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from accounts.users import names, services
from accounts.users.models import User
from tests.accounts.conftest import NOW, PASSWORD
from tests.gauge import PATIENCE

pytestmark = pytest.mark.django_db


def test_a_guest_has_a_name_of_its_own_and_no_way_in():
    guest = services.create_guest(now=NOW, time_zone="Europe/Vienna")
    assert User.objects.get() == guest
    assert (guest.is_guest, guest.email, guest.time_zone) == (True, "", "Europe/Vienna")
    assert guest.date_joined == NOW
    assert guest.has_usable_password() is False
    assert names.bare(guest.username) == guest.username.upper()


def test_a_guest_with_an_unknown_time_zone_lives_by_utc():
    assert services.create_guest(now=NOW, time_zone="Mars/Olympus").time_zone == "UTC"


def test_a_taken_name_is_drawn_again(monkeypatch):
    drawn = iter(["CalmOwl", "calm.owl", "CalmFox"])
    monkeypatch.setattr(names, "draw", lambda _tries: next(drawn))
    first, second = services.create_guest(now=NOW), services.create_guest(now=NOW)
    assert [first.username, second.username] == ["CalmOwl", "CalmFox"]


@pytest.mark.django_db(transaction=True)
def test_guests_who_draw_one_name_at_once_all_get_in(monkeypatch):
    """Each has found it free before any of them has it."""
    found_free, late = threading.Barrier(4), itertools.count()
    first = threading.local()

    def draw(_tries):
        return f"QuietFox{next(late)}" if vars(first) else "CalmOwl"

    def meet(**_):
        if not vars(first):
            first.is_over = True
            found_free.wait(PATIENCE)

    def enter(_):
        try:
            return services.create_guest(now=NOW).username
        finally:
            connection.close()

    monkeypatch.setattr(names, "draw", draw)
    pre_save.connect(meet, sender=User)
    try:
        with ThreadPoolExecutor(4) as pool:
            entered = list(pool.map(enter, range(4)))
    finally:
        pre_save.disconnect(meet, sender=User)
    assert sorted(entered) == ["CalmOwl", "QuietFox0", "QuietFox1", "QuietFox2"]


def test_a_guest_has_the_name_that_was_chosen_unless_somebody_has_one_like_it(anna):
    assert services.create_guest(now=NOW, name="Berta").username == "Berta"
    for name in ("Anna", "ANNA", "an.na", "ber-ta"):
        with pytest.raises(services.NameTaken):
            services.create_guest(now=NOW, name=name)
    assert User.objects.count() == 2


def test_those_who_keep_copies_of_names_hear_of_a_new_one_before_it_stands(monkeypatch):
    heard = []
    monkeypatch.setattr(services, "_renamings", [])
    services.register_renaming(
        lambda user_id, name: heard.append((user_id, name, User.objects.get().username))
    )
    guest = services.create_guest(now=NOW, name="CalmOwl")
    services.keep_guest(user=guest, username="Berta", email="b@post.example", password=PASSWORD)
    assert heard == [(guest.pk, "Berta", "CalmOwl")]


def test_keeping_the_name_renames_nobody(monkeypatch):
    monkeypatch.setattr(services, "_renamings", [pytest.fail])
    guest = services.create_guest(now=NOW, name="CalmOwl")
    services.keep_guest(user=guest, username="CalmOwl", email="b@post.example", password=PASSWORD)
    assert (User.objects.get().username, User.objects.get().is_guest) == ("CalmOwl", False)


def test_names_differ_by_more_than_case(anna):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANNA")
    assert User.objects.get_by_natural_key("aNNa") == anna


def test_a_kept_guest_is_the_same_person():
    guest = services.create_guest(now=NOW)
    notifications.schedule(user_id=guest.pk, kind="turn", key="k", ref={}, due_at=NOW)
    services.keep_guest(user=guest, username="Berta", email="b@post.example", password=PASSWORD)
    kept = User.objects.get()
    assert (kept.pk, kept.username, kept.email) == (guest.pk, "Berta", "b@post.example")
    assert kept.is_guest is False
    assert kept.check_password(PASSWORD)
    assert Notification.objects.get().user == kept


@pytest.mark.django_db(transaction=True)
def test_a_guest_whose_new_name_is_just_taken_stays_who_they_are(monkeypatch):
    monkeypatch.setattr(services, "_renamings", [])

    def note(user_id, name):
        notifications.schedule(user_id=user_id, kind=name, key="k", ref={}, due_at=NOW)

    services.register_renaming(note)
    guest = services.create_guest(now=NOW, name="CalmOwl")
    User.objects.create_user("Berta")
    with pytest.raises(IntegrityError):
        services.keep_guest(user=guest, username="Berta", email="b@post.example", password=PASSWORD)
    kept = User.objects.get(pk=guest.pk)
    assert (kept.username, kept.is_guest, Notification.objects.count()) == ("CalmOwl", True, 0)


def test_a_guest_is_kept_once():
    guest = services.create_guest(now=NOW)
    second_tab = User.objects.get(pk=guest.pk)
    services.keep_guest(user=guest, username="Berta", email="b@post.example", password=PASSWORD)
    with pytest.raises(services.NotAGuest):
        services.keep_guest(
            user=second_tab, username="Cilli", email="c@post.example", password=PASSWORD
        )
    assert User.objects.get().username == "Berta"


@pytest.mark.parametrize(("chosen", "zone"), [(True, "Asia/Tokyo"), (False, "Europe/Vienna")])
def test_a_kept_guest_lives_by_the_zone_that_was_chosen(chosen, zone):
    guest = services.create_guest(now=NOW)
    if chosen:
        rest.choose_calendar(user=guest, calendar=Calendar(ZoneInfo("Asia/Tokyo")), now=NOW)
    guest.time_zone = "Europe/Vienna"  # what the device tells at sign-up
    services.keep_guest(user=guest, username="Berta", email="b@post.example", password=PASSWORD)
    assert User.objects.get().time_zone == zone


class TestIdleGuests:
    def test_only_old_guests_without_a_trace_are_deleted(self, anna):
        old = NOW - timedelta(days=31)
        gone = services.create_guest(now=old)
        recent = services.create_guest(now=NOW - timedelta(days=29))
        returned = services.create_guest(now=old)
        User.objects.filter(pk=returned.pk).update(last_login=NOW - timedelta(days=1))
        mentioned = services.create_guest(now=old)
        EmailAddress.objects.create(user=mentioned, email="m@post.example")
        User.objects.filter(pk=anna.pk).update(date_joined=old)
        assert services.delete_idle_guests(now=NOW) == 1
        left = set(User.objects.values_list("pk", flat=True))
        assert left == {recent.pk, returned.pk, mentioned.pk, anna.pk}
        assert gone.pk not in left

    def test_what_is_owed_to_a_guest_goes_with_the_guest(self):
        guest = services.create_guest(now=NOW - timedelta(days=31))
        notifications.schedule(user_id=guest.pk, kind="turn", key="k", ref={}, due_at=NOW)
        assert services.delete_idle_guests(now=NOW) == 1
        assert Notification.objects.count() == 0

    def test_so_do_calendars_active_days_and_holidays(self):
        old = NOW - timedelta(days=31)
        guest = services.create_guest(now=old)
        rest.choose_calendar(user=guest, calendar=Calendar(ZoneInfo("Asia/Tokyo")), now=old)
        for day in range(14):
            rest.note_active(user_id=guest.pk, at=old + timedelta(days=day))
        rest.switch_on(user=guest, now=old + timedelta(days=14))
        assert services.delete_idle_guests(now=NOW) == 1
        assert User.objects.count() == 0

    def test_a_guest_who_got_a_seat_meanwhile_keeps_everything(self, transactional_db):
        guest = services.create_guest(now=NOW - timedelta(days=31))
        notifications.schedule(user_id=guest.pk, kind="turn", key="k", ref={}, due_at=NOW)
        EmailAddress.objects.create(user_id=guest.pk, email="m@post.example")
        assert services._delete_unmentioned(guest.pk) is False
        assert User.objects.get() == guest
        assert Notification.objects.get().user == guest

    def test_a_second_run_finds_nothing(self):
        services.create_guest(now=NOW - timedelta(days=31))
        assert [services.delete_idle_guests(now=NOW) for _ in range(2)] == [1, 0]
