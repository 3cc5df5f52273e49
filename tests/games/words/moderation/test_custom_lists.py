"""Custom lists: who can have one, what is in it, and how a table uses it."""

from datetime import timedelta

import pytest

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import IllegalAction, Refusal
from games.core.language.text import Text
from games.matches.models import Match
from games.matches.reading import settings_in_words
from games.words.lists import lexicon, reading
from games.words.lists.access import NotAllowed, moderated_by
from games.words.lists.loading import Release
from games.words.models import Proposal, WordList
from games.words.moderation import custom_lists, editions, proposals
from lobby.tables import reading as lobby_queries
from lobby.tables.acts import opening
from lobby.tables.models import Lobby
from tests.factories import NOW, assert_replay_matches, make_match, make_user
from tests.games.words.people import accept, ask, decide, make_moderator, publish, wish
from tests.games.words.toy import say

pytestmark = pytest.mark.usefixtures("toy")

DAY = timedelta(days=1)
CONTROL = TimeControl(Pace.LIVE, 60)
PIRATES = Text("{name}", name="Pirates")


@pytest.fixture
def owner(small: Release) -> User:
    return make_user("owner")


@pytest.fixture
def custom_list(owner: User) -> WordList:
    return custom_lists.create(user=owner, title="Pirates", base="broad", theme="The sea", now=NOW)


def rule(user: User, custom_list: WordList, kind: str, word: str) -> Proposal:
    """Someone who moderates a custom list proposes a change and decides on it."""
    made = ask(user=user, wish=wish(kind, word, custom_list.slug), now=NOW)
    return decide(user=user, proposal=made.public_id, accepted=True, reason="we agreed", now=NOW)


def release(user: User, custom_list: WordList, day: int = 1) -> None:
    publish(NOW + day * DAY, user=user, word_list=custom_list)


def holds(custom_list: WordList, word: str) -> bool:
    return word in lexicon.lexicon(lexicon.newest(custom_list.slug))


def test_a_custom_list_begins_as_the_list_below_it(custom_list: WordList) -> None:
    version = reading.versions_of(custom_list.slug)[0]
    broad = reading.versions_of("broad")[0]
    assert (version.number, version.sha256, version.base_version) == (1, broad.sha256, broad)
    assert list(reading.custom_lists()) == [custom_list]


def test_its_owner_decides_alone_and_publishes(owner: User, custom_list: WordList) -> None:
    rule(owner, custom_list, "add", "arrr")
    rule(owner, custom_list, "remove", "cat")
    release(owner, custom_list)
    assert (holds(custom_list, "arrr"), holds(custom_list, "cat"), holds(custom_list, "run")) == (
        True,
        False,
        True,
    )
    assert "arrr" not in lexicon.lexicon(lexicon.newest("broad"))


def test_what_is_decided_for_the_site_stays_out_of_its_draft(
    owner: User, custom_list: WordList
) -> None:
    accept("add", "dax", "broad")
    rule(owner, custom_list, "add", "arrr")
    assert [p.word for p in editions.draft()] == ["dax"]
    assert [p.word for p in editions.draft(word_list=custom_list)] == ["arrr"]
    publish()
    assert [p.word for p in editions.draft(word_list=custom_list)] == ["arrr"]


def test_it_follows_the_list_below_it_with_its_next_version(
    owner: User, custom_list: WordList
) -> None:
    rule(owner, custom_list, "remove", "cat")
    release(owner, custom_list)
    accept("add", "dax", "broad")
    publish(NOW + 2 * DAY)
    assert not holds(custom_list, "dax")
    release(owner, custom_list, 3)
    assert (holds(custom_list, "dax"), holds(custom_list, "cat")) == (True, False)
    release(owner, custom_list, 4)
    assert editions.last(custom_list).cancelled_at == NOW + 4 * DAY


def test_what_it_says_itself_outlasts_the_list_below(owner: User, custom_list: WordList) -> None:
    with pytest.raises(Refusal, match="RUN is already in Pirates"):
        rule(owner, custom_list, "add", "run")
    rule(owner, custom_list, "add", "dax")
    release(owner, custom_list)
    accept("add", "dax", "broad")
    publish(NOW + 2 * DAY)
    accept("remove", "dax", "broad")
    publish(NOW + 3 * DAY)
    release(owner, custom_list, 4)
    assert holds(custom_list, "dax")


def test_an_insult_stays_one_in_every_list(owner: User, custom_list: WordList) -> None:
    rule(owner, custom_list, "add", "arrr")
    release(owner, custom_list)
    accept("relabel", "arrr", label="slur")
    publish(NOW + 2 * DAY)
    release(owner, custom_list, 3)
    assert not holds(custom_list, "arrr")
    assert "arrr" in lexicon.lexicon(lexicon.newest(custom_list.slug), slurs=True)


def test_it_goes_back_to_an_earlier_version(owner: User, custom_list: WordList) -> None:
    rule(owner, custom_list, "add", "arrr")
    release(owner, custom_list)
    accept("add", "dax", "broad")
    publish(NOW + 2 * DAY)
    rule(owner, custom_list, "add", "avast")
    release(owner, custom_list, 3)
    back = proposals.propose_rollback(
        user=owner, word_list=custom_list.slug, number=2, reason="too much", now=NOW
    )
    decide(user=owner, proposal=back.public_id, accepted=True, reason="so be it", now=NOW)
    release(owner, custom_list, 4)
    newest, _, second, _ = reading.versions_of(custom_list.slug)
    assert newest.full_sha256 == second.full_sha256
    assert (holds(custom_list, "arrr"), holds(custom_list, "avast"), holds(custom_list, "dax")) == (
        True, False, False,
    )  # fmt: skip


def test_its_moderators_help_and_nobody_else(owner: User, custom_list: WordList) -> None:
    helper, site = make_user("helper"), make_moderator()
    for user, word in ((helper, "avast"), (site, "ahoy")):
        made = ask(user=user, wish=wish("add", word, custom_list.slug), now=NOW)
        with pytest.raises(NotAllowed, match="Only the owner and moderators of Pirates"):
            decide(user=user, proposal=made.public_id, accepted=True, reason="x", now=NOW)
        with pytest.raises(NotAllowed):
            release(user, custom_list)
    custom_lists.name_moderator(user=owner, word_list=custom_list.slug, name="HELPER")
    assert list(moderated_by(helper)) == [custom_list]
    assert rule(helper, custom_list, "add", "scupper").status == "accepted"
    custom_lists.dismiss_moderator(user=owner, word_list=custom_list.slug, name="helper")
    with pytest.raises(NotAllowed):
        rule(helper, custom_list, "add", "galley")
    with pytest.raises(NotAllowed):
        decide(user=owner, proposal=_site_case(), accepted=True, reason="x", now=NOW)


def _site_case() -> str:
    asked = wish("add", "dax", "broad")
    return ask(user=make_user(), wish=asked, now=NOW).public_id


def test_only_the_owner_names_moderators_and_renames(owner: User, custom_list: WordList) -> None:
    other = make_user("other")
    facts = {"word_list": custom_list.slug}
    for act in (
        lambda: custom_lists.name_moderator(user=other, **facts, name="other"),
        lambda: custom_lists.dismiss_moderator(user=other, **facts, name="other"),
        lambda: custom_lists.describe(user=other, **facts, title="Ours", theme="", now=NOW),
        lambda: custom_lists.describe(
            user=owner, word_list="broad", title="Ours", theme="", now=NOW
        ),
    ):
        with pytest.raises(NotAllowed, match="Only the list's owner"):
            act()
    for name in ("nobody", make_user(is_guest=True).username):
        with pytest.raises(Refusal, match="no account with that name"):
            custom_lists.name_moderator(user=owner, **facts, name=name)
    custom_lists.describe(user=owner, **facts, title="  Sea   dogs ", theme="Rum", now=NOW)
    custom_list.refresh_from_db()
    assert (custom_list.title, custom_list.theme) == ("Sea dogs", "Rum")


@pytest.mark.parametrize(
    ("title", "base", "text"),
    [
        ("x", "broad", "Give the list a name of 3 to 60"),
        ("Broad", "everyday", "One of the site's lists has that name"),
        ("\uff22ro\u200bad", "everyday", "One of the site's lists has that name"),
        ("\u200b" * 3, "everyday", "Give the list a name of 3 to 60 characters"),
        ("Pirates", "nonesuch", "There's no such word list"),
    ],
)
def test_a_custom_list_has_a_name_and_a_list_below(
    owner: User, title: str, base: str, text: str
) -> None:
    with pytest.raises(Refusal, match=text):
        custom_lists.create(user=owner, title=title, base=base, now=NOW)
    with pytest.raises(NotAllowed, match="Guests can't"):
        custom_lists.create(user=make_user(is_guest=True), title="Ours", base="broad", now=NOW)


def test_nobody_has_more_than_five_and_none_upon_another(
    owner: User, custom_list: WordList
) -> None:
    with pytest.raises(Refusal, match="starts from one of the site's lists"):
        custom_lists.create(user=owner, title="Ours", base=custom_list.slug, now=NOW)
    for number in range(4):
        custom_lists.create(user=owner, title=f"List {number}", base="everyday", now=NOW)
    with pytest.raises(Refusal, match="have more than 5 lists"):
        custom_lists.create(user=owner, title="One more", base="broad", now=NOW)


def test_a_table_plays_by_a_custom_list(owner: User, custom_list: WordList) -> None:
    rule(owner, custom_list, "add", "arrr")
    release(owner, custom_list)
    match = make_match(game="toy", options={"word_list": custom_list.slug})
    assert match.word_list_version == reading.versions_of(custom_list.slug)[0]
    assert (Text("Word list"), PIRATES, True) in settings_in_words(match)
    say(match, "arrr")
    with pytest.raises(IllegalAction, match="ARRR is not in the list"):
        say(make_match(game="toy", options={"word_list": "broad"}), "arrr")
    assert_replay_matches(match)


def test_a_waiting_table_names_its_custom_list_or_there_is_none(
    owner: User, custom_list: WordList
) -> None:
    def wait(slug: str) -> Lobby:
        return opening.create(
            host=owner, game="toy", options={"word_list": slug}, control=CONTROL, seats=2,
            visibility="open", start_rule="full", now=NOW,
        )  # fmt: skip

    waiting = wait(custom_list.slug)
    agreed = lobby_queries.settings_in_words(waiting)
    assert (Text("Word list"), PIRATES, True) in agreed
    with pytest.raises(Refusal, match="no such word list"):
        wait("own-2345678abc")


@pytest.mark.parametrize(
    ("slug", "text"),
    [("own-2345678abc", "There's no such word list"), ("own", "Word list must be one of")],
)
def test_a_table_cannot_play_by_a_list_there_is_not(small: Release, slug: str, text: str) -> None:
    with pytest.raises(Refusal, match=text):
        make_match(game="toy", options={"word_list": slug})
    assert not Match.objects.exists()
