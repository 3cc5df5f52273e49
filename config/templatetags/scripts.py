"""What the scripts of every page need: a language, and what they have in common."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.translation import get_language

from config.language.script_messages import path_of
from config.web.storage import StaticStorage

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


@register.simple_tag
def shared_module() -> str:
    """Return the address of the module that all scripts import; "" while none are bundled."""
    storage = staticfiles_storage
    return storage.shared_module() if isinstance(storage, StaticStorage) else ""
