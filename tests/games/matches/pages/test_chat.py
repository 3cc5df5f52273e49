"""What players say at a table: who reads it, who may say what, and what becomes of it."""

import json
import threading
import unicodedata
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.trust import blocking, reports
from accounts.trust.models import Measure, Report
from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import IllegalAction, Refusal
from games.matches import play
from games.matches.models import ChatLine, ChatMark, Match
from games.matches.pages import talk
from games.matches.talk import chat, conduct
from games.matches.talk.chat import Silent, TooFast
from lobby.home.reading import my_matches
from tests.factories import NOW, frame_of, make_match, make_user, move, seconds

pytestmark = pytest.mark.django_db
SAID = "Grüße aus dem Wald"


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def ben() -> User:
    return make_user("ben")


@pytest.fixture
def match(anna: User, ben: User) -> Match:
    return make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=86400)


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def say(
    match: Match, user: User, text: Any = SAID, *, at: float = 0, cmd: UUID | None = None
) -> Any:
    return chat.say(
        match_id=match.pk, user=user, text=text, cmd_id=cmd or uuid4(), now=NOW + seconds(at)
    )


def heard(match: Match, user: User) -> list[str]:
    return [line["text"] for line in chat.view(match_id=match.pk, user=user, now=NOW)["lines"]]


def post(client: Client, match: Match, path: str, data: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(
        f"/match/{match.public_id}/chat{path}", json.dumps(data), content_type="application/json"
    )
    return answer.status_code, answer.json()


# --- Who reads it ---------------------------------------------------------------------------------


def test_players_read_what_players_say(match: Match, anna: User, ben: User) -> None:
    status, told = post(browser(anna), match, "", {"text": SAID, "cmd_id": str(uuid4())})
    assert (status, told) == (200, {"ok": True})
    seen = browser(ben).get(f"/match/{match.public_id}/chat")
    assert seen["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    (line,) = seen.json()["lines"]
    assert (line["name"], line["text"], line["mine"]) == ("anna", SAID, False)
    assert seen.json()["names"] == [[0, "anna"]]


def everything(match: Match, client: Client) -> bytes:
    """Return all that the site tells somebody of a match."""
    table = f"/match/{match.public_id}/"
    papers = ("replay/", "replay/positions?from=0&count=9", "game.json", "game.txt", "fairness/")
    urls = ["", "view", "chat", *papers, "prepared"]
    lists = ["/", "/my-games/", "/people/", "/people/anna/", "/tables/", "/people/reports/"]
    return b"".join(client.get(url).content for url in [*(table + url for url in urls), *lists])


def test_nobody_else_reads_any_of_it(match: Match, anna: User) -> None:
    other = make_match(make_user("carl"), make_user("dora"))
    say(match, anna)
    staff = make_user("host", is_staff=True)
    viewers = [None, User.objects.get(username="carl"), staff]
    for user in viewers:
        client = browser(user)
        assert SAID.encode() not in everything(match, client)
        assert client.get(f"/match/{match.public_id}/chat").status_code == 403
        for path, data in (
            ("", {"text": "Hello", "cmd_id": str(uuid4())}),
            ("/read", {"line": 1}),
            ("/report", {"line": ChatLine.objects.get().pk, "reason": "spam"}),
            ("/mute", {"player": 0, "on": True}),
        ):
            assert post(client, match, path, data)[0] == 403
        frame = frame_of(match, user and user.pk)
        assert SAID not in frame
    assert ChatLine.objects.count() == 1
    assert not Report.objects.exists()
    assert SAID.encode() not in everything(other, browser(anna))


def test_no_frame_or_file_tells_even_the_players(match: Match, anna: User) -> None:
    """Everyone asks for their own lines, by one address only."""
    say(match, anna)
    page = everything(match, browser(anna))
    assert page.count(SAID.encode()) == 0
    assert json.dumps(SAID)[1:-1].encode() in page
    frame = frame_of(match, anna.pk)
    assert json.dumps(SAID)[1:-1] not in frame


def test_whoever_has_left_a_running_match_no_longer_reads_the_talk() -> None:
    people = [make_user(name) for name in ("ada", "bob", "cy")]
    match = make_match(*people)
    say(match, people[0])
    play.resign(match_id=match.pk, player=2, now=NOW)
    with pytest.raises(Refusal, match="You don't have a seat at this table"):
        chat.view(match_id=match.pk, user=people[2], now=NOW)
    assert heard(match, people[1]) == [SAID]


def test_alone_and_against_computers_nobody_talks(anna: User) -> None:
    for others in (["easy"], ["easy", "hard"]):
        match = make_match(anna, *others)
        with pytest.raises(Refusal, match="There's no one else at this table"):
            say(match, anna)
        page = browser(anna).get(match.get_absolute_url()).content
        assert b"Table talk" not in page


def test_the_page_has_a_place_for_it_for_players_only(match: Match, anna: User) -> None:
    assert b"Table talk" in browser(anna).get(match.get_absolute_url()).content
    assert b"Table talk" not in browser().get(match.get_absolute_url()).content


# --- What may be said -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  two   words ", "two words"),
        ("<b>bold</b> &amp; https://example.org", "<b>bold</b> &amp; https://example.org"),
        ("e\u0301", "\u00e9"),
        ("👩\u200d🚀 שלום", "👩\u200d🚀 שלום"),
        ("\U0001fa77", "\U0001fa77"),  # newer than some Pythons
        ("x" * 500, "x" * 500),
    ],
)
def test_a_line_is_text_on_one_line(match: Match, anna: User, text: str, kept: str) -> None:
    assert say(match, anna, text).text == kept
    assert unicodedata.is_normalized("NFC", kept)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "x" * 501, "a\0b", "a\x1b[31m", "\ud800", "a\ud83d", "a\nb", "\u202eabc", "\uffff",
     None, 5, ["a"], {"a": 1}],
)  # fmt: skip
def test_what_is_no_such_line_is_refused(match: Match, anna: User, text: Any) -> None:
    with pytest.raises(IllegalAction):
        say(match, anna, text)
    status, told = post(browser(anna), match, "", {"text": text, "cmd_id": str(uuid4())})
    assert (status, told["ok"]) == (422, False)
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize(
    "data",
    [{}, [], 5, {"text": "a"}, {"cmd_id": str(UUID(int=1))}, {"text": "a", "cmd_id": "1"},
     {"text": "a", "phrase": "hello", "cmd_id": str(UUID(int=1))},
     {"phrase": "Hello!", "cmd_id": str(UUID(int=1))}, {"phrase": [], "cmd_id": str(UUID(int=1))},
     {"text": "a", "cmd_id": str(UUID(int=1)), "name": "ben"}],
)  # fmt: skip
def test_what_cannot_be_read_changes_nothing(match: Match, anna: User, data: Any) -> None:
    assert post(browser(anna), match, "", data)[0] == 422
    assert not ChatLine.objects.exists()


def test_guests_say_ready_phrases_only(anna: User) -> None:
    guest = make_user("guest-bcdfg", is_guest=True)
    match = make_match(anna, guest)
    with pytest.raises(Silent, match="Guests can choose"):
        say(match, guest)
    chat.say(match_id=match.pk, user=guest, phrase="game", cmd_id=uuid4(), now=NOW)
    assert heard(match, anna) == ["Good game!"]
    assert chat.view(match_id=match.pk, user=guest, now=NOW)["free"] is False


def test_so_do_those_whose_address_is_not_confirmed(
    match: Match, anna: User, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    with pytest.raises(Silent, match="Confirm"):
        say(match, anna)
    anna.emailaddress_set.create(email=anna.email, verified=True, primary=True)
    assert say(match, anna).text == SAID


def test_five_lines_in_ten_seconds_at_all_tables(match: Match, anna: User, ben: User) -> None:
    other = make_match(anna, ben)
    for number in range(5):
        say([match, other][number % 2], anna, at=number)
    with pytest.raises(TooFast):
        say(other, anna, at=9.9)
    assert say(match, ben, at=9.9).user == ben
    assert say(match, anna, at=10).user == anna


def test_the_same_wish_is_one_line(match: Match, anna: User, ben: User) -> None:
    cmd = uuid4()
    first = say(match, anna, cmd=cmd)
    for number in range(9):
        assert say(match, anna, cmd=cmd, at=number) == first
    assert say(match, ben, cmd=cmd) != first  # another's is another
    assert ChatLine.objects.count() == 2


def test_whoever_writes_too_fast_reads_so(match: Match, anna: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(talk, "read_clock", lambda: NOW)
    client = browser(anna)
    told = [post(client, match, "", {"phrase": "bye", "cmd_id": str(uuid4())}) for _ in range(6)]
    assert [status for status, _ in told] == [200] * 5 + [429]
    assert told[5][1]["error"] == "too_often"


@pytest.mark.django_db(transaction=True)
def test_nobody_gets_past_the_limit_by_being_quick(anna: User, ben: User) -> None:
    match = make_match(anna, ben)
    together, refused = threading.Barrier(8), []

    def speak() -> None:
        together.wait()
        try:
            say(match, anna)
        except TooFast:
            refused.append(1)
        connection.close()

    threads = [threading.Thread(target=speak) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (ChatLine.objects.count(), len(refused)) == (5, 3)


# --- Reading on, muting, blocking -----------------------------------------------------------------


def unread(match: Match, user: User) -> int:
    return chat.unread(user_id=user.pk, match_ids=[match.pk])[match.pk]


def test_what_waits_to_be_read(match: Match, anna: User, ben: User) -> None:
    lines = [say(match, anna, f"line {n}", at=n * 10) for n in range(3)]
    assert (unread(match, ben), unread(match, anna)) == (3, 0)
    chat.mark_read(match_id=match.pk, user=ben, line=lines[1].pk)
    assert unread(match, ben) == 1
    chat.mark_read(match_id=match.pk, user=ben, line=lines[0].pk)  # a late word of an older page
    assert unread(match, ben) == 1
    chat.hide(line=lines[2].pk, now=NOW)
    assert unread(match, ben) == 0
    chat.mark_read(match_id=match.pk, user=ben, line=2**62)  # never beyond what was said
    assert ChatMark.objects.get(user=ben).line == lines[2].pk


def test_my_games_shows_it(match: Match, anna: User, ben: User) -> None:
    say(match, anna)
    (row,) = my_matches(user_id=ben.pk).others
    assert (row.unread, row.noted) == (1, False)
    play.write_note(match_id=match.pk, user_id=ben.pk, text="Mind the road.", now=NOW)
    page = browser(ben).get("/my-games/").content
    assert b"1 new message" in page
    assert b"You have a note here" in page
    assert SAID.encode() not in page
    assert b"1 new message" not in browser(anna).get("/my-games/").content


def test_whoever_is_muted_here_is_read_elsewhere(match: Match, anna: User, ben: User) -> None:
    other = make_match(anna, ben)
    for table in (match, other):
        say(table, anna)
    named = {"match_id": match.pk, "user": ben, "player": 0, "now": NOW}
    chat.mute(**named, everywhere=False, on=True)
    assert (heard(match, ben), heard(other, ben)) == ([], [SAID])
    assert (unread(match, ben), unread(other, ben)) == (0, 1)
    assert chat.view(match_id=match.pk, user=ben, now=NOW)["muted"] == [0]
    assert heard(match, anna) == [SAID]  # who is muted sees no difference
    chat.mute(**named, everywhere=True, on=True)
    assert (heard(match, ben), heard(other, ben)) == ([], [])
    chat.mute(**named, everywhere=False, on=False)
    assert (heard(match, ben), heard(other, ben)) == ([SAID], [SAID])


def test_blocked_people_are_not_read_and_go_on_reading(match: Match, anna: User, ben: User) -> None:
    say(match, anna)
    say(match, ben, "Me too")
    blocking.block(user=ben, other=anna, now=NOW)
    assert heard(match, ben) == ["Me too"]
    assert heard(match, anna) == [SAID, "Me too"]
    assert unread(match, ben) == 0
    assert chat.view(match_id=match.pk, user=anna, now=NOW)["muted"] == []


@pytest.mark.parametrize(
    "data",
    [{"player": 1, "on": True}, {"player": 9, "on": True}, {"player": "0", "on": True},
     {"player": 0}, {"player": 0, "on": 1}, {"player": 0, "on": True, "everywhere": "yes"}, []],
)  # fmt: skip
def test_a_mute_that_makes_no_sense(match: Match, ben: User, data: Any) -> None:
    assert post(browser(ben), match, "/mute", data)[0] in (403, 422)
    assert not ben.mutes.exists()


# --- Reports --------------------------------------------------------------------------------------


def test_a_report_keeps_the_lines_around_it(match: Match, anna: User, ben: User) -> None:
    lines = [say(match, (anna, ben)[n % 2], f"line {n}", at=10 * n) for n in range(30)]
    status, _ = post(browser(ben), match, "/report", {"line": lines[14].pk, "reason": "insult"})
    assert status == 200
    case = Report.objects.get()
    assert [line["text"] for line in case.lines] == [f"line {n}" for n in range(4, 25)]
    assert [line["text"] for line in case.lines if line["reported"]] == ["line 14"]
    assert (case.reporter, case.about, case.path) == (ben, anna, match.get_absolute_url())
    assert case.place == "Tilekingdom: anna, ben"


def test_what_cannot_be_reported(match: Match, anna: User, ben: User) -> None:
    own, foreign = say(match, ben), say(make_match(anna, make_user()), anna)
    client = browser(ben)
    for line in (own.pk, foreign.pk, foreign.pk + 99):
        assert post(client, match, "/report", {"line": line, "reason": "spam"})[0] == 403
    theirs = say(match, anna)
    for facts in ({"reason": "dull"}, {"reason": 5}, {"reason": "spam", "words": 5}, {}):
        assert post(client, match, "/report", {"line": theirs.pk, **facts})[0] in (403, 422)
    assert not Report.objects.exists()


def judge_of(name: str = "judge") -> User:
    return make_user(name, is_superuser=True)


def report(match: Match, line: ChatLine, user: User) -> Report:
    return chat.report(
        match_id=match.pk, user=user, line_id=line.pk, reason="insult", words="", now=NOW
    )


def test_a_moderator_hides_a_line_and_silences_its_author(
    match: Match, anna: User, ben: User
) -> None:
    case = report(match, say(match, anna), ben)
    conduct.decide(
        report_id=case.pk, moderator=judge_of(), measure="silence", days=7, reason="Rude.", now=NOW
    )
    for user in (anna, ben):
        (line,) = chat.view(match_id=match.pk, user=user, now=NOW)["lines"]
        assert (line["text"], line["hidden"]) == ("", True)
    told = chat.view(match_id=match.pk, user=anna, now=NOW)["silent"]
    assert told == {"until": (NOW + timedelta(days=7)).isoformat(), "reason": "Rude."}
    for speech in ({"text": SAID}, {"phrase": "game"}):
        with pytest.raises(Silent):
            chat.say(match_id=match.pk, user=anna, cmd_id=uuid4(), now=NOW + seconds(99), **speech)
    move(match)  # and plays on
    assert say(match, anna, at=7 * 86400).text == SAID


def test_a_refused_decision_hides_nothing(match: Match, anna: User, ben: User) -> None:
    case = report(match, say(match, anna), ben)
    for facts in ({"measure": "silence", "reason": ""}, {"measure": "ban"}, {"measure": "lift"}):
        with pytest.raises(reports.ReportError):
            conduct.decide(
                report_id=case.pk, moderator=judge_of(), days=7, now=NOW, **{"reason": "x", **facts}
            )
        User.objects.filter(username="judge").delete()
    assert ChatLine.objects.get().hidden_at is None


class TestPages:
    @pytest.fixture
    def case(self, match: Match, anna: User, ben: User) -> Report:
        return report(match, say(match, anna, "<script>alert(1)</script>"), ben)

    def test_only_moderators_see_them(self, case: Report, anna: User, ben: User) -> None:
        for user in (anna, ben, make_user("staff", is_staff=True)):
            client = browser(user)
            for url in ("/people/reports/", f"/people/reports/{case.pk}/"):
                assert client.get(url).status_code == 403
                assert client.post(url, {"measure": "hide"}).status_code in (403, 405)
            assert b"/people/reports/" not in client.get("/people/").content
        assert browser().get("/people/reports/").status_code == 302
        assert reports.open_reports() == [case]

    def test_a_moderator_reads_and_decides(self, case: Report, ben: User) -> None:
        client = browser(judge_of())
        assert b"To decide" in client.get("/people/reports/").content
        page = client.get(f"/people/reports/{case.pk}/").content
        assert b"&lt;script&gt;alert(1)&lt;/script&gt;" in page
        refused = client.post(f"/people/reports/{case.pk}/", {"measure": "silence", "days": "3"})
        assert (refused.status_code, b"Say why" in refused.content) == (422, True)
        done = client.post(f"/people/reports/{case.pk}/", {"measure": "hide"}, follow=True)
        assert b"Your decision has been saved." in done.content
        assert b"There's nothing to decide." in done.content
        again = client.post(f"/people/reports/{case.pk}/", {"measure": "nothing"})
        assert (again.status_code, b"already" in again.content) == (422, True)
        assert [decision.measure for decision in case.decisions.all()] == [Measure.HIDE]
        assert b"done something about it" in browser(ben).get("/people/").content
        assert client.get("/people/reports/999/").status_code == 404

    @pytest.mark.parametrize(
        "said", [{}, {"measure": "x"}, {"measure": "silence"}, {"measure": "lift"}]
    )
    def test_there_is_nothing_to_decide_where_nothing_was_reported(
        self, said: dict[str, str]
    ) -> None:
        answer = browser(judge_of()).post("/people/reports/999/", said)
        assert answer.status_code == 404


# --- The way of a move ----------------------------------------------------------------------------


def test_talk_adds_nothing_to_the_way_of_a_move(anna: User, ben: User) -> None:
    """No statement of a move names a table of the talk, however much was said."""
    counts = []
    for lines in (0, 5):
        match = make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=86400)
        for number in range(lines):
            say(match, anna, at=number)
        move(match)
        with CaptureQueriesContext(connection) as asked:
            move(match)
        statements = [query["sql"] for query in asked]
        assert not [sql for sql in statements if "chat" in sql or "trust_block" in sql]
        counts.append(len(statements))
    assert counts[0] == counts[1]
