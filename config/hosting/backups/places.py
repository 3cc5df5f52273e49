"""Where backups lie: a folder, or a bucket of an S3 provider.

A backup is two files, ``<name>.dump`` and ``<name>.json``. The second is written last and removed
first: without it nothing is a backup, so a half-written one is never taken for a whole one.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from config.hosting.backups import BackupError

DUMP, MANIFEST = ".dump", ".json"
PART = 1024 * 1024  # bytes read at once


class Stream(Protocol):
    """What a file is made of."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, fewer than so many only at the end."""


class Place(Protocol):
    """Where backups lie."""

    address: str

    def names(self) -> list[str]:
        """Return the names of all whole backups, the oldest first."""

    def store(self, file: str, stream: Stream) -> None:
        """Write a file; it's there when all of it is, or not at all."""

    def read(self, file: str) -> bytes:
        """Return what is in a small file; raise FileNotFoundError."""

    def opened(self, file: str) -> contextlib.AbstractContextManager[Path]:
        """Have a file as one on this machine for a while; raise FileNotFoundError."""

    def remove(self, name: str) -> None:
        """Remove a backup."""


def place_of(address: str) -> Place:
    """Return the place at an address: a folder, or ``s3://bucket/prefix``."""
    if "://" not in address:
        return Folder(Path(address))
    parts = urlsplit(address)
    if parts.scheme != "s3" or not parts.netloc:
        raise BackupError(
            f"{address} isn't a place for backups. Name a folder, or s3://bucket/prefix."
        )
    return Bucket(parts.netloc, parts.path.strip("/"))


class Folder:
    """A folder on this machine, or one that it has mounted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.address = str(self.folder)

    def names(self) -> list[str]:
        """Return the names of all whole backups, the oldest first."""
        try:
            return sorted(path.stem for path in self.folder.glob(f"*{MANIFEST}"))
        except OSError as error:
            raise self._unusable(error) from error

    def store(self, file: str, stream: Stream) -> None:
        """Write a file beside its place, and move it there when it's on the disk."""
        draft = self.folder / f".{file}.part"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                with os.fdopen(descriptor, "wb") as target:
                    shutil.copyfileobj(stream, target, PART)
                    target.flush()
                    os.fsync(target.fileno())
                draft.replace(self.folder / file)
            finally:
                draft.unlink(missing_ok=True)
            _sync(self.folder)
        except OSError as error:
            raise self._unusable(error) from error

    def read(self, file: str) -> bytes:
        """Return what is in a small file; raise FileNotFoundError."""
        return (self.folder / file).read_bytes()

    @contextlib.contextmanager
    def opened(self, file: str) -> Iterator[Path]:
        """Have a file for a while; raise FileNotFoundError."""
        path = self.folder / file
        if not path.is_file():
            raise FileNotFoundError(path)
        yield path

    def remove(self, name: str) -> None:
        """Remove a backup."""
        for kind in (MANIFEST, DUMP):
            (self.folder / f"{name}{kind}").unlink(missing_ok=True)

    def _unusable(self, error: OSError) -> BackupError:
        return BackupError(
            f"Backups can't be kept in {self.folder} ({error.strerror}). Set BACKUP_TO to a folder "
            "of your own with enough room, or to s3://bucket/prefix."
        )


def _sync(folder: Path) -> None:
    """Have a new name in a folder outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Bucket:
    """A bucket of an S3 provider; its address and keys are in the environment, as for all of S3."""

    def __init__(self, bucket: str, prefix: str) -> None:
        self.bucket = bucket
        self.prefix = f"{prefix}/" if prefix else ""
        self.address = f"s3://{bucket}/{prefix}".rstrip("/")

    def names(self) -> list[str]:
        """Return the names of all whole backups, the oldest first."""
        with self._reaching() as client:
            pages = client.get_paginator("list_objects_v2").paginate(
                Bucket=self.bucket, Prefix=self.prefix
            )
            keys = [one["Key"] for page in pages for one in page.get("Contents", ())]
        files = [key.removeprefix(self.prefix) for key in keys if key.endswith(MANIFEST)]
        return sorted(file.removesuffix(MANIFEST) for file in files if "/" not in file)

    def store(self, file: str, stream: Stream) -> None:
        """Upload a file: the provider shows it when it's whole."""
        with self._reaching() as client:
            client.upload_fileobj(stream, self.bucket, f"{self.prefix}{file}")

    def read(self, file: str) -> bytes:
        """Return what is in a small file; raise FileNotFoundError."""
        with self._reaching() as client:
            answer = client.get_object(Bucket=self.bucket, Key=f"{self.prefix}{file}")
            found: bytes = answer["Body"].read()
            return found

    @contextlib.contextmanager
    def opened(self, file: str) -> Iterator[Path]:
        """Have a copy of a file for a while; raise FileNotFoundError."""
        with tempfile.TemporaryDirectory(prefix="tilepost-backup-") as folder:
            path = Path(folder) / file
            with self._reaching() as client:
                client.download_file(self.bucket, f"{self.prefix}{file}", str(path))
            yield path

    def remove(self, name: str) -> None:
        """Remove a backup."""
        with self._reaching() as client:
            for kind in (MANIFEST, DUMP):
                client.delete_object(Bucket=self.bucket, Key=f"{self.prefix}{name}{kind}")

    @contextlib.contextmanager
    def _reaching(self) -> Iterator[Any]:
        """Have a client; say what is wrong if the provider can't be reached, or refuses."""
        import boto3  # slow to load, and few sites want it
        from boto3.exceptions import Boto3Error
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            yield boto3.client("s3")
        except ClientError as error:
            code = error.response.get("Error", {}).get("Code", "")
            if code in ("404", "NoSuchKey"):
                raise FileNotFoundError(self.address) from error
            raise self._unusable(code or "no reason given") from error
        except (BotoCoreError, Boto3Error) as error:
            raise self._unusable(str(error)) from error

    def _unusable(self, why: str) -> BackupError:
        return BackupError(
            f"Backups can't be kept in {self.address} ({why}). Check AWS_ENDPOINT_URL_S3, "
            "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_DEFAULT_REGION, and that the bucket "
            "is there."
        )
