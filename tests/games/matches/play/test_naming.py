"""A new name stands wherever its person sits or sat; what was told and chained stays as it was."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.users import services
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.log import chain
from games.matches import play, reading
from games.matches.models import ChatLine, Match
from games.matches.proofs import scores, transcripts
from games.matches.talk import chat
from lobby.leagues.models import Entrant
from tests.factories import (
    NOW,
    assert_replay_matches,
    make_match,
    make_user,
    move,
    play_out,
    view_of,
)
from tests.lobby.leagues import site

pytestmark = pytest.mark.django_db

PASSWORD = "a long walk by the river"


@pytest.fixture
def guest() -> User:
    return services.create_guest(now=NOW, name="CalmOwl")


def keep(guest: User, name: str = "Berta") -> None:
    services.keep_guest(user=guest, username=name, email="b@example.org", password=PASSWORD)


def entries(match: Match) -> list[dict[str, Any]]:
    """Return all that the log keeps of a match."""
    return list(match.moves.order_by("ply").values())


def test_a_kept_guest_has_the_new_name_in_every_match(guest: User, client: Client) -> None:
    running = make_match(
        make_user("anna"), guest, pace=Pace.CORRESPONDENCE, budget=0, form=Form.NO_CLOCK
    )
    move(running)
    move(running)
    over = make_match(guest, make_user("ben"))
    play_out(over)
    logs = [entries(match) for match in (running, over)]
    seal = reading.seal(over)
    keep(guest)
    for match in (running, over):
        match.refresh_from_db()
        assert "Berta" in [seat["name"] for seat in view_of(match)["seats"]]
        for page in ("", "view", "replay/", "game.txt", "game.json"):
            text = client.get(f"{match.get_absolute_url()}{page}").content.decode()
            assert ("Berta" in text, "CalmOwl" in text) == (True, False)
        assert_replay_matches(match)
    for match, log in zip((running, over), logs, strict=True):
        assert entries(match) == log
    assert reading.seal(over) == seal
    file = json.loads(json.dumps(transcripts.as_json(reading.load(match_id=over.pk))))
    assert transcripts.verify(file) == over.ply
    first = chain.begin(over.commitment, reading.agreed(over))
    told = [reading.told(one) for one in reading.moves(match_id=over.pk)]
    hashes = [one.hash for one in reading.moves(match_id=over.pk)]
    assert chain.problems(first, told, hashes) == []


def test_lists_and_scores_have_the_new_name(guest: User) -> None:
    anna = make_user("anna")
    make_match(anna, guest)
    alone = make_match(guest, game="counting_tiles")
    play_out(alone)
    play.note_proof(match_id=alone.pk, now=NOW)
    keep(guest)
    (row,) = reading.my_running(user_id=anna.pk)
    assert row.opponents == "Berta"
    table = scores.table(slug="counting_tiles", period="all", now=NOW)
    assert [one.name for one in table] == ["Berta"]


def test_whoever_watches_a_running_match_is_told(
    guest: User, django_capture_on_commit_callbacks: Any
) -> None:
    running, over = make_match(make_user("anna"), guest), make_match(guest, make_user("ben"))
    play_out(over)
    before = {match.pk: match.version for match in (running, over)}
    with django_capture_on_commit_callbacks() as callbacks:
        keep(guest)
    assert len(callbacks) == 1
    assert reading.versions(match_ids=before) == {
        running.pk: before[running.pk] + 1,
        over.pk: before[over.pk],
    }


def test_what_was_said_at_the_table_has_the_new_name(guest: User) -> None:
    anna = make_user("anna")
    match = make_match(anna, guest)
    chat.say(match_id=match.pk, user=guest, phrase="hello", cmd_id=uuid4(), now=NOW)
    keep(guest)
    lines = chat.view(match_id=match.pk, user=anna, now=NOW)["lines"]
    assert [line["name"] for line in lines] == ["Berta"]
    assert ChatLine.objects.get().name == "Berta"


def test_a_seat_that_another_has_taken_over_keeps_its_name(guest: User) -> None:
    match = make_match(make_user("anna"), guest)
    other = make_user("ben")
    play.hand_over(match_id=match.pk, player=1, user_id=other.pk, name="ben", now=NOW)
    keep(guest)
    assert [seat.name for seat in match.seats.order_by("player")] == ["anna", "ben"]


def test_a_name_that_is_taken_changes_no_seat(guest: User) -> None:
    match = make_match(make_user("anna"), guest)
    version = match.version
    with pytest.raises(IntegrityError), transaction.atomic():
        keep(guest, "ANNA")
    match.refresh_from_db()
    assert (match.seats.get(player=1).name, match.version) == ("CalmOwl", version)


def test_an_administrator_changes_a_name_everywhere(admin_client: Client) -> None:
    user = make_user("berta")
    season = site.season_of(site.found(make_user("anna")))
    now = season.registration_at
    site.join(site.run(season, now), user, now=now)
    match = make_match(user, make_user("ben"))
    page = f"/admin/users/user/{user.pk}/change/"
    form = admin_client.get(page).context["adminform"].form
    data = {name: form.initial.get(name) or "" for name in form.fields} | {"username": "Bertha"}
    del data["groups"]
    answer = admin_client.post(page, data | {"is_active": "on"})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert match.seats.get(player=0).name == "Bertha"
    assert Entrant.objects.get(user=user).name == "Bertha"
