"""What other parts of the site tell on a club's page, each with a template of its own.

They register here when they start; clubs know none of them.
"""

from collections.abc import Callable
from typing import Any

from lobby.clubs.models import Club

Section = Callable[[Club], dict[str, Any]]  # what the template needs, as ``told``

_SECTIONS: dict[str, Section] = {}


def register(template: str, section: Section) -> None:
    """Add a section to every club's page, after those that are there; again changes nothing."""
    _SECTIONS[template] = section


def of(club: Club) -> list[tuple[str, dict[str, Any]]]:
    """Return the templates of a club's sections with what each needs."""
    return [(template, section(club)) for template, section in _SECTIONS.items()]
