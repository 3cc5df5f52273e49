"""Boards on pages: what a game looks like."""

from django import template

from games.matches.pages import pictures

register = template.Library()


@register.simple_tag
def sample_board(slug: str) -> pictures.Shown:
    """Return the picture that shows a game: ``{% sample_board game.slug as board %}``."""
    return pictures.sample(slug)
