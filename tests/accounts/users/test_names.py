import pytest
from django.core.exceptions import ValidationError

from accounts.users import names


@pytest.mark.parametrize("name", ["Anna", "anna.b", "x_1", "7of9", "Guestavo", "Administer", "a-b"])
def test_a_plain_name_is_accepted(name):
    names.validate_letters(name)
    names.refuse_reserved(name)


@pytest.mark.parametrize("name", [".anna", "-anna", "an na", "Ännä", "anna\n", "a/b", "a\0b", ""])
def test_a_name_of_other_letters_is_refused(name):
    with pytest.raises(ValidationError):
        names.validate_letters(name)


@pytest.mark.parametrize(
    "name",
    [
        "guest",
        "Guest-bcdfg",
        "COMPUTER",
        "computer2",
        "admin",
        "Admin.1",
        "no-reply",
        "you",
        "ad.min",
        "tile_post",
        "s.taff",
        "moderators",
        "re-ports",
    ],
)
def test_a_name_that_sounds_like_the_site_is_refused(name):
    with pytest.raises(ValidationError, match="reserved"):
        names.refuse_reserved(name)


@pytest.mark.parametrize("tries", [0, names.MOST_BARE, 19])
def test_every_friendly_name_may_be_chosen(tries, monkeypatch):
    """The longest of them as well, with the largest of numbers."""
    monkeypatch.setattr(names.secrets, "randbelow", lambda below: below - 1)
    for how in names.HOW:
        for who in names.WHO:
            chosen = iter((how, who))
            monkeypatch.setattr(names.secrets, "choice", lambda _words, one=chosen: next(one))
            name = names.draw(tries)
            assert name.startswith(how + who)
            assert name[len(how + who) :].isdigit() == (tries > 0)
            names.validate_letters(name)
            names.refuse_reserved(name)
            assert 3 <= len(name) <= names.LONGEST


def test_a_bare_name_is_what_the_database_makes_of_it():
    assert names.bare("An.na-b_1") == "ANNAB1"
