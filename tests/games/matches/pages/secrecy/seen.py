"""Every byte that someone can get of a match: pages, answers, frames, mails, log.

The clock stands still. What differs between two looks all the same is masked here and nowhere else:
the marks against forged requests and the end of their cookie, the time in the signature of the
cookie that carries messages, the date of a page that may not be kept, and date and boundaries of a
mail.
"""

import json
import logging
import re
from email.message import EmailMessage
from email.policy import default
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from accounts.edge import tokens
from accounts.edge.clock import read_clock
from accounts.feeds.models import CalendarFeed
from accounts.notices import mail
from accounts.notices.models import Notification
from accounts.push import sending
from games.matches.models import Match, PreparedTurn, Vacancy, VacancyCall
from games.matches.post import inbound, seat_mails, tickets, turn_mails
from games.matches.post.tickets import Place
from games.matches.proofs import replays
from games.thinking import work as thinking
from tests.factories import NOW, frame_of
from tests.games.matches.pages.secrecy.positions import Case, Stored, standing, taken_back

OURS = ("accounts", "config", "games", "lobby")
MASKS = [
    (rb'(name="csrfmiddlewaretoken" value=|name="csrf-token" content=)"\w{64}"', rb'\1"CSRF"'),
    (rb'(name="form_id" value=)"[\w-]{36}"', rb'\1"FORM"'),
    (rb'(="/ws/tables/\?seen=)\w{16}"', rb'\1MARK"'),  # drawn by lot (lobby.tables.marks)
    (rb"csrf=\w+; expires=[^;]+", rb"csrf=CSRF"),
    (rb"(messages=[^:;]+):[\w-]+:[\w-]+", rb"\1:TIME:SIGNATURE"),
    (rb"={15}\d+==", rb"BOUNDARY"),
    (rb"\n(Date|Expires|Last-Modified): .*", rb"\n\1: NOW"),
]

Seen = dict[str, bytes]


def masked(data: bytes) -> bytes:
    for pattern, mask in MASKS:
        data = re.sub(pattern, mask, data)
    return data


def bytes_of(response: HttpResponse) -> bytes:
    """Return an answer as it goes over the wire: status, headers, cookies, body."""
    head = [f"{name}: {value}" for name, value in sorted(response.items())]
    lines = [str(response.status_code), *head, response.cookies.output(), ""]
    return masked("\n".join(lines).encode() + response.content)


def look(
    case: Case,
    stored: Stored,
    client: Client,
    records: Any,
    *,
    wide: bool = False,
    lists: bool = False,
) -> Seen:
    """Return all that the case's viewer gets to see while the match stands as stored.

    With ``wide`` also files, prepared turns and answers by mail, and with ``lists`` the lists and
    commands that know a match but not its position.
    """
    cache.clear()  # nobody asks too often
    records.clear()
    with standing(case.table, stored) as match:
        seen = {
            **answers(case, match, client),
            **frames(case, match),
            **letters(case, stored, match),
        }
        if wide:
            seen |= prepared(case, match, client) | papers(stored, match, client)
            seen |= by_mail(case, match, client)
        if lists:
            seen |= others(case, match, client) | called(case, match, client)
        seen |= get(client, f"/match/{match.public_id}/", f"/match/{match.public_id}/view")
        seen |= get(client, f"/match/{match.public_id}/board.svg")
    ours = (r for r in records.records if r.name.split(".")[0] in OURS)
    seen["log"] = "\n".join(map(logging.Formatter().format, ours)).encode()
    return seen


def get(client: Client, *urls: str) -> Seen:
    return {url: bytes_of(client.get(url)) for url in urls}


def post(client: Client, url: str, data: Any) -> bytes:
    """Return the answer to a command, once that was thought about, and undo what it did."""
    body = json.dumps(data)
    with taken_back():
        answer = client.post(url, body, content_type="application/json")
        if answer.status_code == 202:
            assert thinking.work(now=read_clock())
            answer = client.post(url, body, content_type="application/json")
        return bytes_of(answer)


def answers(case: Case, match: Match, client: Client) -> Seen:
    """Return what the site answers to an action tried out, and to one played in or out of turn.

    They take turns: one is allowed, the other asks for what is hidden.
    """
    table = f"/match/{match.public_id}/"
    allowed, asking = case.questions
    tried, played = (allowed, asking) if match.ply % 2 else (asking, allowed)
    command = {"action": played, "ply": match.ply, "cmd_id": str(UUID(int=match.ply))}
    return {
        "preview": post(client, f"{table}preview", {"action": tried}),
        "move": post(client, f"{table}moves", command),
    }


def others(case: Case, match: Match, client: Client) -> Seen:
    """Return what all other addresses tell that know a match, and the lists it stands in."""
    table = f"/match/{match.public_id}/"
    acts = ("begin", "reclaim", "resign", "rematch", "go_on", "give_day", "back_to_slow", "note")
    acts = (*acts, "options", "ideas")
    seen = {act: post(client, f"{table}{act}", {}) for act in acts}
    for kind in ("pause", "takeback", "draw", "end", "live"):
        asked = {"kind": kind, "answer": "offer", "ply": match.ply}
        seen[f"offer of {kind}"] = post(client, f"{table}offer", asked)
    seen["undo"] = post(client, f"{table}undo", {"ply": match.ply})
    seen |= talk(case, match, client)
    seen |= review(case, match, client)
    seen |= calendar(case, client)
    about = f"?match={match.public_id}"
    return seen | get(
        client, f"{table}ratings", f"{table}game.gcg", "/", "/?fragment", "/tables/",
        "/tables/?fragment", "/my-games/", "/my-games/?fragment", "/my-games/next/", "/scores/",
        f"/people/{case.table.people[0].username}/", "/people/",
        f"/people/find/?q={case.table.people[0].username}",
        f"/words/cat/{about}", f"/words/cat/meaning{about}",
    )  # fmt: skip


def talk(case: Case, match: Match, client: Client) -> Seen:
    """Return what every address that has to do with it shows of the talk at the table."""
    chat = f"/match/{match.public_id}/chat"
    said = {"text": "What do you have?", "cmd_id": str(UUID(int=match.ply))}
    return {
        **get(client, chat),
        "said": post(client, chat, said),
        "read to": post(client, f"{chat}/read", {"line": 9}),
        "reported": post(client, f"{chat}/report", {"line": 9, "reason": "spam"}),
        "muted": post(client, f"{chat}/mute", {"player": 0, "on": True}),
    }


def review(case: Case, match: Match, client: Client) -> Seen:
    """Return what is told of a review or a study of a match in progress: that there is none."""
    base = f"/match/{match.public_id}/review"
    seen = {"review asked for": post(client, f"{base}/ask", {})}
    seen["study"] = post(client, f"/match/{match.public_id}/study", {})
    for act in ("try", "show", "preview"):
        tried = {"action": case.questions[0]}
        seen[f"review {act}"] = post(client, f"{base}/learn/1/{act}", tried)
    return seen | get(
        client, f"{base}/", f"{base}/state", f"{base}/idea?ply=1&idea=0", f"{base}.json",
        f"{base}/learn/",
    )  # fmt: skip


def calendar(case: Case, client: Client) -> Seen:
    """Return the calendar of the viewer's deadlines, or of the first player's."""
    with taken_back():
        user = case.table.people[case.player or 0]
        CalendarFeed.objects.create(user=user, key="k" * 43, made_at=NOW, with_rest=True)
        return get(client, f"/calendar/{'k' * 43}.ics")


def prepared(case: Case, match: Match, client: Client) -> Seen:
    """Return what is shown of prepared turns: one's own, and none of anyone else's."""
    url = f"/match/{match.public_id}/prepared"
    seen = get(client, url)
    for number, action in enumerate(case.questions):
        seen[f"choices {number}"] = post(client, f"{url}/choices", {"action": action})
        asked = {"action": action, "condition": "legal", "ply": match.ply}
        seen[f"prepared {number}"] = post(client, url, asked)
    for row in PreparedTurn.objects.filter(match=match, player=case.player):
        for place in (0, 9):
            with taken_back():
                told = client.patch(f"{url}/{row.number}", {"place": place}, "application/json")
                seen[f"prepared {row.rank} to {place}"] = bytes_of(told)
        with taken_back():
            seen[f"prepared {row.rank} dropped"] = bytes_of(client.delete(f"{url}/{row.number}"))
    return seen | {"forced": post(client, f"{url}/forced", {"on": True})}


def called(case: Case, match: Match, client: Client) -> Seen:
    """Return what we tell somebody we ask to take a lost seat, and its owner."""
    user = case.table.people[0]
    vacancy = Vacancy.objects.create(pk=1, match=match, player=0, opened_at=NOW)
    VacancyCall.objects.create(vacancy=vacancy, user=user, asked_at=NOW)
    ref, key = {"vacancy": vacancy.pk}, f"vacancy:{vacancy.pk}:{user.pk}"
    notice = Notification(user=user, kind="vacancy", key=key, ref=ref, due_at=NOW)
    made = seat_mails.vacancy_mail(notice, NOW)
    assert isinstance(made, mail.Mail)
    message = mail.assemble(notice=notice, mail=made)
    abouts = {"vacancy": vacancy.pk, "seat": match.pk}
    tickets = [
        f"/{act}/{tokens.sign_act(user_id=user.pk, act=act, about=about)}/"
        for act, about in abouts.items()
    ]
    return {"call": masked(message.message().as_bytes()), **get(client, *tickets)}


def by_mail(case: Case, match: Match, client: Client) -> Seen:
    """Return what is told to somebody who answers a mail, and behind the link to a prepared turn.

    They are told the same whether it is their turn or not, but for what they see at the table.
    """
    if case.player is None:
        return {}
    user, action = case.table.people[case.player], case.questions[0]
    place = Place(user.pk, match.pk, case.player, match.ply)
    row = PreparedTurn.objects.create(
        match=match, player=case.player, number=99, rank=99, action=action, text="a turn",
        condition="ask", ply=match.ply, made_at=NOW,
    )  # fmt: skip
    link = tickets.turn_link(place, row.number, row.text)
    seen = get(client, link)
    with taken_back():
        seen["link played"] = bytes_of(client.post(link))
    with taken_back():
        message = EmailMessage(policy=default)
        message["From"], message["To"] = user.email, tickets.move_address(place)
        message.set_content("What do the others have?")
        box: list[Any] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(mail.EmailMultiAlternatives, "send", lambda sent: box.append(sent))
            told = inbound.handle(message, now=NOW)
        seen["answer"] = repr(told).encode() + b"".join(
            masked(sent.message().as_bytes()) for sent in box
        )
    row.delete()
    return seen


def papers(stored: Stored, match: Match, client: Client) -> Seen:
    """Return the replay of the match, and the files to take home.

    The positions are not made again from the secret, since a twin's leads elsewhere.
    """
    table = f"/match/{match.public_id}/"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replays, "replay", lambda *_: iter(stored.positions))
        positions = get(client, f"{table}replay/positions?from=0&count=100")
    names = ("replay/", "game.json", "game.txt", "fairness/")
    files = {name: bytes_of(client.get(table + name)) for name in names}
    assert {told[:3] for told in (*positions.values(), *files.values())} == {b"200"}
    return {"positions": b"".join(positions.values()), **files}


def frames(case: Case, match: Match) -> Seen:
    """Return the frame that a socket of this viewer gets."""
    user_id = None if case.player is None else case.table.people[case.player].pk
    return {"frame": frame_of(match, user_id).encode()}


def letters(case: Case, stored: Stored, match: Match) -> Seen:
    """Return the picture this viewer gets, and the mail that would leave for them now."""
    rules = case.table.rules
    view = rules.observation(stored.state, case.player)
    seen = {"picture": rules.picture(view, case.player).encode()}
    if case.player is None:
        return seen
    kind = ("turn", "reminder")[match.ply % 2]
    notice = Notification(
        user=case.table.people[case.player],
        kind=kind,
        key=f"{kind}:{match.pk}:{match.ply}",
        ref={"match": match.pk, "ply": match.ply, "player": case.player},
        due_at=NOW,
    )
    made = turn_mails.turn_mail(notice, NOW)
    if isinstance(made, mail.Mail):
        message = mail.assemble(notice=notice, mail=made)
        seen |= {"mail": masked(message.message().as_bytes())}
        seen |= {"mail as text": made.text.encode(), "mail as html": made.html.encode()}
        seen |= {"push": sending.payload(made, waiting=0, language="en-gb").encode()}
    return seen


def differences(first: Seen, second: Seen) -> dict[str, tuple[bytes, bytes]]:
    """Return by name what was seen differently: where it begins to differ, and a little more."""
    found = {}
    for name in first.keys() | second.keys():
        pair = first.get(name, b""), second.get(name, b"")
        if pair[0] != pair[1]:
            pairs = enumerate(zip(*pair, strict=False))
            same = next((at for at, (a, b) in pairs if a != b), min(map(len, pair)))
            around = slice(max(0, same - 20), same + 60)
            found[name] = (pair[0][around], pair[1][around])
    return found
