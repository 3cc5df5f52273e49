"""The door for providers of mail: they post what they got, and show that they know the secret."""

import base64
import json
import logging
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.edge.clock import read_clock
from games.matches.post import inbound, tickets
from games.matches.post.inbound import LARGEST
from games.matches.post.parsing import LONGEST_FIELD, LONGEST_SOURCE, MOST_FIELDS, parse

logger = logging.getLogger(__name__)

# Those that post JSON: it may be as long as a mail is, while forms are kept short on this site.
PROVIDERS = {
    "postmark": "anymail.webhooks.postmark.PostmarkInboundWebhookView",
    "sparkpost": "anymail.webhooks.sparkpost.SparkPostInboundWebhookView",
}


@csrf_exempt
@require_http_methods(["HEAD", "POST"])
def provided(request: HttpRequest) -> HttpResponse:
    """Take what the provider named in the settings got; there is no such page without one.

    If that fails for now, the provider is told so and brings it again. One that nobody can make
    sense of is taken and noted: it would be no better the next time.
    """
    name = settings.MAIL_WEBHOOK
    if name not in PROVIDERS or ":" not in settings.ANYMAIL["WEBHOOK_SECRET"]:
        raise Http404("No email comes in this way.")
    if _length(request) > LARGEST:
        return HttpResponse(status=413)
    if request.method == "HEAD":
        return HttpResponse()
    request._body = request.read(LARGEST)  # noqa: SLF001 - the usual limit is less
    provider = import_string(PROVIDERS[name])()
    provider.run_validators(request)
    try:
        told = json.loads(request.body)
    except (RecursionError, ValueError):
        return HttpResponse("This isn't an email.", status=400)
    for to, message in _mails(name, provider, told):
        _take(to, message)
    return HttpResponse()


def _length(request: HttpRequest) -> int:
    """Return how many bytes a request says it has; what it says badly is found by reading them."""
    said = request.META.get("CONTENT_LENGTH") or ""
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 20 else 0


def _mails(name: str, provider: Any, told: Any) -> Iterator[tuple[str, EmailMessage]]:
    """Yield to whom each mail came, and the mail, if it is for us: nothing else is parsed."""
    for event in told if isinstance(told, list) else [told]:
        try:
            one = _one(name, provider, event)
        except (AttributeError, KeyError, TypeError, ValueError):
            logger.warning("what a provider handed in is no mail")  # others came with it
        else:
            if one:
                yield one


def _one(name: str, provider: Any, event: Any) -> tuple[str, EmailMessage] | None:
    """Return one mail and to whom it came; None if that is not us."""
    if name == "postmark":
        to = str(event.get("OriginalRecipient") or "")
        return (to, _from_postmark(provider, event)) if tickets.is_ours(to) else None
    mail = event.get("msys", {}).get("relay_message") or {}
    to = str(mail.get("rcpt_to") or "")
    if not tickets.is_ours(to):
        return None
    content = mail["content"]
    source = str(content["email_rfc822"]).encode("utf-8", "replace")
    in_base64 = content.get("email_rfc822_is_base64")
    return to, parse(base64.b64decode(source) if in_base64 else source)


def _from_postmark(provider: Any, told: Any) -> EmailMessage:
    """Return the mail, as it came or put together from what the provider made of it."""
    if raw := told.get("RawEmail"):
        return parse(str(raw).encode("utf-8", "replace"))
    for name in ("TextBody", "HtmlBody"):
        told[name] = str(told.get(name) or "")[:LONGEST_SOURCE]
    told["Subject"] = str(told.get("Subject") or "")[:LONGEST_FIELD]
    told["Headers"] = [
        {"Name": str(one["Name"]), "Value": str(one["Value"])[:LONGEST_FIELD]}
        for one in told.get("Headers", [])
        if len(str(one["Name"])) < LONGEST_FIELD
    ][:100]
    for name in ("ToFull", "CcFull", "BccFull"):
        told[name] = (told.get(name) or [])[:MOST_FIELDS]
    told["Attachments"] = []
    message: EmailMessage = provider.esp_to_anymail_event(told).message
    return message


def _take(to: str, message: EmailMessage) -> None:
    now = read_clock()
    inbound.hand_in(message, now=now, to=[to])
