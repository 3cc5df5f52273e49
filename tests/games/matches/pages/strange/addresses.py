"""Every address of the site, with what really stands at the parts that vary."""

import dataclasses
import itertools
import re
from collections.abc import Iterator
from urllib.parse import quote

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.edge import tokens
from accounts.users import answer_addresses
from games.matches.post import tickets
from games.matches.post.tickets import Place
from tests.games.matches.pages.strange.people import GAMES, World

_PART = re.compile(r"<(?:\w+:)?(?P<name>\w+)>")
_NAMED = re.compile(r"\(\?P(<\w+>)[^()]*\)")  # a part, where the address is an expression
_AHEAD = re.compile(r"\(\?!(?:[^()]|\([^()]*\))*\)")
_ROW = re.compile(r"/admin/(\w+)/(\w+)/<")


@dataclasses.dataclass(frozen=True)
class Address:
    """An address as it is written down, with ``{}`` at the parts that vary."""

    name: str  # of the view, "" without one
    template: str
    parts: tuple[str, ...]
    model: tuple[str, str] | None = None  # whose row the administration shows there

    def at(self, values: tuple[str, ...]) -> str:
        """Return the address with these parts, which are percent-encoded."""
        first, *rest = self.template.split("{}")
        return first + "".join(f"{value}{end}" for value, end in zip(values, rest, strict=True))


def every(resolver: URLResolver | None = None, before: str = "/") -> Iterator[Address]:
    """Yield all addresses of the site, the library's and the administration's too."""
    for each in (resolver or get_resolver()).url_patterns:
        written = before + _NAMED.sub(r"\1", _AHEAD.sub("", str(each.pattern).strip("^$")))
        if isinstance(each, URLResolver):
            yield from every(each, written)
        elif isinstance(each, URLPattern):
            parts = tuple(match["name"] for match in _PART.finditer(written))
            row = _ROW.match(written)
            model = (row[1], row[2]) if row else None
            yield Address(each.name or "", _PART.sub("{}", written), parts, model)


def real(address: Address, world: World) -> list[tuple[str, ...]]:
    """Return what really stands at the parts of an address, percent-encoded; never nothing."""
    if address.model:
        rows = apps.get_model(*address.model).objects.order_by("pk")[:2]
        return [(quote(str(row.pk), safe=""),) for row in rows] or [("1",)]
    found = [_values(address.name, part, world) for part in address.parts]
    return [tuple(quote(value, safe="") for value in row) for row in itertools.product(*found)]


def _values(name: str, part: str, world: World) -> list[str]:
    """Return what stands at one part of the address of that name."""
    if part in ("token", "key", "uidb36"):
        return _secrets(name, part, world)
    kind = name.partition("-")[0]
    known = _known(world)
    return known.get(f"{kind} {part}") or known[part]


def _known(world: World) -> dict[str, list[str]]:
    """Return what stands at parts of these names; of some under what their address begins with."""
    member, lists = world.people["member"], ["broad", world.custom_list.slug]
    of_duel = world.duel.matches.get(seats__user=world.people["player"])
    matches = [*world.matches.values(), world.finished, of_duel]
    content = ContentType.objects.get_for_model(member)
    return {
        "public_id": [match.public_id for match in matches],
        "proposal public_id": [one.public_id for one in world.proposals],
        "duel public_id": [world.duel.public_id],
        "slug": [*GAMES, "counting_tiles"],
        "league slug": [world.league.slug],
        "season slug": [world.league.slug],
        "club slug": [world.club.slug],
        "word slug": lists,
        "custom slug": [world.custom_list.slug],
        "number": ["1", "2"],
        "ply": ["1", "2"],
        "day": [str(one.day) for one in world.challenges],
        "code": [world.table.code],
        "puzzle public_id": [world.puzzle.code],
        "study code": [study.code for study in world.studies],
        "word": ["cat", "dax"],
        "form": ["txt", "csv", "json"],
        "username": [member.username],
        "what": ["ask", "decline", "part", "block", "unblock", "unmute"],
        "report_id": [str(world.report)],
        "holiday_id": [str(world.stay)],
        "device_id": [str(world.device)],
        "address_id": [str(world.asked.pk)],
        "content_type_id": [str(content.pk)],
        "object_id": [str(member.pk)],
        "id": [str(member.pk)],
        "app_label": ["matches", "words"],
        "url": ["nothing", "games/match/nothing"],
    }


def _secrets(name: str, part: str, world: World) -> list[str]:
    """Return what stands in the links that act without a login."""
    player, member = world.people["player"], world.people["member"]
    match = world.matches["tilekingdom"]
    row = match.prepared.get(player=0)
    place = Place(player.pk, match.pk, 0, match.ply)
    link = tickets.turn_link(place, row.number, row.text).strip("/").rpartition("/")[2]
    found = {
        "seat-back": tokens.sign_act(user_id=player.pk, act="seat", about=match.pk),
        "turn-prepared": link,
        "vacancy-call": tokens.sign_act(user_id=member.pk, act="vacancy", about=world.vacancy.pk),
        "unsubscribe": tokens.sign_unsubscribe(user_id=member.pk, kind="turn"),
        "calendar-feed": world.feed,
        "answer-address-confirm": answer_addresses.token_of(world.asked),
        "account_confirm_email": "MQ:1abcde:xyz",
        "mail-sample": "friend",
        "mail-sample-page": "friend",
        "outbox-mail": world.letter,
        "outbox-page": world.letter,
        "outbox-picture": world.letter,
    }
    if part == "uidb36":
        return [user_pk_to_url_str(member)]
    if name == "account_reset_password_from_key":
        return [default_token_generator.make_token(member), "set-password"]
    return [found[name]]
