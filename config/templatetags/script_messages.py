"""The module by which a page's scripts get its language."""

from django import template
from django.templatetags.static import static
from django.utils.translation import get_language

from config.script_messages import path_of

register = template.Library()


@register.simple_tag
def messages_module() -> str:
    """Return the address of the module for the language of this page; "" where none is needed.

    A language whose messages are not among the static files yet is told in English.
    """
    path = path_of(get_language() or "en")
    try:
        return static(path) if path else ""
    except ValueError:
        return ""
