"""What other parts of the site tell on somebody's profile, each with a template of its own.

They register here when they start; accounts knows none of them.
"""

from collections.abc import Callable
from typing import Any

from accounts.users.models import User

# Is asked about a person by a viewer, None for a visitor. Returns what the template needs, or None
# if there is nothing to tell of this person.
Section = Callable[[User, User | None], dict[str, Any] | None]

_SECTIONS: dict[str, tuple[int, Section]] = {}


def register(template: str, section: Section, *, rank: int) -> None:
    """Add a section to every profile, those of the lowest rank on top; again changes nothing."""
    _SECTIONS[template] = (rank, section)


def of(person: User, viewer: User | None) -> list[tuple[str, dict[str, Any]]]:
    """Return the templates of a person's sections with what each needs."""
    ordered = sorted(_SECTIONS.items(), key=lambda each: each[1][0])
    found = ((template, section(person, viewer)) for template, (_, section) in ordered)
    return [(template, told) for template, told in found if told is not None]
