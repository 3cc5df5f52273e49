"""Ratings on profiles: what they say, and the curve of how they came to it."""

import pytest
from django.test import Client

from games.matches import play
from lobby.ratings import acts as ratings
from lobby.ratings import curves, reading
from tests.factories import NOW, have_chosen, make_match, make_user


def test_the_curve_goes_from_left_to_right_and_higher_is_up():
    curve = curves.draw((1000, 1100, 1050))
    assert curve.path == "M5 43L80 5L155 24"
    assert curve.area == "M5 43L80 5L155 24V48H5z"
    assert (curve.end, curve.least, curve.most) == ((155.0, 24.0), 1000, 1100)


def test_a_single_match_is_a_dot():
    curve = curves.draw((1080,))
    assert (curve.path, curve.end) == ("", (155, 24.0))


@pytest.mark.django_db
def test_a_profile_shows_ratings_once_there_are_any(client: Client):
    one, other = make_user(), make_user()
    address = f"/people/{one.username}/"
    assert "Ratings" not in client.get(address).content.decode()
    match = make_match(one, other)
    play.resign(match_id=match.pk, player=1, now=NOW)
    have_chosen(match)
    ratings.rate_finished(now=NOW)
    page = client.get(address).content.decode()
    (course,) = reading.courses(user_id=one.pk)
    assert "Ratings" in page
    assert f'<strong class="rating-value">{course.shown}</strong>' in page
    assert "1 match, provisional" in page
