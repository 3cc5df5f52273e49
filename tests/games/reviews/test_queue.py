"""People take turns with their reviews, and are told how long theirs takes."""

import heapq
from collections import deque
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.users.models import User
from games.matches.models import Match
from games.registry import version_of
from games.reviews import acts, reading, told, work
from games.reviews.models import Review
from games.reviews.queue import PIECE, Waiting, wait
from tests.factories import NOW, make_match, make_user, seconds
from tests.games.matches.pages.finished import finished
from tests.games.reviews.conftest import GAME, LOOKS, ask_for

Status = Review.Status


def put(
    who: User | None, turns: int, pace: float | None = None, *, at: float = 0.0, **facts: object
) -> Review:
    """Put a review into the queue that takes so many seconds for a turn; one is judged by then."""
    known = {} if pace is None else {"judged": 1, "seconds": pace}
    return Review.objects.create(
        match=make_match(),
        game="tilekingdom",
        asked_by=who,
        asked_at=NOW + seconds(at),
        version=version_of("tilekingdom"),
        looks=1,
        to_judge=turns + bool(known),
        **{**known, **facts},
    )


def work_once(now: datetime, pace: dict[int, float]) -> tuple[Review, datetime] | None:
    """Do the next piece of work as if each turn took its time; return when it's done."""
    review = work._claim(now)
    if review is None:
        return None
    began = now
    while review.judged < review.to_judge:
        review.judged += 1
        now += seconds(pace[review.pk])
        review.seconds += pace[review.pk]
        if now - began >= seconds(PIECE):
            break
    if review.judged == review.to_judge:
        review.status, review.finished_at, review.report = Status.DONE, now, {}
    work._store(review, now)
    return review, now


@pytest.fixture
def people(db: None) -> list[User]:
    return [make_user(name) for name in ("anna", "ben", "carl", "dora")]


def test_what_is_told_is_what_it_takes(people: list[User]) -> None:
    anna, ben, carl, dora = people
    pace = {
        put(anna, 40, 4.0, at=0).pk: 4.0,
        put(ben, 7, 0.5, at=1).pk: 0.5,
        put(carl, 3, 9.0, at=2).pk: 9.0,
        put(dora, 12, 2.0, at=3).pk: 2.0,
        put(None, 30, 1.0, at=-9).pk: 1.0,
        put(None, 5, 3.0, at=-8).pk: 3.0,
    }
    now, promised, done = NOW + seconds(10), {}, {}
    while True:
        for review in Review.objects.filter(status=Status.WAITING):
            due = now + seconds(reading.progress(review, now=now).seconds)
            promised.setdefault(review.pk, []).append(due)
        piece = work_once(now, pace)
        if piece is None:
            break
        review, now = piece
        if review.status == Status.DONE:
            done[review.pk] = now
    assert len(done) == 6
    for pk, dues in promised.items():
        assert {abs(due - done[pk]) < timedelta(milliseconds=1) for due in dues} == {True}


def test_others_are_those_that_are_worked_on_till_then(people: list[User]) -> None:
    anna, ben, carl, _ = people
    short, long = put(anna, 2, 1.0, at=0), put(ben, 20, 1.0, at=1)
    behind, unasked = put(carl, 20, 1.0, at=2), put(None, 20, 1.0, at=-5)
    others = [reading.progress(one, now=NOW).others for one in (short, long, behind, unasked)]
    assert others == [0, 2, 2, 3]
    view = told._progress(long, NOW)
    assert str(view["queue"]) == "We're working on 2 other reviews, too."
    assert (view["unasked"], str(told._progress(short, NOW)["queue"])) == ("", "")
    words = "Nobody has asked for it yet, so those that people ask for come first."
    assert str(told._progress(unasked, NOW)["unasked"]) == words


def test_a_review_of_which_no_turn_is_judged_goes_by_its_games_pace(people: list[User]) -> None:
    anna, ben, *_ = people
    new = put(anna, 60)
    assert reading.progress(new, now=NOW).seconds == 60 * reading.USUAL
    done = {"status": Status.DONE, "report": {}, "finished_at": NOW, "judged": 10, "seconds": 40.0}
    put(ben, 10, **done)
    assert reading.progress(new, now=NOW).seconds == 60 * 4.0
    Review.objects.filter(pk=new.pk).update(judged=10, seconds=70.0)
    assert reading.progress(new, now=NOW).seconds == 50 * 7.0
    view = told._progress(Review.objects.get(pk=new.pk), NOW)
    assert str(view["wait"]) == "It should be ready in about 6 minutes."


def simulated(waiting: list[Waiting], machines: int) -> list[float]:
    """Return when each of the reviews is done by so many machines, by their places."""
    queues = [
        deque(at for at, one in enumerate(waiting) if one.is_asked is asked)
        for asked in (True, False)
    ]
    left = [one.turns for one in waiting]
    free, busy, done = [0.0] * machines, [], {}
    while len(done) < len(waiting):
        now = heapq.heappop(free)
        while busy and (busy[0][0] <= now or not any(queues)):
            now = max(now, busy[0][0])
            _, at = heapq.heappop(busy)
            if at not in done:
                queues[not waiting[at].is_asked].append(at)
        mine = next((each for each in queues if each), None)
        if mine is None:
            break
        at = mine.popleft()
        began, pace = now, waiting[at].pace
        while left[at]:
            left[at] -= 1
            now += pace
            if now - began >= PIECE:
                break
        if not left[at]:
            done[at] = now
        heapq.heappush(busy, (now, at))
        heapq.heappush(free, now)
    return [done[at] for at in range(len(waiting))]


QUEUE = [
    Waiting(turns=turns, pace=pace, is_asked=asked)
    for turns, pace, asked in (
        (40, 4.0, True), (7, 0.5, True), (3, 8.0, True), (24, 2.0, True), (60, 0.25, True),
        (30, 1.0, False), (6, 3.0, False),
    )
]  # fmt: skip


def test_with_one_machine_the_wait_is_exact() -> None:
    assert [wait(QUEUE, at)[0] for at in range(len(QUEUE))] == simulated(QUEUE, 1)


@pytest.mark.parametrize("machines", [2, 3])
def test_with_several_machines_it_is_about_right(machines: int) -> None:
    for at, took in enumerate(simulated(QUEUE, machines)):
        assert took / 2 <= wait(QUEUE, at, machines=machines)[0] <= 2 * took


def test_machines_count_that_have_worked_lately(people: list[User]) -> None:
    anna, ben, carl, _ = people
    mine = put(anna, 10, 1.0, at=0, worked_on="one", worked_at=NOW)
    put(ben, 60, 1.0, at=1, worked_on="two", worked_at=NOW)
    put(carl, 60, 1.0, at=2)
    assert reading._machines(NOW) == 2
    assert reading.progress(mine, now=NOW).seconds == (10 + 5 + 10) / 2
    assert reading._machines(NOW + reading.AT_WORK) == 1


# --- Who is next ----------------------------------------------------------------------------------


def served(pieces: int) -> list[str | None]:
    """Return by whom the reviews were asked for that are worked on next."""
    found: list[str | None] = []
    now = NOW + seconds(100)
    for _ in range(pieces):
        piece = work_once(now, dict.fromkeys(Review.objects.values_list("pk", flat=True), 5.0))
        assert piece is not None
        review, now = piece
        found.append(review.asked_by.username if review.asked_by else None)
    return found


def test_people_take_turns_and_what_nobody_asked_for_comes_last(people: list[User]) -> None:
    anna, ben, *_ = people
    put(None, 1, at=-2)
    put(anna, 3, at=0)
    put(ben, 2, at=1)
    assert served(6) == ["anna", "ben", "anna", "ben", "anna", None]


@pytest.mark.usefixtures("common_lists")
def test_whoever_was_served_least_recently_is_next(people: list[User]) -> None:
    anna, ben, carl, _ = people
    earlier = {"status": Status.DONE, "report": {}, "finished_at": NOW}
    put(anna, 5, worked_at=NOW + seconds(50), **earlier)
    put(ben, 5, worked_at=NOW + seconds(40), **earlier)
    for at, one in enumerate((anna, ben, carl)):
        match = finished(GAME, one, make_user(), secret=bytes([at] * 32))
        acts.ask(match_id=match.pk, user_id=one.pk, now=NOW + seconds(60 + at))
    assert served(4) == ["carl", "ben", "anna", "carl"]


# --- One at a time --------------------------------------------------------------------------------


@pytest.fixture
def two(people: list[User], common_lists: None) -> list[Match]:
    """Two matches that Anna has played with Ben."""
    return [finished(GAME, *people[:2], secret=bytes([number] * 32)) for number in (1, 2)]


def test_a_second_one_is_refused_while_one_waits(
    two: list[Match], people: list[User], client: Client
) -> None:
    first, second = two
    anna, ben, *_ = people
    ask_for(first, anna)
    client.force_login(anna)
    words = "Your review of WordsWithChilwell with ben isn't ready yet. "
    words += "You can ask for another one when it is."
    answer = client.post(f"/match/{second.public_id}/review/ask")
    assert (answer.status_code, answer.json()["error"]) == (409, "one_is_waiting")
    assert answer.json()["text"] == words
    state = client.get(f"/match/{second.public_id}/review/state").json()["review"]
    assert state["ask"] == {"can": False, "text": words}
    assert Review.objects.count() == 1
    assert acts.ask(match_id=second.pk, user_id=ben.pk, now=NOW).asked_by == ben
    Review.objects.filter(match=first).update(status=Status.DONE, report={}, finished_at=NOW)
    assert acts.refusal_of(user_id=anna.pk, now=NOW) is None


def test_what_waits_unasked_becomes_the_review_of_whoever_asks(
    two: list[Match], people: list[User], client: Client
) -> None:
    match, _ = two
    anna, *_ = people
    acts.ask_unasked(match_id=match.pk, now=NOW - seconds(9))
    Review.objects.update(looks=LOOKS)
    assert work.work(now=NOW, seconds=0)
    client.force_login(anna)
    state = client.get(f"/match/{match.public_id}/review/state").json()["review"]
    assert (state["ask"]["can"], state["progress"]["judged"]) == (True, 1)
    review = acts.ask(match_id=match.pk, user_id=anna.pk, now=NOW)
    assert (review.asked_by, review.judged, review.worked_at) == (anna, 1, None)
    assert acts.ask(match_id=match.pk, user_id=people[1].pk, now=NOW).asked_by == anna


def test_a_worker_does_not_forget_who_has_asked_meanwhile(
    two: list[Match], people: list[User]
) -> None:
    match, _ = two
    acts.ask_unasked(match_id=match.pk, now=NOW)
    claimed = work._claim(NOW)
    assert claimed is not None
    acts.ask(match_id=match.pk, user_id=people[0].pk, now=NOW)
    work._store(claimed, NOW)
    assert Review.objects.get().asked_by == people[0]


def test_what_could_not_be_made_is_tried_again_after_a_day(
    two: list[Match], people: list[User]
) -> None:
    match, _ = two
    anna, *_ = people
    ask_for(match, anna)
    Review.objects.update(status=Status.FAILED)
    assert acts.ask(match_id=match.pk, user_id=anna.pk, now=NOW + seconds(60)).status == "failed"
    tomorrow = NOW + reading.DAY
    assert acts.ask(match_id=match.pk, user_id=anna.pk, now=tomorrow).status == "waiting"


# --- Guests ---------------------------------------------------------------------------------------


def test_guests_can_ask_for_one_a_day(two: list[Match], people: list[User]) -> None:
    first, second = two
    anna, *_ = people
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    ask_for(first, anna)
    Review.objects.update(status=Status.DONE, report={}, finished_at=NOW)
    with pytest.raises(acts.TooMany) as refused:
        acts.ask(match_id=second.pk, user_id=anna.pk, now=NOW)
    words = "Guests can ask for one review a day. With an account you can ask for more."
    assert str(refused.value) == words
    later = NOW + reading.DAY + seconds(1)
    assert acts.ask(match_id=second.pk, user_id=anna.pk, now=later).status == "waiting"


def test_the_guests_of_a_network_address_share_what_one_person_can_ask_for(
    two: list[Match], people: list[User], client: Client, settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_review": "1/d/ip"}
    User.objects.update(is_guest=True)
    answers = []
    for match, guest in (two[0], people[0]), (two[0], people[1]), (two[1], people[1]):
        client.force_login(guest)
        answers.append(client.post(f"/match/{match.public_id}/review/ask"))
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["text"].startswith("Guests on your network have asked for as many")
    assert Review.objects.count() == 1
    User.objects.update(is_guest=False)
    assert client.post(f"/match/{two[1].public_id}/review/ask").status_code == 200
