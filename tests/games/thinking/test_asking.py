"""Thoughts are asked for by pages and thought by tasks: each once, one a person, few waiting."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from redis.exceptions import ConnectionError as Away

from accounts.edge import clock
from config.meters.models import PutOff
from games.core.weighing import Weighed
from games.matches.models import Match
from games.matches.pages import tries
from games.registry import looks_of
from games.thinking import asking, question, tasks, work
from games.thinking.asking import Crowded, Failed, OneAtATime, Thinking
from games.thinking.models import Thought
from games.thinking.question import Question
from tests.factories import NOW, make_match, make_user, seconds
from tests.games.thinking.thought import THINKING, asked_of

pytestmark = pytest.mark.django_db

GAMES = ("tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it")


def ask(one: Question, by: str = "1", now: Any = NOW) -> Any:
    return asking.ask(one, by=by, now=now)


@pytest.mark.usefixtures("common_lists")
@pytest.mark.parametrize("game", GAMES)
def test_a_thought_is_what_a_judge_finds_and_survives_being_stored(game: str) -> None:
    one = asked_of(game)
    with pytest.raises(Thinking):
        ask(one)
    assert work.work(now=NOW)
    found = work.think(one)
    kept = [each for at, each in enumerate(found) if at < question.MOST or each.action in one.also]
    assert ask(one) == kept
    assert [type(each) for each in kept] == [Weighed] * len(kept)


def test_the_same_question_is_thought_about_once_whoever_asks() -> None:
    one = asked_of()
    for by in ("1", "2", "1"):
        with pytest.raises(Thinking):
            ask(one, by)
    assert (work.work(now=NOW), work.work(now=NOW)) == (True, False)
    assert ask(one, "2") == ask(one, "1") == ask(one, "3")
    assert Thought.objects.count() == 1


def test_a_person_has_one_thought_at_a_time() -> None:
    first, second = asked_of(ply=0), asked_of(ply=1)
    with pytest.raises(Thinking):
        ask(first)
    with pytest.raises(OneAtATime):
        ask(second)
    with pytest.raises(Thinking):
        ask(second, "at:192.0.2.1")
    work.work(now=NOW)
    work.work(now=NOW)
    with pytest.raises(Thinking):
        ask(asked_of(ply=2))


def test_few_wait_and_who_waits_longest_is_next() -> None:
    for number in range(asking.WAITING):
        with pytest.raises(Thinking):
            ask(asked_of(ply=number), str(number), NOW + seconds(number))
    late = asked_of(ply=99)
    with pytest.raises(Crowded):
        ask(late, "99", NOW + seconds(asking.WAITING))
    assert work.work(now=NOW + seconds(10))
    assert len(ask(asked_of(ply=0), "0")) > 0
    with pytest.raises(Thinking):
        ask(late, "99", NOW + seconds(10))


def test_whoever_dies_over_a_question_is_followed_by_another() -> None:
    one = asked_of()
    with pytest.raises(Thinking):
        ask(one)
    claimed = work._claim(NOW)
    assert claimed is not None
    assert not work.work(now=NOW)
    with pytest.raises(Thinking):
        ask(one)
    assert work.work(now=NOW + work.CLAIM)
    assert len(ask(one)) > 0


def test_a_question_that_nobody_got_to_is_asked_anew() -> None:
    one = asked_of()
    with pytest.raises(Thinking):
        ask(one)
    later = NOW + asking.PATIENCE
    with pytest.raises(Thinking):
        ask(asked_of(ply=1), now=later)  # its asker isn't held up by it either
    assert Thought.objects.get().asked_at == later
    with pytest.raises(OneAtATime):
        ask(one, now=later)


def test_a_judge_that_fails_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one = asked_of()
    with pytest.raises(Thinking):
        ask(one)

    def fail(_question: Question) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(work, "think", fail)
    assert work.work(now=NOW)
    with pytest.raises(Failed):
        ask(one)
    assert PutOff.objects.get().queue == "work_on_thoughts"  # so its host is told


def test_answers_are_forgotten_in_time() -> None:
    with pytest.raises(Thinking):
        ask(asked_of())
    work.work(now=NOW)
    assert work.forget(now=NOW + work.KEPT - timedelta(seconds=1)) == 0
    assert work.forget(now=NOW + work.KEPT) == 1


def test_a_machine_thinks_about_one_question_and_queues_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queued: list[str] = []
    monkeypatch.setattr(tasks.work_on_thoughts, "apply_async", lambda **_: queued.append("task"))
    data, now = asked_of().as_json(), clock.read_clock()
    for key in ("1", "2"):
        Thought.objects.create(key=key, question=data, asked_by=key, asked_at=now)
    with tasks.alone(tasks.NAME, tasks.HELD) as is_alone:
        assert is_alone
        tasks.work_on_thoughts()  # another process of this machine
    assert not Thought.objects.filter(answered_at__isnull=False).exists()
    tasks.work_on_thoughts()
    assert Thought.objects.filter(answered_at__isnull=False).count() == 1
    assert queued == ["task"]


# --- By pages -------------------------------------------------------------------------------------


def ideas(client: Client, match: Match) -> Any:
    return client.post(f"/match/{match.public_id}/ideas", {}, "application/json")


def waiting(number: int = 0, user: Any = None) -> tuple[Match, Any]:
    """Return a match of practice in which its only person is to move."""
    user = user or make_user(f"ann{number}")
    match = make_match(user, "easy", secret=bytes([number]) * 32)
    Match.objects.filter(pk=match.pk).update(to_move=0)
    return match, user


def test_pages_say_that_we_think_and_when_to_come_back(client: Client) -> None:
    match, user = waiting()
    client.force_login(user)
    first = ideas(client, match)
    assert (first.status_code, first["Retry-After"], first.json()) == (202, "1", THINKING)
    Thought.objects.update(asked_by="another", asked_at=clock.read_clock())
    for number in range(1, asking.WAITING):
        Thought.objects.create(
            key=str(number), question={}, asked_by=str(number), asked_at=clock.read_clock()
        )
    other, _ = waiting(1, user)
    crowded = ideas(client, other)
    assert (crowded.status_code, crowded["Retry-After"]) == (503, "5")
    assert crowded.json()["text"] == "Many people are asking just now. Try again in a few seconds."
    Thought.objects.exclude(asked_by="another").delete()
    Thought.objects.update(asked_by=str(user.pk))
    refused = ideas(client, other)
    assert (refused.status_code, refused["Retry-After"]) == (429, "2")
    assert refused.json() == {
        "ok": False,
        "error": "one_at_a_time",
        "text": "We're still thinking about what you asked before. Try again in a moment.",
    }


def test_too_many_tries_are_told_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "TRIES", 2)
    match, user = waiting()
    client.force_login(user)
    answers = [ideas(client, match) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert answers[-1]["Retry-After"] == "10"


def test_without_redis_pages_say_so_and_nothing_waits(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, user = waiting()
    client.force_login(user)
    client.raise_request_exception = False

    def away(*_args: Any, **_more: Any) -> None:
        raise Away

    monkeypatch.setattr("django.core.cache.backends.redis.RedisCacheClient.get", away)
    answer = client.post(
        f"/match/{match.public_id}/ideas",
        {},
        "application/json",
        headers={"accept": "application/json"},
    )
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert json.loads(answer.content)["error"] == "unavailable"
    assert not Thought.objects.exists()


def test_ideas_are_thought_with_a_part_of_a_review_s_looks(client: Client) -> None:
    match, user = waiting()
    client.force_login(user)
    ideas(client, match)
    (thought,) = Thought.objects.all()
    assert thought.question["looks"] == looks_of(match.game) // 4
    hands = json.dumps(thought.question["view"])
    assert bytes(match.secret.secret).hex() not in hands
