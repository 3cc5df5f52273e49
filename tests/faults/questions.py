"""People who ask what takes a thought, all at once, and somebody else who opens the front page.

``begin`` is run inside the site; the rest asks it from outside.
"""

import asyncio
import dataclasses
import itertools
import json
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from accounts.edge.clock import read_clock
from games.core.clock import Pace, TimeControl
from games.core.codec import encode
from games.core.review.report import Report
from games.daily import told
from games.daily.models import Challenge
from games.matches import play, reading
from games.reviews import material
from games.reviews.models import Review
from games.reviews.reading import report_of
from tests import gauge
from tests.factories import make_user
from tests.faults.players import get
from tests.games.daily import made
from tests.games.matches.pages.finished import finished
from tests.games.reviews.conftest import ask_for, done
from tools.bench.site.wire import cookie_header

IDLE, AT_ONCE = 15, 24  # pages, questions
REVIEWED, ASKED_OF = "words_with_chilwell", "upwords"

Question = tuple[str, Any]  # path and body
Asker = dict[str, Any]  # "cookies", and the questions they "asks"


def begin(askers: int, cookies: Any) -> dict[str, list[Asker]]:
    """Return by kind some people, and what each of them asks."""
    each = AT_ONCE // askers
    tries, daily = _tries(AT_ONCE), _daily(each)
    found: dict[str, list[Asker]] = {"ideas": [], "tries": [], "daily": []}
    for number in range(askers):
        people = {kind: make_user(f"{kind}{number}") for kind in found}
        asked = {
            "ideas": [(f"/match/{_practice(people['ideas'])}/ideas", {})] * each,
            "tries": tries[number * each : (number + 1) * each],
            "daily": daily,
        }
        for kind, user in people.items():
            found[kind].append({"cookies": cookies(user), "asks": asked[kind]})
    return found


def _practice(user: Any) -> str:
    """Return a match in which somebody is to move, against a computer."""
    mine = play.SeatPlan(name=user.username, user_id=user.pk)
    other = play.SeatPlan(name="easy", level="easy")
    while True:
        match = play.start_match(
            game=ASKED_OF,
            options={},
            control=TimeControl(Pace.CORRESPONDENCE, 86400, 0),
            seats=[mine, other],
            now=read_clock(),
        )
        if match.to_move == 0:
            return match.public_id


def _tries(count: int) -> list[Question]:
    """Return turns to be tried in a review, none of which was weighed for it."""
    players = [make_user("loser"), make_user("winner")]
    match = finished(REVIEWED, *players, now=read_clock())
    ask_for(match, players[0])
    review = done(match)
    package = __import__(f"games.{REVIEWED}", fromlist=["judge"])
    report = dataclasses.replace(report_of(review), looks=package.judge.looks)
    Review.objects.update(report=encode(report, Report))
    made_of = material.of_match(reading.load(match_id=match.pk))
    turn = next(one for one in report.turns if one.player == 1 and one.loss > 0.07)
    choice = made_of.choice(turn.ply)
    assert choice is not None
    known = [made_of.rules.decode_action(idea.action) for idea in turn.ideas]
    others = (one for one in made_of.rules.legal_actions(choice.state) if one not in known)
    path = f"/match/{match.public_id}/review/learn/{turn.ply}/try?seat=1"
    return [
        (path, {"action": made_of.rules.encode_action(one)})
        for one in itertools.islice(others, count)
    ]


def _daily(count: int) -> list[Question]:
    """Return turns in the first position of a day, none of which was weighed for it."""
    challenge = made.made(now=read_clock())
    package = __import__(f"games.{challenge.game}", fromlist=["judge"])
    Challenge.objects.update(looks=package.judge.looks)
    position = challenge.positions.get(number=1)
    position.turn["ideas"] = position.turn["ideas"][:1]
    position.save()
    one = told.posed(challenge, 1)
    known = one.rules.decode_action(one.turn.ideas[0].action)
    others = (action for action in one.rules.legal_actions(one.state) if action != known)
    path = f"/daily/{challenge.game}/{challenge.day.isoformat()}/1/try"
    return [
        (path, {"action": one.rules.encode_action(action)})
        for action in itertools.islice(others, count)
    ]


# --- From outside ---------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Flood:
    """What became of many questions: seconds of another person's front pages before and during it.

    ``answers`` are status, ``Retry-After`` (None: none) and what was said.
    """

    idle: list[float]
    during: list[float]
    answers: list[tuple[int, str | None, dict[str, Any]]]

    def __str__(self) -> str:
        before, after = statistics.median(self.idle), statistics.median(self.during)
        counts = dict(Counter(status for status, _, _ in self.answers))
        return (
            f"front page {before:.3f} s idle; during: median {after:.3f} s ({after / before:.1f} x)"
            f", longest {max(self.during):.2f} s of {len(self.during)}; answers {counts}"
        )


async def flood(url: str, askers: Sequence[Asker]) -> Flood:
    """Have people ask all their questions at once, and open front pages meanwhile."""
    idle = [await _front(url) for _ in range(IDLE)]
    asking = [
        asyncio.create_task(_post(url, path, body, one["cookies"]))
        for one in askers
        for path, body in one["asks"]
    ]
    during: list[float] = []
    began = time.monotonic()
    while not all(task.done() for task in asking) or time.monotonic() - began < 3:
        during.append(await _front(url))
    return Flood(idle, during, list(await asyncio.gather(*asking)))


async def _front(url: str) -> float:
    began = time.monotonic()
    await get(url, "/", {})
    return time.monotonic() - began


async def _post(
    url: str, path: str, data: Any, cookies: Mapping[str, str]
) -> tuple[int, str | None, dict[str, Any]]:
    address = urlsplit(url)
    token = next(value for name, value in cookies.items() if name.endswith("csrf"))
    body = json.dumps(data).encode()
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n"
            f"Origin: {url}\r\nAccept: application/json\r\n"
            f"Cookie: {cookie_header(cookies)}\r\nX-CSRFToken: {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await asyncio.wait_for(reader.read(), 10 * gauge.PATIENCE)
    finally:
        writer.close()
    told, _, content = answer.partition(b"\r\n\r\n")
    lines = told.decode().lower().split("\r\n")
    after = next(
        (line.partition(": ")[2] for line in lines if line.startswith("retry-after")), None
    )
    return int(lines[0].split()[1]), after, json.loads(content)
