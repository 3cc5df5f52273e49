"""Challenges that take little thought, and people who take part in them."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.review.report import Idea
from games.daily import acts, days, finding, reading, told, work
from games.daily.binding import Posed
from games.daily.models import Challenge
from games.matches import play
from games.matches import reading as matches
from games.matches.models import Match
from games.thinking.work import think
from games.tiled_of_it.bots import following
from tests.factories import NOW, seconds

GAME, ALONE = "tiled_of_it", "counting_tiles"
LOOKS = 24  # at each turn
TODAY = days.day_of(NOW)


def begun(*, now: Any = NOW, looks: int = LOOKS) -> None:
    """Have the day's challenge in a game for one, and one that is still to be made."""
    work.begin(now=now)
    Challenge.objects.update(looks=looks)
    Challenge.objects.exclude(game__in=(GAME, ALONE)).delete()
    Challenge.objects.filter(day__gt=days.day_of(now)).delete()


def made(*, now: Any = NOW, looks: int = LOOKS) -> Challenge:
    """Return the day's challenge in a game for several, made with little thought of few games."""
    begun(now=now, looks=looks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finding, "MOST_GAMES", 3)
        patch.setattr(following, "MOST", 500)
        while work.work(now=now):
            pass
    return challenge(days.day_of(now))


def challenge(day: date = TODAY, game: str = GAME) -> Challenge:
    found = reading.challenge_of(game=game, day=day)
    assert found is not None
    return found


def best(posed: Posed) -> Any:
    return posed.turn.ideas[0].action


def worst(posed: Posed) -> Any:
    """Return the idea that gives away most, another one than the best."""
    return min(posed.turn.ideas[1:], key=lambda idea: idea.chance).action


def clearest(one: Challenge) -> Posed:
    """Return the position in which the worst idea gives away most."""
    return max(told.all_posed(one), key=lambda at: _given_away(at.turn.ideas))


def _given_away(ideas: Sequence[Idea]) -> float:
    return ideas[0].chance - min(idea.chance for idea in ideas)


def answer_all(
    one: Challenge, user: User, choose: Any = best, *, most: int = 3, now: Any = NOW
) -> None:
    for posed in told.all_posed(one)[len(answered(one, user)) : most]:
        action = choose(posed)
        acts.answer(
            challenge=one,
            user_id=user.pk,
            number=posed.number,
            action=action,
            ask=think,
            now=now,
        )


def answered(one: Challenge, user: User) -> list[int]:
    return [a.points for a in reading.answers_of(reading.entry_of(one, user.pk))]


def play_alone(one: Challenge, user: User, *, places: int = 1, now: Any = NOW) -> Match:
    """Have somebody play the day's game for one: some tiles placed, and then they resign."""
    match = acts.start(challenge=one, user_id=user.pk, name=user.username, now=now)
    play.begin(match_id=match.pk, player=0, now=now)
    for number in range(places):
        match.refresh_from_db()
        rules = matches.rules_of(match)
        action = next(iter(rules.legal_actions(rules.decode_state(match.state))))
        play.submit(
            match_id=match.pk,
            player=0,
            action=rules.encode_action(action),
            expected_ply=match.ply,
            now=now + seconds(1 + number),
        )
    play.resign(match_id=match.pk, player=0, now=now + seconds(60))
    match.refresh_from_db()
    return match


def steps(client: Client, path: str) -> list[dict[str, Any]]:
    page = client.get(path).content
    found = page.split(b'id="steps" type="application/json">')[1].split(b"</script>")[0]
    return json.loads(found)  # type: ignore[no-any-return]
