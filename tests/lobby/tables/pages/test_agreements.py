"""What a table agrees on: asked for, told, carried over, and held against holidays."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.utils import timezone

from accounts.notices import outbox as notifications
from accounts.rest import services as rest
from accounts.rest.models import ActiveDay
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.errors import Refusal
from games.core.table.agreement import DAY, Agreement, OnTimeout, usual_at
from games.matches import reading as matches
from games.matches.models import Match
from games.registry import game_class
from lobby.tables import reading
from lobby.tables.acts import clearing, opening, seating
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby
from lobby.tables.pages.forms import TableForm
from tests.factories import NOW, make_match, make_user
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db

SLOW = TimeControl(Pace.CORRESPONDENCE, 2 * DAY)
NO_CLOCK = TimeControl(Pace.CORRESPONDENCE, 0, form=Form.NO_CLOCK)
RESTFUL = Agreement(
    rest=7 * DAY,
    holiday=True,
    on_timeout=OnTimeout.EXCUSED,
    spells=5,
    takebacks=True,
    asks_substitutes=True,
)
AS_OFFERED = {
    "seats": "2",
    "pace": "correspondence",
    "live_budget": "60",
    "live_bank": "120",
    "clock": "bank",
    "correspondence_budget": str(2 * DAY),
    "correspondence_bank": str(DAY),
    "fischer_bank": str(5 * DAY),
    "fischer_budget": str(DAY // 2),
    "fischer_cap": str(7 * DAY),
    "visibility": "open",
    "start_rule": "full",
    "rest": str(14 * DAY),
    "holiday": "on",
    "on_timeout": "move",
    "spells": "0",
}


def open_table(host: User, **changes: Any) -> Lobby:
    facts: dict[str, Any] = {
        "host": host,
        "game": "tilekingdom",
        "options": {},
        "control": SLOW,
        "seats": 2,
        "visibility": Visibility.OPEN,
        "start_rule": StartRule.FULL,
        "now": NOW,
    }
    return opening.create(**facts | changes)


def form(game: str = "upwords", **changes: str) -> TableForm:
    """Return the form as a browser sends it, with these changes."""
    cls = game_class(game)
    data = TableForm(info=cls.info, options_class=cls.options_class)
    options = {name: data[name].initial for name in data.fields if name.startswith("option_")}
    said = {name: value for name, value in options.items() if value not in (False, None)}
    return TableForm(
        {**AS_OFFERED, **said, **changes}, info=cls.info, options_class=cls.options_class
    )


def save_days(user: User, days: int, before: datetime = NOW) -> None:
    """Let a user have played on so many times 14 days."""
    ActiveDay.objects.bulk_create(
        ActiveDay(user=user, day=at.date(), at=at)
        for at in (before - timedelta(days=back) for back in range(1, 14 * days + 1))
    )


# --- The form -------------------------------------------------------------------------------------


def test_a_form_left_alone_gives_what_is_usual() -> None:
    cls = game_class("upwords")
    offered = TableForm(info=cls.info, options_class=cls.options_class)
    for name in ("rest", "on_timeout", "spells", "clock", "correspondence_bank"):
        assert str(offered[name].initial) == AS_OFFERED[name]
    said = form()
    assert said.errors == {}
    assert said.control() == TimeControl(Pace.CORRESPONDENCE, 2 * DAY, DAY)
    assert said.agreement() == usual_at(Pace.CORRESPONDENCE)
    live = form(pace="live")
    assert live.errors == {}
    assert (live.control(), live.agreement()) == (TimeControl(Pace.LIVE, 60, 120), Agreement())


@pytest.mark.parametrize(
    ("said", "control"),
    [
        ({"clock": "per_turn"}, TimeControl(Pace.CORRESPONDENCE, 2 * DAY)),
        (
            {"clock": "fischer", "correspondence_bank": "nonsense", "live_budget": "-1"},
            TimeControl(Pace.CORRESPONDENCE, DAY // 2, 5 * DAY, Form.FISCHER, 7 * DAY),
        ),
        ({"clock": "no_clock", "visibility": "private", "fischer_cap": ""}, NO_CLOCK),
        ({"pace": "live", "clock": "no_clock"}, TimeControl(Pace.LIVE, 60, 120)),
    ],
)
def test_only_the_times_of_the_chosen_clock_are_read(
    said: dict[str, str], control: TimeControl
) -> None:
    chosen = form(**said)
    assert chosen.errors == {}
    assert chosen.control() == control


UNTIMED = "Only private tables can go without a clock. Make this one private, or choose a clock."


@pytest.mark.parametrize(
    ("said", "errors"),
    [
        (
            {"clock": "fischer", "fischer_cap": str(3 * DAY)},
            {"fischer_cap": ["That's less than players start with."]},
        ),
        (
            {"clock": "fischer", "fischer_bank": str(DAY), "fischer_budget": str(2 * DAY),
             "fischer_cap": str(DAY)},
            {"fischer_cap": ["That's less than what's added after each turn."]},
        ),
        (
            {"clock": "no_clock"},
            {"visibility": [UNTIMED]},
        ),
        (
            {"pace": "live", "live_budget": "0"},
            {"live_budget": ["Ensure this value is greater than or equal to 1."]},
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_beside_its_field(
    said: dict[str, str], errors: dict[str, list[str]]
) -> None:
    assert form(**said).errors == errors


def test_only_what_the_clock_needs_is_agreed() -> None:
    said = {
        "on_timeout": "excused",
        "spells": "4",
        "takebacks": "on",
        "asks_substitutes": "on",
        "rest": "0",
    }
    slow = form(**said)
    assert slow.errors == {}
    assert slow.agreement() == Agreement(
        holiday=True, on_timeout=OnTimeout.EXCUSED, spells=4, takebacks=True, asks_substitutes=True
    )
    friends = form(clock="no_clock", visibility="private", **said)
    assert friends.errors == {}
    assert friends.agreement() == Agreement(spells=4, takebacks=True, asks_substitutes=True)
    live = form(pace="live", on_timeout="loss")
    assert live.errors == {}
    assert live.agreement() == Agreement(on_timeout=OnTimeout.LOSS)


def test_what_the_clock_does_is_told_in_the_words_of_the_game() -> None:
    for game, words in (
        ("tilekingdom", "The tile is laid in a random place where it fits, without a subject"),
        ("words_with_chilwell", "It counts as a turn without a word"),
    ):
        field = form(game).fields["on_timeout"]
        assert isinstance(field, forms.ChoiceField)
        assert [said for rule, said in field.choices if rule == "move"] == [words]
    lobby = open_table(make_user())
    told = {str(label): str(said) for label, said, _ in reading.settings_in_words(lobby)}
    assert told["When time runs out"] == (
        "the tile is laid in a random place where it fits, without a subject"
    )


def test_alone_there_is_nothing_to_agree_on() -> None:
    assert "on_timeout" not in form("counting_tiles").fields
    alone = form("tiled_of_it", seats="1", on_timeout="loss")
    assert alone.errors == {}
    assert alone.agreement() == Agreement()
    match = make_match(make_user(), game="counting_tiles", pace=Pace.CORRESPONDENCE, budget=DAY)
    labels = [str(label) for label, _, _ in matches.settings_in_words(match)]
    assert {"Holiday", "When time runs out"} & {*labels} == set()


# --- What is agreed -------------------------------------------------------------------------------


def test_what_was_asked_for_is_told_before_joining_and_holds_in_the_match(client: Client) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    client.force_login(anna)
    asked = {"on_timeout": "excused", "spells": "5", "takebacks": "on", "asks_substitutes": "on"}
    said = form("tilekingdom", rest=str(7 * DAY), **asked)
    client.post("/tables/new/tilekingdom/", said.data)
    lobby = Lobby.objects.get()
    assert lobby.agreement == RESTFUL
    (line,) = reading.open_tables()
    assert str(line.clock) == "2 days a turn, 1 day in the bank, sleep and days off"  # type: ignore[attr-defined]
    client.force_login(ben)
    page = client.get(lobby.get_absolute_url()).content.decode()
    for words in (
        "stop a player&#x27;s clock for up to 7 days in all",
        "stops the clock",
        "the clock starts again, up to twice for each player",
        "the last move can be taken back if it revealed nothing and everyone agrees",
        "is offered to substitutes",
    ):
        assert words in page
    told = reading.settings_in_words(reading.find(code=lobby.code))
    match = seating.join(lobby_id=lobby.pk, user=ben, now=NOW).match
    assert match is not None
    assert (match.control, match.agreement) == (lobby.control, RESTFUL)
    assert matches.settings_in_words(match)[: len(told)] == told


def test_settings_left_as_usual_are_told_apart_from_what_is_agreed() -> None:
    lobby = open_table(make_user(), options={"mosque": 12})
    shown, usual = reading.settings_by_sight(lobby)
    told = reading.settings_in_words(lobby)
    assert sorted(map(repr, shown + usual)) == sorted(map(repr, told))
    assert str(shown[-1][0]) == "Completed mosque"
    assert str(shown[0][0]) == "Time"
    assert "Completed road, for each tile" in [str(label) for label, _, _ in usual]


def test_a_table_without_a_clock_is_for_friends() -> None:
    anna = make_user("anna")
    with pytest.raises(Refusal, match="Only private tables"):
        open_table(anna, control=NO_CLOCK)
    lobby = open_table(anna, control=NO_CLOCK, visibility=Visibility.PRIVATE)
    label, value, _ = reading.settings_in_words(lobby)[0]
    assert (str(label), str(value)) == ("Time", "no clock")


def test_a_rematch_keeps_the_agreement_and_moves_the_seats_on() -> None:
    anna, ben, carla = make_user("anna"), make_user("ben"), make_user("carla")
    clock: dict[str, Any] = {"form": Form.FISCHER, "budget": DAY, "bank": 3 * DAY, "cap": 5 * DAY}
    slow = Pace.CORRESPONDENCE
    match = make_match(anna, ben, carla, "easy", pace=slow, agreement=RESTFUL, **clock)
    Match.objects.filter(pk=match.pk).update(
        status="finished", to_move=None, finished_at=NOW, places=[1, 2, 3, 4]
    )
    for user in (ben, anna, carla):
        lobby = opening.offer_rematch(match_id=match.pk, user=user, now=NOW)
    assert (lobby.status, lobby.host_id) == (Status.STARTED, ben.pk)
    again = lobby.match
    assert again is not None
    names = [seat.name for seat in again.seats.order_by("player")]
    assert names == ["ben", "carla", "Easy computer", "anna"]
    assert (again.control, again.agreement) == (match.control, RESTFUL)


# --- Holiday -------------------------------------------------------------------------------------


STRICT = Agreement(rest=7 * DAY, holiday=False)
AWAY = (
    "You're on holiday until Tuesday, 12:00, and this table's clock doesn't stop for holidays. "
    "Tell us you're back, or choose a table where holidays stop the clock."
)
SOON = (
    "Your holiday starts on Wednesday 4 March, and this table's clock doesn't stop for holidays. "
    "Cancel your holiday, or choose a table where holidays stop the clock."
)


@pytest.fixture
def traveller() -> Iterator[User]:
    """Somebody with two days of holiday saved, who is on none."""
    user = make_user("tess")
    save_days(user, 2)
    return user


def assert_refused(user: User, sentence: str, *, now: datetime = NOW) -> None:
    """Hold that a table without holiday is refused, opened or joined, and nothing changes."""
    lobby = open_table(make_user(), agreement=STRICT)
    other = "choose a table where holidays stop the clock"
    own = sentence.replace(other, "let the clock stop for them")
    for attempt, told in (
        (lambda: seating.join(lobby_id=lobby.pk, user=user, now=now), sentence),
        (lambda: open_table(user, agreement=STRICT, now=now), own),
    ):
        with pytest.raises(Refusal) as refused:
            attempt()
        assert str(refused.value) == told
    assert list(Lobby.objects.values_list("pk", flat=True)) == [lobby.pk]
    assert not lobby.seats.filter(user=user).exists()
    lobby.delete()


def test_on_holiday_one_sits_only_where_it_stops_the_clock(traveller: User) -> None:
    rest.switch_on(user=traveller, now=NOW)
    assert_refused(traveller, AWAY)
    for control, agreement in (
        (SLOW, RESTFUL),
        (TimeControl(Pace.LIVE, 60), Agreement()),
        (NO_CLOCK, Agreement()),
    ):
        private = {"control": control, "agreement": agreement, "visibility": Visibility.PRIVATE}
        lobby = open_table(make_user(), **private)
        seating.join(lobby_id=lobby.pk, user=traveller, now=NOW)
    assert Match.objects.count() == 3
    rest.come_back(user_id=traveller.pk, now=NOW + timedelta(hours=1))
    lobby = open_table(make_user(), agreement=STRICT)
    seating.join(lobby_id=lobby.pk, user=traveller, now=NOW + timedelta(hours=1))
    assert Match.objects.count() == 4


def test_a_holiday_of_the_next_three_days_counts_a_later_one_does_not(traveller: User) -> None:
    from_at = NOW + timedelta(days=3)
    until_at = from_at + timedelta(days=2)
    rest.book(user=traveller, from_at=from_at, until_at=until_at, now=NOW)
    assert_refused(traveller, SOON)
    moment = timedelta(seconds=1)
    open_table(traveller, agreement=STRICT, now=NOW - moment)
    open_table(traveller, agreement=STRICT, now=until_at)
    assert Lobby.objects.count() == 2


def test_whoever_books_while_they_wait_gets_up_and_is_told(
    traveller: User, mailoutbox: list[Any]
) -> None:
    strict, restful = (
        open_table(traveller, agreement=agreement, visibility=Visibility.PRIVATE)
        for agreement in (STRICT, RESTFUL)
    )
    other = open_table(make_user("ben"), agreement=STRICT, seats=3)
    seating.join(lobby_id=other.pk, user=traveller, now=NOW)
    assert clearing.get_up_for_holiday(user_id=traveller.pk, now=NOW) == 0
    rest.switch_on(user=traveller, now=NOW)
    assert clearing.get_up_for_holiday(user_id=traveller.pk, now=NOW) == 2
    assert clearing.get_up_for_holiday(user_id=traveller.pk, now=NOW) == 0
    sat = set(Lobby.objects.filter(seats__user=traveller).values_list("pk", flat=True))
    assert sat == {restful.pk}
    strict.refresh_from_db()
    assert strict.status == Status.CLOSED
    notifications.deliver(now=NOW)
    assert [letter.subject for letter in mailoutbox] == [
        "We've freed your seat at Tilekingdom because of your holiday"
    ] * 2


def test_booking_is_what_makes_one_get_up(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    tess, now = make_user("tess"), datetime.now(UTC)
    save_days(tess, 2, now)
    lobby = open_table(tess, agreement=STRICT, now=now)
    client.force_login(tess)
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/account/holiday/begin/")
    assert not lobby.seats.filter(user=tess).exists()


def test_alone_and_in_a_duel_no_holiday_is_asked_about(traveller: User) -> None:
    rest.switch_on(user=traveller, now=NOW)
    open_table(traveller, game="counting_tiles", seats=1)
    open_table(traveller, game="counting_tiles", seats=2)
    opening.practise(user=traveller, game="tilekingdom", level="easy", now=NOW)
    assert Lobby.objects.count() == 3


def test_a_rematch_is_refused_before_anybody_is_asked(traveller: User) -> None:
    match = make_match(traveller, make_user("ben"), pace=Pace.CORRESPONDENCE, agreement=STRICT)
    Match.objects.filter(pk=match.pk).update(
        status="finished", to_move=None, finished_at=NOW, places=[1, 2]
    )
    rest.switch_on(user=traveller, now=NOW)
    with pytest.raises(Refusal, match=r"You're on holiday until Tuesday, 12:00, and this"):
        opening.offer_rematch(match_id=match.pk, user=traveller, now=NOW)
    assert Lobby.objects.count() == 0


def test_the_page_says_why_and_offers_no_seat(client: Client) -> None:
    tess = make_user("tess")
    now = datetime.now(UTC)
    save_days(tess, 2, now)
    lobby = open_table(make_user("anna"), agreement=STRICT, now=now)
    client.force_login(tess)
    assert "Sit down" in client.get(lobby.get_absolute_url()).content.decode()
    rest.switch_on(user=tess, now=timezone.now())
    page = client.get(lobby.get_absolute_url()).content.decode()
    assert "this table&#x27;s clock doesn&#x27;t stop for holidays" in page
    assert "/account/holiday/" in page
    assert "Sit down" not in page
    answer = client.post(f"{lobby.get_absolute_url()}join", follow=True)
    assert "You&#x27;re on holiday until" in answer.content.decode()
    assert [seat.user_id for seat in lobby.seats.order_by("index")] == [lobby.host_id, None]

    said = {**form("tilekingdom").data, "holiday": ""}
    answer = client.post("/tables/new/tilekingdom/", {k: v for k, v in said.items() if v})
    assert answer.status_code == 422
    assert "You&#x27;re on holiday until" in answer.content.decode()
    assert Lobby.objects.count() == 1


# --- When it will be over -------------------------------------------------------------------------


def test_whoever_sits_at_a_waiting_table_reads_when_it_would_be_over(client: Client) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    slow = open_table(anna, seats=3)
    live = open_table(anna, control=TimeControl(Pace.LIVE, 60))
    client.force_login(anna)
    told = "If you start now, the match will probably end between"
    assert told in client.get(slow.get_absolute_url()).content.decode()
    assert told not in client.get(live.get_absolute_url()).content.decode()
    seating.add_computer(lobby_id=slow.pk, user=anna, level="easy", now=NOW)
    shorter = reading.forecast(reading.find(code=slow.code), now=NOW)
    assert shorter is not None
    client.force_login(ben)
    assert told not in client.get(slow.get_absolute_url()).content.decode()


@pytest.mark.parametrize("game", ["counting_tiles"])
def test_of_duels_and_of_games_alone_nothing_is_foretold(game: str) -> None:
    for seats in (1, 2):
        lobby = open_table(make_user(), game=game, seats=seats, start_rule=StartRule.HOST)
        assert reading.forecast(lobby, now=NOW) is None


@pytest.mark.parametrize("game", ["tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it"])
def test_every_game_of_several_is_foretold(game: str) -> None:
    load_words(["lend", "less", "pile", "stale"])
    lobby = open_table(make_user(), game=game)
    found = reading.forecast(lobby, now=NOW)
    assert found is not None
    assert NOW < found.early_at < found.late_at
