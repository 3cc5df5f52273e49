"""``{% form_id %}`` in a form that takes effect once; every template knows it."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.edge.requests import FORM_ID

register = template.Library()


@register.simple_tag
def form_id() -> SafeString:
    """Return the hidden field by which this form, shown this once, is known."""
    return format_html('<input type="hidden" name="{}" value="{}">', FORM_ID, uuid4())
