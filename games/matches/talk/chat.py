"""What players say to each other at a table: read and written by them alone.

Whoever has no seat, spectators and those who have left a running match, gets none of it, nor learns
that anything was said. A line is text and nothing else. Who has muted or blocked another does not
read them; only they themselves know.
"""

import functools
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Max, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.edge import typed
from accounts.trust import blocking, reports, writing
from accounts.trust.models import Report
from accounts.users.models import User
from games.core.errors import IllegalAction, Refusal
from games.core.language.text import Text, verbatim
from games.matches import reading
from games.matches.models import ChatLine, ChatMark, Seat
from games.matches.poke import poke, watchers
from games.registry import game_class

LONGEST = 500  # characters
MOST_LINES = 5
WITHIN = timedelta(seconds=10)
SHOWN = 200  # lines of a table that are read at once
AROUND = 10  # lines before and after one that is reported, which are kept with the report
# For guests, for those whose address is not confirmed, and for whoever has a move to think about.
PHRASES = {
    "hello": Text("Hello!"),
    "luck": Text("Good luck!"),
    "well": Text("Well played!"),
    "thanks": Text("Thank you!"),
    "moment": Text("One moment, please."),
    "sorry": Text("Sorry, I was away."),
    "game": Text("Good game!"),
    "bye": Text("Goodbye!"),
}


class TooFast(Refusal):
    """More lines than somebody can say in so short a time."""

    code = "too_often"
    usual = Text("That was a lot at once. Please wait a few seconds.")


class Silent(Refusal):
    """The person may not write just now, or not in their own words."""

    code = "silent"


def clean(text: Any) -> str:
    """Return a line as it is kept: composed, on one line, without a blank at either end.

    Raise IllegalAction for what is no such text, and for signs that are not to be seen.
    """
    if not isinstance(text, str):
        raise IllegalAction("We couldn't read that.")
    if not typed.is_shown(text):
        raise IllegalAction("Your message contains characters we can't show. Please type it again.")
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not line:
        raise IllegalAction("Write something first.")
    if len(line) > LONGEST:
        raise IllegalAction(
            "Keep your message to {most} characters; this one has {length}.",
            most=LONGEST,
            length=len(line),
        )
    return line


# --- Writing --------------------------------------------------------------------------------------


def say(
    *, match_id: int, user: User, cmd_id: UUID, now: datetime, text: Any = None, phrase: Any = None
) -> ChatLine:
    """Say something at a table: a text of one's own, or the ready phrase of that name.

    Raise Refusal. Holds the person's row, so that nobody gets past the limit by being quick, and
    not the match's: no move waits.
    """
    ready = phrase if isinstance(phrase, str) and phrase in PHRASES else ""
    own = "" if ready else clean(text)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        seat = _seat(match_id, user)
        if known := ChatLine.objects.filter(user=user, cmd_id=cmd_id).first():
            return known
        may = writing.writing_of(user=user, now=now)
        if may.silence or not (may.free or ready):
            raise Silent(verbatim(may.why))
        lately = ChatLine.objects.filter(user=user, at__gt=now - WITHIN)
        if lately.count() >= MOST_LINES:
            raise TooFast
        line = ChatLine.objects.create(
            match_id=match_id,
            user=user,
            player=seat.player,
            name=seat.name,
            text=own,
            phrase=ready,
            cmd_id=cmd_id,
            at=now,
        )
        _tell(match_id, line=line.pk)
    return line


def rename(user_id: int, name: str) -> None:
    """Give all that somebody said another name; what was reported keeps the name it was told by."""
    ChatLine.objects.filter(user_id=user_id).update(name=name)


def _seat(match_id: int, user: User) -> Seat:
    """Return the seat of somebody where people talk; raise Refusal without one."""
    seat = reading.seat_of(match_id=match_id, user_id=user.pk)
    if seat is None:
        raise Refusal("You don't have a seat at this table.")
    if not is_talked_at(seats=reading.seats(match_id=match_id)):
        raise Refusal("There's no one else at this table.")
    return seat


def _tell(match_id: int, *, line: int | None) -> None:
    """Poke who watches, after COMMIT: the number of a new line, or none if an old one changed."""
    message = {"type": "chat.changed", "match": match_id, "line": line}
    transaction.on_commit(functools.partial(poke, [(watchers(match_id), message)]))


def mark_read(*, match_id: int, user: User, line: int) -> None:
    """Note that a player has read a table's lines up to this one; never less than before."""
    _seat(match_id, user)
    newest = ChatLine.objects.filter(match_id=match_id).aggregate(newest=Max("pk"))["newest"] or 0
    line = min(line, newest)
    with transaction.atomic():
        mark, made = ChatMark.objects.select_for_update().get_or_create(
            match_id=match_id, user=user, defaults={"line": line}
        )
        if not made and mark.line < line:
            mark.line = line
            mark.save(update_fields=["line"])


def hide(*, line: int, now: datetime) -> None:
    """Hide a line from all who read it: for moderators, who keep why elsewhere."""
    said = ChatLine.objects.filter(pk=line).first()
    if said is None:
        return
    with transaction.atomic():
        ChatLine.objects.filter(pk=line, hidden_at__isnull=True).update(hidden_at=now)
        _tell(said.match_id, line=None)


def report(
    *, match_id: int, user: User, line_id: int, reason: str, words: str, now: datetime
) -> Report:
    """Put a line of another before the moderators, with a copy of those around it."""
    _seat(match_id, user)
    line = ChatLine.objects.filter(match_id=match_id, pk=line_id).select_related("user").first()
    if line is None:
        raise Refusal("There's no such message.")
    if line.user_id == user.pk:
        raise Refusal("That's your own message.")
    match = reading.get(match_id=match_id)
    names = ", ".join(seat.name for seat in reading.seats(match_id=match_id))
    try:
        return reports.report(
            reporter=user,
            about=line.user,
            about_name=line.name,
            reason=reason,
            words=words,
            place=f"{game_class(match.game).info.title}: {names}",
            path=match.get_absolute_url(),
            line=line.pk,
            lines=_around(line),
            now=now,
        )
    except reports.ReportError as error:
        raise Refusal(verbatim(str(error))) from error


def _around(line: ChatLine) -> list[dict[str, Any]]:
    all_lines = ChatLine.objects.filter(match_id=line.match_id)
    before = list(all_lines.filter(pk__lte=line.pk).order_by("-pk")[: AROUND + 1])[::-1]
    after = all_lines.filter(pk__gt=line.pk).order_by("pk")[:AROUND]
    return [
        {
            "line": each.pk,
            "name": each.name,
            "text": words_of(each),
            "at": each.at.isoformat(),
            "reported": each.pk == line.pk,
        }
        for each in (*before, *after)
    ]


def mute(
    *, match_id: int, user: User, player: int, everywhere: bool, on: bool, now: datetime
) -> None:
    """Read no more of whoever sits at a seat, at this table or anywhere; or read them again."""
    _seat(match_id, user)
    seats = reading.seats(match_id=match_id)
    other = seats[player].user_id if 0 <= player < len(seats) else None
    if other is None:
        raise Refusal("Nobody is sitting there.")
    person = User.objects.get(pk=other)
    try:
        if on:
            place = "" if everywhere else place_of(match_id)
            blocking.mute(user=user, other=person, place=place, now=now)
        else:
            blocking.unmute(user=user, other=person, places=["", place_of(match_id)])
    except blocking.BlockError as error:
        raise Refusal(verbatim(str(error))) from error


# --- Reading --------------------------------------------------------------------------------------


def place_of(match_id: int) -> str:
    """Return the name of a table among the places where somebody can be muted."""
    return f"match:{match_id}"


def is_talked_at(*, seats: Collection[Seat]) -> bool:
    """Tell whether there is anybody to talk to: two people who have, or had, a seat."""
    return sum(seat.user_id is not None for seat in seats) > 1


def view(*, match_id: int, user: User, now: datetime) -> dict[str, Any]:
    """Return what is said at a table as its player reads it, and how they can write, as JSON.

    Raise Refusal for who has no seat there.
    """
    seat = _seat(match_id, user)
    unheard = blocking.unheard(user_id=user.pk, place=place_of(match_id))
    heard = ChatLine.objects.filter(match_id=match_id).exclude(user_id__in=unheard)
    heard = heard.select_related("user")
    lines = list(heard.order_by("-pk")[:SHOWN])[::-1]
    mark = ChatMark.objects.filter(match_id=match_id, user=user).values_list("line", flat=True)
    seats = reading.seats(match_id=match_id)
    others = [each for each in seats if each.user_id not in (None, user.pk)]
    return {
        "player": seat.player,
        "lines": [_line(line, user.pk) for line in lines],
        "read": mark.first() or 0,
        "last": newest(match_ids=[match_id]).get(match_id, 0),
        "muted": [each.player for each in seats if each.user_id in unheard],
        "names": [[each.player, each.name] for each in others],
        **_voice(user, now),
    }


def words_of(line: ChatLine) -> str:
    """Return what a line says; a ready phrase is said in the reader's language."""
    return str(PHRASES[line.phrase]) if line.phrase else line.text


def _line(line: ChatLine, user_id: int) -> dict[str, Any]:
    return {
        "id": line.pk,
        "player": line.player,
        "name": line.name,
        "text": "" if line.hidden_at else words_of(line),
        "hidden": line.hidden_at is not None,
        "mine": line.user_id == user_id,
        "profile": line.user.get_absolute_url() if line.user else None,
        "at": line.at.isoformat(),
    }


def _voice(user: User, now: datetime) -> dict[str, Any]:
    may = writing.writing_of(user=user, now=now)
    silent = may.silence
    return {
        "free": may.free,
        "why": may.why,
        "silent": None
        if silent is None
        else {
            "until": silent.until_at.isoformat() if silent.until_at else None,
            "reason": silent.reason,
        },
    }


def unread(*, user_id: int, match_ids: Collection[int]) -> Counter[int]:
    """Return by match how many lines of others wait to be read by somebody who sits there.

    What is hidden, and what those say whom they do not read, counts for nothing.
    """
    if not match_ids:
        return Counter()
    marks = ChatMark.objects.filter(match_id=OuterRef("match_id"), user_id=user_id)
    lines = ChatLine.objects.filter(match_id__in=match_ids, hidden_at__isnull=True)
    fresh = (
        lines.exclude(user_id=user_id)
        .annotate(read=Coalesce(Subquery(marks.values("line")), 0))
        .filter(pk__gt=F("read"))
    )
    counts: Counter[int] = Counter()
    by_person = fresh.values("match_id", "user_id").annotate(count=Count("pk"))
    found = list(by_person.values_list("match_id", "user_id", "count"))
    unheard = blocking.unheard_by_place(user_id=user_id) if found else {}
    for match_id, said_by, count in found:
        if said_by not in unheard[""] | unheard.get(place_of(match_id), set()):
            counts[match_id] += count
    return counts


def newest(*, match_ids: Iterable[int]) -> dict[int, int]:
    """Return for each match at which something was said the number of its latest line."""
    lines = ChatLine.objects.filter(match_id__in=list(match_ids))
    return dict(lines.values("match_id").annotate(last=Max("pk")).values_list("match_id", "last"))
