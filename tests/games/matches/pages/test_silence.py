"""Whoever moderators have silenced writes to nobody: not by talk, and by no other way either."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.trust import reports
from accounts.trust.apps import MODERATORS
from accounts.trust.reports import ReportError
from accounts.users.models import User
from games.core.errors import IllegalAction, Refusal
from games.matches import play, reading
from games.matches.models import Match
from games.matches.talk import chat, conduct
from games.words.lists.access import NotAllowed as WordsNotAllowed
from games.words.moderation import custom_lists, editions, proposals
from games.words.moderation.imports import uploads
from lobby.clubs import acts as clubs
from lobby.leagues.acts import founding
from lobby.leagues.acts import organisers as organising
from lobby.leagues.models import LedgerEntry
from lobby.leagues.season.rules import Rules
from lobby.permission import NotAllowed
from tests.factories import NOW, assert_replay_matches, frame_of, make_match, make_user
from tests.games.words.people import accept, ask, decide, make_moderator, propose, wish
from tests.lobby.leagues import site

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]
RUDE = "yourfoolben"  # in no list
SILENT = "A moderator has silenced you for now."
Act = Callable[[], object]


def judge() -> User:
    user = make_user()
    user.groups.add(Group.objects.get(name=MODERATORS))
    return User.objects.get(pk=user.pk)


def silence(user: User) -> None:
    """Have somebody silenced for a line said to somebody else."""
    match = make_match(user, other := make_user())
    line = chat.say(match_id=match.pk, user=user, text="Bah", cmd_id=uuid4(), now=NOW)
    told = {"reason": "insult", "words": "", "now": NOW}
    case = chat.report(match_id=match.pk, user=other, line_id=line.pk, **told)
    conduct.decide(
        report_id=case.pk, moderator=judge(), measure="silence", days=7, reason="Rude", now=NOW
    )


@pytest.fixture
def anna() -> User:
    user = make_user("anna")
    silence(user)
    return user


# --- Words tried at WordsWithChilwell -------------------------------------------------------------


def spell(match: Match, word: str, draw: int | None = None) -> None:
    player = match.to_move
    assert player is not None
    draw = len(word) if draw is None else draw
    play.submit(
        match_id=match.pk,
        player=player,
        action={"type": "Spell", "word": word, "draw": draw},
        expected_ply=match.ply,
        now=NOW,
    )
    match.refresh_from_db()


def table(*people: User) -> Match:
    return make_match(*people, game="words_with_chilwell", options={"training": True})


def all_that_is_told(match: Match, user: User | None) -> str:
    """Return all that somebody gets to see of a match: its page, its log, its papers, its frame."""
    client = Client()
    if user:
        client.force_login(user)
    papers = ("", "view", "replay/", "replay/positions?from=0&count=9", "game.json", "game.txt")
    told = [client.get(f"/match/{match.public_id}/{one}").content.decode() for one in papers]
    user_id = user.pk if user else None
    return "".join([*told, frame_of(match, user_id)]).lower()


def test_a_word_that_does_not_count_is_shown_to_nobody(anna: User) -> None:
    ben = make_user("ben")
    match = table(anna, ben)
    spell(match, RUDE)
    assert [move.text for move in reading.moves(match_id=match.pk)] == ["no word +3"]
    for viewer in (anna, ben, None):
        assert RUDE not in all_that_is_told(match, viewer)
    assert_replay_matches(match)


def test_the_game_goes_on_as_if_it_had_been_shown(anna: User) -> None:
    """The silenced learn nothing from it and lose nothing by it, and what counts is played."""
    matches = [table(one, make_user()) for one in (anna, make_user())]
    for match in matches:
        spell(match, RUDE)
        spell(match, RUDE)  # of the other, who may speak
        spell(match, "hands")
    silenced, other = matches
    texts = [[move.text for move in reading.moves(match_id=match.pk)] for match in matches]
    shown = f"{RUDE.upper()} +{len(RUDE)}"
    assert texts == [["no word +3", shown, "HANDS +5"], [shown, shown, "HANDS +5"]]
    assert [told for told in silenced.state if told != "events"] == [
        told for told in other.state if told != "events"
    ]
    assert silenced.scores == other.scores


def test_what_is_no_attempt_at_all_is_refused_as_ever(anna: User) -> None:
    match = table(anna, make_user())
    with pytest.raises(IllegalAction, match="letters A to Z"):
        spell(match, "b3n")


def test_a_word_prepared_before_is_not_shown_either(anna: User) -> None:
    match = make_match(
        make_user(), anna, game="words_with_chilwell", options={"training": True},
        pace="correspondence", budget=86_400,
    )  # fmt: skip
    action = {"type": "Spell", "word": "melonix", "draw": 7}  # from the tiles of that hand
    asked: dict[str, Any] = {"action": action, "condition": "legal", "repeat": False}
    play.prepare_turn(match_id=match.pk, player=1, ply=0, now=NOW, **asked)
    spell(match, "hands")
    assert [move.text for move in reading.moves(match_id=match.pk)] == ["HANDS +5", "no word +3"]


# --- All else that others read --------------------------------------------------------------------


def refused(act: Act) -> str:
    with pytest.raises((NotAllowed, WordsNotAllowed, ReportError)) as told:
        act()
    return str(told.value)


def test_silenced_people_name_and_describe_nothing(anna: User) -> None:
    ben = make_user("ben")
    club = clubs.found(user=ben, name="The Tower", about="", joining="open", now=NOW)
    clubs.join(user=anna, club_id=club.pk, now=NOW)
    clubs.give_role(user=ben, club_id=club.pk, name="anna", role="officer")
    named: dict[str, Any] = {"name": RUDE, "about": RUDE, "joining": "open", "now": NOW}
    custom: dict[str, Any] = {"title": RUDE, "base": "broad", "theme": RUDE, "now": NOW}
    for act in (
        lambda: clubs.found(user=anna, **named),
        lambda: clubs.describe(user=anna, club_id=club.pk, **named),
        lambda: custom_lists.create(user=anna, **custom),
        lambda: site.found(anna, name=RUDE),
    ):
        assert refused(act) == SILENT


def test_a_league_of_somebody_silenced_goes_on_without_words() -> None:
    anna = make_user("anna")
    league = site.found(anna)
    season = site.season_of(league)
    silence(anna)
    agreed: dict[str, Any] = {
        "league_id": league.pk, "user": anna, "options": league.options,
        "control": league.control, "agreement": league.agreement,
        "league_rules": Rules(least=7), "reason": RUDE, "now": NOW,
    }  # fmt: skip
    for act in (
        lambda: organising.announce(league_id=league.pk, user=anna, text=RUDE, now=NOW),
        lambda: founding.change(name=RUDE, about="", **agreed),
        lambda: founding.change(name=league.name, about=RUDE, **agreed),
    ):
        assert refused(act) == SILENT
    founding.change(name=league.name, about=league.about, **agreed)
    organising.hold(season_id=season.pk, user=anna, reason=RUDE, now=NOW)
    said = [(each.kind, each.reason, each.why) for each in LedgerEntry.objects.order_by("number")]
    assert said == [(kind, "", "No reason was given.") for kind in ("rules", "hold")]


def test_silenced_people_propose_no_words_and_support_without_any(anna: User) -> None:
    asked = propose("add", "dax", "broad")
    file = {"user": anna, "word_list": "broad", "now": NOW}
    uploads.upload(data=b"zzz\n", name="words.txt", **file)
    for act in (
        lambda: ask(user=anna, wish=wish("add", "zax", "broad"), now=NOW),
        lambda: uploads.propose(reason=RUDE, **file),
        lambda: proposals.add_support(user=anna, proposal=asked.public_id, text=RUDE, now=NOW),
    ):
        assert refused(act) == SILENT
    assert proposals.add_support(user=anna, proposal=asked.public_id, now=NOW).text == ""


def test_a_word_moderator_who_is_silent_gives_the_usual_answers() -> None:
    anna, asked = make_moderator("anna"), propose("add", "dax", "broad")
    accept("add", "zax", "broad")
    silence(anna)
    vote: dict[str, Any] = {"user": anna, "proposal": asked.public_id, "accepted": True}
    for act in (
        lambda: decide(reason=RUDE, now=NOW, **vote),
        lambda: editions.hand_in(user=anna, note=RUDE, now=NOW),
        lambda: editions.schedule(user=anna, note=RUDE, at=NOW + timedelta(days=1), now=NOW),
        lambda: proposals.propose_rollback(
            user=anna, word_list="broad", number=1, reason=RUDE, now=NOW
        ),
    ):
        with pytest.raises(Refusal):
            act()
    decide(answer="source", now=NOW, **vote)
    assert asked.votes.get(moderator=anna).answer == "source"
    assert editions.hand_in(user=anna, now=NOW).note == ""


def test_a_moderator_who_is_silent_silences_nobody() -> None:
    anna, ben, carl = judge(), make_user(), make_user()
    match = make_match(ben, carl)
    line = chat.say(match_id=match.pk, user=ben, text="Bah", cmd_id=uuid4(), now=NOW)
    told = {"reason": "insult", "words": "", "now": NOW}
    case = chat.report(match_id=match.pk, user=carl, line_id=line.pk, **told)
    silence(anna)
    act: dict[str, Any] = {"report_id": case.pk, "moderator": anna, "reason": RUDE, "now": NOW}
    for try_it in (
        lambda: conduct.decide(measure="silence", days=7, **act),
        lambda: reports.lift(**act),
    ):
        assert refused(try_it).endswith("someone else has to decide.")


def test_silenced_people_can_still_report_and_write_notes(anna: User) -> None:
    ben = make_user()
    match = make_match(anna, ben)
    line = chat.say(match_id=match.pk, user=ben, text="Bah", cmd_id=uuid4(), now=NOW)
    told = {"reason": "insult", "words": "Look at that", "now": NOW}
    assert chat.report(match_id=match.pk, user=anna, line_id=line.pk, **told).words
    play.write_note(match_id=match.pk, user_id=anna.pk, text="mind the corner", now=NOW)
