"""Pages of custom lists and of files of words: what they show and do."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import Text
from games.core.table.words import WordOptions
from games.matches import play
from games.registry import infos
from games.words.lists import exports, reading
from games.words.lists.loading import Release
from games.words.models import Proposal, Upload, WordList
from games.words.moderation import custom_lists
from games.words.tasks import publish_due_editions
from lobby.tables.acts import opening, seating
from lobby.tables.models import Lobby
from lobby.tables.reading import settings_in_words
from tests.factories import NOW, make_match, make_user
from tests.games.words.people import ask, decide, wish


@pytest.fixture
def owner(small: Release) -> User:
    return make_user("owner")


@pytest.fixture
def custom_list(owner: User) -> WordList:
    return custom_lists.create(user=owner, title="Pirates", base="broad", theme="The sea", now=NOW)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, data: bytes, slug: str = "broad", **facts: str) -> Any:
    file = SimpleUploadedFile("words.txt", data)
    return client.post(
        reverse("word-import", args=[slug]), {"file": file, "meaning": "add", **facts}
    )


def body(answer: Any) -> bytes:
    """Return all of what is sent piece by piece."""

    async def collect() -> bytes:
        return b"".join([piece async for piece in answer.streaming_content])

    return async_to_sync(collect)()


# --- Custom lists ---------------------------------------------------------------------------------


def test_a_player_makes_a_list_and_describes_it(owner: User) -> None:
    client = signed_in(owner)
    said = {"title": "Pirates", "base": "standard", "theme": "The sea", "public": "on"}
    answer = client.post(reverse("custom-list-new"), said)
    made = WordList.objects.get(title="Pirates")
    assert answer["Location"] == reverse("custom-list", args=[made.slug])
    assert (made.owner, made.base and made.base.slug, made.public) == (owner, "standard", True)
    client.post(
        reverse("custom-list-describe", args=[made.slug]), {"title": "Sea dogs", "theme": ""}
    )
    made.refresh_from_db()
    assert (made.title, made.theme, made.public) == ("Sea dogs", "", False)
    page = client.get(answer["Location"])
    assert b"only for its owner and moderators" in page.content


def test_a_bad_name_is_reported_beside_the_form(owner: User, custom_list: WordList) -> None:
    client = signed_in(owner)
    for title, text in (("x", "at least 3"), ("Broad", "lists has that name.")):
        answer = client.post(reverse("custom-list-new"), {"title": title, "base": "broad"})
        assert (answer.status_code, text in answer.content.decode()) == (422, True)
        answer = client.post(
            reverse("custom-list-describe", args=[custom_list.slug]), {"title": title}
        )
        assert (answer.status_code, text in answer.content.decode()) == (422, True)
    assert list(WordList.objects.filter(owner=owner)) == [custom_list]


def test_moderators_are_named_and_dismissed(owner: User, custom_list: WordList) -> None:
    client, helper = signed_in(owner), make_user("Helper")
    address = reverse("custom-list", args=[custom_list.slug])
    answer = client.post(
        reverse("custom-list-name", args=[custom_list.slug]),
        {"name": " \uff48elper\u200b "},
        follow=True,
    )
    assert b"helper is now a moderator of this list." in answer.content
    assert list(custom_list.moderators.all()) == [helper]
    assert b"Dismiss Helper" in client.get(address).content
    assert b"Dismiss Helper" not in Client().get(address).content
    answer = client.post(
        reverse("custom-list-name", args=[custom_list.slug]), {"name": "no one"}, follow=True
    )
    assert b"no account with that name." in answer.content
    client.post(reverse("custom-list-dismiss", args=[custom_list.slug]), {"name": "helper"})
    assert list(custom_list.moderators.all()) == []


def test_its_page_shows_what_it_says_itself(owner: User, custom_list: WordList) -> None:
    page = Client().get(reverse("custom-list", args=[custom_list.slug])).content.decode()
    assert "None yet. The list has the same words as Broad 1." in page
    for kind, word in (("add", "arrr"), ("remove", "cat")):
        made = ask(user=owner, wish=wish(kind, word, custom_list.slug), now=NOW)
        facts = {"accepted": True, "reason": "we agreed", "now": NOW}
        decide(user=owner, proposal=made.public_id, **facts)
    signed_in(owner).post(reverse("word-draft-publish"), {"list": custom_list.slug})
    publish_due_editions()
    page = Client().get(reverse("custom-list", args=[custom_list.slug])).content.decode()
    said = {change.word: change.status for change in reading.own_changes(custom_list.slug)}
    assert said == {"arrr": "word", "cat": "out"}
    assert "version 2" in page
    assert reverse("word", args=["arrr"]) in page


def test_a_word_typed_there_is_proposed_for_it(custom_list: WordList) -> None:
    address = reverse("custom-list", args=[custom_list.slug])
    answer = Client().get(address, {"word": "Avast"})
    assert (
        answer["Location"] == f"{reverse('word-propose', args=['avast'])}?list={custom_list.slug}"
    )
    assert Client().get(address, {"word": "a v"}).status_code == 200
    assert Client().get(reverse("custom-list", args=["broad"])).status_code == 404


def test_the_index_shows_ones_own_and_those_for_all(owner: User, custom_list: WordList) -> None:
    custom_lists.create(user=owner, title="Our secret", base="broad", public=False, now=NOW)
    mine = signed_in(owner).get(reverse("custom-lists")).content
    others = Client().get(reverse("custom-lists")).content
    assert (b"Our secret" in mine, b"Our secret" in others, b"Pirates" in others) == (
        True, False, True,
    )  # fmt: skip


def open_table(client: Client, game: str = "upwords", **but: str) -> Any:
    """Post the form of a new table as it is offered, but for what is said otherwise."""
    address = reverse("table-new", args=[game])
    form = client.get(address).context["form"]
    said = {field.html_name: field.value() for field in form}
    kept = {name: value for name, value in said.items() if value is not None and value is not False}
    return client.post(address, {**kept, **but})


# --- At a table -----------------------------------------------------------------------------------


def offered(client: Client, **query: str) -> bytes:
    return client.get(reverse("table-new", args=["upwords"]), query).content


def test_the_form_of_a_table_offers_lists_one_may_use(owner: User, custom_list: WordList) -> None:
    secret = custom_lists.create(
        user=owner, title="Our secret", base="broad", public=False, now=NOW
    )
    helper = make_user("helper")
    custom_lists.name_moderator(user=owner, word_list=secret.slug, name="helper")
    for client, sees in (
        (Client(), False),
        (signed_in(make_user()), False),
        (signed_in(owner), True),
        (signed_in(helper), True),
    ):
        assert b"Pirates" in offered(client)
        assert (b"Our secret" in offered(client)) == sees
        assert (b"Our secret" in offered(client, list=secret.slug)) == sees
    page = offered(Client(), list=custom_list.slug).decode()
    assert f'<option value="{custom_list.slug}" selected>Pirates</option>' in page
    game = reverse("table-new", args=["tilekingdom"])
    assert b"Pirates" not in Client().get(game, {"list": custom_list.slug}).content


@pytest.mark.parametrize("game", [one.slug for one in infos() if one.uses_words])
def test_a_table_opened_with_the_untouched_form_plays_by_standard(owner: User, game: str) -> None:
    open_table(signed_in(owner), game)
    lobby = Lobby.objects.get()
    assert lobby.options["word_list"] == WordOptions().word_list == "standard"
    match = make_match(game=game)
    assert match.word_list_version.word_list.slug == "standard"


def test_a_table_is_opened_with_it_and_a_rematch_keeps_it(
    owner: User, custom_list: WordList
) -> None:
    client, guest = signed_in(owner), make_user()
    open_table(client, option_word_list=custom_list.slug)
    lobby = Lobby.objects.get()
    assert (Text("Word list"), Text("{name}", name="Pirates"), True) in settings_in_words(lobby)
    assert b"Pirates" in Client().get(lobby.get_absolute_url()).content
    lobby = seating.join(lobby_id=lobby.pk, user=guest, now=NOW)
    match = lobby.match
    assert match is not None
    assert match.word_list_version.word_list == custom_list
    assert b"Pirates" in client.get(match.get_absolute_url()).content
    play.resign(match_id=match.pk, player=1, now=NOW)
    shown = Client().get(reverse("match-json", args=[match.public_id])).json()
    assert shown["options"]["word_list"] == custom_list.slug
    again = opening.offer_rematch(match_id=match.pk, user=guest, now=NOW)
    assert again.options["word_list"] == custom_list.slug
    custom_lists.describe(
        user=owner, word_list=custom_list.slug, title="Pirates", theme="", public=False, now=NOW
    )
    seating.join(lobby_id=again.pk, user=owner, now=NOW)
    again.refresh_from_db()
    assert again.match.word_list_version.word_list == custom_list


def test_nobody_opens_a_table_with_anothers_private_list(
    owner: User, custom_list: WordList
) -> None:
    custom_lists.describe(
        user=owner, word_list=custom_list.slug, title="Pirates", theme="", public=False, now=NOW
    )
    answer = open_table(signed_in(make_user()), option_word_list=custom_list.slug)
    assert (answer.status_code, Lobby.objects.count()) == (422, 0)
    with pytest.raises(Refusal, match="Only the owner and moderators of Pirates"):
        opening.create(
            host=make_user(), game="upwords", options={"word_list": custom_list.slug},
            control=opening.COUNTDOWN, seats=2, visibility="open", start_rule="full", now=NOW,
        )  # fmt: skip


# --- Files ----------------------------------------------------------------------------------------


def test_a_file_is_looked_at_and_then_proposed(owner: User) -> None:
    client = signed_in(owner)
    answer = send(client, b"dax\ncat\nqat\n")
    assert answer["Location"] == reverse("word-import-check", args=["broad"])
    page = client.get(answer["Location"]).content.decode()
    assert '2: <span translate="no">dax, qat</span>' in page
    assert not Proposal.objects.exists()
    propose = reverse("word-import-propose", args=["broad"])
    assert client.post(propose, {"reason": ""}).status_code == 422
    client.post(propose, {"reason": "a big book"})
    asked = Proposal.objects.get()
    page = client.get(reverse("proposal", args=[asked.public_id])).content.decode()
    assert reverse("proposal-words", args=[asked.public_id]) in page
    words = client.get(reverse("proposal-words", args=[asked.public_id]))
    assert body(words) == b"word,action,reason\ndax,add,\nqat,add,\n"
    assert client.post(propose, {"reason": "x"})["Location"] == reverse(
        "word-import", args=["broad"]
    )


def test_a_faulty_file_is_reported_line_by_line_and_not_kept(owner: User) -> None:
    client = signed_in(owner)
    answer = send(client, b"dax\nc4t\n")
    page = answer.content.decode()
    assert (answer.status_code, Upload.objects.count()) == (422, 0)
    assert escape("We couldn't read 1 line. Nothing has changed.") in page
    assert "c4t has a digit in it." in page
    assert send(client, b"dax\nc4t\n", lenient="on").status_code == 302
    page = client.get(reverse("word-import-check", args=["broad"])).content.decode()
    assert "c4t has a digit in it." in page
    client.post(reverse("word-import-discard", args=["broad"]))
    assert Upload.objects.count() == 0


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "The file is empty."),
        (b"%PDF-1.7", "This is a PDF, not a list."),
        (b"caf\xe9", "UTF-8"),
    ],
)
def test_a_bad_file_is_refused_beside_the_form(owner: User, data: bytes, text: str) -> None:
    answer = send(signed_in(owner), data)
    assert (answer.status_code, text in answer.content.decode()) == (422, True)


def test_a_form_without_a_file_asks_for_one(owner: User) -> None:
    client = signed_in(owner)
    answer = client.post(reverse("word-import", args=["broad"]), {"meaning": "add"})
    assert answer.status_code == 422
    assert client.get(reverse("word-import-check", args=["broad"])).status_code == 302
    assert client.post(reverse("word-import-discard", args=["broad"])).status_code == 302


def test_a_version_goes_out_as_a_file(owner: User) -> None:
    answer = Client().get(reverse("word-export", args=["broad", 1, "txt"]))
    text = body(answer).decode()
    assert answer["Content-Disposition"] == 'attachment; filename="broad-1.txt"'
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert text.splitlines()[-1] == "zax"
    assert "wog" not in text.splitlines()
    full = Client().get(reverse("word-export", args=["broad", 1, "csv"]), {"slurs": "yes"})
    assert "wog,add," in body(full).decode().splitlines()
    short = Client().get(reverse("word-export", args=["broad", 1, "txt"]), {"letters": "2"})
    assert short["Content-Disposition"] == 'attachment; filename="broad-1-2-letters.txt"'
    lines = body(short).decode().splitlines()
    assert {len(line) for line in lines if not line.startswith("#")} == {2}
    assert lines[4:7] == [f"# {line}" for line in exports.SOURCES]
    for bad in (["broad", 9, "txt"], ["broad", 1, "pdf"], ["nonesuch", 1, "txt"]):
        assert Client().get(reverse("word-export", args=bad)).status_code == 404


def test_whoever_proposes_is_told_who_decides(owner: User, custom_list: WordList) -> None:
    address = reverse("word-propose", args=["dax"])
    theirs = f"{address}?list={custom_list.slug}"
    stranger = make_user("stranger")
    told = {
        (user.username, query): signed_in(user).get(query).content.decode()
        for user in (owner, stranger)
        for query in (address, theirs, f"{theirs}&kind=relabel")
    }
    two = {key: "Two moderators decide" in page for key, page in told.items()}
    assert two == {key: key[1] != theirs for key in told}
    assert "and that could be you" in told[owner.username, theirs]
    assert "The owner or a moderator of Pirates decides." in told["stranger", theirs]
