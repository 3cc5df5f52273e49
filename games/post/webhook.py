"""The door for providers of mail: they post what they got, and show that they know the secret."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.post import inbound
from games.post.inbound import LARGEST

# Those that post JSON: it may be as long as a mail is, while forms are kept short on this site.
PROVIDERS = {
    "postmark": "anymail.webhooks.postmark.PostmarkInboundWebhookView",
    "sparkpost": "anymail.webhooks.sparkpost.SparkPostInboundWebhookView",
}


@csrf_exempt
@require_http_methods(["HEAD", "POST"])
def provided(request: HttpRequest) -> HttpResponse:
    """Take what the provider named in the settings got; there is no such page without one.

    If that fails he is told so, and brings it again.
    """
    name = PROVIDERS.get(settings.MAIL_WEBHOOK)
    if name is None or ":" not in settings.ANYMAIL["WEBHOOK_SECRET"]:
        raise Http404("No mail comes in by this door.")
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
        return HttpResponse(status=413)
    if request.method == "POST":
        request._body = request.read(LARGEST)  # noqa: SLF001 - the usual limit is less
        provider = import_string(name)()
        provider.run_validators(request)
        for event in provider.parse_events(request):
            _take(event.message)
    return HttpResponse()


def _take(message: Any) -> None:
    to = [message.envelope_recipient] if message.envelope_recipient else []
    now = timezone.now()  # noqa: TID251 - the edge where a mail reads the clock
    inbound.handle(message, now=now, to=to)
