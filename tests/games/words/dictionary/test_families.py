"""Every form and spelling of a word has its label, unless somebody has said why not."""

import pytest
from django.core.management import CommandError, call_command

from games.words.data import source
from games.words.dictionary import families, labels
from games.words.dictionary.families import Family, Member
from games.words.lists.loading import Release
from games.words.models import Form, Label
from tests.games.words.people import LATER, accept, publish

TIERS = source.tiers()
LABELS = {word: label for word, label, _ in source.labels()}
REASONS = source.label_reasons()
FORMS = [(form, lemma) for form, lemma, *_ in source.rows("forms.tsv.gz")]
KIN = families.kin_of(TIERS.keys(), FORMS, source.spellings(), LABELS.keys())
FAMILIES = families.families(LABELS, KIN, lambda word: REASONS.get(word, ""))

VULGAR = (
    "fistfuck fistfucked fistfucking fistfucks mindfuck mindfucked mindfucking mindfucks gangbang"
    " gangbanged gangbanger gangbangers gangbanging gangbangs horny hornier horniest horniness"
    " whorehouse whorehouses sonofabitch sonsofbitches motherfucker motherfuckers shat jizzes"
    " schmuck shmuck shmucks jism jissom titty tittie ballocks ballocksed badass badasses smartass"
    " hardass wiseass candyass kickass frig frigged frigging frigs whorish whorishly"
)
SLURS = (
    "sheeny sheeney sheenie sheenies sheeneys pickaninny pickaninnies picaninny picaninnies"
    " piccaninny piccaninnies chinky chinkie chinkies taig taigs munt munts gippo gippos ofay ofays"
    " spastic spastics retard retards shiksa shiksas shikse shikses shikseh shiksehs"
    " tranny trannie trannies gyp gip gips gipped gipping poofter poufter poufters pouftah pouftahs"
    " dykey"
)
SEXUAL = (
    "clitoris clitorides clitoric orgasm multiorgasmic superorgasms orgastic porn antiporn"
    " semipornography fellation fellator fellatrix cunnilinctus autoerotism homoeroticism zoophile"
    " zoophilism paedophiliac pedophiliacs pederasty pederastic penile penial"
)
ORDINARY = (
    "sheenier sheeniest chinkier chinkiest retarded retarding thorny screw scarf come pricked"
    " cocked gypsum shitake cockatoo munting mishit inspissate tart broad putz putzes"
    " pornocracy jackass assess frigate pouf pouffe gipsy coitus coital coition copulation"
)
# Words that are spelled nearly like one with a label and share an ordinary meaning with it.
ALIKE_BY_CHANCE = """
booby dig goo goof goop guck gunk lunkhead prickle punk rapine shaggy shiny soot teat
"""


@pytest.mark.parametrize(
    ("words", "label"),
    [(VULGAR, "vulgar"), (SLURS, "slur"), (SEXUAL, "sexual"), (ORDINARY, "")],
)
def test_these_words_have_these_labels(words: str, label: str) -> None:
    told = {word: LABELS.get(word, "") for word in words.split() if word in TIERS}
    assert told == dict.fromkeys(told, label)
    assert len(told) > len(words.split()) - 2


def test_no_form_of_the_release_differs_from_its_word_without_a_decision() -> None:
    assert len(FAMILIES) > 200
    assert {family.lemma: family.undecided for family in FAMILIES if family.undecided} == {}


def test_spellings_of_a_word_are_labelled_alike() -> None:
    for group in source.spellings():
        assert set(group) <= TIERS.keys()
        assert len({LABELS[word] for word in group}) == 1, group


def test_words_spelled_and_explained_nearly_alike_are_labelled_alike() -> None:
    """Other spellings and derivations of a word have its label, unless somebody said why."""
    sharing: dict[str, set[str]] = {}
    for word, _, gloss, _ in source.rows("definitions.tsv.gz"):
        if word in TIERS:
            sharing.setdefault(gloss, set()).add(word)
    open_ = {
        other
        for words in sharing.values()
        for word in words & LABELS.keys()
        for other in words - LABELS.keys() - REASONS.keys()
        if edits(word, other) <= 2
    }
    assert open_ == set(ALIKE_BY_CHANCE.split())


def edits(one: str, other: str) -> int:
    """Return how many letters to change, add or leave out to turn one word into the other."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, 1):
        above, row = row, [count]
        for place, opposite in enumerate(other):
            changed = above[place] + (letter != opposite)
            row.append(min(changed, above[place + 1] + 1, row[place] + 1))
    return row[-1]


def test_a_decision_is_about_one_word_once() -> None:
    said = [
        word
        for _, _, patterns in source.rows("by_hand/label_decisions.txt")
        for word in patterns.split()
    ]
    assert sorted(said) == sorted(set(said))


def test_where_a_label_is_from_repeats_no_meaning() -> None:
    """People who hide such meanings still see the source of a label, so it can't quote one."""
    glosses = {gloss for _, _, gloss, label in source.rows("definitions.tsv.gz") if label}
    told = [origin for _, _, origin in source.labels()]
    assert [origin for origin in told if any(gloss in origin for gloss in glosses)] == []


# --- What goes by which rule ----------------------------------------------------------------------


def test_what_is_spelled_like_a_form_of_a_labelled_word_is_of_its_family() -> None:
    words = {"munt", "munts", "munter", "chinky", "chinkier", "spic", "spick", "hat", "hats"}
    kin = families.kin_of(words, [("hats", "hat")], [["spic", "spick"]], {"munt", "chinky"})
    assert kin == {
        "munts": {"munt"}, "chinkier": {"chinky"}, "hats": {"hat"}, "spick": {"spic"},
    }  # fmt: skip


def test_a_form_has_the_label_of_its_word_unless_it_may_be_another() -> None:
    kin = {
        "cads": {"cad"}, "cadding": {"cad"}, "cadded": {"cad"}, "caddies": {"cad", "caddy"},
        "hats": {"hat"},
    }  # fmt: skip
    heirs = families.inherit({"cad"}, kin, settled={"cadding"}, explained={"cadded"})
    assert heirs == {"cads": "cad"}


def test_families_tell_what_differs_and_why() -> None:
    kin = {"cads": {"cad"}, "cadded": {"cad"}, "cadding": {"cad"}, "hats": {"hat"}}
    labels = {"cad": "slur", "cads": "slur", "cadding": "vulgar"}
    (family,) = families.families(labels, kin, lambda word: {"cadded": "to laugh"}.get(word, ""))
    assert family == Family(
        "cad", "slur",
        (Member("cadded", "", True, "to laugh"), Member("cadding", "vulgar", True, ""),
         Member("cads", "slur", False, "")),
    )  # fmt: skip
    assert family.undecided == ["cadding"]


# --- The report -----------------------------------------------------------------------------------


def test_moderators_read_the_families_and_what_is_undecided(
    small: Release, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("label_families")
    assert capsys.readouterr().out.splitlines()[-1] == "0 families, 0 undecided"
    Label.objects.create(word="cat", kind="vulgar", source="by hand")
    assert labels.labelled_families()[0].undecided == ["cats"]
    with pytest.raises(CommandError, match="Nobody has explained these differences yet: cats"):
        call_command("label_families")
    assert capsys.readouterr().out.splitlines() == [
        "cat: vulgar", "    cats: no label (UNDECIDED)", "1 family, 1 undecided",
    ]  # fmt: skip


def test_what_moderators_decide_is_a_decision_and_its_reason(
    small: Release, capsys: pytest.CaptureFixture[str]
) -> None:
    Form.objects.create(form="cat", lemma="mouse", part="noun")
    accept("relabel", "cats", label="vulgar")
    publish(LATER)
    call_command("label_families", "--differing")
    assert capsys.readouterr().out.splitlines() == [
        "cat: no label", "    cats: vulgar (decided: in the dictionary)",
        "1 family, 0 undecided",
    ]  # fmt: skip
