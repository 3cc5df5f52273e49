"""What other parts of the site tell on somebody's profile, each with a template of its own.

They register here when they start; accounts knows none of them.
"""

from collections.abc import Callable
from typing import Any

from accounts.users.models import User

# Returns what the template needs, or None if there is nothing to tell of this person.
Section = Callable[[User], dict[str, Any] | None]

_SECTIONS: dict[str, Section] = {}


def register(template: str, section: Section) -> None:
    """Add a section to every profile, after those that are there; again changes nothing."""
    _SECTIONS[template] = section


def of(person: User) -> list[tuple[str, dict[str, Any]]]:
    """Return the templates of a person's sections with what each needs."""
    found = ((template, section(person)) for template, section in _SECTIONS.items())
    return [(template, told) for template, told in found if told is not None]
