"""What people may call themselves."""

import re
import secrets

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import Func
from django.utils.translation import gettext_lazy as _

LONGEST = 24
# What a guest may be called who has no better idea: any of the first with any of the second.
HOW = (
    "Amber", "Brave", "Bright", "Calm", "Clever", "Cosy", "Early", "Fair", "Gentle", "Golden",
    "Happy", "Jolly", "Kind", "Lucky", "Merry", "Mild", "Nimble", "Patient", "Quick", "Quiet",
    "Silver", "Sunny", "Swift", "Witty",
)  # fmt: skip
WHO = (
    "Badger", "Camel", "Crane", "Dolphin", "Falcon", "Finch", "Fox", "Gecko", "Hare", "Heron",
    "Ibis", "Lark", "Lynx", "Magpie", "Marten", "Otter", "Owl", "Panda", "Puffin", "Raven", "Robin",
    "Seal", "Stork", "Swan", "Turtle", "Wren",
)  # fmt: skip
MOST_BARE = 3  # so many names are drawn without a number
RESERVED = re.compile(
    r"(guest|computer|admin|administrator|moderator|root|system|staff|support|nobody|anonymous|you"
    r"|tilepost|no-?reply|postmaster|webmaster|abuse|security|easy|medium|hard|find|report)s?"
    r"([._-].*|\d*)",
    re.IGNORECASE,
)

validate_letters = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z",
    _("Use letters, digits, dots, dashes and underscores, and start with a letter or a digit."),
    code="letters",
)


class BareName(Func):
    """A name in capitals without dots, dashes and underscores, by which ``boss.`` is ``boss``."""

    function = "regexp_replace"
    template = "%(function)s(upper(%(expressions)s), '[._-]', '', 'g')"


def refuse_reserved(name: str) -> None:
    """Refuse names that sound like the site's own voices: ``guest-…``, ``admin``, ``ad.min``."""
    if RESERVED.fullmatch(name) or RESERVED.fullmatch(bare(name)):
        raise ValidationError(_("That name is reserved. Try another."), code="reserved")


def bare(name: str) -> str:
    """Return what ``BareName`` makes of a name."""
    return re.sub("[._-]", "", name.upper())


def draw(tries: int = 0) -> str:
    """Return a friendly name; it may be taken, less often so after some ``tries``."""
    number = secrets.randbelow(10 ** min(tries, 6)) if tries >= MOST_BARE else ""
    return f"{secrets.choice(HOW)}{secrets.choice(WHO)}{number}"
