"""Clubs: circles of people with tables and leagues of their own; the only writer of clubs.

Each function locks the club's row, checks, changes. What cannot be done raises BadData with a
sentence for the person who tried, NotAllowed if it is others who may.
"""

import hmac
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.models import User
from games.core.errors import BadData
from lobby import queries as tables
from lobby.leagues.access import NotAllowed, insist_on_voice
from lobby.leagues.models import Club, ClubMember, ClubTable, new_code
from lobby.leagues.rules import Joining

MOST_CLUBS = 5  # that one person owns
MOST_MEMBERS = 1000
LONGEST_NAME = 60
LONGEST_ABOUT = 2000

Role = ClubMember.Role
BELONGING = (Role.OWNER, Role.OFFICER, Role.MEMBER)
RUNNING = (Role.OWNER, Role.OFFICER)


# --- Its owner and officers -----------------------------------------------------------------------


def found(*, user: User, name: str, about: str, joining: str, now: datetime) -> Club:
    """Found a club with its founder as owner; raises NotAllowed for who may not write freely."""
    name = named(name)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        insist_on_voice(user, now)
        owned = ClubMember.objects.filter(user=user, role=Role.OWNER, club__closed_at=None)
        if owned.count() >= MOST_CLUBS:
            raise BadData(f"You have {MOST_CLUBS} clubs. That is as many as one person can have.")
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
    """Return a new code to join by; the one before lets nobody in any more."""
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
            raise BadData(f"{member.user} is a member already.")
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
            raise BadData("To go yourself, leave the club.")
        if member.role == Role.OWNER:
            raise NotAllowed("The owner can only be followed by somebody else.")
        if member.role == Role.OFFICER:
            _insist(club, user, (Role.OWNER,), "Only the owner can remove an officer.")
        member.delete()
    return member.user.display_name


def give_role(*, user: User, club_id: int, name: str, role: str) -> str:
    """Make a member an officer, an officer a member, or somebody the owner in one's own place."""
    with transaction.atomic():
        club = _open(club_id)
        own = _insist(club, user, (Role.OWNER,), "Only the owner of a club gives roles.")
        member = _member(club, name)
        if member.pk == own.pk:
            raise BadData("You are the owner. Make somebody else the owner to be one no more.")
        if member.role == Role.ASKING:
            raise BadData(f"{member.user} is not in the club yet.")
        if role not in BELONGING:
            raise BadData("Choose one of the roles.")
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
        _insist(club, user, (Role.OWNER,), "Only the owner can close a club.")
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
        if club.joining == Joining.CODE and not _is_code(club, code):
            raise BadData("This is not the code of the club. Ask a member for it.")
        _insist_on_room(club)
        role = Role.ASKING if club.joining == Joining.APPROVAL else Role.MEMBER
        return ClubMember.objects.create(club=club, user=user, role=role, joined_at=now)


def leave(*, user: User, club_id: int) -> None:
    """Be a member no more; the owner first makes somebody else the owner, or closes the club."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        member = ClubMember.objects.filter(club=club, user=user).first()
        if member is None:
            raise BadData("You are not in this club.")
        if member.role == Role.OWNER and club.closed_at is None:
            raise BadData("Make somebody else the owner first, or close the club.")
        member.delete()


def show_table(*, user: User, club_id: int, lobby_id: int, now: datetime) -> None:
    """Show a waiting table of one's own to the members of a club; twice is once."""
    with transaction.atomic():
        club = _open(club_id)
        _insist(club, user, BELONGING, "Only members show tables in a club.")
        table = tables.waiting(lobby_id=lobby_id)
        if table is None or table.host_id != user.pk:
            raise BadData("Choose a table of your own that still waits for players.")
        ClubTable.objects.update_or_create(lobby=table, defaults={"club": club, "shown_at": now})


# --- Parts ----------------------------------------------------------------------------------------


def named(text: str) -> str:
    """Return a name as it is kept, of a club or a league; raise BadData for what is none."""
    name = " ".join(text.split())
    if not 3 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadData(f"A name has 3 to {LONGEST_NAME} characters, all of them visible.")
    return name


def described(text: str) -> str:
    """Return what is said about a club or a league as it is kept."""
    said = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(said) > LONGEST_ABOUT:
        raise BadData(f"Say it in {LONGEST_ABOUT} characters.")
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
    raise BadData("Too many clubs have this name. Choose another one.")


def _open(club_id: int) -> Club:
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    if club.closed_at is not None:
        raise BadData("This club is closed.")
    return club


def _run(club_id: int, user: User) -> Club:
    club = _open(club_id)
    _insist(club, user, RUNNING, "Only the owner and the officers of a club can do this.")
    return club


def _insist(club: Club, user: User, roles: tuple[Role, ...], why: str) -> ClubMember:
    member = ClubMember.objects.filter(club=club, user=user, role__in=roles).first()
    if member is None:
        raise NotAllowed(why)
    return member


def _member(club: Club, name: str) -> ClubMember:
    name = name.replace("\0", "").strip()
    members = ClubMember.objects.select_related("user").filter(club=club)
    member = members.filter(user__username__iexact=name).first()
    if member is None:
        raise BadData("Nobody of this name is in the club.")
    return member


def _insist_on_account(user: User) -> None:
    if user.is_guest or not user.is_active:
        raise NotAllowed("Guests cannot join a club. Keep your name and games by signing up.")


def _insist_on_room(club: Club) -> None:
    if ClubMember.objects.filter(club=club, role__in=BELONGING).count() >= MOST_MEMBERS:
        raise BadData(f"The club is full: it has {MOST_MEMBERS} members.")


def _is_code(club: Club, code: str) -> bool:
    said = code.replace("-", "").replace(" ", "").upper()
    return hmac.compare_digest(said.encode(), club.code.encode())
