"""What a league tells people, and how the mail reads when it leaves."""

import pytest

from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Notification
from lobby.leagues.acts import organisers as organising
from lobby.leagues.acts import players as services
from lobby.leagues.acts import substitutes
from lobby.leagues.mails import mails, telling, told
from lobby.leagues.models import Season
from lobby.leagues.season.values import Told
from tests.factories import make_user
from tests.lobby.leagues.site import DAY, found, join, players_of, run, running, season_of

pytestmark = pytest.mark.django_db


def mail(notice: Notification) -> Mail:
    from accounts.notices.kinds import KINDS

    written = KINDS[notice.kind].render(notice, notice.due_at)
    assert isinstance(written, Mail)
    return written


def test_everything_that_is_told_can_be_written(playing: Season) -> None:
    season, users = playing, players_of(playing)
    entrant = season.entrants.get(user=users[0])
    Notification.objects.all().delete()
    for name in [*told.TOLD, "something new"]:
        about = str(entrant.pk) if name in ("leaving", "stood_in", "withdrawn") else "2"
        owed = telling.tell(season, [Told(name, (entrant.pk,), about)], season.starts_at)
        assert owed == (name != "registration")
    for notice in Notification.objects.all():
        written = mail(notice)
        assert season.league.name in written.text
        assert "{" not in written.subject + written.text


def test_of_a_round_its_players_hear_whom_they_play(playing: Season) -> None:
    for fixture in running(playing):
        one, other = (seat.entrant for seat in fixture.seats.all())
        for reader, opponent in ((one, other), (other, one)):
            notice = Notification.objects.get(user=reader.user, ref__notice="round")
            assert mail(notice).lines[-1] == f"You're playing against {opponent.name}."


def test_of_a_new_season_those_hear_who_played_before_and_once(playing: Season) -> None:
    season, league, users = playing, playing.league, players_of(playing)
    season.phase, season.ended_at = "finished", season.starts_at + DAY
    season.save()
    run(season, season.ended_at + DAY)
    following = season_of(league)
    assert following.number == 2
    run(following, following.registration_at)
    told = Notification.objects.filter(kind="league", ref__season=following.pk)
    assert sorted(told.values_list("user", flat=True)) == sorted(user.pk for user in users)
    assert "Registration is open" in mail(told[0]).subject


def test_a_question_is_not_sent_when_the_place_is_taken(playing: Season) -> None:
    season, users = playing, players_of(playing)
    one, other = make_user(), make_user()
    for user in (one, other):
        substitutes.offer(season_id=season.pk, user=user, now=season.starts_at)
    services.leave(season_id=season.pk, user=users[0], now=season.starts_at)
    run(season, season.starts_at)
    asked = {each.user_id: each for each in Notification.objects.filter(kind="league_seat")}
    assert users[0].username in mail(asked[one.pk]).text
    substitutes.accept(season_id=season.pk, user=other, now=season.starts_at)
    held = mails.seat_mail(asked[one.pk], season.starts_at)
    assert held == Hold("the place is no longer free")


def test_words_and_rulings_are_told_with_who_and_why() -> None:
    organiser = make_user()
    season = season_of(found(organiser))
    run(season, season.registration_at)
    anna = make_user()
    (entrant,) = join(season, anna, now=season.registration_at)
    now = season.registration_at
    organising.announce(league_id=season.league_id, user=organiser, text="Be there!", now=now)
    organising.remove(
        season_id=season.pk, user=organiser, entrant_id=entrant.pk, reason="a mistake", now=now
    )
    word = mail(Notification.objects.get(kind="league_word"))
    assert "Be there!" in word.text
    ruling = mail(Notification.objects.get(kind="league_ruling"))
    assert f"{organiser.username} removed {anna.username} from season 1" in ruling.subject
    assert "a mistake" in ruling.text
    assert ruling.link == f"{season.league.get_absolute_url()}ledger/"
