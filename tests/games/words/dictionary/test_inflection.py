"""Which word another is a form of: judged by spelling, with the commonest first."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.words.data import source
from games.words.dictionary import inflection, lookup
from games.words.dictionary.inflection import ADJECTIVE, NOUN, PARTS, VERB
from games.words.lists.loading import Release
from games.words.models import Definition, Form
from games.words.moderation import evidence

HERE = Path(__file__).parent
EVERYONE_KNOWS = 35  # the largest tier of the doubtful forms
OF_OUR_OWN = "+"
# Forms whose own meaning is rightly told before that of the commoner word they are formed of.
SAY_MORE = """
acoustics ancients basics belongings blues bounds checkers cleaner contemporaries crying damper
dealings dimmer diviner dryer fifties flatter flier flipper forties frequenter fundamentals funnies
furrier greens idler lighter manners mnemonics morals optics perfecter polls pragmatics quarters
rasher riches savings shorts stranger thirties trappings twenties winnings workings
"""

TIERS = source.tiers()
EXPLAINED = {lemma for lemma, *_ in source.rows("definitions.tsv.gz")}
READINGS: dict[str, list[tuple[int, str, str]]] = {}
for form, lemma, part, rank in source.rows("forms.tsv.gz"):
    if lemma in EXPLAINED:
        READINGS.setdefault(form, []).append((int(rank), lemma, part))


def doubtful() -> list[tuple[str, str, bool]]:
    """Return (form, lemma that comes first, whether the form's own meaning may stand before)."""
    lines = (HERE / "doubtful_forms.txt").read_text(encoding="utf-8").splitlines()
    found = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [
        (form.rstrip(OF_OUR_OWN), lemma, form.endswith(OF_OUR_OWN))
        for lemma, forms in found
        for form in forms.split()
    ]


def in_order(word: str) -> list[str]:
    """Return the words whose meanings the release shows: itself and those it is a form of."""
    own = [(lookup.OWN, word)] if word in EXPLAINED else []
    read = [(rank, lemma) for rank, lemma, _ in READINGS.get(word, [])]
    return list(dict.fromkeys(lemma for _, lemma in sorted([*own, *read])))


def test_a_form_that_could_be_of_several_words_is_of_the_right_one_first() -> None:
    asked = doubtful()
    assert len({form for form, _, _ in asked}) == len(asked) >= 300
    told = {
        form: [word for word in in_order(form) if not (may_stand_before and word == form)][:1]
        for form, _, may_stand_before in asked
    }
    assert told == {form: [lemma] for form, lemma, _ in asked}
    assert all(TIERS[form] <= EVERYONE_KNOWS for form, _, _ in asked)


def test_no_common_form_is_explained_by_a_rarer_meaning_of_its_own() -> None:
    rarer = {
        form
        for form, read in READINGS.items()
        if TIERS[form] <= EVERYONE_KNOWS and in_order(form)[0] == form
        for _, lemma, part in read
        if part in ("noun", "adjective") and TIERS.get(lemma, TIERS[form]) < TIERS[form]
    }
    assert rarer == set(SAY_MORE.split())


@pytest.mark.parametrize(
    ("form", "never"),
    [
        ("hoped", "hop"), ("planes", "plan"), ("planed", "plan"), ("rated", "rat"),
        ("hated", "hat"), ("bees", "be"), ("riding", "rid"), ("wines", "win"), ("pass", "pas"),
        ("discuss", "discus"), ("skies", "ski"), ("runes", "run"), ("cutter", "cut"),
        ("customer", "custom"), ("seed", "see"), ("his", "hi"), ("puss", "pus"),
        ("emphasises", "emphasis"), ("metastasises", "metastasis"),
        ("apotheosises", "apotheosis"), ("overemphasises", "overemphasis"),
    ],
)  # fmt: skip
def test_what_is_spelled_otherwise_is_no_form(form: str, never: str) -> None:
    assert never not in in_order(form)


@pytest.mark.parametrize(
    ("base", "part", "forms"),
    [
        ("hop", VERB, "hopped hopping hops"),
        ("hope", VERB, "hoped hopeing hopes hoping"),
        ("plan", VERB, "planned planning plans"),
        ("bee", NOUN, "bees"),
        ("be", VERB, "being bes"),
        ("quiz", VERB, "quizes quizzed quizzes quizzing"),
        ("quit", VERB, "quits quitted quitting"),
        ("die", VERB, "died dieing dies dying"),
        ("try", VERB, "tried tries tryed trying trys"),
        ("see", VERB, "seed seeing sees"),
        ("singe", VERB, "singed singeing singes singing"),
        ("panic", VERB, "panicked panicking panics"),
        ("offer", VERB, "offered offering offerred offerring offers"),
        ("play", VERB, "played playing plays"),
        ("fuel", VERB, "fueled fueling fuelled fuelling fuels"),
        ("box", NOUN, "boxes"),
        ("hero", NOUN, "heroes heros"),
        ("woman", NOUN, "womans women"),
        ("cute", ADJECTIVE, "cuter cutest"),
        ("big", ADJECTIVE, "bigger biggest"),
        ("happy", ADJECTIVE, "happier happiest"),
        ("shy", ADJECTIVE, "shier shiest shyer shyest"),
    ],
)  # fmt: skip
def test_regular_forms(base: str, part: str, forms: str) -> None:
    assert inflection.forms(base, part) == forms.split()


@pytest.mark.sometimes
@pytest.mark.slow
def test_forms_are_all_that_leads_back() -> None:
    """Both directions follow one rule, for each word in the lists and what it may be a form of."""
    missed = [
        (word, base)
        for word in TIERS
        for part in PARTS
        for base in inflection.bases(word, part)
        if base in TIERS and word != base and word not in inflection.forms(base, part)
    ]
    assert missed == []


def explain(lemma: str, part: str, gloss: str) -> None:
    Definition.objects.create(lemma=lemma, rank=1, part=part, gloss=gloss)


def test_a_commoner_word_comes_before_the_forms_own_meaning(small: Release, client: Client) -> None:
    explain("saw", "noun", "what cuts wood")
    explain("see", "verb", "to perceive with the eyes")
    explain("sie", "verb", "to drip")
    Form.objects.create(form="saw", lemma="see", part="verb", rank=-1)
    Form.objects.create(form="saw", lemma="sie", part="verb", rank=1)
    told = [(one.lemma, one.gloss) for one in lookup.definitions(["saw"])["saw"]]
    glosses = ["to perceive with the eyes", "what cuts wood", "to drip"]
    assert told == list(zip(["see", "saw", "sie"], glosses, strict=True))
    assert [family.lemma for family in evidence.forms_of("saw")] == ["see", "sie"]
    page = client.get(reverse("word", args=["saw"])).content.decode()
    assert sorted(glosses, key=page.index) == glosses
    assert (
        page.index(glosses[0])
        < page.index("Also a word in its own right:")
        < page.index(glosses[1])
    )


def test_what_looks_like_a_form_follows_the_same_spelling(small: Release) -> None:
    assert [word for word, _ in evidence.regular("cat")] == ["cats"]
    assert evidence.regular("ru") == ()
