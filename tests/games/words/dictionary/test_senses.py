"""Insulting or coarse meanings come last, hidden, and never where nobody asked."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.html import escape

from accounts.notices import outbox as notifications
from games.words.data import source
from games.words.dictionary import labels
from games.words.lists import loading
from games.words.lists.loading import Release
from games.words.models import Definition, Proposal
from games.words.moderation import evidence
from tests.conftest import Build
from tests.factories import NOW, make_user
from tests.games.words.people import LATER, accept, agree, propose, publish
from tests.size import THOROUGH, runs

# What is said of these words in passing must not be their insulting or coarse meaning. The pattern
# finds that meaning in what the source says; none stands for words whose meaning of that kind no
# source of ours has.
OFFENSIVE = {
    "taco": "Mexican descent", "shrimp": "small people", "queer": "openly homosexual",
    "chink": "Chinese descent", "dyke": "lesbian who", "dike": "lesbian who", "sheeny": "for a Jew",
    "puss": "female genitals", "peter": "terms for penis", "poop": "terms for feces",
    "coon": "Black person", "spade": "Black person", "fruit": "", "fairy": "openly homosexual",
    "pansy": "openly homosexual", "slope": "", "nip": "", "queen": "", "butch": "lesbian who",
    "pouf": "openly homosexual", "greaser": "Mexican descent", "colored": "terms? for Blacks",
    "mammy": "Black nursemaid", "gamin": "sometimes offensive", "throwaway": "sometimes offensive",
    "peewee": "small people", "runt": "small people", "pom": "British person",
    "gringo": "term for foreigners", "whitey": "White man", "paleface": "white person",
    "hillbilly": "unsophisticated", "papist": "Roman Catholics", "popery": "Roman Catholic",
    "frog": "French descent", "limey": "English descent", "cracker": "poor White",
    "redneck": "poor White", "cretin": "subnormal", "retard": "subnormal", "snatch": "genitals",
    "slit": "genitals", "putz": "terms for penis", "dirt": "terms for feces",
    "bull": "obscene words",
    "pee": "terms for urination", "screw": "sexual intercourse", "screwing": "sexual intercourse",
    "dump": "coarse term", "scarf": "masturbate", "come": "spermatozoa", "tart": "intercourse",
    "broad": "term for a woman", "cow": "unpleasant woman", "dog": "unattractive",
    "cobblers": "testicles",
    "congress": "procreation", "madhouse": "insane asylum", "sanatorium": "insane asylum",
}  # fmt: skip
# Words of an insult or of coarse speech, wherever a meaning says so of itself.
SAYS_SO = re.compile(
    r"ethnic slur|(?:offensive|derogatory|disparaging|insulting|pejorative)\)? (?:\w+ ){0,3}"
    r"(?:terms?|names?) |(?:obscene|vulgar|coarse) (?:terms?|words?|slang) (?:for|of)"
    r"|now considered offensive|slang for (?:sexual|masturb)"
)
DEFINITIONS = [(lemma, part, gloss, label) for lemma, part, gloss, label in source.rows(
    "definitions.tsv.gz"
)]  # fmt: skip
FORMS = [(form, lemma, part, int(rank)) for form, lemma, part, rank in source.rows("forms.tsv.gz")]
HERE = OFFENSIVE.keys() | {form for form, lemma, *_ in FORMS if lemma in OFFENSIVE}
REACHED = HERE | {lemma for form, lemma, *_ in FORMS if form in HERE}
FOLDED = {gloss for lemma, _, gloss, label in DEFINITIONS if label and lemma in REACHED}
WRITTEN = {gloss: {gloss, escape(gloss)} for gloss in FOLDED}
FOLD = re.compile(r"<details.*?</details>", re.DOTALL)


def some_words() -> Release:
    """What the release says about these words."""
    return Release(
        tiers={word: tier for word, tier in source.tiers().items() if word in HERE},
        labels=[row for row in source.labels() if row[0] in HERE],
        definitions=[row for row in DEFINITIONS if row[0] in REACHED],
        forms=[row for row in FORMS if row[0] in HERE],
    )


@pytest.fixture(scope="module")
def _loaded(lasting: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lists")
    with override_settings(DATA_DIR=folder):
        assert lasting(lambda: loading.load(now=NOW, read=some_words, mark="some words"))
    return folder


@pytest.fixture
def words(_loaded: Path, settings: Any, db: None) -> Iterator[None]:
    settings.DATA_DIR = _loaded
    return iter(())


def open_part(page: str) -> str:
    """What a page shows before anybody opens anything that's collapsed; nothing is nested."""
    assert page.count("<details") == page.count("</details>")
    return FOLD.sub("", page)


def told_in(page: str) -> set[str]:
    return {gloss for gloss, ways in WRITTEN.items() if any(way in page for way in ways)}


# --- The data -------------------------------------------------------------------------------------


def test_the_source_has_the_offensive_meanings_and_each_has_a_label() -> None:
    assert len(OFFENSIVE) >= 40
    marked = {
        word: {label for lemma, _, gloss, label in DEFINITIONS
               if lemma == word and re.search(pattern, gloss)}
        for word, pattern in OFFENSIVE.items() if pattern
    }  # fmt: skip
    assert {word for word, labels in marked.items() if not labels or "" in labels} == set()


def test_no_meaning_that_calls_itself_an_insult_or_coarse_is_without_a_label() -> None:
    taken_back = {gloss for label, _, _, gloss in source.rows("by_hand/sense_decisions.txt")
                  if label == "none"}  # fmt: skip
    shown = {gloss for _, _, gloss, label in DEFINITIONS if not label and SAYS_SO.search(gloss)}
    assert shown <= taken_back


def test_labelled_meanings_come_last() -> None:
    labels: dict[str, list[bool]] = {}
    for lemma, _, _, label in DEFINITIONS:
        assert label in ("", *source.LABELS)
        labels.setdefault(lemma, []).append(bool(label))
    assert [lemma for lemma, order in labels.items() if order != sorted(order)] == []


# Of these a form at least means nothing but an insult or what is coarse, and may be played.
NOTHING_ELSE = """
cretin eff feebleminded gringo hillbilly limey paleface papist pom pommy redneck screwing whitey
"""


def test_a_word_that_is_shown_has_a_meaning_to_show() -> None:
    """If you look up a runt or the Broads, an insult is never all you get."""
    told: dict[str, list[tuple[str, str]]] = {}
    for lemma, part, _, label in DEFINITIONS:
        told.setdefault(lemma, []).append((part, label))
    read = [*FORMS, *((word, word, "", 0) for word in source.tiers())]
    labels: dict[str, list[str]] = {}
    for form, lemma, as_part, _ in read:
        labels.setdefault(form, []).extend(
            label
            for part, label in told.get(lemma, [])
            if not part or not as_part or part == as_part
        )
    labelled = {word for word, _, _ in source.labels()}
    silent = {
        word for word, found in labels.items() if found and all(found) and word not in labelled
    }
    of = {form: lemma for form, lemma, _, _ in FORMS}
    assert {of.get(word, word) for word in silent} == set(NOTHING_ELSE.split())


def test_every_decision_about_a_meaning_has_a_label_and_a_reason() -> None:
    for label, reason, words_, gloss in source.rows("by_hand/sense_decisions.txt"):
        assert label in (*source.LABELS, source.NO_LABEL)
        assert all((reason, words_, gloss))


# --- What is told in passing ----------------------------------------------------------------------


def test_what_is_shown_in_passing_is_made_of_meanings_without_a_label(words: None) -> None:
    for word in HERE:
        assert {one.gloss for one in evidence.look_up(word).meanings} & FOLDED == set(), word
    taco = evidence.look_up("tacos")
    assert [one.gloss for one in taco.meanings] == ["a tortilla rolled cupped around a filling"]
    assert [(one.lemma, one.label) for one in taco.folded] == [("taco", "slur")]


def test_pages_and_boards_show_them_to_those_who_unfold_them_alone(
    words: None, client: Client
) -> None:
    client.force_login(make_user())
    unfolded: set[str] = set()
    for word in sorted(HERE)[:: runs(1, quick=12)]:
        page = client.get(reverse("word", args=[word])).content.decode()
        assert told_in(open_part(page)) == set(), word
        unfolded |= told_in(page)
        board = client.get(reverse("word-meaning", args=[word])).json()
        assert told_in(" ".join(one["gloss"] for one in board["meanings"])) == set(), word
        assert all(one["label"] for one in board["folded"])
        asked = client.get(reverse("word-propose", args=[word], query={"kind": "define"}))
        assert told_in(asked.content.decode()) == set(), word
    assert unfolded
    if THOROUGH:
        assert unfolded == FOLDED


def test_people_can_choose_not_to_see_them_at_all(words: None, client: Client) -> None:
    client.force_login(make_user())
    client.post(reverse("preferences"), {"hides_coarse": "on"})
    for word in sorted(OFFENSIVE)[:: runs(1, quick=6)]:
        page = client.get(reverse("word", args=[word])).content.decode()
        assert told_in(page) == set(), word
        board = client.get(reverse("word-meaning", args=[word])).json()
        assert board["folded"] == []
        assert board["hidden"] == bool(evidence.look_up(word).folded)
    page = client.get(reverse("word", args=["taco"])).content.decode()
    assert "a tortilla rolled cupped around a filling" in page
    assert "You've chosen not to see the word's offensive meanings." in page


def test_moderation_its_mails_and_the_admin_do_not_show_them(
    words: None, client: Client, mailoutbox: Any
) -> None:
    """One meaning that is corrected, one added as an insult, and one that loses its label."""
    insult = Definition.objects.get(lemma="taco", label="slur")
    former = {"lemma": "taco", "part": "noun", "former": insult.gloss}
    corrected = propose("define", "taco", **former, gloss="a cruel name")
    shown = propose("define", "shrimp", part="noun", lemma="shrimp", gloss="a small one",
                    former="disparaging terms for small people", label="")  # fmt: skip
    added = propose("define", "spade", gloss="a cruel name", part="noun", label="slur")
    made = [corrected, shown, added, propose("relabel", "dyke", label="slur")]
    assert [(one.former_label, one.label) for one in made] == [
        ("slur", "slur"), ("slur", ""), ("", "slur"), ("", "slur"),
    ]  # fmt: skip
    client.force_login(make_user(is_staff=True, is_superuser=True))
    addresses = [reverse("proposal", args=[one.public_id]) for one in made]
    addresses += [reverse("proposals"), reverse("word-draft"), reverse("word-list", args=["broad"])]
    addresses += [reverse("admin:words_definition_changelist")]
    addresses += [reverse("admin:words_proposal_changelist")]

    def look() -> None:
        for address in addresses:
            page = open_part(client.get(address).content.decode())
            assert told_in(page) == set(), address
            assert "a cruel name" not in page, address

    look()
    for one in made:
        agree(one)
    look()
    assert notifications.deliver(now=LATER)
    assert mailoutbox
    for mail in mailoutbox:
        bodies = [mail.subject, mail.body, *(body for body, _ in mail.alternatives)]
        assert told_in(" ".join(bodies)) == set()
        assert "a cruel name" not in " ".join(bodies)
    publish()
    senses = evidence.look_up("taco"), evidence.look_up("shrimp")
    assert [one.gloss for one in senses[0].folded] == ["a cruel name"]
    assert "a small one" in [one.gloss for one in senses[1].meanings]
    assert senses[1].folded == ()


def test_a_meaning_is_chosen_even_if_it_is_not_shown(words: None, client: Client) -> None:
    client.force_login(make_user())
    address = reverse("word-propose", args=["taco"], query={"kind": "define"})
    page = client.get(address).content.decode()
    ((key, name),) = re.findall(r'<option value="([0-9a-f]{16})">([^<]+)</option>', page)
    assert name == "taco (noun): hidden (slur)"
    data = {"former": key, "gloss": "a cruel name for a person of Mexican descent", "reason": "so"}
    assert client.post(address, data).status_code == 302
    made = Proposal.objects.get()
    assert (made.former_label, made.label) == ("slur", "slur")
    assert made.former == "(ethnic slur) offensive term for a person of Mexican descent"


def test_a_fold_alone_can_be_proposed(words: None, client: Client) -> None:
    client.force_login(make_user())
    address = reverse("word-propose", args=["fruit"], query={"kind": "define"})
    gloss = evidence.look_up("fruit").meanings[0].gloss
    data = {"former": f"fruit, noun: {gloss}", "gloss": gloss, "reason": "it is"}
    assert client.post(address, data).status_code == 422
    assert client.post(address, {**data, "fold": "vulgar"}).status_code == 302
    agree(Proposal.objects.get())
    publish(NOW + timedelta(days=1))
    assert [(one.gloss, one.label) for one in evidence.look_up("fruit").folded] == [
        (gloss, "vulgar")
    ]
    assert labels.label_of("fruit") == ""
    assert accept("define", "fruit", former=gloss, gloss=gloss, part="noun", label="")
