"""Who can do what with words: every page and action, for every kind of visitor.

A row is an address with what is sent to it; for each role it says what comes of it: the page
(``SHOWN``), a sign-in (``SIGN_IN``), a refusal in words (``REFUSED``), or that it is ``DONE``.
Whatever is not done changes nothing.
"""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import reverse

from accounts.users.models import User
from games.words import urls
from games.words.lists import lexicon, loading
from games.words.models import Proposal, WordList
from games.words.moderation import custom_lists, editions, proposals
from games.words.moderation.imports import uploads
from tests.conftest import Build
from tests.factories import NOW, make_user
from tests.games.words.conftest import SMALL
from tests.games.words.people import (
    accept,
    agree,
    ask,
    decide,
    make_moderator,
    propose,
    publish,
    wish,
)

SHOWN, SIGN_IN, REFUSED, DONE = "shown", "sign in", "refused", "done"
ROLES = (
    "anonymous", "guest", "player", "proposer", "moderator", "second", "owner", "helper", "staff",
)  # fmt: skip
TABLES = (
    "words_proposal", "words_vote", "words_support", "words_edition", "words_wordlistversion",
    "words_wordlist", "words_wordlist_moderators", "words_change", "words_batch", "words_upload",
)  # fmt: skip


@dataclasses.dataclass
class Scene:
    """The visitors, and what they can act on."""

    people: dict[str, User | None]
    clients: dict[str, Client]
    custom_list: WordList
    asked: Proposal  # by the proposer, for a list of the site
    own: Proposal  # by the moderator, for a list of the site
    again: Proposal  # the moderator has given a vote
    at_home: Proposal  # by the proposer, for the custom list


@pytest.fixture(scope="module")
def lasting_scene(lasting: Build, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """The scene, made once for all rows: each row undoes what it changes."""
    lexicon.lexicon.cache_clear()
    with override_settings(DATA_DIR=tmp_path_factory.mktemp("lists")):
        yield lasting(scene_of_all)
    lexicon.lexicon.cache_clear()


@pytest.fixture
def scene(lasting_scene: Scene, db: None) -> Scene:
    return lasting_scene


def scene_of_all() -> Scene:
    loading.load(now=NOW, read=lambda: SMALL, mark="small")
    people: dict[str, User | None] = {role: make_user(f"a-{role}") for role in ROLES[2:]}
    people |= {"anonymous": None, "guest": make_user("a-guest", is_guest=True)}
    people |= {role: make_moderator(f"the-{role}") for role in ("moderator", "second")}
    people["staff"] = make_user("the-staff", is_staff=True)
    owner, helper, proposer = (people[role] for role in ("owner", "helper", "proposer"))
    custom_list = custom_lists.create(user=owner, title="Our words", base="broad", now=NOW)
    custom_lists.name_moderator(user=owner, word_list=custom_list.slug, name=helper.username)
    accept("add", "gnu", "broad")
    publish(NOW + timedelta(hours=1))
    made = {
        "asked": (proposer, wish("add", "dax", "broad")),
        "own": (people["moderator"], wish("add", "vox", "broad")),
        "again": (proposer, wish("remove", "zax", "broad")),
        "at_home": (proposer, wish("add", "dax", custom_list.slug)),
    }
    cases = {name: ask(user=u, wish=w, now=NOW) for name, (u, w) in made.items()}
    facts = {"accepted": True, "reason": "every dictionary has it", "now": NOW}
    decide(user=people["moderator"], proposal=cases["again"].public_id, **facts)
    return Scene(
        people, {role: client_of(user) for role, user in people.items()}, custom_list, **cases
    )


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def decided(scene: Scene, word_list: str = "") -> None:
    """Something waits to be published."""
    if word_list:
        facts = {"accepted": True, "reason": "we like it", "now": NOW}
        decide(user=scene.people["owner"], proposal=scene.at_home.public_id, **facts)
    else:
        agree(propose("add", "emu", "broad"))


def scheduled(scene: Scene) -> None:
    decided(scene)
    at = NOW + timedelta(days=9)
    editions.schedule(user=scene.people["moderator"], at=at, now=NOW)


def vote(*proposals: Proposal) -> dict[str, Any]:
    ids = [proposal.public_id for proposal in proposals]
    return {"proposals": ids, "accepted": "yes", "reason": "in the book"}


@dataclasses.dataclass(frozen=True)
class Row:
    """An address by name, what has to be there first, what is sent, and what happens."""

    name: str
    outcome: dict[str, str]
    args: Any = lambda _: []
    data: Any = None  # posted; None: it is only read
    before: Any = lambda _: None
    note: str = ""


def everyone(outcome: str, **but: str) -> dict[str, str]:
    return {**dict.fromkeys(ROLES, outcome), **but}


def only(*roles: str) -> dict[str, str]:
    """What only these people can do."""
    return {**everyone(REFUSED, anonymous=SIGN_IN), **dict.fromkeys(roles, DONE)}


def of(name: str) -> Any:
    return lambda scene: [getattr(scene, name).public_id]


MODERATORS = ("moderator", "second")
OWN_PEOPLE = ("owner", "helper")
FULL = ROLES[2:]
ALL = everyone(SHOWN)
REASON = {"reason": "it is a word", "source": "the book"}

TABLE = [
    Row("words", ALL),
    Row("word", ALL, lambda _: ["dax"]),
    Row("word-meaning", ALL, lambda _: ["cat"]),
    Row("word-propose", everyone(SHOWN, anonymous=SIGN_IN), lambda _: ["emu"]),
    Row(
        "word-propose",
        only(*FULL),
        lambda _: ["emu"],
        lambda _: {"word_list": "broad", **REASON},
        note="to the site",
    ),
    Row("proposals", ALL),
    Row("proposals-decide", only(*MODERATORS), data=lambda s: vote(s.asked)),
    Row("proposals-decide", only("second"), data=lambda s: vote(s.own), note="one's own"),
    Row("proposals-decide", only("second"), data=lambda s: vote(s.again), note="given already"),
    Row(
        "proposals-decide", only("second"), data=lambda s: vote(s.asked, s.own), note="all or none"
    ),
    Row(
        "proposals-decide",
        only(*OWN_PEOPLE),
        data=lambda s: vote(s.at_home),
        note="of a custom list",
    ),
    Row(
        "word-labels",
        {**everyone(REFUSED, anonymous=SIGN_IN), **dict.fromkeys(MODERATORS, SHOWN)},
    ),
    Row("proposal", ALL, of("asked")),
    Row("proposal", ALL, of("at_home"), note="of a custom list"),
    Row(
        "proposal-support",
        only(*(role for role in FULL if role != "proposer")),
        of("asked"),
        lambda _: {"text": "my aunt says it, too"},
    ),
    Row("proposal-withdraw", only("proposer"), of("asked"), lambda _: {}),
    Row("word-draft", ALL, before=decided),
    Row("word-draft-publish", only(*MODERATORS), data=lambda _: {"note": "new"}, before=decided),
    Row(
        "word-draft-publish",
        only(*MODERATORS),
        data=lambda _: {"when": "later", "at": "2999-01-01T12:00"},
        before=decided,
        note="later",
    ),
    Row(
        "word-draft-publish",
        only(*OWN_PEOPLE),
        data=lambda s: {"list": s.custom_list.slug},
        before=lambda s: decided(s, s.custom_list.slug),
        note="of a custom list",
    ),
    Row("word-draft-call-off", only(*MODERATORS), data=lambda _: {}, before=scheduled),
    Row("word-list", ALL, lambda _: ["broad"]),
    Row("word-list", ALL, lambda s: [s.custom_list.slug], note="of a custom list"),
    Row("word-version", ALL, lambda _: ["broad", 2]),
    Row(
        "word-list-roll-back",
        only(*MODERATORS),
        lambda _: ["broad"],
        lambda _: {"number": "1", **REASON},
    ),
]

ACCOUNT = everyone(SHOWN, anonymous=SIGN_IN, guest=REFUSED)


def describe(_: Scene) -> dict[str, str]:
    return {"title": "Sea dogs", "theme": "Rum", "public": "on"}


def uploaded(scene: Scene) -> None:
    """Everyone with an account has a file waiting to be proposed."""
    for role in FULL:
        facts = {"word_list": "broad", "data": b"dax\nkiwi", "name": "words.txt", "now": NOW}
        uploads.upload(user=scene.people[role], **facts)


def a_file(_: Scene) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("words.txt", b"dax\nkiwi"), "meaning": "add"}


def named(scene: Scene) -> None:
    custom_lists.name_moderator(
        user=scene.people["owner"], word_list=scene.custom_list.slug, name="a-proposer"
    )


def of_custom_list(scene: Scene) -> list[str]:
    return [scene.custom_list.slug]


def proposed(_: Scene) -> None:
    facts = {"word_list": "broad", "added": ["kiwi"], "reason": "the book", "now": NOW}
    proposals.propose_import(user=make_user(), **facts)


def a_batch(_: Scene) -> list[str]:
    return [Proposal.objects.get(kind="import").public_id]


TABLE += [
    Row("custom-lists", ALL),
    Row("custom-list", ALL, of_custom_list),
    Row("custom-list-new", everyone(SHOWN, anonymous=SIGN_IN)),
    Row("custom-list-new", only(*FULL), data=lambda _: {"title": "Ours", "base": "broad"}),
    Row("custom-list-describe", only("owner"), of_custom_list, describe),
    Row("custom-list-name", only("owner"), of_custom_list, lambda _: {"name": "a-player"}),
    Row(
        "custom-list-dismiss",
        only("owner"),
        of_custom_list,
        lambda _: {"name": "a-proposer"},
        named,
    ),
    Row("word-import", ACCOUNT, lambda _: ["broad"]),
    Row("word-import", only(*FULL), lambda _: ["broad"], a_file),
    Row("word-import-check", ACCOUNT, lambda _: ["broad"], before=uploaded),
    Row("word-import-propose", only(*FULL), lambda _: ["broad"], lambda _: REASON, uploaded),
    Row("word-import-discard", only(*FULL), lambda _: ["broad"], lambda _: {}, uploaded),
    Row("proposal-words", ALL, a_batch, before=proposed),
    Row("word-export", ALL, lambda _: ["broad", 2, "csv"]),
]


STORED = " UNION ALL ".join(
    f"SELECT '{table}', to_jsonb(t)::text FROM {table} t"  # noqa: S608 - ours
    for table in TABLES
)


def stored() -> list[Any]:
    """Everything word moderation stores, to see whether anything changed."""
    with connection.cursor() as cursor:
        cursor.execute(f"{STORED} ORDER BY 1, 2")
        return cursor.fetchall()


def outcome(answer: Any, changed: bool) -> str:
    if answer.status_code == 302 and answer["Location"].startswith(reverse("account_login")):
        return SIGN_IN
    found = {200: SHOWN, 403: REFUSED, 302: DONE if changed else "nothing"}
    return found.get(answer.status_code, str(answer.status_code))


def label(row: Row) -> str:
    return " ".join([row.name, "get" if row.data is None else "post", row.note]).strip()


@pytest.mark.parametrize("row", TABLE, ids=label)
def test_who_may_do_what(row: Row, scene: Scene) -> None:
    row.before(scene)
    found, before = {}, stored()
    for role in ROLES:
        client = scene.clients[role]
        with undone():
            address = reverse(row.name, args=row.args(scene))
            if row.data is None:
                answer = client.get(address)
                assert client.post(address, {}).status_code in {302, 403, 405, 422}
            else:
                answer = client.post(address, row.data(scene))
            changed = stored() != before
        found[role] = outcome(answer, changed)
        assert changed == (found[role] == DONE), role
    assert found == row.outcome


@contextmanager
def undone() -> Iterator[None]:
    """Undo whatever happens to the database inside."""
    point = transaction.savepoint()
    yield
    transaction.savepoint_rollback(point)


def test_nothing_is_changed_by_reading(scene: Scene) -> None:
    for row in TABLE:
        if row.data is not None:
            assert Client().get(reverse(row.name, args=row.args(scene))).status_code in {302, 405}


def test_every_page_and_operation_is_in_the_table() -> None:
    served = {one.name for one in urls.urlpatterns}
    assert served == {row.name for row in TABLE}
    assert all(set(row.outcome) == set(ROLES) for row in TABLE)
    assert len({label(row) for row in TABLE}) == len(TABLE)
