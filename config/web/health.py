"""Signs of life for supervisors and load balancers."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from config.version import VERSION


async def live(_request: HttpRequest) -> HttpResponse:
    """Answer that this process serves requests; touches no database."""
    return HttpResponse("ok", content_type="text/plain")


async def version(_request: HttpRequest) -> HttpResponse:
    """Tell which version this process is of; touches no database."""
    return JsonResponse({"version": VERSION})
