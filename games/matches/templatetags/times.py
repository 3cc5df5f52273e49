"""What pages say of time that runs."""

from datetime import datetime

from django import template

from accounts.edge.clock import read_clock
from games.matches.pages import clock_words

register = template.Library()


@register.filter
def left(until: datetime) -> str:
    """Return how long is left, as ``deadline.js`` says it from then on: "1 d 23 h"."""
    now = read_clock()
    return clock_words.time_left((until - now).total_seconds())
