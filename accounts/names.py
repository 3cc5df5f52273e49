"""What people may call themselves."""

import re
import secrets

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

LONGEST = 24
GUEST_PREFIX = "guest-"
# Without vowels no word can arise; without l, y and the like nothing is misread.
GUEST_LETTERS = "bcdfghjkmnpqrstvwxz"
RESERVED = re.compile(
    r"(guest|computer|admin|administrator|moderator|root|system|staff|support|nobody|anonymous|you"
    r"|tilepost|no-?reply|postmaster|webmaster|abuse|security|easy|medium|hard|find|reports)([._-].*|\d*)",
    re.IGNORECASE,
)

validate_letters = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z",
    "A name is made of letters, digits, dots, dashes and underscores and starts with a letter or "
    "a digit.",
    code="letters",
)


def refuse_reserved(name: str) -> None:
    """Refuse names that sound like the site's own voices, such as ``guest-…`` or ``admin``."""
    if RESERVED.fullmatch(name):
        raise ValidationError("This name is reserved. Please choose another one.", code="reserved")


def draw_guest_name() -> str:
    """Return a name for a guest; it may be taken already."""
    return GUEST_PREFIX + "".join(secrets.choice(GUEST_LETTERS) for _ in range(5))
