"""Clubs: circles of people with tables and leagues of their own; the only writer of clubs.

Each function locks the club's row, checks, changes. What cannot be done raises Refusal for the
person who tried, NotAllowed if others may do it.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.edge import typed
from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from lobby.clubs.models import Club, ClubMember, ClubTable
from lobby.codes import is_code, new_code
from lobby.permission import NotAllowed, insist_on_voice
from lobby.tables import reading as tables

MOST_CLUBS = 5  # that one person owns
MOST_MEMBERS = 1000
LONGEST_NAME = 60
LONGEST_ABOUT = 2000

Joining = Club.Joining
Role = ClubMember.Role
BELONGING = (Role.OWNER, Role.OFFICER, Role.MEMBER)
RUNNING = (Role.OWNER, Role.OFFICER)


# --- Its owner and officers -----------------------------------------------------------------------


def found(*, user: User, name: str, about: str, joining: str, now: datetime) -> Club:
    """Start a club, its founder the owner; raise NotAllowed if they may not write freely."""
    name = named(name)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        insist_on_voice(user, now)
        owned = ClubMember.objects.filter(user=user, role=Role.OWNER, club__closed_at=None)
        if owned.count() >= MOST_CLUBS:
            raise Refusal(
                Plural(
                    "You already own {n} club, and that's the limit.",
                    "You already own {n} clubs, and that's the limit.",
                    n=MOST_CLUBS,
                )
            )
        club = _make(name, described(about), Joining(joining), now)
        ClubMember.objects.create(club=club, user=user, role=Role.OWNER, joined_at=now)
    return club


def describe(
    *, user: User, club_id: int, name: str, about: str, joining: str, now: datetime
) -> Club:
    """Give a club another name or purpose, and say who may join; its address stays."""
    with transaction.atomic():
        club = _run(club_id, user)
        insist_on_voice(user, now)
        club.name, club.about, club.joining = named(name), described(about), Joining(joining)
        club.save(update_fields=["name", "about", "joining"])
    return club


def renew_code(*, user: User, club_id: int) -> str:
    """Return a new code to join by; the one before no longer lets anybody in."""
    with transaction.atomic():
        club = _run(club_id, user)
        club.code = new_code()
        club.save(update_fields=["code"])
    return club.code


def admit(*, user: User, club_id: int, name: str, now: datetime) -> str:
    """Let somebody in who waits at the door; return the name."""
    with transaction.atomic():
        club = _run(club_id, user)
        member = _member(club, name)
        if member.role != Role.ASKING:
            raise Refusal("{name} is already a member.", name=member.user.display_name)
        _insist_on_room(club)
        member.role, member.joined_at = Role.MEMBER, now
        member.save(update_fields=["role", "joined_at"])
    return member.user.display_name


def remove(*, user: User, club_id: int, name: str) -> str:
    """Have somebody out of the club, or from its door; officers are for the owner to remove."""
    with transaction.atomic():
        club = _run(club_id, user)
        member = _member(club, name)
        if member.user_id == user.pk:
            raise Refusal("You can't remove yourself. Leave the club instead.")
        if member.role == Role.OWNER:
            raise NotAllowed("Nobody can remove the owner.")
        if member.role == Role.OFFICER:
            _insist(club, user, (Role.OWNER,), Text("Only the owner can remove an officer."))
        member.delete()
    return member.user.display_name


def give_role(*, user: User, club_id: int, name: str, role: str) -> str:
    """Make a member an officer, an officer a member, or somebody else the owner."""
    with transaction.atomic():
        club = _open(club_id)
        own = _insist(
            club, user, (Role.OWNER,), Text("Only the owner of a club can change people's roles.")
        )
        member = _member(club, name)
        if member.pk == own.pk:
            raise Refusal("You're the owner. To step down, make someone else the owner.")
        if member.role == Role.ASKING:
            raise Refusal("{name} isn't in the club yet.", name=member.user.display_name)
        if role not in BELONGING:
            raise Refusal("Choose one of the roles.")
        if role == Role.OWNER:
            own.role = Role.OFFICER
            own.save(update_fields=["role"])
        member.role = Role(role)
        member.save(update_fields=["role"])
    return member.user.display_name


def close(*, user: User, club_id: int, now: datetime) -> None:
    """Close a club for good: nobody joins any more; its leagues go on without it."""
    with transaction.atomic():
        club = _open(club_id)
        _insist(club, user, (Role.OWNER,), Text("Only the owner can close a club."))
        club.closed_at = now
        club.save(update_fields=["closed_at"])


# --- Everybody ------------------------------------------------------------------------------------


def join(*, user: User, club_id: int, code: str = "", now: datetime) -> ClubMember:
    """Become a member, or knock at the door where officers let people in; twice is once."""
    with transaction.atomic():
        club = _open(club_id)
        _insist_on_account(user)
        known = ClubMember.objects.filter(club=club, user=user).first()
        if known is not None:
            return known
        if club.joining == Joining.CODE and not is_code(code, club.code):
            raise Refusal("That isn't the club's code. Ask a member for the right one.")
        _insist_on_room(club)
        role = Role.ASKING if club.joining == Joining.APPROVAL else Role.MEMBER
        return ClubMember.objects.create(club=club, user=user, role=role, joined_at=now)


def leave(*, user: User, club_id: int) -> None:
    """Leave a club; the owner first makes somebody else the owner, or closes the club."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        member = ClubMember.objects.filter(club=club, user=user).first()
        if member is None:
            raise Refusal("You aren't a member of this club.")
        if member.role == Role.OWNER and club.closed_at is None:
            raise Refusal("Make someone else the owner first, or close the club.")
        member.delete()


def show_table(*, user: User, club_id: int, lobby_id: int, now: datetime) -> None:
    """Show your own waiting table to the members of a club; twice is once."""
    with transaction.atomic():
        club = _open(club_id)
        _insist(club, user, BELONGING, Text("Only members can show their tables to a club."))
        table = tables.waiting(lobby_id=lobby_id)
        if table is None or table.host_id != user.pk:
            raise Refusal("Choose one of your own tables that's still waiting for players.")
        ClubTable.objects.update_or_create(lobby=table, defaults={"club": club, "shown_at": now})


# --- Parts ----------------------------------------------------------------------------------------


def named(text: str) -> str:
    """Return a name as it is kept, of a club or a league; raise Refusal for what is none."""
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or len(typed.read(name)) < 3 or not typed.is_shown(name):
        raise Refusal("Choose a name of 3 to {most} visible characters.", most=LONGEST_NAME)
    return name


def described(text: str) -> str:
    """Return what is said about a club or a league as it is kept."""
    said = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(said) > LONGEST_ABOUT:
        raise Refusal("Use no more than {most} characters.", most=LONGEST_ABOUT)
    return said


def _make(name: str, about: str, joining: Joining, now: datetime) -> Club:
    """Make the row under the first address of its name that is free."""
    stem = slugify(name)[:50] or "club"
    for number in range(1, 1000):
        slug = stem if number == 1 else f"{stem}-{number}"
        if slug == "new" or Club.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Club.objects.create(
                    slug=slug, name=name, about=about, joining=joining, founded_at=now
                )
        except IntegrityError:
            continue  # somebody has just taken it
    raise Refusal("Too many clubs have this name. Choose another.")


def _open(club_id: int) -> Club:
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    if club.closed_at is not None:
        raise Refusal("This club is closed.")
    return club


def _run(club_id: int, user: User) -> Club:
    club = _open(club_id)
    _insist(club, user, RUNNING, Text("Only the owner and officers of a club can do that."))
    return club


def _insist(club: Club, user: User, roles: tuple[Role, ...], why: Text) -> ClubMember:
    member = ClubMember.objects.filter(club=club, user=user, role__in=roles).first()
    if member is None:
        raise NotAllowed(why)
    return member


def _member(club: Club, name: str) -> ClubMember:
    members = ClubMember.objects.select_related("user").filter(club=club)
    member = members.filter(user__username__iexact=typed.read(name)).first()
    if member is None:
        raise Refusal("There's nobody by that name in the club.")
    return member


def _insist_on_account(user: User) -> None:
    if user.is_guest or not user.is_active:
        raise NotAllowed("Guests can't join a club. Sign up first; you'll keep your games.")


def _insist_on_room(club: Club) -> None:
    if ClubMember.objects.filter(club=club, role__in=BELONGING).count() >= MOST_MEMBERS:
        raise Refusal("The club is full: it has {most} members.", most=MOST_MEMBERS)
