"""Whoever sends whatever to whichever address: a clear answer, soon, and nothing bad is kept.

No answer is a fault of ours (500), none takes long, and where the site says no nothing has changed.
"""

import dataclasses
import itertools
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from tests.conftest import Build
from tests.games.matches.pages.strange import forms, people, values
from tests.games.matches.pages.strange.addresses import Address, every, real
from tests.games.matches.pages.strange.asking import Ask, Asker, form
from tests.games.matches.pages.strange.people import AT, ROLES, World, build
from tests.games.matches.pages.strange.shapes import actions, shapes
from tests.size import THOROUGH, runs, some_of

# Each share of the addresses is a test, so that several processes take part.
SHARES = range(runs(16, quick=5))
PAGES = runs(2000, quick=25)  # that each role looks at for forms
ADDRESSES = sorted({*every()}, key=lambda one: (one.template, one.name))
# The administration is the library's own, and asks everybody but its host to sign in.
THEIRS = ("host", "host", "staff", "moderator", "player", "nobody")
OURS = (
    "player", "player", "member", "member", "organiser", "moderator", "host", "guest", "silenced",
    "nobody", "suspended",
)  # fmt: skip
_OF_LIBRARIES = {"next", "q", "o", "p", "e", "all", "page", "_popup", "_to_field", "username"}
Requests = Iterator[Ask]


@pytest.fixture(scope="module")
def standing(lasting: Build) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch, override_settings(REPLY_HOST=people.HOST):
        patch.setattr(timezone, "now", lambda: AT)
        yield lasting(build)


@pytest.fixture
def world(standing: World, db: None) -> World:
    return standing


@pytest.fixture
def asker(world: World) -> Asker:
    return Asker(world.sessions)


def judge(asker: Asker, capsys: pytest.CaptureFixture[str]) -> None:
    """Say how many requests there were, and fail if one of them got no proper answer."""
    told = "\n\n".join(f"*** {what}\n{which}" for what, which in asker.amiss.items())
    if THOROUGH or asker.amiss:
        with capsys.disabled():
            slow = "{:.2f} s for {}".format(*asker.slowest)
            print(f"\n{asker.count} requests, {len(asker.amiss)} amiss, {slow}\n{told}")  # noqa: T201
    assert not asker.amiss


def drawn(rng: random.Random, choices: Iterable[Any], most: int) -> list[Any]:
    found = list(choices)
    return rng.sample(found, min(most, len(found)))


# --- What is sent ---------------------------------------------------------------------------------


@dataclasses.dataclass
class Sender:
    """Makes the requests to one address: of each sort so many, drawn by a seed of its own."""

    address: Address
    world: World
    rng: random.Random
    at: list[tuple[str, ...]]

    @property
    def role(self) -> str:
        return self.rng.choice(THEIRS if self.address.template.startswith("/admin/") else OURS)

    @property
    def path(self) -> str:
        return self.address.at(self.rng.choice(self.at))

    def plain(self, most: int) -> Requests:
        """Yield what anybody can ask by any method."""
        for role, method in drawn(self.rng, itertools.product(ROLES, values.METHODS), most):
            yield Ask(role, method, self.path)

    def parts(self, most: int) -> Requests:
        """Yield requests with one part of the address made strange."""
        at = self.rng.choice(self.at)
        choices = itertools.product(range(len(at)), values.IN_PATHS)
        for place, value in drawn(self.rng, choices, most):
            strange = (*at[:place], value, *at[place + 1 :])
            method = self.rng.choice(("GET", "POST", self.rng.choice(values.METHODS)))
            path = self.address.at(strange)
            yield Ask(self.role, method, path)
            # What is there no more is still asked to do something.
            kind, body = self.rng.choice(values.BODIES)
            names = self.rng.sample(sorted(forms.names_asked_for()["POST"]), 5)
            filled = form([(name, self.rng.choice(values.IN_FORMS)) for name in names])
            yield Ask(
                self.role, "POST", path, *self.rng.choice(((body, kind), (filled, values.FORM)))
            )

    def bodies(self, most: int) -> Requests:
        for kind, body in drawn(self.rng, values.BODIES, most):
            method = self.rng.choice(("POST", "POST", "PUT", "PATCH"))
            yield Ask(self.role, method, self.path, body, kind)

    def headers(self, most: int) -> Requests:
        for header in drawn(self.rng, values.HEADERS, most):
            yield Ask(self.role, self.rng.choice(("GET", "POST")), self.path, headers=header)
            yield Ask("nobody", "POST", f"{self.path}-", headers=header)

    def questions(self, most: int) -> Requests:
        names = sorted(forms.names_asked_for()["GET"] | _OF_LIBRARIES)
        for pair in drawn(self.rng, itertools.product(names, values.IN_FORMS), most):
            method = self.rng.choice(("GET", "GET", "POST"))
            yield Ask(self.role, method, f"{self.path}?{form([pair]).decode()}")

    def fields(self, most: int) -> Requests:
        """Yield forms of fields that the site knows, each of them strange."""
        names = sorted(forms.names_asked_for()["POST"])
        for number in range(most):
            chosen = self.rng.sample(names, min(len(names), 1 + number % 20))
            fields = [(name, self.rng.choice(values.IN_FORMS)) for name in chosen]
            yield Ask(self.role, "POST", self.path, form(fields))

    def json(self, most: int) -> Requests:
        """Yield JSON as the site's scripts send it, with something amiss."""
        legal = actions(self.world)
        for at in self.at:
            action = next((legal[part] for part in at if part in legal), {"type": "Place"})
            for method, shape in shapes(self.address.name, action):
                for body in drawn(self.rng, values.amiss(shape), most):
                    role = self.rng.choice(("player", "player", self.role))
                    yield Ask(role, method, self.address.at(at), body, values.JSON)

    def all(self) -> Requests:
        """Yield requests of each sort; in a quick run one of four sorts, of one to the admin."""
        sorts = (
            (self.plain, 90), (self.parts, 60), (self.bodies, 40), (self.headers, 50),
            (self.questions, 80), (self.fields, 25), (self.json, 250),
        )  # fmt: skip
        theirs = self.address.template.startswith("/admin/")
        if theirs:
            sorts = tuple((sort, most // 5) for sort, most in sorts)
        if not THOROUGH:
            sorts = tuple((sort, 1) for sort, _ in self.rng.sample(sorts, 1 if theirs else 4))
        for sort, most in sorts:
            yield from sort(most)


# --- Tests ----------------------------------------------------------------------------------------


def test_all_addresses_are_known(world: World) -> None:
    """Add a new part of an address to ``addresses``, and new JSON to ``shapes``."""
    assert len(ADDRESSES) > 300
    assert [one for one in ADDRESSES if not real(one, world)] == []
    names = {one.name for one in ADDRESSES}
    assert {"match-moves", "push", "learn-try"} <= names


@pytest.mark.parametrize("share", some_of(SHARES, __file__))
def test_whatever_is_sent_gets_a_clear_answer(
    asker: Asker, world: World, share: int, capsys: pytest.CaptureFixture[str]
) -> None:
    for address in ADDRESSES[share :: len(SHARES)]:
        sender = Sender(address, world, random.Random(address.template), real(address, world))
        for one in sender.all():
            asker.ask(one)
    judge(asker, capsys)


@pytest.mark.parametrize("role", ROLES if THOROUGH else ("player", "organiser"))
def test_forms_of_our_own_pages_with_something_strange_in_them(
    asker: Asker, world: World, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(role)
    starts = [address.at(at) for address in ADDRESSES for at in real(address, world)[:2]]
    rng.shuffle(starts)
    found, asked = forms.crawl(asker, role, starts, most=PAGES)
    for one in found:
        asker.ask(Ask(role, "POST", one.path, form(list(one.fields))))
        choices = itertools.product(range(len(one.fields)), values.IN_FORMS)
        most = runs(20 if one.path.startswith("/admin/") else 60, quick=3)
        for place, value in drawn(rng, choices, most):
            fields = [*one.fields]
            fields[place] = (fields[place][0], value)
            asker.ask(Ask(role, "POST", one.path, form(fields)))
    for target in sorted(asked):
        choices = itertools.product(sorted(forms.query_names({target})), values.IN_FORMS)
        for pair in drawn(rng, choices, runs(40, quick=1)):
            path = f"{target.partition('?')[0]}?{form([pair]).decode()}"
            asker.ask(Ask(role, "GET", path))
    judge(asker, capsys)
