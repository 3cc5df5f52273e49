"""Mail programs and their guards open every link they see: looking changes nothing at all.

What a link does, it does once, by its button, for one person in one position.
"""

import random
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.core import mail
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts.edge import tokens
from accounts.notices import outbox as notifications
from accounts.notices.kinds import KINDS
from accounts.notices.models import NoticeChoices
from accounts.notices.preferences import choosing
from accounts.rest.models import HolidayRow
from accounts.trust import friends, reports
from accounts.trust.apps import MODERATORS
from accounts.trust.models import Measure
from accounts.users.models import User
from config.hosting.backups import alarm
from games.core.clock import Pace
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading, sweeps
from games.matches.between import prepared
from games.matches.models import Match, Seat
from games.matches.post import inbound, tickets
from games.matches.post.tickets import Place
from lobby.leagues.acts import organisers as organising
from lobby.leagues.acts import players as services_of_leagues
from lobby.leagues.acts import substitutes
from lobby.records.models import Trophy
from lobby.tables.acts import opening
from tests.conftest import Build
from tests.factories import NOW, forget, make_match, make_user, seconds
from tests.games.matches.post.conftest import mail_of
from tests.games.words.loaded import load_words
from tests.games.words.people import accept
from tests.lobby.leagues import site
from tests.size import runs

pytestmark = pytest.mark.django_db

DAY = 86_400
SITE = "http://localhost:8000"
TIMES = runs(10, quick=2)
NEVER_MAILED = {"edition", "push_test"}
# What a look leaves behind: that somebody looked.
TRACES = {"sessions.Session", "rest.ActiveDay"}
TURN = re.compile(r"/turn/[a-z0-9]+/")


@pytest.fixture(autouse=True)
def _no_end_of_mails(monkeypatch: pytest.MonkeyPatch, small_pictures: None) -> None:
    make = User.objects.create_user

    def make_keen(*args: Any, **facts: Any) -> User:
        user = make(*args, **facts)
        NoticeChoices.objects.create(user=user, mails_per_day=500)
        return user

    monkeypatch.setattr(User.objects, "create_user", make_keen)


def slow(*people: User, now: datetime, **more: Any) -> Match:
    match = make_match(*people, pace=Pace.CORRESPONDENCE, budget=DAY, now=now, **more)
    Seat.objects.filter(match=match).update(present_until=None)
    return match


def asked(match: Match, *, count: int = 1, now: datetime) -> list[str]:
    """Let the player who waits prepare turns they want to be asked about, and then be to move."""
    loaded = reading.load(match_id=match.pk)
    player = 1 - match.to_move
    view = loaded.rules.foresee(loaded.rules.observation(loaded.state, player), player)
    found = []
    for action in loaded.rules.legal_actions(view):
        if len(found) == count:
            break
        play.prepare_turn(
            match_id=match.pk, player=player, action=loaded.rules.encode_action(action),
            condition="ask", repeat=False, ply=match.ply, now=now,
        )  # fmt: skip
        found.append(loaded.rules.action_text(view, action))
    return found


def play_far(match: Match, *, now: datetime) -> None:
    """Play the last of the legal actions, away from what the other has prepared."""
    rules = reading.rules_of(match)
    actions = list(rules.legal_actions(rules.decode_state(match.state)))
    for action in reversed(actions):
        play.submit(
            match_id=match.pk, player=match.to_move, action=rules.encode_action(action),
            expected_ply=match.ply, now=now,
        )  # fmt: skip
        break
    match.refresh_from_db()


def deliver(now: datetime) -> None:
    while notifications.deliver(now=now):
        pass


def owe(user: User, kind: str, ref: dict[str, Any], now: datetime) -> None:
    notifications.schedule(
        user_id=user.pk, kind=kind, key=f"{kind}:{user.pk}:{ref}", ref=ref, due_at=now
    )


def every_mail(client: Client) -> None:
    """Have a mail of every kind sent, each while it has something to tell."""
    now = timezone.now()
    anna, ben, carl, dora = (make_user(name) for name in ("alma", "bert", "carl", "dora"))
    chess = slow(anna, ben, now=now, options={"mode": "chess"})
    asked(chess, count=3, now=now)
    play_far(chess, now=now)
    play.offer(match_id=chess.pk, player=0, kind="draw", ply=chess.ply, now=now)
    ref = {"match": chess.pk, "ply": chess.ply, "player": 1}
    owe(ben, "reminder", ref, now)
    owe(ben, "last", ref, now)
    over = slow(carl, dora, now=now)
    play.resign(match_id=over.pk, player=0, now=now)
    lobby = opening.offer_rematch(match_id=over.pk, user=carl, now=now)
    owe(dora, "invitation", {"lobby": lobby.pk, "by": "carl"}, now)
    began = now - seconds(DAY + 120)
    agreement = Agreement(on_timeout=OnTimeout.EASY, asks_substitutes=True)
    held = slow(*(make_user() for _ in range(3)), now=began, agreement=agreement)
    sweeps.sweep_deadlines(now=now - seconds(60))
    play.choose_listings(user_id=dora.pk, games=["tilekingdom"], now=now)
    play.resign(match_id=held.pk, player=2, now=now)
    sweeps.sweep_vacancies(now=now)
    friends.ask(user=anna, friend=carl, now=now)
    judge = make_user("judge")
    judge.groups.add(Group.objects.get(name=MODERATORS))
    case = reports.report(
        reporter=anna, about=carl, about_name="carl", reason="insult", words="", place="x",
        path=chess.get_absolute_url(), line=1, lines=[], now=now,
    )  # fmt: skip
    reports.decide(
        report_id=case.pk, moderator=judge, measure=Measure.SILENCE, days=3, reason="Rude.", now=now
    )
    owe(carl, "again", {}, now)
    away = HolidayRow.objects.create(
        user=anna, booked_at=now, from_at=now, until_at=now + timedelta(days=2), by_itself=True
    )
    owe(anna, "holiday", {"holiday": away.pk}, now)
    owe(anna, "away", {"lobby": lobby.pk, "game": lobby.game}, now)
    first = Trophy.objects.create(user=dora, kind="first", match=over, at=now)
    choosing.choose_channels(user_id=dora.pk, wishes={("trophy", "mail"): True})
    owe(dora, "trophy", {"trophy": first.pk}, now)
    deliver(now + seconds(300))
    address = tickets.move_address(Place(ben.pk, chess.pk, 1, chess.ply))
    inbound.handle(mail_of("what?", **{"from": ben.email}), now=now, to=[address])
    client.post("/accounts/password/reset/", {"email": anna.email})
    client.post("/accounts/login/code/", {"email": anna.email})


def mails_of_a_league() -> None:
    """Have a league begin, lose two players, ask for a substitute, rule and announce."""
    organiser, eager = make_user(), make_user()
    season, users = site.begin(site.season_of(site.found(organiser)), 4)
    now = season.starts_at
    substitutes.offer(season_id=season.pk, user=eager, now=now)
    services_of_leagues.leave(season_id=season.pk, user=users[0], now=now)
    organising.remove(
        season_id=season.pk, user=organiser, reason="They asked us to.", now=now,
        entrant_id=season.entrants.get(user=users[1]).pk,
    )  # fmt: skip
    organising.announce(
        league_id=season.league_id, user=organiser, text="Good luck to all.", now=now
    )
    site.run(season, now)
    deliver(now + seconds(300))
    mail.outbox[:] = {each.subject: each for each in mail.outbox}.values()  # one of each is enough


def mails_of_moderation() -> None:
    """Have a word proposed and let in."""
    load_words(["cat", "mouse"])
    accept("add", "zyx", "broad")
    deliver(NOW + seconds(300))


def mails_of_backups() -> None:
    """Have no backup prove good for more than a week."""
    alarm.owe(make_user("host", is_staff=True, is_superuser=True), make_user, NOW)
    deliver(NOW + seconds(300))


def kinds_told() -> set[str]:
    return set(notifications_sent().values_list("notification__kind", flat=True))


def notifications_sent() -> Any:
    return apps.get_model("notices.Delivery").objects.filter(channel="mail", status="sent")


def links() -> set[tuple[str, str]]:
    """Return all addresses that the mails name, each with the person it was sent to."""
    found = set()
    for sent in mail.outbox:
        whole = sent.message().as_string()
        texts = [str(sent.body), *(str(part[0]) for part in sent.alternatives), whole]
        for text in texts:
            for link in re.findall(rf"{SITE}(/[^\s\"'<>]*)", text.replace("=\n", "")):
                found.add((sent.to[0], link.replace("&amp;", "&")))
    return found


def rows() -> dict[str, list[Any]]:
    """Return all that the database keeps but for the traces of a look."""
    models = [one for one in apps.get_models() if one._meta.label not in TRACES]
    return {one._meta.label: rows_of(one) for one in models}


def rows_of(model: type[Model]) -> list[Any]:
    return list(model._default_manager.order_by("pk").values_list())


@pytest.mark.slow
def test_looking_at_every_link_of_every_mail_changes_nothing() -> None:
    client = Client()
    mails_of_a_league()
    mails_of_moderation()
    mails_of_backups()
    every_mail(client)
    assert KINDS.keys() - kinds_told() == NEVER_MAILED
    found = links()
    assert sum(bool(TURN.fullmatch(link)) for _, link in found) >= 3
    Seat.objects.update(present_until=None)
    before = rows()
    statuses = set()
    for link, address in {link: address for address, link in sorted(found)}.items():
        owner = Client()
        owner.force_login(User.objects.get(email=address))
        before["users.User"] = rows_of(User)  # that they signed in
        for _ in range(TIMES):
            statuses |= {client.get(link).status_code, owner.get(link).status_code}
            client.head(link)
    assert rows() == before
    assert statuses <= {200, 302}


@pytest.fixture(scope="module")
def begun(lasting: Build) -> int:
    return lasting(begin_chess)


def begin_chess() -> int:
    now = timezone.now() - seconds(600)
    anna, ben = make_user("anna"), make_user("ben")
    for user in (anna, ben):
        NoticeChoices.objects.get_or_create(user=user, defaults={"mails_per_day": 500})
    match = slow(anna, ben, now=now, options={"mode": "chess"})
    asked(match, count=2, now=now)
    play_far(match, now=now)
    return match.pk


@pytest.fixture
def chess(begun: int, db: None) -> Match:
    """Ben is to move, and has prepared two turns to be asked about."""
    match = Match.objects.get(pk=begun)
    forget(match)
    return match


def turn_links(match: Match) -> list[str]:
    deliver(timezone.now())
    return list(dict.fromkeys(link for sent in mail.outbox for link in TURN.findall(sent.body)))


def test_the_button_plays_once(chess: Match, client: Client) -> None:
    first, second = turn_links(chess)
    (sent,) = mail.outbox
    rows = reading.load(match_id=chess.pk).prepared
    loaded = reading.load(match_id=chess.pk)
    seen, action = loaded.rules.observation(loaded.state, 1), loaded.rules.decode_action
    words = [str(loaded.rules.action_in_words(seen, action(row.action))) for row in rows]
    assert words[0] != rows[0].text
    assert [
        f"Play \N{LEFT DOUBLE QUOTATION MARK}{one}\N{RIGHT DOUBLE QUOTATION MARK}:" in sent.body
        for one in words
    ] == [True, True]
    page = client.get(first)
    assert page.status_code == 200
    assert f"<strong>{words[0]}</strong>" in page.content.decode()
    assert rows[0].text not in page.content.decode()
    assert page.content.decode().count("data:image/svg+xml;base64,") == 2
    played = client.post(first)
    assert (played.status_code, f"<strong>{words[0]}</strong>" in played.content.decode()) == (
        200,
        True,
    )
    for link in (first, second, first):
        replayed = client.post(link)
        assert (replayed.status_code, b"That turn is over" in replayed.content) == (409, True)
        assert client.get(link).status_code == 200
    assert [one.text for one in reading.moves(match_id=chess.pk)][1:] == [rows[0].text]
    left = reading.load(match_id=chess.pk).prepared
    assert [row.text for row in left] == [rows[1].text]  # what was played is asked no more


def test_whoever_is_signed_in_goes_on_to_the_table(chess: Match, client: Client) -> None:
    client.force_login(User.objects.get(username="ben"))
    answer = client.post(turn_links(chess)[0])
    assert (answer.status_code, answer["Location"]) == (302, chess.get_absolute_url())


def test_a_link_of_one_turn_is_dead_in_the_next(chess: Match, client: Client) -> None:
    """The same position, the same player, the same turn prepared: another ply."""
    (old, _), now = turn_links(chess), timezone.now()
    play_far(chess, now=now)
    play_far(chess, now=now)
    assert chess.to_move == 1
    before = len(reading.moves(match_id=chess.pk))
    assert client.post(old).status_code == 409
    assert b"That turn is over" in client.get(old).content
    assert len(reading.moves(match_id=chess.pk)) == before


def test_what_was_taken_off_the_list_is_not_played(chess: Match, client: Client) -> None:
    """Numbers of prepared turns are used again: a link means the turn that it names."""
    now = timezone.now()
    _, link = turn_links(chess)
    row = reading.load(match_id=chess.pk).prepared[1]
    play.drop_prepared(match_id=chess.pk, player=1, number=row.number, now=now)
    assert b"You've removed this turn" in client.get(link).content
    assert client.post(link).status_code == 409


def test_whoever_has_left_no_longer_plays(chess: Match, client: Client) -> None:
    link = turn_links(chess)[0]
    User.objects.filter(username="ben").update(is_active=False)
    assert client.post(link).status_code == 409
    assert b"This seat is no longer yours" in client.get(link).content


def test_a_prepared_turn_that_is_asked_about_is_not_played_by_itself(chess: Match) -> None:
    chess.refresh_from_db()
    assert (chess.ply, chess.to_move) == (1, 1)
    loaded = reading.load(match_id=chess.pk)
    seen = loaded.rules.observation(loaded.state, 1)
    assert len(prepared.offered(loaded.prepared, loaded.rules, seen, 1)) == 2


def test_no_changed_token_is_accepted(chess: Match, client: Client) -> None:
    """Many of them, of every purpose, with one or more letters changed."""
    ben = User.objects.get(username="ben")
    place = Place(ben.pk, chess.pk, 1, chess.ply)
    ticket = turn_links(chess)[0].split("/")[2]
    readers: list[tuple[str, Any]] = [
        (ticket, tickets.read_turn),
        (tickets.move_address(place), tickets.read_move),
        (tickets.offer_address(place, "draw"), tickets.read_offer),
        (
            tokens.sign_act(user_id=ben.pk, act="seat", about=chess.pk),
            lambda token: tokens.read_act(token, act="seat"),
        ),
        (tokens.sign_unsubscribe(user_id=ben.pk, kind="turn"), tokens.read_unsubscribe),
    ]
    rng, accepted = random.Random(5), []
    for number in range(runs(10_000, quick=100)):
        good, reads = readers[number % len(readers)]
        bad = changed(good, rng)
        try:
            reads(bad)
        except tokens.BadToken:
            continue
        accepted.append(bad)
    assert accepted == []
    before = rows()
    for _ in range(50):
        assert client.post(f"/turn/{changed(ticket, rng)}/").status_code == 404
    assert rows() == before


def changed(good: str, rng: random.Random) -> str:
    """Return a token with letters put in, taken out, or replaced: another one in any case."""
    letters = list(good)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(good.split("@")[0]) - 1)
        match rng.randrange(3):
            case 0:
                letters[place] = rng.choice("abcdefghijklmnopqrstuvwxyz234567.-_=+%")
            case 1:
                letters.insert(place, rng.choice("abcdefghijklmnopqrstuvwxyz234567"))
            case _:
                letters[place], letters[place + 1] = letters[place + 1], letters[place]
    bad = "".join(letters)
    return bad if bad.lower() != good.lower() else changed(good, rng)


# --- Whose site it is -----------------------------------------------------------------------------

EVIL = "evil.example"
FORGED: list[dict[str, str]] = [
    {"HTTP_HOST": EVIL},
    {"HTTP_HOST": f"{EVIL}:80"},
    {"HTTP_HOST": f"localhost.{EVIL}"},
    {"HTTP_HOST": f"localhost@{EVIL}"},
    {"HTTP_HOST": f"localhost:8000@{EVIL}"},
    {"HTTP_HOST": f"{EVIL}#localhost"},
    {"HTTP_HOST": f"{EVIL}/localhost"},
    {"HTTP_HOST": f"localhost, {EVIL}"},
    {"HTTP_HOST": f"localhost {EVIL}"},
    {"HTTP_HOST": "xn--evil-9ja.example"},
    {"HTTP_HOST": "\u0435vil.example"},
    {"HTTP_HOST": "[::ffff:6.6.6.6]:8000"},
    {"HTTP_HOST": "6.6.6.6"},
    {"HTTP_HOST": ""},
    {"HTTP_X_FORWARDED_HOST": EVIL},
    {"HTTP_X_FORWARDED_HOST": f"{EVIL}, localhost"},
    {"HTTP_X_FORWARDED_SERVER": EVIL},
    {"HTTP_X_HOST": EVIL},
    {"HTTP_FORWARDED": f"host={EVIL};proto=https"},
    {"HTTP_X_ORIGINAL_URL": f"http://{EVIL}/"},
    {"HTTP_X_REWRITE_URL": f"http://{EVIL}/"},
    {"HTTP_ORIGIN": f"http://{EVIL}", "HTTP_REFERER": f"http://{EVIL}/"},
    {"SERVER_NAME": EVIL, "HTTP_HOST": "localhost:8000"},
    {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_PORT": "6666"},
]


@pytest.mark.slow
@pytest.mark.parametrize("headers", FORGED, ids=str)
def test_no_mail_names_a_host_that_a_request_claims(
    headers: dict[str, str], chess: Match, client: Client
) -> None:
    """Mails that a request asks for, and mails that follow a move it makes."""
    assert len(FORGED) >= 20
    mail.outbox.clear()
    anna = User.objects.get(username="anna")
    for path in ("/accounts/password/reset/", "/accounts/login/code/"):
        client.post(path, {"email": anna.email}, **headers)
    client.force_login(User.objects.get(username="ben"))
    client.post(f"{chess.get_absolute_url()}resign", **headers)
    deliver(timezone.now() + seconds(600))
    for sent in mail.outbox:
        whole = sent.message().as_string()
        hosts = set(re.findall(r"https?://([^/\s\"'<>=]+)", whole))
        assert hosts <= {"localhost:8000"}
        # None of these can be in an encoded picture or the boundary of a part.
        assert not re.search(r"vil\.example|evil-|6\.6\.6\.6|:6666", whole)


def test_a_mail_does_follow_such_a_request(chess: Match, client: Client) -> None:
    """Or the test above would look at nothing."""
    mail.outbox.clear()
    client.force_login(User.objects.get(username="ben"))
    forged = {"HTTP_X_FORWARDED_HOST": EVIL}
    client.post("/accounts/password/reset/", {"email": "anna@example.org"}, **forged)
    client.post(f"{chess.get_absolute_url()}resign", **forged)
    deliver(timezone.now() + seconds(600))
    assert len(mail.outbox) >= 2
