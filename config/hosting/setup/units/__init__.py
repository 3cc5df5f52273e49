"""systemd units for a machine without containers: one for each program of the site.

Each ``.unit`` file is a template; ``common.unit`` is what all programs have.
"""

from collections.abc import Iterator
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent
ENDING = ".unit"


def written(
    *, user: str, folder: Path, python: Path, environment: Path
) -> Iterator[tuple[str, str]]:
    """Yield each unit's name and text; the site's project is in ``folder``."""
    facts = {
        "user": user,
        "folder": str(folder),
        "manage": f"{python} {folder}/manage.py",
        "environment": str(environment),
    }
    common = Template(_text("common")).substitute(facts).strip()
    for path in sorted(FOLDER.glob(f"tilepost*{ENDING}")):
        text = Template(path.read_text(encoding="utf-8")).substitute(facts, common=common)
        yield path.name.removesuffix(ENDING), text


def _text(name: str) -> str:
    return (FOLDER / f"{name}{ENDING}").read_text(encoding="utf-8")
