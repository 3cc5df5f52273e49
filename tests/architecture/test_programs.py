"""The programs that CONTRIBUTING.md names can be started."""

import re
import subprocess
import sys

import pytest

from tests.architecture.test_imports import ROOT


@pytest.mark.slow
def test_each_program_that_is_named_can_be_imported() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = sorted(set(re.findall(r"python -m\s+((?:tests|tools)\.[\w.]*\w)", told)))
    assert {"tests.browser.frames", "tests.browser.screenshot", "tools.planted"} <= set(named)
    # Each by itself, as what one of them imports may help another.
    broken = [
        name
        for name in named
        if subprocess.run(
            [sys.executable, "-c", f"import {name}"], cwd=ROOT, check=False
        ).returncode
    ]
    assert broken == []
