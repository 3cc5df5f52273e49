"""No log shows what acts without a login: links, invitations, sessions, addresses to answer."""

import logging
import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.log import log_response
from uvicorn.logging import AccessFormatter

from accounts.edge import reply_addresses, tokens
from accounts.users.models import User
from config.processes import tracing
from config.processes.logs import HIDDEN, Rarely, hide
from games.matches.post import tickets
from games.matches.post.tickets import Place
from tests.games.matches.pages.strange.addresses import Address, every

SECRET = "q7w8e9r0t1y2u3i4o5p6"
# Names of the parts of addresses that are secrets, or people's names.
BEARING = {"token", "key", "uidb36", "code", "username"}
# Nobody else is let in by these.
FOR_ADMINISTRATORS = {
    "mail-sample", "mail-sample-page", "outbox-mail", "outbox-page", "outbox-picture",
}  # fmt: skip
BEARERS = [one for one in every() if BEARING & {*one.parts} and one.name not in FOR_ADMINISTRATORS]


def bearing(address: Address, secret: str) -> str:
    """Return the address with that in place of a secret or a name."""
    return address.at(tuple(secret if part in BEARING else "ask" for part in address.parts))


class Kept(logging.Handler):
    """Writes what it gets as the site's own handler does, and keeps it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def log() -> Iterator[Kept]:
    """All that is logged, at any level."""
    kept, root = Kept(), logging.getLogger()
    level = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    yield kept
    root.removeHandler(kept)
    root.setLevel(level)


def test_there_are_such_addresses() -> None:
    assert {"seat-back", "turn-prepared", "vacancy-call", "unsubscribe", "calendar-feed"} <= {
        one.name for one in BEARERS
    }


def test_a_refusal_is_logged_in_a_line(client: Client, log: Kept) -> None:
    assert client.get("/health/live", headers={"host": "evil.example"}).status_code == 400
    assert "Invalid HTTP_HOST header: 'evil.example'" in log.text
    assert "Traceback" not in log.text


@pytest.mark.parametrize("address", BEARERS, ids=lambda one: one.template)
def test_a_link_that_acts_without_a_login_is_hidden(address: Address) -> None:
    """Add a new one to ``config.processes.logs``."""
    path = bearing(address, SECRET)
    back = f"/accounts/login/?next={quote(path, safe='')}"
    twice = f"/accounts/signup/?next={quote(back, safe='')}"
    asked = f'"GET {path} HTTP/1.1" 200'
    for said in (path, f"{path}?next=/", f"Not Found: {path}", asked, back, twice):
        assert SECRET not in hide(said)
        assert HIDDEN in hide(said)


@pytest.mark.parametrize(
    "said",
    [
        "/match/q7w8e9r0t1y2/", "/tables/", "/tables/new/upwords/", "/tables/code/",
        "/accounts/password/reset/key/done/", "/calendar/", "/learn/upwords/1/try",
        'File "/srv/tiles/games/matches/play/turns.py", line 7',
        "match 7: its clock could not move",
    ],
)  # fmt: skip
def test_everything_else_is_logged(said: str) -> None:
    assert hide(said) == said


def test_what_mails_and_browsers_carry_is_hidden(settings: object) -> None:
    settings.REPLY_HOST = "play.example"  # type: ignore[attr-defined]
    place = Place(1, 2, 0, 3)
    for address in (
        tickets.move_address(place), tickets.offer_address(place, "draw"),
        reply_addresses.bounce_address(1),
    ):  # fmt: skip
        assert re.fullmatch(r"refused: \w+\+\[hidden\]@play.example", hide(f"refused: {address}"))
    assert hide(f"Cookie: theme=dark; session={SECRET}; csrf={SECRET}") == (
        "Cookie: theme=dark; session=[hidden]; csrf=[hidden]"
    )
    assert hide("Not Found: /people/anna/") == "Not Found: /people/[hidden]/"
    assert hide("GET /people/reports/3/, people/profile.html") == (
        "GET /people/reports/3/, people/profile.html"
    )
    assert hide(f"/leagues/tuesday/?code={SECRET}&x=1") == "/leagues/tuesday/?code=[hidden]&x=1"


@pytest.fixture
def link() -> str:
    return f"/seat/{tokens.sign_act(user_id=1, act='seat', about=1)}/"


@pytest.mark.django_db
def test_django_logs_no_link(log: Kept, link: str, client: Client) -> None:
    secret = link.split("/")[2]
    logging.getLogger("django.request").setLevel(logging.DEBUG)
    strict = Client(enforce_csrf_checks=True)
    strict.post(link)  # a forged request is a warning
    client.get(f"{link}more")
    answer = client.get("/health/live")
    answer.status_code = 500
    log_response("Internal Server Error: %s", link, response=answer, request=answer.wsgi_request)
    assert (secret in log.text, log.text.count(f"/seat/{HIDDEN}/")) == (False, 3)
    logging.getLogger("django.request").setLevel(logging.ERROR)


@pytest.mark.parametrize("name", ["celery.worker", "celery.beat", "asyncio", "mail.log", "games"])
def test_no_logger_writes_a_link(log: Kept, link: str, name: str) -> None:
    secret, logger = link.split("/")[2], logging.getLogger(name)
    logger.error("it failed at %s", link)
    logger.error("it failed at %(path)s", {"path": link})
    logger.error("it failed: %r", ValueError(link))
    logger.error("it failed at " + link)  # noqa: G003 - as others may
    try:
        raise ValueError(link)
    except ValueError:
        logger.exception("it failed")
    ours = [line for line in log.lines if "it failed" in line]
    assert (len(ours), secret in log.text) == (5, False)
    assert all(HIDDEN in line for line in ours)


def test_the_servers_request_log_shows_no_link(link: str) -> None:
    record = logging.getLogger("uvicorn.access").makeRecord(
        "uvicorn.access", logging.INFO, "", 0, '%s - "%s %s HTTP/%s" %d',
        ("1.2.3.4:5", "GET", link, "1.1", 200), None,
    )  # fmt: skip
    line = AccessFormatter('%(client_addr)s "%(request_line)s" %(status_code)s').format(record)
    assert line == f'1.2.3.4:5 "GET /seat/{HIDDEN}/ HTTP/1.1" 200 OK'


@pytest.mark.django_db
def test_the_database_logs_no_values(log: Kept) -> None:
    """The text of its errors shows what is there already."""
    User.objects.create_user("anna", "anna@example.org")
    try:
        with transaction.atomic():
            User.objects.create_user("ANNA", "other@example.org")
    except IntegrityError:
        logging.getLogger("games").exception("it failed")
    assert ("Key (upper(username" in log.text, "=(ANNA)" in log.text) == (True, False)


def test_what_is_logged_wrongly_is_left_alone() -> None:
    record = logging.getLogRecordFactory()("x", logging.INFO, "", 0, "%s %s", ("one",), None)
    assert (record.msg, record.args) == ("%s %s", ("one",))


def test_what_comes_again_and_again_is_told_once_a_minute(log: Kept) -> None:
    tracing.begin_task("")  # no mark of another test
    log.addFilter(Rarely())
    log.setFormatter(logging.Formatter("{message}{trace}", style="{"))
    logger = logging.getLogger("tilepost.test")

    def lose(at: float, what: str) -> None:
        try:
            raise ConnectionError(what)
        except ConnectionError as error:
            record = logger.makeRecord(
                "tilepost.test", logging.ERROR, __file__, 1, "a socket failed", (),
                (ConnectionError, error, error.__traceback__),
            )  # fmt: skip
            record.created = at
            logger.handle(record)

    for number in range(143):
        lose(1000.0 + number / 10, "the database has gone")
    assert len([line for line in log.lines if "a socket failed" in line]) == 1
    assert "the database has gone" in log.text  # the first cause
    logger.warning("something else")
    logger.info("a request")
    logger.info("a request")
    assert log.lines[1:] == ["something else", "a request", "a request"]
    lose(1060.1, "the database has gone")
    assert log.lines[-1].startswith("a socket failed [and 142 times more since then]")
    lose(1060.2, "the database has gone")
    assert len(log.lines) == 5
