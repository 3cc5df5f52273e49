"""Whether the site rests while its host changes something, as far as this process knows.

A web process learns it by its pulse (games.matches.clocks), which it notes every two seconds, so no
page asks the database for it.
"""


class _Known:
    is_on = False


def note(*, is_on: bool) -> None:
    """Note whether the site rests."""
    _Known.is_on = is_on


def is_on() -> bool:
    """Tell whether the site rests."""
    return _Known.is_on
