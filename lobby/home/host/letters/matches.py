"""Sample mails about matches: turns, questions, seats and ends, and the answers to mails."""

import itertools
from datetime import timedelta
from email.message import EmailMessage as Incoming
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.mail import EmailMessage

from games.core.bots import Budget
from games.core.clock import Pace, TimeControl
from games.core.rng import SECRET_BYTES, Rng
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading
from games.matches.post import answering, inbound
from games.matches.post.reading import read
from games.matches.post.tickets import Place
from games.registry import bots
from lobby.home.host.letters.company import Company

if TYPE_CHECKING:
    from games.matches.models import Match

GAME = "tilekingdom"
DAYS = 2
SLOW = TimeControl(Pace.CORRESPONDENCE, DAYS * 86_400)
NIGHT = timedelta(days=DAYS, minutes=2)  # then a turn's time has run out
SECRET = bytes(SECRET_BYTES)  # the same boards every time
TURNS = 6


def begin(company: Company, game: str = GAME, players: int = 2, **agreed: Any) -> "Match":
    """Begin a match that the reader has been playing for a few turns, and is to move in."""
    names = ("Sasha", "Noor", "Kim")[: players - 1]
    people = [company.reader, *(company.other(name) for name in names)]
    match = play.start_match(
        game=game,
        options={},
        control=SLOW,
        seats=[play.SeatPlan(name=user.username, user_id=user.pk) for user in people],
        agreement=Agreement(takebacks=True, **agreed),
        secret=SECRET,
        now=company.now,
    )
    for _turn in range(TURNS // players * players):
        _move(match, company)
    return match


def choice(match: "Match") -> Any:
    """Return a turn for whoever is to move, as JSON: what Easy would do."""
    loaded = reading.load(match_id=match.pk)
    player = loaded.match.to_move
    assert player is not None  # noqa: S101 - so few turns end no match
    ticks = itertools.count(step=0.001)  # as long on any machine
    chosen = bots(match.game)["easy"].choose(
        loaded.rules,
        loaded.rules.observation(loaded.state, player),
        player,
        Rng(SECRET, loaded.match.ply, "sample"),
        Budget(0.05, lambda: next(ticks)),
    )
    return loaded.rules.encode_action(chosen)


def _move(match: "Match", company: Company) -> None:
    loaded = reading.get(match_id=match.pk)
    play.submit(
        match_id=match.pk,
        player=loaded.to_move or 0,
        action=choice(match),
        expected_ply=loaded.ply,
        now=company.now,
    )


def turn(company: Company, *, game: str = GAME, kind: str = "turn") -> EmailMessage:
    """Return the mail about a turn, or a reminder of it."""
    begin(company, game)
    return company.mail(kind)


def offer(company: Company, *, kind: str) -> EmailMessage:
    """Return the mail about something that somebody asks."""
    match = begin(company)
    now, ply = company.now, reading.get(match_id=match.pk).ply
    play.offer(match_id=match.pk, player=1, kind=kind, ply=ply, now=now)
    return company.mail("offer")


def finished(company: Company) -> EmailMessage:
    """Return the mail about a match that is over."""
    match = begin(company)
    play.resign(match_id=match.pk, player=1, now=company.now)
    return company.mail("finished")


def seat(company: Company, *, rule: OnTimeout, times: int = 1, players: int = 2) -> EmailMessage:
    """Return the mail about what time did to a seat, when it has run out so many times."""
    match = begin(company, players=players, on_timeout=rule)
    for number in range(times):
        ply = reading.get(match_id=match.pk).ply
        play.expire(match_id=match.pk, ply=ply, now=company.now + (number + 1) * NIGHT)
    company.now += times * NIGHT
    return company.mail("seat")


def vacancy(company: Company) -> EmailMessage:
    """Return the mail that asks somebody to take over a seat."""
    table = Company(company.other("Ines"), company.now)
    match = begin(table, players=3, asks_substitutes=True)
    play.resign(match_id=match.pk, player=1, now=company.now)
    play.ask_substitutes(match.vacancies.get(), [company.reader.pk], company.now)
    return company.mail("vacancy")


def answer(company: Company, *, line: str = "") -> EmailMessage:
    """Return the answer to a mail with a turn: a good one unless a line is given."""
    match = begin(company)
    loaded = reading.load(match_id=match.pk)
    if not line:
        action = loaded.rules.decode_action(choice(match))
        line = loaded.rules.action_text(loaded.rules.observation(loaded.state, 0), action)
    place = Place(company.reader.pk, match.pk, 0, loaded.match.ply)
    mail = Incoming()
    mail["From"], mail["Message-ID"] = company.reader.email, "<sample@example.org>"
    mail.set_content(line)
    told = read(mail)
    done = inbound.play_turn(place, told, UUID(int=match.pk), company.now)
    return answering.write(
        user=company.reader,
        place=place,
        result=done.result.value,
        text=done.text,
        mail_id=told.id,
        own=True,
        now=company.now,
    )
