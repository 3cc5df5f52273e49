"""Where backups lie: a folder, or a bucket of an S3 provider.

A backup is two files, ``<name>.dump`` and ``<name>.json``. The second is written last and removed
first: without it nothing is a backup, so a half-written one is never taken for a whole one.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from urllib.parse import urlsplit

from config.hosting.backups import BackupError

DUMP, MANIFEST = ".dump", ".json"
PART = 1024 * 1024  # bytes read at once
LARGEST = 1024 * 1024  # bytes of a small file, such as a manifest


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
        """Return what is in a small file; raise FileNotFoundError, or ValueError if it's large."""

    def copy(self, file: str, target: Path, size: int) -> None:
        """Copy a file to this machine, or only a part of one that isn't of this size.

        What lies here may be changed at any time, by whoever can write here; the copy can't.
        Raise FileNotFoundError.
        """

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
        with self._opened(file) as source:
            return _small(source, file)

    def copy(self, file: str, target: Path, size: int) -> None:
        """Copy a file, and no more of it than a byte beyond the size; raise FileNotFoundError."""
        left = size + 1
        with self._opened(file) as source, target.open("wb") as copy:
            while left and (block := source.read(min(PART, left))):
                left -= copy.write(block)

    @contextlib.contextmanager
    def _opened(self, file: str) -> Iterator[BinaryIO]:
        """Open a file, and nothing at which one could wait for ever; raise FileNotFoundError."""
        path = self.folder / file
        if not path.is_file():
            raise FileNotFoundError(path)
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as source:
            if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):  # it was changed just now
                raise FileNotFoundError(path)
            yield source

    def remove(self, name: str) -> None:
        """Remove a backup."""
        for kind in (MANIFEST, DUMP):
            (self.folder / f"{name}{kind}").unlink(missing_ok=True)

    def _unusable(self, error: OSError) -> BackupError:
        return BackupError(
            f"Backups can't be kept in {self.folder} ({error.strerror}). Set BACKUP_TO to a folder "
            "of your own with enough room, or to s3://bucket/prefix."
        )


def _small(source: Stream, file: str) -> bytes:
    found = source.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise ValueError(f"{file} is larger than {LARGEST} bytes")
    return found


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
            return _small(answer["Body"], file)

    def copy(self, file: str, target: Path, size: int) -> None:
        """Download a file, or nothing if it isn't of this size; raise FileNotFoundError."""
        key = f"{self.prefix}{file}"
        with self._reaching() as client:
            if client.head_object(Bucket=self.bucket, Key=key)["ContentLength"] == size:
                client.download_file(self.bucket, key, str(target))
            else:
                target.touch()

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
