"""What people type, read in one way, whatever keyboard or program it comes from.

Japanese keyboards write wide letters, books have fi in one piece, and what is copied brings signs
along that nobody sees. Passwords aren't read: each sign of theirs counts.
"""

import re
import unicodedata

# In hosts of some letters they mean something (RFC 5892, appendices A.1 and A.2).
JOINERS = "\u200c\u200d"
_UNSEEN = ("Cc", "Cf", "Cs")
# Marks that choose how the sign before is drawn (UAX 44: Variation_Selector), or nothing at all.
_MARKS = re.compile("[\u034f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def read(text: str, *, keep: str = "") -> str:
    """Return a line as one would type it: common signs (NFKC, UAX 15), none unseen, single blanks.

    Those to ``keep`` stay, though nobody sees them.
    """
    seen = (sign for sign in " ".join(text.split()) if _is_seen(sign) or sign in keep)
    return " ".join(unicodedata.normalize("NFKC", _MARKS.sub("", "".join(seen))).split())


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in _UNSEEN
