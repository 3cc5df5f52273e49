"""The challenges of a new site's first days come with the release, and nobody waits for them."""

import dataclasses
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from accounts.users.models import User
from games.core import codec
from games.core.review.report import Choice, Turn
from games.core.rng import SECRET_BYTES, Rng
from games.daily import acts, days, finding, reading, shipped, told, work
from games.daily.models import Answer, Challenge
from games.daily.shipped import FirstDays, Shipped
from games.registry import AnyGame, load_game, version_of
from games.thinking.judges import judge_of
from games.thinking.work import think
from tests.factories import NOW, make_user
from tests.games.daily.made import TODAY, best, worst
from tests.games.words.release import release_words
from tests.size import THOROUGH

GAMES = [game for game in settings.GAMES if not days.is_alone(game)]
GAME = "tilekingdom"  # whose challenges need no words
ANEW = "Make them anew: python -m tools.first_days"
FEWEST = 1  # days


def rules_of(known: FirstDays) -> AnyGame:
    plain = load_game(known.game, known.options)
    words = release_words(plain.options.word_list) if plain.info.uses_words else None
    return load_game(known.game, known.options, words)


def turns(known: FirstDays, rules: AnyGame) -> Iterator[tuple[int, Shipped, Turn, Choice]]:
    for number, day in enumerate(known.days):
        for one in day:
            turn = codec.decode(one.turn, Turn)
            assert turn.played is not None
            played = rules.decode_action(turn.played.action)
            state = rules.decode_state(one.state)
            yield number, one, turn, Choice(turn.ply, one.player, state, played)


@pytest.mark.parametrize("game", GAMES)
def test_they_are_of_the_rules_and_words_that_a_new_site_has(game: str) -> None:
    known = shipped.first_days(game)
    assert known is not None, ANEW
    rules = rules_of(known)
    words = rules.words.sha256 if rules.info.uses_words else ""
    made_by = known.rules_version, known.options, known.words
    assert made_by == (rules.info.rules_version, work.usual_options(game), words), ANEW
    assert len(known.days) >= FEWEST
    for _, one, turn, choice in turns(known, rules):
        assert rules.current_player(choice.state) == one.player
        for idea in turn.ideas:
            chance = Rng(bytes(SECRET_BYTES), choice.ply)
            rules.apply_action(choice.state, rules.decode_action(idea.action), chance)


@pytest.mark.parametrize("game", GAMES)
def test_each_day_has_an_easy_a_middling_and_a_hard_one_of_different_games(game: str) -> None:
    known = shipped.first_days(game)
    assert known is not None
    rules = rules_of(known)
    found = [
        (number, finding.candidate(rules, choice, turn))
        for number, _, turn, choice in turns(known, rules)
    ]
    levels = [
        [one.level for day, one in found if day == number] for number in range(len(known.days))
    ]
    assert levels == [[0, 1, 2]] * len(known.days)
    assert all(one.fits for _, one in found)
    assert {len({one.slot for one in day}) for day in known.days} == {3}


@pytest.mark.parametrize("game", GAMES)
def test_they_are_judged_as_the_game_judges_now(game: str) -> None:
    """A version that differs in other things needs none anew: one of its turns is judged again."""
    known = shipped.first_days(game)
    assert known is not None
    if known.version == version_of(game) and not THOROUGH:
        return
    rules, by = rules_of(known), judge_of(game)
    assert known.looks == by.looks, ANEW
    for number, one, turn, choice in turns(known, rules):
        secret = shipped.secret_of(game, number, one.slot)
        again = finding.weighed(rules, by, choice, secret=secret, looks=known.looks)
        assert again == turn, ANEW
        if not THOROUGH:
            break


# --- On a site ------------------------------------------------------------------------------------


def begin(now: Any = NOW) -> Challenge | None:
    work.begin(now=now)
    return reading.challenge_of(game=GAME, day=days.day_of(now))


@pytest.mark.django_db
def test_a_new_site_has_its_first_days_ready_from_the_start() -> None:
    known = shipped.first_days(GAME)
    assert known is not None
    for number, day in enumerate(known.days):
        challenge = begin(NOW + number * days.DAY)
        assert challenge is not None
        stored = [
            (one.slot, one.player, one.state, one.turn)
            for one in challenge.positions.order_by("number")
        ]
        assert stored == [(one.slot, one.player, one.state, one.turn) for one in day]
        assert (challenge.version, challenge.looks) == (known.version, known.looks)
    assert begin(NOW + len(known.days) * days.DAY) is None
    waiting = Challenge.objects.filter(game=GAME, status="waiting")
    assert waiting.earliest("day").day == TODAY + len(known.days) * days.DAY


@pytest.mark.django_db
def test_what_is_drawn_after_a_turn_stays_the_secret_of_the_site(settings) -> None:
    challenge = begin()
    assert challenge is not None
    one = told.posed(challenge, 1)
    settings.SECRET_KEY = "another"
    assert told.posed(challenge, 1).secret != one.secret


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["rules_version", "options", "words"])
def test_what_was_made_by_other_rules_is_not_used(field: str, tmp_path, monkeypatch) -> None:
    known = shipped.first_days(GAME)
    assert known is not None
    other = {"rules_version": 99, "options": {"tiles": 1}, "words": "0" * 64}
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    shipped.write(dataclasses.replace(known, **{field: other[field]}))
    assert begin() is None
    assert Challenge.objects.get(game=GAME, day=TODAY).status == "waiting"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same", [True, False])
def test_of_two_devices_one_answer_counts_and_the_other_is_told(same: bool) -> None:
    challenge, anna = begin(), make_user("anna")
    assert challenge is not None
    one = told.posed(challenge, 1)
    together, outcomes = threading.Barrier(2), []

    def answer(action: Any) -> None:
        together.wait()
        try:
            facts = {"challenge": challenge, "user_id": anna.pk, "number": 1, "now": NOW}
            acts.answer(action=action, ask=think, **facts)
            outcomes.append("counts")
        except acts.Answered:
            outcomes.append("told")
        connection.close()

    actions = best(one), best(one) if same else worst(one)
    devices = [threading.Thread(target=answer, args=[action]) for action in actions]
    for device in devices:
        device.start()
    for device in devices:
        device.join()
    assert sorted(outcomes) == (["counts", "counts"] if same else ["counts", "told"])
    assert Answer.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_was_given_a_moment_ago_from_elsewhere_is_the_answer() -> None:
    """After whichever statement of the second it comes, until the second begins to write."""
    challenge = begin()
    assert challenge is not None
    action = best(told.posed(challenge, 1))

    def answer(user: User) -> Any:
        facts = {"challenge": challenge, "user_id": user.pk, "number": 1, "now": NOW}
        return acts.answer(action=action, ask=think, **facts).answer.action

    def answer_elsewhere(user: User) -> Any:
        given = answer(user)
        connection.close()
        return given

    def answer_amid_another(user: User, place: int) -> bool:
        """Answer after a statement of another answer, which tells whether it only read."""
        asked: list[str] = []

        def meanwhile(execute: Any, sql: str, *rest: Any) -> Any:
            found = execute(sql, *rest)
            asked.append(sql)
            if len(asked) == place and not sql.startswith("INSERT"):
                assert elsewhere.submit(answer_elsewhere, user).result() == action
            return found

        with connection.execute_wrapper(meanwhile):
            assert answer(user) == action
        return not asked[place - 1].startswith("INSERT")

    place = 1
    with ThreadPoolExecutor(1) as elsewhere:
        while answer_amid_another(make_user(f"anna{place}"), place):
            place += 1
    assert Answer.objects.count() == place > 4
