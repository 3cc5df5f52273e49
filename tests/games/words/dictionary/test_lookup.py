"""What words mean, from the definitions in the release and the forms that lead to them."""

import pytest
from django.test import Client
from django.urls import reverse

from games.words.data import source
from games.words.dictionary import lookup
from games.words.dictionary.lookup import Meaning
from games.words.lists.loading import Release
from games.words.moderation import evidence
from tests.factories import make_match


def glosses(word: str) -> list[str]:
    return [meaning.gloss for meaning in lookup.definitions([word])[word]]


def test_a_form_has_its_own_meanings_first_and_then_those_of_its_lemma_as_that_part(
    small: Release,
) -> None:
    assert lookup.definitions(["running", "mice", "zax"]) == {
        "running": [
            Meaning("running", "noun", "the sport of those who run"),
            Meaning("run", "verb", "to move fast"),
        ],
        "mice": [Meaning("mouse", "noun", "a small animal that squeaks")],
        "zax": [],
    }


def test_look_up_shows_lists_label_and_meanings(small: Release) -> None:
    found = evidence.look_up("Fart")
    assert found.word == "fart"
    assert found.label == "vulgar"
    assert found.lists == (("Everyday", True), ("Standard", True), ("Broad", True))
    assert evidence.look_up("zax").lists[-2:] == (("Standard", False), ("Broad", True))
    assert evidence.look_up("wog").label == "slur"
    assert not any(has for _, has in evidence.look_up("wog").lists)


@pytest.mark.parametrize("text", ["", "tea room", "caf\u00e9", "x" * 16, "<b>"])
def test_what_is_no_word_is_in_no_list(small: Release, text: str) -> None:
    found = evidence.look_up(text)
    assert not any(has for _, has in found.lists)
    assert found.meanings == ()


FORMS = {(form, lemma) for form, lemma, *_ in source.rows("forms.tsv.gz")}
LEMMAS = {lemma for lemma, *_ in source.rows("definitions.tsv.gz")}


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("mice", "mouse"), ("running", "run"), ("better", "good"), ("better", "well"),
        ("went", "go"), ("boxes", "box"), ("quizzes", "quiz"), ("happier", "happy"),
        ("women", "woman"), ("vlogging", "vlog"), ("wifis", "wifi"), ("stopped", "stop"),
    ],
)  # fmt: skip
def test_the_release_knows_inflections(form: str, lemma: str) -> None:
    assert (form, lemma) in FORMS
    assert lemma in LEMMAS


def test_the_release_explains_small_words_and_leaves_rare_ones_alone() -> None:
    assert {"the", "his", "aa", "qi", "za", "ok", "vlog", "with"} <= LEMMAS
    assert "quixotry" not in LEMMAS  # no source explains it


def test_most_common_words_are_explained() -> None:
    explained = LEMMAS | {form for form, _ in FORMS}
    common = [word for word, tier in source.tiers().items() if tier <= 50]
    assert sum(word in explained for word in common) / len(common) > 0.94


def test_the_page_of_a_word(small: Release, client: Client) -> None:
    page = client.get(reverse("word", args=["mice"])).content.decode()
    assert "MICE" in page
    assert "a small animal that squeaks" in page
    assert 'A form of <strong translate="no">mouse</strong>' in page


def test_a_coarse_word_explains_itself_only_when_asked(small: Release, client: Client) -> None:
    page = client.get(reverse("word", args=["fart"])).content.decode()
    folded = page.partition('<details class="fold">')[2].partition("</details>")[0]
    assert "a breaking of wind" in folded
    assert page.count("a breaking of wind") == 1


def test_no_definition_is_said_in_words(small: Release, client: Client) -> None:
    page = client.get(reverse("word", args=["zax"])).content.decode()
    assert "We don't have a definition." in page


def test_the_meaning_as_data(small: Release, client: Client) -> None:
    assert client.get(reverse("word-meaning", args=["cats"])).json() == {
        "word": "cats",
        "counts": None,
        "lists": [
            {"title": "Everyday", "has": True},
            {"title": "Standard", "has": True},
            {"title": "Broad", "has": True},
        ],
        "label": "",
        "meanings": [{"lemma": "cat", "part": "noun", "gloss": "a small animal that purrs"}],
        "folded": [],
        "hidden": False,
        "problem": "",
    }


@pytest.mark.parametrize(
    "written", ["cat\u017f", "\uff23\uff21\uff34\uff33", "ca\u200bts", "\ufeff CATS "]
)
def test_a_word_typed_in_other_signs_is_the_word(
    small: Release, client: Client, written: str
) -> None:
    answer = client.get(reverse("words"), {"word": written})
    assert answer["Location"] == reverse("word", args=["cats"])
    page = client.get(reverse("word", args=[written])).content.decode()
    assert '<h1 translate="no">CATS</h1>' in page
    assert "Everyday: yes" in page
    told = client.get(reverse("word-meaning", args=["cats"])).json()
    assert client.get(reverse("word-meaning", args=[written])).json() == told


@pytest.mark.parametrize(
    "written", ["caf\u00e9", "a", "it's", "x" * 16, "\u732b", "..", "b4", "\u212b"]
)
def test_what_can_be_no_word_is_told_so_and_is_in_no_list_s_words(
    small: Release, client: Client, written: str
) -> None:
    said = "A word needs 2 to 15 letters, all from A to Z."
    page = client.get(reverse("words"), {"word": written})
    assert [str(message) for message in page.context["messages"]] == [said]
    page = client.get(reverse("word", args=[written])).content.decode()
    assert said in page
    assert [page.count(claim) for claim in (": no", ": yes", "have a definition")] == [0, 0, 0]
    told = client.get(reverse("word-meaning", args=[written])).json()
    assert (told["problem"], told["lists"]) == (said, [])


def test_a_field_of_blanks_or_of_signs_that_nobody_sees(small: Release, client: Client) -> None:
    said = "A word needs 2 to 15 letters, all from A to Z."
    for written, told in ((" ", []), ("\u200b", [said]), ("a/b", [said])):
        page = client.get(reverse("words"), {"word": written})
        assert [str(message) for message in page.context["messages"]] == told


def test_the_list_page_names_the_authors_and_leads_to_words(small: Release, client: Client) -> None:
    page = client.get(reverse("words")).content.decode()
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in page
    assert "Broad" in page
    answer = client.get(reverse("words"), {"word": "Mice"})
    assert answer["Location"] == reverse("word", args=["mice"])


def test_a_word_of_no_match_and_of_an_unknown_one(small: Release, client: Client) -> None:
    address = reverse("word-meaning", args=["cat"])
    match = make_match()  # no word game
    assert client.get(address, {"match": match.public_id}).json()["counts"] is None
    assert client.get(address, {"match": "nonesuch"}).status_code == 404
    assert client.get(reverse("word", args=["x" * 50])).status_code == 404
