"""A folder and an S3 provider keep backups alike, and show none that isn't whole."""

import stat
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import requests
from moto.server import ThreadedMotoServer

from config.hosting.backups import BackupError
from config.hosting.backups.places import LARGEST, Folder, Place, place_of
from tests.gauge import PATIENCE


class Broken:
    """What breaks off half-way."""

    def __init__(self) -> None:
        self.left = 2

    def read(self, size: int = -1) -> bytes:
        self.left -= 1
        if self.left < 0:
            raise BackupError("pg_dump failed")
        return b"x" * max(size, 1)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://{host}:{port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    requests.post(f"http://{host}:{port}/moto-api/reset", timeout=PATIENCE).raise_for_status()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(params=["folder", "bucket"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "folder":
        return place_of(str(tmp_path / "backups"))
    import boto3

    request.getfixturevalue("provider")
    boto3.client("s3").create_bucket(Bucket="tiles")
    return place_of("s3://tiles/site")


def test_a_backup_is_there_when_its_manifest_is(place: Place, tmp_path: Path) -> None:
    assert place.names() == []
    place.store("b.dump", BytesIO(b"all of it"))
    assert place.names() == []
    place.store("b.json", BytesIO(b"{}"))
    place.store("a.json", BytesIO(b"{}"))
    assert place.names() == ["a", "b"]
    assert place.read("b.json") == b"{}"
    copy = tmp_path / "copy"
    place.copy("b.dump", copy, 9)
    assert copy.read_bytes() == b"all of it"
    place.copy("b.dump", copy, 4)
    assert len(copy.read_bytes()) != 4
    place.store("large.json", BytesIO(b" " * (LARGEST + 1)))
    with pytest.raises(ValueError, match="larger than"):
        place.read("large.json")
    place.remove("large")
    place.remove("b")
    assert place.names() == ["a"]


def test_what_breaks_off_half_way_leaves_nothing(place: Place, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="pg_dump failed"):
        place.store("b.json", Broken())
    assert place.names() == []
    with pytest.raises(FileNotFoundError):
        place.read("b.json")
    with pytest.raises(FileNotFoundError):
        place.copy("b.json", tmp_path / "copy", 9)


def test_a_folder_is_for_nobody_elses_eyes(tmp_path: Path) -> None:
    place = Folder(tmp_path / "backups")
    place.store("b.dump", BytesIO(b"all of it"))
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (place.folder, place.folder / "b.dump")]
    assert modes == [0o700, 0o600]
    assert [path.name for path in place.folder.iterdir()] == ["b.dump"]


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path, provider: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BackupError, match=r"can't be kept in .*file.*BACKUP_TO"):
        place_of(str(tmp_path / "file")).store("b.dump", BytesIO())
    with pytest.raises(BackupError, match=r"s3://nowhere \(NoSuchBucket\)"):
        place_of("s3://nowhere").names()
    with pytest.raises(BackupError, match="isn't a place for backups"):
        place_of("ftp://somewhere/else")
