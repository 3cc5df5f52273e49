"""A walk through the whole site in the language with accents: nothing on it stays plain English."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings

from accounts.users.models import User
from games.core.table.words import LIST_NAMES
from games.matches.models import Seat
from games.matches.pages.lessons import OTHERS
from games.registry import infos
from tests.games.matches.pages.strange import people
from tests.games.matches.pages.strange.addresses import every, real
from tests.games.matches.pages.strange.people import World
from tests.games.matches.pages.strange.served import serving
from tests.pseudo.looking import Found, Visit, look, need_chromium, plain_words
from tests.size import runs

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SHARE = runs(1, quick=25)  # of the pages, one in so many
# Files, frames and pictures; what programs read; and what acts at once.
NO_PAGES = frozenset(
    {"account_logout", "calendar-feed", "check-script", "metrics", "service-worker", "version"}
)
OF_MODERATORS = ("proposals", "custom-list", "word", "report", "edition")
OF_ORGANISERS = ("league", "season", "club")
NAMES = "tilepost gmail csv txt json svg sha http https easy medium hard computer"


def visits(world: World) -> Iterator[Visit]:
    """Yield all pages, each as it is for whoever has most to see there."""
    for address in every():
        if address.name in NO_PAGES or address.template.startswith(
            ("/admin", "/static", "/health")
        ):
            continue
        roles = ["nobody", "player"]
        if address.name.startswith(OF_MODERATORS):
            roles.append("moderator")
        if address.name.startswith(OF_ORGANISERS):
            roles.append("organiser")
        for values in real(address, world):
            for role in roles:
                yield Visit(role, world.sessions[role], address.at(values))


def names_of(world: World) -> frozenset[str]:
    """Return the words of all names there are: of people, games, lists, leagues, clubs."""
    texts = [
        *(user.username for user in User.objects.all()),
        *(seat.name for seat in Seat.objects.all()),
        *(info.title for info in infos()),
        *(info.slug for info in infos()),
        *LIST_NAMES.values(), *OTHERS, *(user.email for user in User.objects.all()),
        world.league.name, world.club.name, world.custom_list.title,
        world.league.slug, world.club.slug, settings.SITE_NAME, NAMES,
    ]  # fmt: skip
    words = {word.lower() for text in texts for word in plain_words(text, frozenset())}
    return frozenset(words | {f"{word}'s" for word in words})


def test_plain_words_are_found() -> None:
    assert plain_words("⟦Ýóúŕ ţúŕñ, anna ··⟧ CAT on Monday", frozenset({"anna"})) == ["on"]


@pytest.mark.sometimes
def test_no_sentence_was_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_chromium()
    monkeypatch.setattr(people, "AT", datetime.now(UTC))
    world = people.build()
    pages, names = list(visits(world))[::SHARE], names_of(world)
    with serving(tmp_path, PSEUDO_LANGUAGE="1") as server, ThreadPoolExecutor(1) as thread:
        url = f"http://localhost:{server.port}"
        found = thread.submit(lambda: list(look(url, pages, names))).result()
    for each in dict.fromkeys(found):
        sys.stdout.write(f"{each.path}: {each.word!r} in {each.text!r}\n")
    sys.stdout.write(f"{len(pages)} pages, {len(found)} left\n")
    assert len(pages) > 200 / SHARE
    assert found == list[Found]()
