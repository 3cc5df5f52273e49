"""What the site writes down of itself, where that can't be written."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from config.local.site import Site, Wishes
from config.local.supervisor import Signals, Supervisor


def test_a_full_disk_ends_nothing_and_what_was_to_be_noted_is_noted_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path))
    site = Site(Wishes(), say=full)
    site.say("PostgreSQL was ended by signal 6 and starts again at once.")
    with Signals() as signals:
        supervisor = Supervisor(signals, site.say)
        with monkeypatch.context() as disk:
            disk.setattr(Path, "write_text", full)
            assert not site._note(supervisor, "http://localhost", ready=True)
        assert site._note(supervisor, "http://localhost", ready=True)
    assert json.loads((tmp_path / "run.json").read_text())["ready"] is True
