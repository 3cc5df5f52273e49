"""Settings as a host would have them."""

import os
import secrets
import subprocess
import sys

import pytest
from django.db import connection
from django.test import Client

from tests.factories import make_match, make_user


@pytest.mark.slow
def test_production_settings_pass_every_check() -> None:
    env = {
        **os.environ,
        "SITE_URL": "https://tiles.example.org",
        "SECRET_KEY": secrets.token_urlsafe(50),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "header"),
    [
        ({}, "max-age=31536000"),
        ({"HSTS_SUBDOMAINS": "on"}, "max-age=31536000; includeSubDomains"),
        (
            {"HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"},
            "max-age=31536000; includeSubDomains; preload",
        ),
    ],
)
def test_other_names_of_the_host_are_bound_to_https_only_if_it_says_so(
    chosen: dict[str, str], header: str
) -> None:
    env = {**os.environ, "SITE_URL": "https://tiles.example.org", "SECRET_KEY": "x" * 50, **chosen}
    code = (
        "from django.test import Client;"
        "answer = Client().get('/health/live', secure=True, headers={'host': 'tiles.example.org'});"
        "print(answer['Strict-Transport-Security'])"
    )
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, header), done.stderr


@pytest.mark.slow
def test_the_models_have_their_migrations() -> None:
    command = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "No changes detected\n")


@pytest.mark.django_db
def test_a_database_on_another_machine_that_vanishes_is_given_up_soon() -> None:
    connection.ensure_connection()
    used = connection.connection.info.get_parameters()
    names = ("connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count")
    assert [used[name] for name in (*names, "tcp_user_timeout")] == ["3", "5", "2", "3", "10000"]


@pytest.mark.django_db
def test_every_page_says_how_many_turns_wait(client: Client) -> None:
    anna = make_user("anna")
    make_match(anna, make_user())
    client.force_login(anna)
    page = client.get("/rules/").content.decode()
    assert "<span data-my-turns-count>1</span>" in " ".join(page.split())


def test_a_sign_of_life_needs_no_database(client: Client) -> None:
    assert client.get("/health/live").content == b"ok"
