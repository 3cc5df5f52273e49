import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize("name", ["Anna", "anna.b", "x_1", "7of9", "Guestavo", "Administer", "a-b"])
def test_a_plain_name_is_accepted(name):
    names.validate_letters(name)
    names.refuse_reserved(name)


@pytest.mark.parametrize("name", [".anna", "-anna", "an na", "Ännä", "anna\n", "a/b", "a\0b", ""])
def test_a_name_of_other_letters_is_refused(name):
    with pytest.raises(ValidationError):
        names.validate_letters(name)


@pytest.mark.parametrize(
    "name", ["guest", "Guest-bcdfg", "COMPUTER", "computer2", "admin", "Admin.1", "no-reply", "you"]
)
def test_a_name_that_sounds_like_the_site_is_refused(name):
    with pytest.raises(ValidationError, match="reserved"):
        names.refuse_reserved(name)


def test_guests_get_names_nobody_can_choose():
    name = names.draw_guest_name()
    names.validate_letters(name)
    assert len(name) == len("guest-") + 5
    with pytest.raises(ValidationError, match="reserved"):
        names.refuse_reserved(name)
