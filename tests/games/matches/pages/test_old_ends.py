"""Endings that earlier rules left behind: every page of such a match opens, its mail leaves."""

import pytest
from django.core import mail
from django.test import Client

from accounts.notices import outbox as notifications
from games.core.clock import Pace, TimeControl
from games.counting_tiles.position.model import Move, Place
from games.matches import play, reading
from games.matches.models import Match, Seat
from games.matches.play import SeatPlan
from games.matches.proofs import replays
from tests.factories import NOW, make_user, put, seconds

pytestmark = pytest.mark.django_db

DAY = 86_400
# By the first rules of Counting Tiles the action that filled the board was counted too.
FIRST_RULES, COUNTED = 1, 4
PAPERS = ("", "view", "replay/", "fairness/", "game.json", "game.txt")


def fill(match: Match) -> None:
    """Fill a board of Counting Tiles so that the fourth action of an interval is the last."""
    rules = reading.rules_of(match)
    while match.status == Match.Status.RUNNING:
        kind = Move if match.ply < COUNTED else Place
        actions = rules.legal_actions(rules.decode_state(match.state))
        play.submit(
            match_id=match.pk,
            player=0,
            action=rules.encode_action(next(one for one in actions if isinstance(one, kind))),
            expected_ply=match.ply,
            now=NOW,
        )
        match.refresh_from_db()


def test_a_board_that_was_filled_at_a_full_count_can_be_opened(
    client: Client, small_pictures: None
) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, DAY),
        entrants=[SeatPlan(name=user.username, user_id=user.pk) for user in (anna, ben)],
        now=NOW,
        secret=bytes(32),
    )
    match, other = Match.objects.order_by("pk")
    fill(match)
    assert match.state["since"] == COUNTED - 1
    play.resign(match_id=other.pk, player=0, now=NOW)
    old = {"state": {**match.state, "since": COUNTED}, "rules_version": FIRST_RULES}
    put(match, **old)
    Seat.objects.update(present_until=None)
    client.force_login(anna)
    answers = {paper: client.get(f"{match.get_absolute_url()}{paper}") for paper in PAPERS}
    assert {paper: answer.status_code for paper, answer in answers.items()} == dict.fromkeys(
        PAPERS, 200
    )
    assert answers["view"].json()["state"]["since"] == COUNTED
    assert replays.verify(match) == 0  # by rules that are no more
    notifications.deliver(now=NOW + seconds(600))
    assert {sent.to[0] for sent in mail.outbox if "Counting Tiles" in sent.subject} == {
        "anna@example.org", "ben@example.org",
    }  # fmt: skip
