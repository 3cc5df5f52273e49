"""Every version can be made again from base and decisions, and matches keep theirs."""

import dataclasses
import random
from datetime import datetime, timedelta

import pytest

from games.core.errors import IllegalAction, Refusal
from games.matches import reading
from games.matches.proofs import replays
from games.words.lists import lexicon, loading, publishing
from games.words.lists.loading import Release
from games.words.lists.packing import pack
from games.words.models import Change, WordListVersion
from games.words.moderation import custom_lists, editions, proposals
from tests.factories import NOW, make_match, make_user
from tests.games.words.lists import rebuilding
from tests.games.words.people import accept, agree, ask, decide, make_moderator, publish, wish
from tests.games.words.toy import say
from tests.size import runs

pytestmark = pytest.mark.usefixtures("toy")

LISTS = ("everyday", "standard", "broad")
WORDS = ["cat", "cats", "run", "zax", "qi", "wog", "fart", "dax", "vox", "pax", "lax"]


def graphs(version: WordListVersion, found: dict[str, bool]) -> list[bytes]:
    return [pack(publishing.listed(found, slurs=slurs)) for slurs in (False, True)]


def decide_something(chance: random.Random, slug: str, now: datetime) -> None:
    """Decide something at random; skip what makes no sense with the lists as they are."""
    kind = chance.choice(["add", "add", "remove", "remove", "relabel", "rollback", "import"])
    proposer = make_moderator()
    if kind == "relabel":
        slug = ""
    label = chance.choice(["", "slur", "vulgar"])
    word = chance.choice(WORDS)
    try:
        if kind == "rollback":
            made = proposals.propose_rollback(
                user=proposer, word_list=slug, number=chance.randint(1, 4), reason="x", now=now
            )
        elif kind == "import":
            added, removed = chance.sample(WORDS, 3), chance.sample(WORDS, 2)
            made = proposals.propose_import(
                user=proposer, word_list=slug, added=added, removed=removed, reason="x", now=now
            )
        else:
            asked = wish(kind, word, slug, label=label)
            made = ask(user=proposer, wish=asked, now=now)
    except Refusal:
        return
    agree(made, now=now)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(runs(6, quick=2)))
def test_a_version_is_made_again_from_the_decisions_byte_for_byte(
    small: Release, seed: int
) -> None:
    """Bar 1: some weeks of decisions, rollbacks, imports, label changes and a release between."""
    chance = random.Random(seed)
    now, moderator = NOW, make_moderator()
    for week in range(8):
        now += timedelta(days=7)
        for minute in range(5):
            decide_something(chance, chance.choice(LISTS), now + timedelta(minutes=minute))
        if editions.draft().exists():
            publish(now + timedelta(hours=1), user=moderator)
        if week == 4:
            tiers = {word: tier for word, tier in small.tiers.items() if word != "qi"}
            release = dataclasses.replace(small, tiers={**tiers, "vlog": 60, "pax": 70})
            loading.load(now=now, read=lambda release=release: release, mark="later")
    versions = WordListVersion.objects.select_related("word_list", "base_version")
    assert versions.count() > 10
    for version in versions:
        found = rebuilding.rebuild(version)
        assert graphs(version, found) == graphs(version, publishing.content(version))
        assert rebuilding.is_as_decided(version)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(runs(3, quick=1)))
def test_a_version_of_a_custom_list_is_made_again_too(small: Release, seed: int) -> None:
    chance = random.Random(seed)
    now, moderator, owner = NOW, make_moderator(), make_user()
    custom_list = custom_lists.create(user=owner, title="Pirates", base="broad", now=now)
    for _ in range(8):
        now += timedelta(days=7)
        for minute in range(4):
            at = now + timedelta(minutes=minute)
            decide_something(chance, "standard", at)
            try:
                asked = wish(
                    chance.choice(["add", "remove"]), chance.choice(WORDS), custom_list.slug
                )
                made = ask(user=owner, wish=asked, now=at)
            except Refusal:
                continue
            decide(user=owner, proposal=made.public_id, accepted=True, reason="x", now=at)
        if editions.draft().exists():
            publish(now + timedelta(hours=1), user=moderator)
        publish(now + timedelta(hours=2), user=owner, word_list=custom_list)
    versions = custom_list.versions.select_related("word_list", "base_version__word_list")
    assert versions.count() > 4
    assert [rebuilding.is_as_decided(version) for version in versions] == [True] * versions.count()


def test_a_list_that_was_tampered_with_is_found_out(small: Release) -> None:
    """Somebody publishes a change that claims to come from a decision, but doesn't."""
    proposal = ask(user=make_user(), wish=wish("add", "dax", "broad"), now=NOW)
    agree(proposal)
    version = publishing.publish(
        word_list=proposal.word_list,
        changes=[Change(word="pax", status="word", reason="smuggled", proposal=proposal)],
        now=NOW + timedelta(days=1),
    )
    assert not rebuilding.is_as_decided(version)
    assert "pax" in lexicon.lexicon(version.pk)


@pytest.mark.slow
def test_a_match_keeps_its_list_after_ten_more_versions(small: Release) -> None:
    """Bar 2: the same votes as on the first day, and the same replay."""
    before = make_match(game="toy", options={"word_list": "broad"})
    half = make_match(game="toy", options={"word_list": "broad"})
    say(half, "zax")
    votes = {word: reading.word_at(public_id=half.public_id, word=word).counts for word in WORDS}
    began_with = half.word_list_version_id
    played = replays.verify(reading.get(match_id=half.pk))
    for day in range(10):
        accept("remove" if day % 2 == 0 else "add", "zax", "broad")
        accept("add", "dax" + "x" * day, "broad")
        publish(NOW + timedelta(days=day + 1))
    accept("relabel", "cat", label="slur")
    accept("remove", "zax", "broad")
    last = publish(NOW + timedelta(days=20))
    assert last.versions.get(word_list__slug="broad").number == 12
    lexicon.lexicon.cache_clear()
    for path in lexicon.folder().glob("*.graph"):
        path.unlink()
    assert votes == {
        word: reading.word_at(public_id=half.public_id, word=word).counts for word in WORDS
    }
    assert replays.verify(reading.get(match_id=half.pk)) == played == 1
    say(before, "zax")
    say(half, "cat")
    with pytest.raises(IllegalAction, match="DAX is not in the list"):
        say(before, "dax")
    assert half.word_list_version_id == before.word_list_version_id == began_with
    new = make_match(game="toy", options={"word_list": "broad"})
    say(new, "dax")
    for word in ("zax", "cat"):
        with pytest.raises(IllegalAction, match=f"{word.upper()} is not in the list"):
            say(new, word)
