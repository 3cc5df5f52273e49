"""HEAD is answered as GET is, without the body."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.users.models import User
from tests.conftest import Build
from tests.games.matches.pages.strange import addresses
from tests.games.matches.pages.strange.people import AT, World, build

pytestmark = pytest.mark.django_db


def plain_addresses(resolver: URLResolver, before: str = "/") -> list[str]:
    """Return the site's addresses without a part that varies."""
    found: list[str] = []
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            found += plain_addresses(each, before + str(each.pattern))
        elif isinstance(each, URLPattern) and "<" not in str(each.pattern):
            found.append(before + str(each.pattern))
    return [address for address in found if not {*address} & {"<", "(", "^", "$"}]


def test_every_plain_address_answers_head_as_get() -> None:
    addresses = plain_addresses(get_resolver())
    assert len(addresses) > 60
    client = Client()
    answers = {at: client.get(at).status_code for at in addresses}
    del answers["/mail-in/"]  # a provider asks by HEAD alone whether it is there
    assert {at: client.head(at).status_code for at in answers} == answers


@pytest.fixture(scope="module")
def standing(lasting: Build) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: AT)
        yield lasting(build)


@pytest.mark.sometimes
@pytest.mark.slow
def test_so_does_every_address_that_names_something(standing: World) -> None:
    client = Client(raise_request_exception=False)

    def status(method: str, at: str) -> int:
        client.force_login(standing.people["player"])  # some addresses sign out
        return client.generic(method, at).status_code

    found = {one for one in addresses.every() if one.parts and "/admin/" not in one.template}
    pages = sorted(one.at(real) for one in found for real in addresses.real(one, standing))
    assert len(pages) > 150
    answers = {at: (status("GET", at), status("HEAD", at)) for at in pages}
    assert [(at, both) for at, both in answers.items() if both[0] != both[1]] == []
    assert {200, 302, 405} <= {both[0] for both in answers.values()}


def test_nobody_caches_pages_of_people_who_are_signed_in() -> None:
    client = Client()
    assert "no-store" not in client.get("/rules/").get("Cache-Control", "")
    client.force_login(User.objects.create_user("anna", "anna@example.org"))
    for path in ("/preferences/", "/games/", "/rules/"):
        assert client.get(path)["Cache-Control"] == "private, no-store"
