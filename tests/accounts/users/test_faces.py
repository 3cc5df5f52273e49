import re

import pytest
from django.template import Context, Template
from django.urls import reverse

from accounts.users import faces
from accounts.users.faces import drawings
from accounts.users.names import HOW, WHO
from tests import factories

pytestmark = pytest.mark.django_db


def render(source: str, **context: object) -> str:
    return Template("{% load faces %}" + source).render(Context(context))


def test_a_stamp_is_the_same_for_the_same_name_in_whatever_case():
    assert faces.stamp("Ben") == faces.stamp("Ben")
    assert faces.stamp("Ben") == faces.stamp("bEN")
    assert faces.stamp("Ben") != faces.stamp("Bea")


def test_a_stamp_as_it_has_always_been():
    assert str(faces.stamp("Anna", size=24)) == (
        '<svg class="face face-3" viewBox="0 0 48 48" width="24" height="24" aria-hidden="true"'
        ' focusable="false"><path class="face-paper" d="M4 4h40v40H4z"/><path class="face-field"'
        ' d="M7 7h34v34H7z"/><path class="face-shade" d="M7 41V33Q24 13 41 33v8z"/>'
        '<text class="face-letter" x="24" y="33" translate="no">A</text></svg>'
    )


def test_a_hundred_names_have_more_than_sixty_stamps():
    # with one letter: 12 colours by 10 grounds, so a few of a hundred must share one
    seen = {str(faces.stamp(f"A{number}")) for number in range(100)}
    assert len(seen) > 60


def test_whoever_is_named_after_a_drawing_has_it():
    assert faces.drawing_of("QuickFox") == "fox"
    assert faces.drawing_of("LuckyOwl71") == "owl"
    assert faces.drawing_of("Foxglove") == ""
    assert faces.drawing_of("Anna") == ""
    drawn = [who for who in WHO if faces.drawing_of(HOW[0] + who)]
    assert drawn == ["Fox", "Hare", "Owl", "Robin", "Turtle"]


def test_what_was_chosen_comes_before_the_name():
    assert faces.drawing_of("QuickFox", "cat") == "cat"
    assert faces.drawing_of("Anna", "gone") == ""


def test_each_drawing_has_a_name_and_keeps_to_the_stamp():
    assert list(drawings.NAMES) == list(drawings.DRAWN)
    assert len(drawings.DRAWN) == 16
    everything = [*drawings.GROUNDS, *(each.parts for each in drawings.DRAWN.values())]
    for parts in everything:
        for tone, path in parts:
            assert drawings.TONE.fullmatch(tone + " ")
            assert re.fullmatch(r"[MLHVQATZmlhvqatz0-9. -]+", path)
    for each in drawings.DRAWN.values():
        assert set(each.fields) <= set(range(drawings.FIELDS))


def test_the_tag_takes_a_person_a_name_or_a_computer_player():
    anna = factories.make_user("Anna")
    assert render("{% face anna %}", anna=anna) == faces.stamp("Anna")
    assert render("{% face 'Anna' size=24 %}") == faces.stamp("Anna", size=24)
    assert render("{% face None %}") == faces.computer_stamp()
    anna.face = "snail"
    assert render("{% face anna size=60 %}", anna=anna) == faces.stamp("Anna", "snail", size=60)


def test_a_name_is_no_markup():
    assert "<b" not in str(faces.stamp("<b>"))


def test_a_stamp_is_chosen_in_the_preferences(client):
    anna = factories.make_user("Anna")
    client.force_login(anna)
    page = reverse("preferences")
    client.post(page, {"face": "whale"})
    anna.refresh_from_db()
    assert anna.face == "whale"
    client.post(page, {})
    anna.refresh_from_db()
    assert anna.face == "whale", "what is not asked for stays"
    assert client.post(page, {"face": "unicorn"}).status_code == 422
    anna.refresh_from_db()
    assert anna.face == "whale"
    client.post(page, {"face": ""})
    anna.refresh_from_db()
    assert anna.face == ""


def test_the_stamp_stands_in_the_menu_and_on_the_profile(client):
    anna = factories.make_user("Anna")
    client.force_login(anna)
    page = client.get(reverse("profile", args=["Anna"])).content.decode()
    assert faces.stamp("Anna", size=38) in page
    assert faces.stamp("Anna", size=112) in page
