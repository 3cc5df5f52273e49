"""A site where something of everything is going on, and everybody who can come along.

The clock stands at ``AT``, so that no time runs out between two requests.
"""

import dataclasses
from datetime import timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.feeds import services as feeds
from accounts.notices.delivery import kept_mails
from accounts.push.devices import PushSubscription
from accounts.rest import services as rest
from accounts.trust import blocking, friends
from accounts.trust.apps import MODERATORS
from accounts.trust.models import Measure
from accounts.users import answer_addresses
from accounts.users.models import AnswerAddress, User
from games.core import codec
from games.core.clock import Pace, TimeControl
from games.core.review.report import Idea
from games.core.table.agreement import Agreement
from games.daily.models import Challenge
from games.matches import play
from games.matches.models import Duel, Match, PreparedTurn, Vacancy
from games.matches.talk import chat, conduct
from games.puzzles.models import Puzzle
from games.reviews import acts as reviews
from games.reviews import work
from games.reviews.models import Review
from games.reviews.reading import report_of
from games.studies import acts as studies
from games.studies.models import Study
from games.words.apps import MODERATORS as WORD_MODERATORS
from games.words.models import Proposal, WordList
from games.words.moderation import custom_lists, editions
from games.words.moderation.imports import uploads
from lobby.clubs import acts as clubs
from lobby.clubs.models import Club
from lobby.leagues.acts import organisers as organising
from lobby.leagues.models import League, Season
from lobby.tables.acts import opening
from lobby.tables.choices import Visibility
from lobby.tables.models import Lobby
from tests.factories import first_action, make_match, make_user, play_out
from tests.games.daily import made as daily
from tests.games.words.loaded import load_words
from tests.games.words.people import accept, ask, wish
from tests.games.words.release import common_words
from tests.lobby.leagues import site as leagues

AT = leagues.NOW + timedelta(days=20)
DAY = 86_400
GAMES = ("tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it")
ROLES = (
    "nobody", "guest", "member", "player", "moderator", "organiser", "staff", "host", "silenced",
    "suspended",
)  # fmt: skip
HOST = "play.example"


@dataclasses.dataclass
class World:
    """What there is on the site, and the sessions of those who come along (None: no session)."""

    people: dict[str, User]
    sessions: dict[str, str | None]
    matches: dict[str, Match]
    finished: Match
    puzzle: Puzzle
    challenges: list[Challenge]  # yesterday's and today's
    duel: Duel
    table: Lobby
    club: Club
    league: League
    season: Season
    custom_list: WordList
    proposals: list[Proposal]
    vacancy: Vacancy
    report: int
    stay: int
    device: int
    asked: AnswerAddress
    feed: str
    prepared: dict[str, int]
    letter: str
    studies: list[Study]


def build() -> World:
    """Return a site of its own; the caller has stopped its clock."""
    load_words(common_words())
    people = {role: _person(role) for role in ROLES if role != "nobody"}
    matches = {game: _match(people["player"], people["silenced"], game) for game in GAMES}
    finished = make_match(people["player"], people["member"], now=AT)
    play_out(finished, now=AT)
    matches["alone"] = _begun(make_match(people["player"], game="counting_tiles", now=AT))
    season = _season(people["organiser"], people["player"])
    custom_list, asked = _moderation(people)
    return World(
        people=people,
        sessions={"nobody": None} | {role: _session(user) for role, user in people.items()},
        matches=matches,
        finished=finished,
        puzzle=_puzzle(finished, people["player"]),
        challenges=[daily.made(now=day, looks=1) for day in (AT - timedelta(days=1), AT)],
        duel=_duel(people["player"], people["member"]),
        table=_table(people["player"], people["member"]),
        club=_club(people["organiser"], people["member"]),
        league=season.league,
        season=season,
        custom_list=custom_list,
        proposals=asked,
        vacancy=_vacancy(people["member"]),
        report=_report(matches["upwords"], people),
        stay=_rest(people["player"]),
        device=_device(people["player"]),
        asked=answer_addresses.add(user=people["player"], address="other@example.org", now=AT),
        feed=feeds.open_feed(user=people["player"], now=AT).key,
        prepared={game: _prepared(match) for game, match in matches.items() if game != "alone"},
        letter=_letter(),
        studies=[_study(people[role], finished) for role in ("player", "member")],
    )


def _puzzle(finished: Match, player: User) -> Puzzle:
    """Have a match reviewed with very little thought, and make a puzzle of one of its turns."""
    reviews.ask(match_id=finished.pk, user_id=player.pk, now=AT)
    Review.objects.update(looks=1)
    while work.work(now=AT):
        pass
    turn = next(turn for turn in report_of(Review.objects.get()).turns if len(turn.ideas) > 3)
    return Puzzle.objects.create(
        match=finished,
        ply=turn.ply,
        game=finished.game,
        ideas=codec.encode(turn.ideas, tuple[Idea, ...]),
        looks=1,
        margin=0.1,
        made_at=AT,
    )


def _person(role: str) -> User:
    user = make_user(f"a-{role}", is_guest=role == "guest")
    if not user.is_guest:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    match role:
        case "moderator":
            named = (MODERATORS, WORD_MODERATORS)
            user.groups.set(Group.objects.filter(name__in=named))
        case "staff":
            user.is_staff = True
            user.save()
        case "host":
            user.is_staff = user.is_superuser = True
            user.save()
    return User.objects.get(pk=user.pk)


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    session = client.session.session_key
    if user.username == "a-suspended":  # while signed in
        User.objects.filter(pk=user.pk).update(is_active=False)
    assert isinstance(session, str)
    return session


def _match(player: User, other: User, game: str) -> Match:
    match = make_match(
        player,
        other,
        game=game,
        pace=Pace.CORRESPONDENCE,
        budget=3 * DAY,
        now=AT,
        agreement=Agreement(),
    )
    say = {"match_id": match.pk, "now": AT}
    chat.say(user=player, cmd_id=uuid4(), text="Good luck to you", **say)
    chat.say(user=other, cmd_id=uuid4(), text="And to you", **say)
    play.write_note(user_id=player.pk, text="mind the corner", **say)
    play.offer(player=1, kind="pause", ply=0, **say)
    return match


def _begun(match: Match) -> Match:
    """Begin a match that waits for its player: what they send next, also amiss, would begin it."""
    play.begin(match_id=match.pk, player=0, now=AT)
    return Match.objects.get(pk=match.pk)


def _prepared(match: Match) -> int:
    """Have a turn prepared about which its player is asked; return its number."""
    action, made = first_action(match), {"condition": "ask", "ply": match.ply, "made_at": AT}
    facts = {"match": match, "player": 0, "number": 1, "rank": 1, "text": "90 1,0", **made}
    return PreparedTurn.objects.create(action=action, **facts).number


def _duel(*people: User) -> Duel:
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[play.SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=AT,
    )
    for match in duel.matches.all():
        _begun(match)
    return duel


def _table(host: User, friend: User) -> Lobby:
    friends.ask(user=host, friend=friend, now=AT)
    friends.ask(user=friend, friend=host, now=AT)
    blocking.mute(user=host, other=make_user("loud"), place="", now=AT)
    friends.ask(user=make_user("shy"), friend=host, now=AT)
    return opening.create(
        host=host,
        game="tilekingdom",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 3 * DAY),
        seats=4,
        visibility=Visibility.OPEN,
        start_rule="host",
        friend=friend,
        now=AT,
    )


def _season(organiser: User, player: User) -> Season:
    league = leagues.found(organiser, name="The Tuesday League")
    season, _ = leagues.begin(leagues.season_of(league), [player, *(make_user() for _ in range(3))])
    organising.announce(league_id=league.pk, user=organiser, text="Have fun!", now=AT)
    return season


def _club(owner: User, member: User) -> Club:
    club = clubs.found(user=owner, name="The Lighthouse", about="Tiles", joining="open", now=AT)
    clubs.join(user=member, club_id=club.pk, now=AT)
    return club


def _moderation(people: dict[str, User]) -> tuple[WordList, list[Proposal]]:
    owner, asker = people["organiser"], people["member"]
    custom_list = custom_lists.create(
        user=owner, title="Our words", base="broad", theme="Ours", now=AT
    )
    asked = [("add", "dax", "broad"), ("remove", "cat", "broad"), ("add", "dax", custom_list.slug)]
    made = [ask(user=asker, wish=wish(*one), now=AT) for one in asked]
    accept("add", "gnu", "broad")
    editions.schedule(user=people["moderator"], note="soon", at=AT + timedelta(days=1), now=AT)
    file = {"user": asker, "word_list": "broad", "name": "words.txt"}
    uploads.upload(data=b"zzz\nyyy\n", now=AT - timedelta(hours=1), **file)
    made.append(uploads.propose(user=asker, word_list="broad", reason="good ones", now=AT))
    uploads.upload(data=b"xxx\n", now=AT - timedelta(minutes=9), **file)
    return custom_list, made


def _vacancy(asked: User) -> Vacancy:
    players = [make_user() for _ in range(3)]
    agreement = Agreement(asks_substitutes=True)
    match = make_match(*players, pace=Pace.CORRESPONDENCE, budget=DAY, agreement=agreement, now=AT)
    play.choose_listings(user_id=asked.pk, games=["tilekingdom"], now=AT)
    play.resign(match_id=match.pk, player=1, now=AT)
    return Vacancy.objects.get(match=match)


def _report(match: Match, people: dict[str, User]) -> int:
    """Have a line reported and its writer silenced, and leave another report open."""
    player, moderator = people["player"], people["moderator"]
    lines = chat.view(match_id=match.pk, user=player, now=AT)["lines"]
    said = {"match_id": match.pk, "reason": "insult", "words": "Look at that", "now": AT}
    case = chat.report(user=player, line_id=lines[1]["id"], **said)
    other = chat.report(user=people["silenced"], line_id=lines[0]["id"], **said)
    conduct.decide(
        report_id=case.pk,
        moderator=moderator,
        measure=Measure.SILENCE,
        days=30,
        reason="Rude",
        now=AT,
    )
    return other.pk


def _rest(user: User) -> int:
    for day in range(60):
        rest.note_active(user_id=user.pk, at=AT - timedelta(days=day + 1))
    from_at = AT + timedelta(days=3)
    return rest.book(user=user, from_at=from_at, until_at=from_at + timedelta(days=1), now=AT).pk


def _device(user: User) -> int:
    facts: dict[str, Any] = {"p256dh": "p", "auth": "a", "name": "A phone", "made_at": AT}
    return PushSubscription.objects.create(user=user, endpoint="https://push.example/1", **facts).pk


def _study(owner: User, match: Match) -> Study:
    """Have somebody make a study of a match, say something in it, and share it."""
    study = studies.make_of_match(match_id=match.pk, user=owner, now=AT)
    facts = {"code": study.code, "user": owner, "now": AT}
    studies.comment(node=1, text="Why not?", **facts)
    studies.share(on=True, **facts)
    return study


def _letter() -> str:
    """Write a mail with a picture where mails stay here; return its name there."""
    mail = EmailMultiAlternatives("Your turn", "Hello", to=["member@example.org"])
    mail.attach("board.png", b"\x89PNG", "image/png")
    kept_mails.Backend().send_messages([mail])
    return kept_mails.newest()[0].id
