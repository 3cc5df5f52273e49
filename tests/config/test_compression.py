"""What the site sends is small on the way: pages as they are made, static files beforehand."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config.asgi import _with_static_files
from tests import prepared

NAMED = 8  # the flag of a gzip file that says its name, here one of random length
ZIPPED = {"Accept-Encoding": "gzip, br"}
LEAST = 1024  # bytes; what is smaller may not shrink


@pytest.mark.django_db
def test_a_page_is_compressed_for_a_browser_that_takes_it(client: Client) -> None:
    plain = client.get("/rules/tilekingdom/")
    zipped = client.get("/rules/tilekingdom/", headers=ZIPPED)
    assert (plain.get("Content-Encoding"), zipped["Content-Encoding"]) == (None, "gzip")
    assert "Accept-Encoding" in plain["Vary"]
    assert gzip.decompress(zipped.content)[:15] == plain.content[:15] == b"<!doctype html>"
    assert int(zipped["Content-Length"]) == len(zipped.content) < len(plain.content) / 2


@pytest.mark.django_db
def test_the_length_of_a_compressed_page_gives_nothing_away(client: Client) -> None:
    answer = client.get("/fairness/", headers=ZIPPED).content
    assert answer[3] == NAMED
    assert set(answer[10 : answer.index(0, 10)]) <= {ord("a")}


def test_every_static_file_that_shrinks_is_there_compressed() -> None:
    folder = prepared.static()
    files = [path for kind in ("js", "css", "svg") for path in folder.rglob(f"*.{kind}")]
    large = [path for path in files if path.stat().st_size >= LEAST]
    assert len(large) > 100
    assert [path.name for path in large for end in ("br", "gz") if not _zipped(path, end)] == []


def _zipped(path: Path, end: str) -> bool:
    return path.with_name(f"{path.name}.{end}").exists()


def test_a_static_file_is_sent_compressed(settings: Any) -> None:
    settings.STATIC_ROOT = prepared.static()
    found = next(settings.STATIC_ROOT.glob("shell/match/match.*.js"))
    path = f"/static/shell/match/{found.name}"
    status, headers, body = asyncio.run(_get(_with_static_files(None), path))
    assert (status, headers[b"content-encoding"]) == (200, b"gzip")
    assert gzip.decompress(body) == found.read_bytes()


async def _get(application: Any, path: str) -> tuple[int, dict[bytes, bytes], bytes]:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
    await application({**scope, "headers": [(b"accept-encoding", b"gzip")]}, receive, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], dict(sent[0]["headers"]), body
