"""Signs of life for supervisors and load balancers."""

from django.http import HttpRequest, HttpResponse


async def live(_request: HttpRequest) -> HttpResponse:
    """Answer that this process serves requests; touches no database."""
    return HttpResponse("ok", content_type="text/plain")
