"""Points as pages write them."""

from django import template

from games.say import spoken

register = template.Library()


@register.filter
def points(number: int) -> str:
    """Return a number of points, which may be less than none, in the reader's way to write it."""
    return spoken().number(number)
