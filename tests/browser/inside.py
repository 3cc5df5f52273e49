"""What the tests' own process does inside the site: people, tables and turns without any screen.

It talks to the site's database and broker as another process of the site would. Django refuses to
while a browser's event loop runs in the same thread, so all of it is done in a thread of its own.
"""

import contextlib
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import connections
from django.test import Client
from playwright.sync_api import Page
from typing_extensions import override

from accounts.users.models import User
from config.local import folders, paths
from tests import prepared
from tests.gauge import FIRST_START
from tests.stack import Stack

# What two processes of one site have in common.
SHARED = ("REDIS_URL", "SECRET_KEY", "SIGNING_KEY", "VAPID_PRIVATE_KEY")
P = ParamSpec("P")
T = TypeVar("T")
_thread = ThreadPoolExecutor(1, thread_name_prefix="inside")


def call(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function inside the site and return what it returns."""
    return _thread.submit(function, *args, **kwargs).result()


class OwnSite(Stack):
    """A site beside the tests' PostgreSQL and Valkey, whose commands run in this process."""

    def __init__(self, name: str, env: Mapping[str, str]) -> None:
        shared = {key: getattr(settings, key) for key in SHARED}
        own = {"DATABASE_URL": _database(name), "COMPUTERS_THINK": "0.1"}
        super().__init__(env={**env, **shared, **own})
        folders.prepare(self.data_dir)
        prepared.copy(self.data_dir, but=("postgres", "static"))
        (self.data_dir / "static").symlink_to(prepared.static())
        connections.settings["default"]["NAME"] = name

    @override
    def start(self, seconds: float = FIRST_START) -> None:
        """Start it in fewer processes than `manage.py serve` does."""
        command = [sys.executable, "-m", "tests.browser.small", str(self.port)]
        with (self.data_dir / "serve.log").open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                command, cwd=paths.PROJECT, env=self.env, stdout=log, stderr=log, text=True
            )
        self._wait(time.monotonic() + seconds)

    def _wait(self, end: float) -> None:
        while not self.status().get("ready"):
            assert self._process is not None
            assert self._process.poll() is None, self.output()
            assert time.monotonic() < end, self.output()
            time.sleep(0.05)
        self.url = self.env["SITE_URL"] = self.status()["url"]

    @override
    def manage(self, *args: str, input: str | None = None) -> str:
        """Run a manage.py command and return what it prints."""
        assert input is None
        return call(_printed, args)


def session_of(user: User) -> str:
    """Return the key of a session in which somebody is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def be(page: Page, key: str) -> None:
    """Have somebody who is signed in sit down at a screen."""
    page.goto("about:blank")  # what is open there asks for nothing more as somebody else
    page.context.clear_cookies()
    cookie = {"name": "session", "value": key, "url": settings.SITE_URL}
    page.context.add_cookies([cookie])  # type: ignore[list-item]  # a cookie


def _database(name: str) -> str:
    """Make a database for a site, with everything in it that a first start puts there."""
    server = connections["default"].settings_dict
    host = server["HOST"] or server["OPTIONS"].get("host", "")
    login = f"host={host} user={server['USER'] or paths.DATABASE}"
    with psycopg.connect(f"{login} dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {paths.DATABASE} STRATEGY FILE_COPY")
    parts = urlsplit(os.environ["DATABASE_URL"])
    return parts._replace(path=f"/{name}").geturl()


def _printed(args: tuple[str, ...]) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        call_command(*args)
    return said.getvalue()


def send(page: Page, address: str, fields: Mapping[str, object], *, form_at: str = "") -> str:
    """Send a form for the person at a page, who sees nothing of it; return where it leads.

    Where ``form_at`` says which page shows the form, what is not said is filled in as it is there.
    """
    jar = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    location, jar = call(_send, jar, address, fields, form_at)
    kept = [{"name": name, "value": value, "url": settings.SITE_URL} for name, value in jar.items()]
    page.context.add_cookies(kept)  # type: ignore[arg-type]  # cookies
    return location


def _send(
    jar: Mapping[str, str], address: str, fields: Mapping[str, object], form_at: str
) -> tuple[str, dict[str, str]]:
    client = Client(HTTP_HOST=urlsplit(settings.SITE_URL).netloc)
    client.cookies = SimpleCookie(jar)
    filled = _filled_in(client, form_at) if form_at else {}
    answer = client.post(address, _as_sent({**filled, **fields}))
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"], {name: one.value for name, one in client.cookies.items()}


def _filled_in(client: Client, form_at: str) -> dict[str, object]:
    """Return the fields of a page's form as it shows them."""
    form = client.get(form_at).context["form"]
    return {field.html_name: field.value() for field in form}


def _as_sent(fields: Mapping[str, object]) -> dict[str, object]:
    """Return fields as a browser sends them: boxes without a mark are left out."""
    marked = {True: "on", False: None}
    said = {
        name: marked[value] if isinstance(value, bool) else value for name, value in fields.items()
    }
    return {name: value for name, value in said.items() if value is not None}
