"""The ledger in words: each kind is told from its facts, and no sentence is stored."""

import json
from typing import Any

import pytest

from lobby.leagues.acts import founding, substitutes
from lobby.leagues.acts import organisers as organising
from lobby.leagues.models import LedgerEntry, Season, StepDone
from lobby.leagues.season.wording import ledger
from tests.factories import make_user
from tests.lobby.leagues.site import DAY, NOW, found, join, run, running, season_of

MATCH = {"fixture": [1, 2, 3], "players": ["Ben", "Cleo"]}
SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    ("rules", {"rules": {}}, "Anna changed the rules from the next season onwards"),
    ("close", {}, "Anna closed the league"),
    ("role", {"name": "Ben", "role": "referee", "former": ""}, "Anna made Ben a referee"),
    (
        "role",
        {"name": "Ben", "role": "", "former": "co_organiser"},
        "Anna removed Ben as co-organiser",
    ),
    ("hold", {"season": 3}, "Anna put season 3 on hold"),
    ("go_on", {"season": 3}, "Anna resumed season 3"),
    (
        "undo",
        {"season": 3, "step": "round:2", "counts": {"matches": 4, "notices": 1}},
        "Anna undid a step in season 3 (Round 2 begins: 4 matches, 1 notification)",
    ),
    ("dates", {"season": 3}, "Anna moved the start of season 3"),
    ("start", {"season": 3}, "Anna started season 3 straight away"),
    ("refuse", {"season": 3, "entrant": "Ben"}, "Anna turned Ben down for season 3"),
    ("remove", {"season": 3, "entrant": "Ben"}, "Anna removed Ben from season 3"),
    ("move", {"entrant": "Ben", "level": 2}, "Anna moved Ben to division 2"),
    ("substitute", {"entrant": "Ben", "substitute": "Cleo"}, "Anna gave Ben's place to Cleo"),
    ("settle", MATCH, "Anna settled the match between Ben and Cleo in round 2"),
    ("annul", MATCH, "Anna annulled the match between Ben and Cleo in round 2"),
    (
        "time",
        {**MATCH, "days": 1},
        "Anna extended the match between Ben and Cleo in round 2 by 1 day",
    ),
    (
        "time",
        {**MATCH, "days": 3},
        "Anna extended the match between Ben and Cleo in round 2 by 3 days",
    ),
    ("unheard_of", {}, "Anna stepped in"),
]


@pytest.mark.parametrize(("kind", "data", "sentence"), SENTENCES)
def test_each_kind_has_its_sentence(kind: str, data: dict[str, Any], sentence: str) -> None:
    assert str(ledger.told("Anna", kind, data)) == sentence


def test_the_site_itself_has_no_name_and_no_reason_of_its_own() -> None:
    assert str(ledger.told("", "unreadable", {"season": 3})) == "The site put season 3 on hold"
    assert str(ledger.reasoned("unreadable")).startswith("We can't read this season's rules")
    assert str(ledger.reasoned("hold")) == "No reason was given."


def test_every_kind_that_is_told_is_tested() -> None:
    assert {kind for kind, _, _ in SENTENCES} == {*ledger.TOLD, "unheard_of"} - {"unreadable"}


@pytest.mark.django_db
def test_what_is_done_is_stored_as_facts_that_can_be_told() -> None:
    organiser, ready = make_user("Anna"), make_user("Zoe")
    season = season_of(found(organiser))
    act_in(season, organiser, ready)
    told = {each.kind: str(each.text) for each in LedgerEntry.objects.all()}
    for entry in LedgerEntry.objects.all():
        assert entry.text.message != ledger.OTHERS.message
        assert str(entry.text) not in json.dumps([entry.data, entry.reason])
    assert told["substitute"] == "Anna gave player1's place to Zoe"
    assert told["time"].startswith("Anna extended the match between ")
    assert told["undo"] == (
        "Anna undid a step in season 1 (Round 1 begins: 2 matches, 4 notifications)"
    )
    steps = {str(each.text): each.counts for each in StepDone.objects.all()}
    assert steps["Round 1 begins: 2 matches, 4 notifications"] == {
        "matches": 2, "notices": 4, "rounds": 1,
    }  # fmt: skip


def act_in(season: Season, organiser: Any, ready: Any) -> None:
    """Have an organiser do all that can be done in one season."""
    facts: dict[str, Any] = {"season_id": season.pk, "user": organiser, "reason": "So be it"}
    of_league = {"league_id": season.league_id, "user": organiser, "reason": "So be it"}
    run(season, season.registration_at)
    founding.appoint(**of_league, other=ready, role="referee", now=NOW)
    founding.appoint(**of_league, other=ready, role="", now=NOW)
    people = [make_user(f"player{number}") for number in range(1, 6)]
    entrants = join(season, *people, now=season.registration_at)
    organising.remove(**facts, entrant_id=entrants[4].pk, now=season.registration_at)
    starts_at = season.starts_at + DAY
    organising.postpone(**facts, starts_at=starts_at, now=season.registration_at)
    run(season, season.registration_at)
    organising.start_now(**facts, now=season.registration_at + DAY)
    now = season.registration_at + DAY
    run(season, now)
    organising.undo(**facts, now=now)
    organising.go_on(**facts, now=now)
    run(season, now)
    substitutes.offer(season_id=season.pk, user=ready, now=now)
    organising.substitute(**facts, entrant_id=entrants[0].pk, other=ready, now=now)
    first, second = running(season)
    ruling = {"user": organiser, "reason": "So be it", "now": now}
    organising.give_time(fixture_id=second.pk, days=2, **ruling)
    organising.settle(fixture_id=first.pk, places=[1, 2], **ruling)
    founding.close(**of_league, now=now)
