"""Each position is answered once, in order, by people with an account."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.trust import blocking, friends
from accounts.users import services
from accounts.users.models import User
from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.daily import acts, days, reading, told
from games.daily.models import Answer, Challenge, Entry, Position, Sent
from games.thinking import work as thinking
from games.thinking.models import Thought
from games.thinking.work import think
from tests.factories import NOW, make_user, seconds
from tests.games.daily.made import GAME, TODAY, answer_all, answered, best, steps, worst
from tests.games.thinking.thought import thought
from tests.games.tiled_of_it.hidden import dealt_otherwise

pytestmark = pytest.mark.usefixtures("_at_now")

HOME = f"/daily/{GAME}/"
DAY = f"{HOME}{TODAY}/"


def send(client: Client, number: int, action: object, door: str = "try", base: str = DAY):
    body = json.dumps({"action": action})
    return client.post(f"{base}{number}/{door}", body, content_type="application/json")


def test_the_best_turn_gets_all_points_and_the_next_position_comes(
    challenge: Challenge, anna: User, client: Client
) -> None:
    client.force_login(anna)
    positions = told.all_posed(challenge)
    for one in positions:
        (step,) = steps(client, HOME)
        assert "solution" not in step
        assert step["view"]["state"] == one.rules.encode_state(
            one.rules.observation(one.state, one.player)
        )
        answer = send(client, one.number, best(one)).json()
        assert (answer["ok"], answer["reached"], answer["points"]) == (True, True, 100)
        assert answer["text"].startswith("100 points of 100. That's the best turn")
        assert answer["view"]["log"][0]["text"]
    entry = Entry.objects.get()
    assert (entry.points, entry.finished_at) == (300, NOW)
    page = client.get(HOME).content.decode()
    assert "<strong>300</strong> of 300 points" in page
    assert "🟩🟩🟩 300/300" in page


def test_the_same_answer_again_is_the_same_and_another_one_is_refused(
    challenge: Challenge, anna: User, client: Client
) -> None:
    client.force_login(anna)
    one = told.posed(challenge, 1)
    first = send(client, 1, worst(one)).json()
    assert send(client, 1, worst(one)).json() == first
    again = send(client, 1, best(one))
    assert (again.status_code, again.json()["error"]) == (409, "answered")
    assert answered(challenge, anna) == [first["points"]]


def test_positions_come_one_after_the_other(
    challenge: Challenge, anna: User, client: Client
) -> None:
    client.force_login(anna)
    second = told.posed(challenge, 2)
    for door in ("try", "preview"):
        answer = send(client, 2, best(second), door)
        assert (answer.status_code, answer.json()["error"]) == (409, "not_next")
    assert send(client, 9, best(second)).status_code == 409
    assert not Answer.objects.exists()
    assert send(client, 1, best(told.posed(challenge, 1)), "preview").json()["ok"]


def test_bad_input_is_refused_and_counts_for_nothing(
    challenge: Challenge, anna: User, client: Client
) -> None:
    client.force_login(anna)
    assert send(client, 1, {"type": "Nonsense"}).status_code == 400
    assert client.post(f"{DAY}1/try", "x", content_type="text/plain").status_code == 400
    one = told.posed(challenge, 1)
    illegal = {**best(one), "text": "ZZ", "card": "ZZ"}
    assert send(client, 1, illegal).status_code in (400, 422)
    assert not Answer.objects.exists()
    assert client.get(f"{DAY}1/try").status_code == 405
    assert client.get("/daily/chess/").status_code == 404


def forgotten(challenge: Challenge, number: int) -> Any:
    """Return a turn in a position that nobody has weighed."""
    stored = challenge.positions.get(number=number)
    *stored.turn["ideas"], last = stored.turn["ideas"]
    stored.save()
    known = [idea.action for idea in told.posed(challenge, number).turn.ideas]
    assert last["action"] not in known
    return last["action"]


@pytest.fixture
def unknown(challenge: Challenge) -> Any:
    return forgotten(challenge, 1)


def test_a_turn_that_was_not_weighed_is_weighed_once(
    challenge: Challenge, unknown: Any, anna: User, client: Client
) -> None:
    client.force_login(anna)
    judged = thought(lambda: send(client, 1, unknown)).json()
    assert judged["reached"]
    assert answered(challenge, anna) == [judged["points"]]
    assert send(client, 1, unknown).json() == judged
    assert not Sent.objects.exists()


def test_a_turn_that_was_sent_cannot_be_taken_back(
    challenge: Challenge, unknown: Any, anna: User, client: Client
) -> None:
    client.force_login(anna)
    assert send(client, 1, unknown).status_code == 202
    again = send(client, 1, best(told.posed(challenge, 1)))
    assert (again.status_code, again.json()["error"]) == (409, "answered")
    page = client.get(HOME).content
    sent = page.split(b'id="sent" type="application/json">')[1].split(b"<")[0]
    assert json.loads(sent) == unknown
    assert thinking.work(now=NOW)
    assert send(client, 1, unknown).json()["reached"]
    assert b'id="sent"' not in client.get(HOME).content


def test_whoever_leaves_while_their_turn_is_judged_has_answered(
    challenge: Challenge, unknown: Any, anna: User, client: Client
) -> None:
    client.force_login(anna)
    assert send(client, 1, unknown).status_code == 202
    assert acts.settle(ask=think, now=NOW) == 0  # they may still be there
    late = NOW + days.DAY
    assert acts.settle(ask=think, now=late) == 1
    (answer,) = Answer.objects.all()
    assert (answer.action, answer.answered_at) == (unknown, NOW)
    assert not Sent.objects.exists()


def test_what_is_not_next_is_not_thought_about(
    challenge: Challenge, unknown: Any, anna: User, client: Client
) -> None:
    client.force_login(anna)
    other = forgotten(challenge, 2)
    assert send(client, 2, other).json()["error"] == "not_next"
    send(client, 1, best(told.posed(challenge, 1)))
    assert send(client, 1, unknown).json()["error"] == "answered"
    client.logout()
    assert send(client, 2, other).status_code == 403
    assert not Thought.objects.exists()


def test_a_turn_that_nobody_can_judge_can_be_chosen_again(
    challenge: Challenge, unknown: Any, anna: User, client: Client
) -> None:
    client.force_login(anna)
    assert send(client, 1, unknown).status_code == 202
    Thought.objects.update(answered_at=NOW)
    assert send(client, 1, unknown).json()["error"] == "thought_failed"
    assert send(client, 1, best(told.posed(challenge, 1))).json()["points"] == 100


def test_a_visitor_takes_part_as_a_guest_once_they_start(
    challenge: Challenge, client: Client
) -> None:
    one = told.posed(challenge, 1)
    page = client.get(HOME)
    assert (page.status_code, b'id="steps"' in page.content) == (200, False)
    assert b"You can take part as a guest" in page.content
    assert send(client, 1, best(one)).json()["error"] == "sign_in"
    assert send(client, 1, best(one), "preview").status_code == 403
    assert not User.objects.exists()
    page = client.post(f"{DAY}start", follow=True)
    assert page.redirect_chain == [(DAY, 302)]
    (guest,) = User.objects.all()
    assert (guest.is_guest, page.context["number"]) == (True, 1)
    assert send(client, 1, best(one)).json()["points"] == 100
    assert client.post(f"{DAY}start", follow=True).context["number"] == 2
    assert User.objects.count() == 1


def test_a_guest_keeps_what_they_have_when_they_get_an_account(
    challenge: Challenge, anna: User, client: Client
) -> None:
    guest = make_user("quiet-otter", is_guest=True)
    answer_all(challenge, anna)
    answer_all(challenge, guest)
    seen = [reading.table_of(challenge, viewer_id=one) for one in (anna.pk, guest.pk, None)]
    names = [[line.name for line in table.lines] for table in seen]
    assert names == [["anna"], ["anna", "quiet-otter"], ["anna"]]
    assert [table.total for table in seen] == [1, 2, 1]
    client.force_login(guest)
    assert b"You&#x27;re playing as a guest" in client.get(HOME).content or (
        b"You're playing as a guest" in client.get(HOME).content
    )
    assert b"300/300" in client.get("/daily/").content
    services.keep_guest(user=guest, username="quinn", email="quinn@example.org", password="x")
    table = reading.table_of(challenge, viewer_id=anna.pk)
    assert [(line.place, line.name) for line in table.lines] == [(1, "anna"), (1, "quinn")]
    assert reading.streak_of(user_id=guest.pk, now=NOW) == reading.Streak(1, 1)


def test_a_guest_who_is_long_gone_goes_with_their_answers(challenge: Challenge) -> None:
    guest = make_user(is_guest=True)
    User.objects.filter(pk=guest.pk).update(date_joined=NOW)
    answer_all(challenge, guest)
    later = NOW + services.GUEST_LIFE + seconds(1)
    assert services.delete_idle_guests(now=later) == 1
    assert (Entry.objects.exists(), Answer.objects.exists()) == (False, False)


def test_another_day_cannot_be_answered(challenge: Challenge, anna: User) -> None:
    one = told.posed(challenge, 1)
    for now in (NOW - days.DAY, NOW + days.DAY):
        with pytest.raises(acts.NotNow):
            acts.answer(
                challenge=challenge,
                user_id=anna.pk,
                number=1,
                action=best(one),
                ask=think,
                now=now,
            )


def test_rules_that_changed_end_a_challenge(
    challenge: Challenge, anna: User, client: Client
) -> None:
    client.force_login(anna)
    action = best(told.posed(challenge, 1))
    Challenge.objects.update(rules_version=0)
    assert b"The rules have just changed" in client.get(HOME).content
    assert send(client, 1, action).json()["error"] == "outdated"


def test_what_a_player_cannot_see_is_on_no_page(
    challenge: Challenge, anna: User, client: Client
) -> None:
    client.force_login(anna)
    one = told.posed(challenge, 1)
    before = steps(client, HOME), send(client, 1, best(one), "preview").json()
    other = dealt_otherwise(one.rules, one.state, one.player, Rng(bytes(32), 1))
    assert other != one.state
    state = one.rules.encode_state(other)
    Position.objects.filter(challenge=challenge, number=1).update(state=state)
    after = steps(client, HOME), send(client, 1, best(one), "preview").json()
    assert after == before


# --- Tables and streaks ---------------------------------------------------------------------------


def test_the_table_is_for_those_who_have_finished(
    challenge: Challenge, anna: User, ben: User, client: Client
) -> None:
    answer_all(challenge, anna)
    client.force_login(ben)
    assert b">anna<" not in client.get(HOME).content
    answer_all(challenge, ben)
    assert b">anna<" in client.get(HOME).content


def test_equal_points_share_a_place(challenge: Challenge, anna: User, ben: User) -> None:
    clara, last = make_user("clara"), make_user("dora")
    for user in (ben, anna, clara):
        answer_all(challenge, user)
    answer_all(challenge, last, worst, now=NOW + seconds(1))
    table = reading.table_of(challenge, viewer_id=anna.pk)
    places = [(line.place, line.name) for line in table.lines]
    assert places == [(1, "anna"), (1, "ben"), (1, "clara"), (4, "dora")]
    assert (table.total, table.own, table.friends) == (4, None, [])


def test_friends_stand_first_and_people_kept_apart_nowhere(
    challenge: Challenge, anna: User, ben: User
) -> None:
    clara = make_user("clara")
    friends.ask(user=anna, friend=ben, now=NOW)
    friends.ask(user=ben, friend=anna, now=NOW)
    blocking.block(user=clara, other=anna, now=NOW)
    for user in (anna, ben, clara):
        answer_all(challenge, user)
    table = reading.table_of(challenge, viewer_id=anna.pk)
    assert [line.name for line in table.friends] == ["ben"]
    assert [line.name for line in table.lines] == ["anna", "ben"]


def test_days_in_a_row(challenge: Challenge, anna: User, client: Client) -> None:
    for ago in (1, 2, 3, 5):
        day = TODAY - ago * days.DAY
        old = Challenge.objects.create(
            game=GAME, day=day, status="ready", rules_version=1, version="", looks=1
        )
        at = NOW - ago * days.DAY
        Entry.objects.create(challenge=old, user=anna, started_at=at, finished_at=at, points=1)
    assert reading.streak_of(user_id=anna.pk, now=NOW) == reading.Streak(3, 3)
    answer_all(challenge, anna)
    assert reading.streak_of(user_id=anna.pk, now=NOW) == reading.Streak(4, 4)
    assert reading.streak_of(user_id=anna.pk, now=NOW + 2 * days.DAY) == reading.Streak(0, 4)
    assert b"4 days in a row right now." in client.get("/people/anna/").content


def test_the_result_gives_nothing_away(challenge: Challenge, anna: User) -> None:
    answer_all(challenge, anna)
    entry = reading.entry_of(challenge, anna.pk)
    assert entry is not None
    text = told.result_text(
        game=GAME, day=TODAY, points=268, answers=reading.answers_of(entry), streak=5
    )
    assert text == (
        "Tilepost daily · Tiled Of It · 1 March\n"
        "🟩🟩🟩 268/300 · 5 days in a row\n"
        "http://localhost:8000/daily/tiled_of_it/2026-03-01/"
    )
    alone = told.result_text(game="counting_tiles", day=TODAY, points=1, answers=[], streak=1)
    assert alone.splitlines()[1] == "1 point"


def test_what_somebody_answered_goes_with_their_account(challenge: Challenge, anna: User) -> None:
    answer_all(challenge, anna)
    anna.delete()
    assert not Answer.objects.exists()


# --- Where it's seen ------------------------------------------------------------------------------


def test_the_home_page_says_how_far_one_is(
    challenge: Challenge, anna: User, client: Client
) -> None:
    assert (
        b"Today&#x27;s challenges" in client.get("/").content
        or b"daily-strip" in client.get("/").content
    )
    client.force_login(anna)
    send(client, 1, best(told.posed(challenge, 1)))
    (chip,) = [c for c in reading.chips(user_id=anna.pk, day=TODAY) if c.slug == GAME]
    assert (chip.state, chip.answered, chip.of) == ("begun", 1, 3)
    answer_all(challenge, anna)
    (chip,) = [c for c in reading.chips(user_id=anna.pk, day=TODAY) if c.slug == GAME]
    assert (chip.state, chip.points, chip.most) == ("done", 300, 300)
    assert b"300/300" in client.get("/").content
    assert b"300/300" in client.get("/daily/").content


def test_a_host_can_turn_it_off(challenge: Challenge, anna: User, client: Client, settings) -> None:
    settings.DAILY = False
    client.force_login(anna)
    for path in ("/daily/", HOME, DAY):
        assert client.get(path).status_code == 404
    assert send(client, 1, {}).status_code == 404
    assert b"daily" not in client.get("/").content.split(b"<main")[1]
    with pytest.raises(acts.NotNow):
        acts.check_open(challenge, now=NOW)


def test_an_illegal_turn_is_refused_by_the_rules(challenge: Challenge, anna: User) -> None:
    one = told.posed(challenge, 1)
    hidden = one.rules.decode_action({**best(one)})
    after = one.rules.apply_action(one.state, hidden, one.rng)
    with pytest.raises(IllegalAction):
        one.rules.apply_action(after, hidden, one.rng)
