"""``{% form_id %}`` in a form that takes effect once; every template knows it."""

from uuid import uuid4

from django import template
from django.conf import settings
from django.template import RequestContext
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.edge.requests import FORM_ID, SIGNED_IN
from accounts.users.models import User

register = template.Library()

# Without "off" some browsers put the old id into a page that is loaded anew.
_ID = '<input type="hidden" name="{}" value="{}" autocomplete="off">'
_MARK = '<input type="hidden" name="{}" value="yes">'


@register.simple_tag(takes_context=True)
def form_id(context: RequestContext) -> SafeString:
    """Return the hidden field by which this form, shown this once, is known.

    Another says if it's shown to somebody with an account. A guest who is signed out has no way
    back, so what they send then is a visitor's.
    """
    field = format_html(_ID, FORM_ID, uuid4())
    request = getattr(context, "request", None)
    if request is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return field
    has_account = isinstance(request.user, User) and not request.user.is_guest
    return field + format_html(_MARK, SIGNED_IN) if has_account else field
