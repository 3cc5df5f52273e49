"""Why a notice did not go, or not yet: kept as a message with at most one fact.

What is kept is marked with ``gettext_noop`` where it is written, and becomes words in the language
of whoever reads the ledger. A fact is nobody's language: an answer of a mail server, names.
"""

from django.utils.translation import gettext

BETWEEN = "\t"
PLACE = "%(fact)s"


class NotSent(OSError):
    """A notice did not reach somebody and is tried again later, for a reason with a fact."""

    def __init__(self, message: str, fact: str) -> None:
        super().__init__(message.replace(PLACE, fact))
        self.reason = with_fact(message, fact)


def with_fact(message: str, fact: str | int) -> str:
    """Return a reason whose message has a place ``%(fact)s``."""
    return f"{message}{BETWEEN}{' '.join(str(fact).split())}"


def in_words(reason: str) -> str:
    """Return a reason in the language of the moment."""
    message, _, fact = reason.partition(BETWEEN)
    # What else went wrong is kept as it came: it may hold any signs.
    return gettext(message).replace(PLACE, fact)
