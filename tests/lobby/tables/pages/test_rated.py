"""Whether a table is rated, and why not: said before anyone sits down, wherever it is shown."""

from typing import Any

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from accounts.notices.mail import Mail
from accounts.notices.models import Notification
from accounts.users import services
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.matches import play
from lobby.leagues.pages.leagues import table_in_words
from lobby.tables import mails
from lobby.tables.acts import opening, seating
from lobby.tables.models import Lobby
from tests.factories import NOW, make_match, make_user
from tests.lobby.tables.acts.test_pairing import open_table

pytestmark = pytest.mark.django_db

RATED = "Rated, if everyone who plays has an account"
GUEST = "Not rated: a guest takes part"
COMPUTER = "Not rated: a computer player takes part"
NO_CLOCK = "Not rated: there's no clock"
SUBJECTS = "Not rated: “Subjects for each player” makes it a different game"
TWO = "Not rated: 2 settings make it a different game"
TIMELESS = TimeControl(Pace.CORRESPONDENCE, 0, form=Form.NO_CLOCK)


def line(client: Client, address: str, selector: str = ".rated-line") -> str:
    page = LexborHTMLParser(client.get(address).content)
    found = page.css_first(selector)
    assert found is not None
    return found.text().replace("What that means", "").strip()


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def client(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, RATED),
        ({"options": {"subjects": 6}}, SUBJECTS),
        ({"options": {"subjects": 6, "road_tile": 2}}, TWO),
        ({"control": TimeControl(Pace.LIVE, 5)}, "Not rated: the clock is too fast"),
        ({"control": TIMELESS, "visibility": "private"}, NO_CLOCK),
        ({"game": "counting_tiles", "options": {"limit": 4}},
         "Not rated: “End after this many random tiles” makes it a different game"),
        ({"game": "counting_tiles", "seats": 3}, RATED),
    ],
)  # fmt: skip
def test_a_table_says_it_to_whoever_looks(client: Client, facts: dict[str, Any], said: str) -> None:
    table = open_table(make_user("ben"), **facts)
    assert line(client, table.get_absolute_url()) == said
    assert line(Client(), table.get_absolute_url()) == said
    if table.visibility == "open":
        in_short = "Rated" if said == RATED else said
        assert line(Client(), "/tables/?fragment", ".table-rated") == in_short


def test_who_sits_there_makes_a_difference(client: Client) -> None:
    table = open_table(services.create_guest(now=NOW, name="CalmOwl"))
    assert line(client, table.get_absolute_url()) == GUEST
    table = open_table(make_user("ben"), seats=3)
    seating.add_computer(lobby_id=table.pk, user=table.host, level="easy", now=NOW)  # type: ignore[arg-type]
    assert line(client, table.get_absolute_url()) == COMPUTER


def test_the_form_of_a_table_says_it_and_follows_what_is_chosen(client: Client) -> None:
    assert line(client, "/tables/new/tilekingdom/") == RATED
    assert line(client, "/tables/new/counting_tiles/") == "Not rated: you play on your own"
    assert line(Client(), "/tables/new/tilekingdom/") == GUEST

    form = client.get("/tables/new/tilekingdom/").context["form"]
    usual = {bound.html_name: bound.value() for bound in form if bound.value() is not False}

    def told(**chosen: Any) -> str:
        found: str = client.get("/tables/new/tilekingdom/rated", usual | chosen).json()["rated"]
        return found

    assert told() == RATED
    assert told(option_subjects=6) == SUBJECTS
    assert told(option_subjects="many") == ""
    private = {"pace": "correspondence", "clock": "no_clock", "visibility": "private"}
    assert told(**private) == NO_CLOCK
    assert client.get("/tables/new/chess/rated").status_code == 404


def test_a_league_says_it_with_what_is_agreed_at_its_tables() -> None:
    row = open_table(make_user("ben"), options={"subjects": 6})  # a league has the same columns
    label, value, _differs = table_in_words(row)[0]
    assert (str(label), str(value)) == ("Ratings", SUBJECTS)


def test_an_invitation_and_a_rematch_say_it(anna: User) -> None:
    ben, facts = make_user("ben"), {"options": {"subjects": 6}}
    match = make_match(anna, ben, **facts)  # type: ignore[arg-type]
    play.resign(match_id=match.pk, player=0, now=NOW)
    opening.offer_rematch(match_id=match.pk, user=anna, now=NOW)
    notice = Notification.objects.get(kind="table", user=ben)
    mail = mails.rematch_mail(notice, NOW)
    assert isinstance(mail, Mail)
    assert f"{SUBJECTS}." in mail.text
    Lobby.objects.update(options={})
    mail = mails.rematch_mail(notice, NOW)
    assert isinstance(mail, Mail)
    assert "Rated." in mail.text
