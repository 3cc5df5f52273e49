"""What makes the site an app on a device."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client


def found(url: str) -> Path:
    """Return the static file behind an address."""
    path = finders.find(url.removeprefix(settings.STATIC_URL))
    assert isinstance(path, str), url
    return Path(path)


def size_of(png: Path) -> tuple[int, int]:
    head = png.read_bytes()[:24]
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_manifest_has_icons_that_are_there(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["name"], told["id"], told["scope"]) == ("Tilepost", "/", "/")
    pngs = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    for icon in pngs:
        width, height = size_of(found(icon["src"]))
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in pngs} == {"any", "maskable"}
    assert found(told["icons"][0]["src"]).suffix == ".svg"
    assert [shortcut["name"] for shortcut in told["shortcuts"]] == ["My games", "Next turn", "Play"]


def test_the_manifest_bears_the_name_of_the_site(client: Client, settings) -> None:
    settings.SITE_NAME = "The Club"
    assert json.loads(client.get("/manifest.webmanifest").content)["short_name"] == "The Club"


@pytest.mark.django_db
def test_every_page_names_the_manifest(client: Client) -> None:
    assert (
        '<link rel="manifest" href="/manifest.webmanifest">'
        in client.get("/rules/").content.decode()
    )


def test_the_service_worker_is_of_the_whole_site(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in answer["Content-Security-Policy"]
    again = client.get("/sw.js", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_it_keeps_is_there(client: Client) -> None:
    script = client.get("/sw.js").content.decode()
    files = re.findall(r'"(/static/[^"]+)"', script)
    assert len(files) == 5
    for file in files:
        assert found(file).is_file()


def test_the_page_offline_is_the_same_for_everybody(client: Client) -> None:
    answer = client.get("/offline/")
    assert answer.status_code == 200
    assert answer.cookies.output() == ""
    page = answer.content.decode()
    assert "csrf" not in page
    assert "<form" not in page
    assert "We can't reach" in page
