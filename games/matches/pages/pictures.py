"""Boards as pictures, small on lists and cards: of matches as spectators see them, and of games."""

import dataclasses
import functools
import zlib

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.core.drawing.canvas import part_of, size_of
from games.core.table import options as table_options
from games.matches import reading
from games.matches.pages import access
from games.matches.reading import pictures
from games.registry import UnknownGame, lesson_of, load_game
from games.words.lists.packing import words_of

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_KEPT = "private, no-store"


@require_safe
def board(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Answer with the board of a match as an image: ``?v=`` and its mark, to be kept for ever.

    Without the mark of what it shows now it's the same image, and has to be asked for again.
    """
    mark = request.GET.get("v", "")
    known = pictures.kept(public_id=public_id, mark=mark)
    if known is not None:
        return _image(request, known, mark, FOREVER)
    try:
        match = pictures.find_seen(public_id=public_id)
        if not pictures.is_open(match):
            access.look(request, public_id)
    except (reading.UnknownMatch, access.HiddenMatch) as error:
        raise Http404(gettext("There's no such table.")) from error
    if match.timer.waits:
        raise Http404(str(reading.NOT_BEGUN))
    current, drawn = pictures.drawn(match)
    if not pictures.is_open(match):
        return _image(request, drawn, current, NOT_KEPT)
    return _image(request, drawn, current, FOREVER if mark == current else ASK_AGAIN)


@require_safe
def sample_board(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer with a board that shows what a game looks like; with its mark, to be kept for ever."""
    try:
        found = sample(slug)
    except UnknownGame as error:
        raise Http404(gettext("There's no such game.")) from error
    keep = FOREVER if request.GET.get("v") == found.mark else ASK_AGAIN
    return _image(request, found.drawn, found.mark, keep)


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """What shows a game: an image, how wide and high it is, and where it is."""

    drawn: str
    mark: str
    width: int
    height: int
    url: str


def sample(slug: str) -> Shown:
    """Return the picture that shows a game, in the reader's language; raise UnknownGame."""
    return _sample(slug, translation.get_language())


@functools.lru_cache(256)
def _sample(slug: str, language: str | None) -> Shown:  # noqa: ARG001 - its words are in that
    lesson = lesson_of(slug)
    words = words_of(lesson.words) if lesson.words else None
    rules = load_game(slug, table_options.write(lesson.options), words)
    shown = lesson.sample
    seen = rules.observation(rules.restore(shown.position), shown.player)
    drawn = part_of(rules.picture(seen, shown.player), shown.part)
    mark = f"{zlib.crc32(drawn.encode()):08x}"
    width, height = size_of(drawn)
    return Shown(drawn, mark, width, height, f"{reverse('sample-board', args=[slug])}?v={mark}")


def _image(request: HttpRequest, drawn: str, mark: str, keep: str) -> HttpResponseBase:
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = keep
    if keep == NOT_KEPT:
        return response
    response["ETag"] = f'"{mark}"'
    return get_conditional_response(request, etag=f'"{mark}"', response=response) or response
