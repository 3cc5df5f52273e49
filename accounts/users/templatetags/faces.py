"""The stamps of people on pages: ``{% face person %}``, ``{% face name size=24 %}``."""

from django import template
from django.utils.safestring import SafeString

from accounts.users import faces
from accounts.users.models import User

register = template.Library()


@register.simple_tag
def face(person: User | str | None, size: int = 32) -> SafeString:
    """Return the stamp of a person, or of whoever has this name; None is a computer player.

    A name alone knows nothing of what its person has chosen: give the person where you have them.
    """
    if person is None:
        return faces.computer_stamp(size)
    if isinstance(person, str):
        return faces.stamp(person, "", size)
    return faces.stamp(person.display_name, person.face, size)
