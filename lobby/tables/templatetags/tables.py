"""What lists of tables say of time."""

from datetime import datetime

from django import template

from accounts.edge.clock import read_clock
from games.core.clock import duration_in_words
from games.core.language.text import Text

register = template.Library()

MINUTE, HOUR, DAY = 60, 3600, 86400


@register.filter
def open_for(at: datetime) -> Text:
    """Return for how long a table has been open, to the minute, the hour or the day."""
    now = read_clock()
    return in_short(int((now - at).total_seconds()))


def in_short(seconds: int) -> Text:
    """Return that something has been open for so many seconds, by their largest unit."""
    unit = next((unit for unit in (DAY, HOUR, MINUTE) if seconds >= unit), 0)
    if not unit:
        return Text("opened just now")
    return Text("open for {time}", time=duration_in_words(seconds // unit * unit))
