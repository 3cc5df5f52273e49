"""Fills a database as years of play would: a few matches are really played, and then copied.

A copy has other people, another beginning and an address of its own; its log is that of the match
it was copied from, so its proofs don't hold: it's for reading, not for replaying.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.apps import apps
from django.db import connection, models, transaction

from accounts.users.models import User
from games.core.bots import Budget
from games.core.clock import Pace, TimeControl
from games.core.rng import Rng
from games.matches import play, reading
from games.matches.proofs import played_words, scores
from games.registry import bots, infos
from lobby.ratings import acts as ratings
from lobby.records import acts as records
from lobby.records.trophies import awarding

DAYS = TimeControl(Pace.CORRESPONDENCE, 3 * 86400, 0)
LIVE = TimeControl(Pace.LIVE, 3600, 0)
LONGEST = 400  # turns
MIDDLE = 12  # turns
FIRST = "large-"  # what the names of its people begin with

# What belongs to a match, in the order in which it can be made, and who is a person there.
OF_A_MATCH = (
    "matches_match", "matches_matchsecret", "matches_seat", "matches_turntimer", "matches_move",
    "matches_playedword", "matches_seatchange", "matches_clockchange",
    "ratings_ratedmatch", "records_result",
)  # fmt: skip
AGREED = (
    "pace, budget, bank, form, cap, rest, holiday, on_timeout, spells, takebacks, asks_substitutes"
)
OTHERS = (
    """
    INSERT INTO ratings_rating (user_id, game, pace, mu, sigma, matches, met)
    SELECT change.user_id, rated.game, rated.pace, 25, 5, count(*), '[1, 2, 3]'
    FROM ratings_ratingchange change JOIN ratings_ratedmatch rated ON rated.id = change.rated_id
    GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING
    """,
    f"""
    INSERT INTO tables_lobby ({AGREED}, code, game, options, visibility, start_rule, status,
        host_id, match_id, created_at)
    SELECT {AGREED.replace("spells", "match.spells")},
        substr(md5(random()::text || match.id), 1, 10), game, options, 'open', 'full', 'started',
        seat.user_id, match.id, match.started_at
    FROM matches_match match JOIN matches_seat seat ON seat.match_id = match.id AND seat.player = 0
    """,
    f"""
    INSERT INTO tables_lobby ({AGREED}, code, game, options, visibility, start_rule, status,
        host_id, match_id, created_at)
    SELECT {AGREED}, substr(md5(random()::text || id), 1, 10), game, options, 'open', 'full',
        'waiting', host_id, NULL, now()
    FROM tables_lobby ORDER BY id DESC LIMIT {{tables}}
    """,
    """
    INSERT INTO tables_lobbyseat (lobby_id, index, user_id, level)
    SELECT lobby.id, seat.player, seat.user_id, ''
    FROM tables_lobby lobby JOIN matches_seat seat ON seat.match_id = lobby.match_id
    """,
    """
    INSERT INTO tables_lobbyseat (lobby_id, index, user_id, level)
    SELECT id, number, CASE number WHEN 0 THEN host_id END, ''
    FROM tables_lobby, generate_series(0, 1) number WHERE status = 'waiting'
    """,
    """
    INSERT INTO trust_friendship (asker_id, friend_id, asked_at, accepted_at)
    SELECT u.id, v.id, now(), now()
    FROM generate_series(0, {people} - 4) a, generate_series(1, 3) far, users_user u, users_user v
    WHERE u.username = '{first}' || a AND v.username = '{first}' || (a + far)
    """,
    """
    INSERT INTO notices_notification
        (user_id, kind, key, ref, about, due_at, deadline_at, created_at)
    SELECT seat.user_id, 'turn', 'large:' || seat.id, '{{}}', '',
        now() - random() * interval '89 days', NULL, now() - interval '89 days'
    FROM matches_seat seat JOIN matches_match match ON match.id = seat.match_id
    WHERE seat.user_id IS NOT NULL
    """,
    """
    INSERT INTO notices_delivery (notification_id, user_id, channel, status, due_at, bundled,
        attempts, outcome, subject, link, sent_at)
    SELECT id, user_id, 'mail', 'sent', due_at, FALSE, 1, '', '', '', due_at
    FROM notices_notification WHERE key LIKE 'large:%'
    """,
    """
    INSERT INTO django_session (session_key, session_data, expire_date)
    SELECT md5(id::text), repeat('x', 200), now() + random() * interval '90 days' FROM users_user
    """,
    """
    INSERT INTO matches_duel (public_id, started_at, closes_at, finished_at)
    SELECT substr(md5(random()::text || number), 1, 12), now(), now(),
        now() - number * interval '1 h'
    FROM generate_series(1, 20) number
    """,
    """
    WITH alone AS (
        SELECT id, row_number() OVER () / 2 AS number FROM matches_match
        WHERE players = 1 AND status = 'finished' LIMIT 40
    ), duels AS (SELECT id, row_number() OVER () AS number FROM matches_duel)
    UPDATE matches_match match SET duel_id = duels.id FROM alone JOIN duels USING (number)
    WHERE match.id = alone.id
    """,
    """
    UPDATE users_user SET is_guest = TRUE WHERE username LIKE '{first}%' AND id % 10 = 7
    """,
    """
    INSERT INTO account_emailaddress (user_id, email, verified, "primary")
    SELECT id, email, TRUE, TRUE FROM users_user WHERE username LIKE '{first}%'
    """,
)


@dataclass(frozen=True, slots=True)
class Size:
    """How large the site is to be."""

    people: int = 20_000
    finished: int = 50_000
    running: int = 5_000
    open_tables: int = 200
    plies: int = 10_000  # of the end of each log; a short one is enough for plans


@dataclass(frozen=True, slots=True)
class Original:
    """A match that was really played, to be copied."""

    id: int
    seats: tuple[int, ...]  # users
    is_running: bool


def fill(size: Size, *, now: datetime) -> None:
    """Make people, matches and all that comes with them; the planner knows their numbers after."""
    with transaction.atomic():
        _fill(size, now)
    _run("ANALYZE")


def _fill(size: Size, now: datetime) -> None:
    _people(size.people)
    originals = list(_originals(now))
    _settle(now)
    running = [one for one in originals if one.is_running]
    finished = [one for one in originals if not one.is_running]
    _copy(finished, size.finished, size)
    _copy(running, size.running, size)
    _others(size)


def person(number: int) -> User:
    """Return one of the people; the lower the number, the more they play."""
    return User.objects.get(username=f"{FIRST}{number}")


def _people(number: int) -> None:
    first = User.objects.create_user(f"{FIRST}0", f"{FIRST}0@example.org")
    told = {
        "username": f"'{FIRST}' || number",
        "email": f"'{FIRST}' || number || '@example.org'",
        "date_joined": "now() - random() * interval '3 years'",
        "last_login": "now() - random() * interval '60 days'",
    }
    source = f"users_user original, generate_series(1, {number - 1}) number"
    _insert(User, told, f"{source} WHERE original.id = {first.pk}")


def _originals(now: datetime) -> Iterator[Original]:
    """Play two matches of each game at each pace: one to its end and one to its middle."""
    pair = [User.objects.create_user(f"original-{n}", f"original-{n}@example.org") for n in (1, 2)]
    for info in infos():
        people = pair[: min(2, info.max_players)]
        for control in (DAYS, LIVE):
            if control is DAYS and info.max_players == 1:
                continue
            for plies in (LONGEST, MIDDLE):
                match_id = _play(info.slug, people, control, plies, now)
                seats = tuple(user.pk for user in people)
                is_running = reading.get(match_id=match_id).status == "running"
                if is_running and plies == LONGEST:
                    play.resign(match_id=match_id, player=0, now=now)
                    is_running = False
                yield Original(match_id, seats, is_running)


def _play(game: str, people: list[User], control: TimeControl, plies: int, now: datetime) -> int:
    seats = [play.SeatPlan(name=user.username, user_id=user.pk) for user in people]
    match = play.start_match(game=game, options={}, control=control, seats=seats, now=now)
    bot = bots(game)["easy"]
    for ply in range(plies):
        read = reading.load(match_id=match.pk)
        player = read.match.to_move
        if player is None:
            break
        budget = Budget(0.02, time.monotonic)
        seen = read.rules.observation(read.state, player)
        action = bot.choose(read.rules, seen, player, Rng(bytes(32), ply, "large"), budget)
        play.submit(
            match_id=match.pk, player=player, action=read.rules.encode_action(action),
            expected_ply=read.match.ply, now=now,
        )  # fmt: skip
    return match.pk


def _settle(now: datetime) -> None:
    """Do for the originals what tasks do after the end, so that it's copied with them."""
    ratings.rate_finished(now=now)
    records.note_results(now=now)
    awarding.award_waiting(now=now)
    played_words.count_words(now=now)
    scores.prove(now=now)


def _copy(originals: list[Original], number: int, size: Size) -> None:
    """Copy matches: the pairs who play them are drawn, a few people playing far more than most."""
    people = size.people
    ids = ", ".join(str(one.id) for one in originals)
    shift = "random() * interval '3 years'"
    if originals[0].is_running:  # and nobody's time is up
        shift = (
            "random() * CASE pace WHEN 'live' THEN interval '20 minutes' ELSE interval '2 days' END"
        )
    _run(
        f"""
        DROP TABLE IF EXISTS copied;
        CREATE TEMP TABLE copied AS
        SELECT match.id AS original, nextval('matches_match_id_seq') AS id, {shift} AS shift,
            floor({people} * power(random(), 2))::int AS a,
            floor({people} * power(random(), 2))::int AS b,
            NULL::bigint AS one, NULL::bigint AS two
        FROM generate_series(1, {number}) number
        JOIN matches_match match ON match.id = (ARRAY[{ids}])[1 + number %% {len(originals)}];
        UPDATE copied SET b = (a + 1) %% {people} WHERE a = b;
        UPDATE copied SET one = u.id, two = v.id FROM users_user u, users_user v
        WHERE u.username = '{FIRST}' || a AND v.username = '{FIRST}' || b;
        ANALYZE copied
        """.replace("%%", "%")
    )
    first, second = next(one.seats for one in originals if len(one.seats) == 2)
    whose = f"CASE {{}} WHEN {first} THEN copied.one WHEN {second} THEN copied.two END"
    by_table = {model._meta.db_table: model for model in apps.get_models()}
    for table in OF_A_MATCH:
        _copy_rows(by_table[table], whose, size.plies)
    _insert(
        by_table["ratings_ratingchange"],
        {"rated_id": "rated.id", "user_id": whose.format("original.user_id")},
        """
        ratings_ratingchange original
        JOIN ratings_ratedmatch before ON before.id = original.rated_id
        JOIN copied ON copied.original = before.match_id
        JOIN ratings_ratedmatch rated ON rated.match_id = copied.id
        """,
    )


def _copy_rows(model: type[models.Model], whose: str, plies: int) -> None:
    table = model._meta.db_table
    key = "id" if table == "matches_match" else "match_id"
    told = {key: "copied.id"}
    for field in model._meta.concrete_fields:
        name = f"original.{field.attname}"
        if field.attname == "present_until":
            told[field.attname] = "now() + interval '1 day'"  # nobody has to be looked for
        elif isinstance(field, models.DateTimeField):
            told[field.attname] = f"{name} - copied.shift"
        elif isinstance(field, models.ForeignKey) and field.related_model is User:
            told[field.attname] = whose.format(name)
    if key == "id":
        told["public_id"] = "substr(md5(random()::text || copied.id), 1, 12)"
    if table == "records_result":
        told["own_id"] = "copied.id"
    source = f"{table} original JOIN copied ON copied.original = original.{key}"
    if table == "matches_move":
        source += " JOIN matches_match whole ON whole.id = original.match_id"
        source += f" AND original.ply > whole.ply - {plies}"
    elif table == "matches_playedword":
        source += f" AND original.id % 100 < {plies}"
    _insert(model, told, source)


def _insert(model: type[models.Model], told: Mapping[str, str], source: str) -> None:
    """Insert copies of the rows ``original``, with the given expressions in place of columns."""
    names = [field.attname for field in model._meta.concrete_fields]
    if "id" not in told and "id" in names:
        names.remove("id")
    chosen = ", ".join(told.get(name, f'original."{name}"') for name in names)
    quoted = ", ".join(f'"{name}"' for name in names)
    _run(f"INSERT INTO {model._meta.db_table} ({quoted}) SELECT {chosen} FROM {source}")


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _others(size: Size) -> None:
    """Add what isn't about one match alone: ratings, tables, friends, sessions, notices."""
    for statement in OTHERS:
        _run(statement.format(people=size.people, tables=size.open_tables, first=FIRST))
