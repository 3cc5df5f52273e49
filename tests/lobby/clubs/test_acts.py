"""Clubs: who gets in, who decides what, and what members see."""

from typing import Any

import pytest
from django.test import Client

from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from lobby.clubs import acts as clubs
from lobby.clubs.models import Club, ClubMember
from lobby.permission import NotAllowed
from lobby.tables.acts import opening, seating
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db

SLOW = TimeControl(Pace.CORRESPONDENCE, 86400, 86400)


def found(owner: Any, joining: str = "open", name: str = "The Lighthouse") -> Club:
    return clubs.found(user=owner, name=name, about="By the sea", joining=joining, now=NOW)


def roles(club: Club) -> dict[str, str]:
    return dict(ClubMember.objects.filter(club=club).values_list("user__username", "role"))


def test_two_clubs_of_a_name_have_addresses_of_their_own() -> None:
    owner = make_user()
    assert [found(owner).slug for _ in range(3)] == [
        "the-lighthouse", "the-lighthouse-2", "the-lighthouse-3",
    ]  # fmt: skip
    assert found(owner, name="New").slug == "new-2"


@pytest.mark.parametrize(
    "name", ["\u06a9\u062a\u0627\u0628\u200c\u0647\u0627", "Knights \U0001fa77", "Les \u0153ufs"]
)
def test_a_club_has_a_name_in_any_script(name: str) -> None:
    assert found(make_user(), name=name).name == name


@pytest.mark.parametrize("name", ["ab", "\u200b\u200b\u200b", "\u3164" * 5, "a\u202ebc", "x" * 61])
def test_a_name_can_be_seen(name: str) -> None:
    with pytest.raises(Refusal, match="Choose a name of 3 to 60 visible characters"):
        found(make_user(), name=name)


def test_one_person_owns_so_many_clubs() -> None:
    owner = make_user()
    for number in range(clubs.MOST_CLUBS):
        found(owner, name=f"Club {number}")
    with pytest.raises(Refusal, match="already own 5 clubs"):
        found(owner)


def test_a_code_lets_in_however_it_is_written_and_nothing_else_does() -> None:
    club, guest, friend = found(make_user("owner"), "code"), make_user(is_guest=True), make_user()
    with pytest.raises(NotAllowed, match="Guests can't join"):
        clubs.join(user=guest, club_id=club.pk, code=club.code, now=NOW)
    with pytest.raises(Refusal, match="isn't the club's code"):
        clubs.join(user=friend, club_id=club.pk, code="", now=NOW)
    typed = f" {club.code[:5].lower()}-{club.code[5:].lower()} "
    for _ in range(2):
        clubs.join(user=friend, club_id=club.pk, code=typed, now=NOW)
    assert roles(club) == {"owner": "owner", friend.username: "member"}
    renewed = clubs.renew_code(user=club.members.get(role="owner").user, club_id=club.pk)
    with pytest.raises(Refusal, match="isn't the club's code"):
        clubs.join(user=make_user(), club_id=club.pk, code=club.code, now=NOW)
    clubs.join(user=make_user(), club_id=club.pk, code=renewed, now=NOW)


def test_officers_let_in_and_owners_give_roles() -> None:
    owner, officer, member, asking = (make_user(name) for name in ("o", "f", "m", "a"))
    club = found(owner, "approval")
    facts = {"club_id": club.pk}
    for user in (officer, member, asking):
        clubs.join(user=user, **facts, now=NOW)
    assert set(roles(club).values()) == {"owner", "asking"}
    with pytest.raises(Refusal, match="isn't in the club yet"):
        clubs.give_role(user=owner, **facts, name="f", role="officer")
    for name in ("\uff26", "m\u200b"):  # however a keyboard writes them
        clubs.admit(user=owner, **facts, name=name, now=NOW)
    clubs.give_role(user=owner, **facts, name="f", role="officer")
    with pytest.raises(NotAllowed, match="Only the owner"):
        clubs.give_role(user=officer, **facts, name="m", role="officer")
    with pytest.raises(NotAllowed, match="owner and officers"):
        clubs.admit(user=member, **facts, name="a", now=NOW)
    clubs.give_role(user=owner, **facts, name="m", role="officer")
    with pytest.raises(NotAllowed, match="Only the owner can remove an officer"):
        clubs.remove(user=officer, **facts, name="m")
    clubs.remove(user=officer, **facts, name="a")
    assert roles(club) == {"o": "owner", "f": "officer", "m": "officer"}


def test_an_owner_is_followed_by_another_before_they_go() -> None:
    owner, heir = make_user("o"), make_user("h")
    club = found(owner)
    clubs.join(user=heir, club_id=club.pk, now=NOW)
    with pytest.raises(Refusal, match="Make someone else the owner first"):
        clubs.leave(user=owner, club_id=club.pk)
    clubs.give_role(user=owner, club_id=club.pk, name="h", role="owner")
    clubs.leave(user=owner, club_id=club.pk)
    assert roles(club) == {"h": "owner"}
    clubs.close(user=heir, club_id=club.pk, now=NOW)
    with pytest.raises(Refusal, match="closed"):
        clubs.join(user=owner, club_id=club.pk, now=NOW)


def test_members_see_the_tables_that_are_shown_to_them() -> None:
    owner, member, stranger = make_user("o"), make_user("m"), make_user("s")
    club = found(owner)
    clubs.join(user=member, club_id=club.pk, now=NOW)
    table = opening.create(
        host=member, game="tilekingdom", options={}, control=SLOW, seats=2,
        visibility="private", start_rule="full", now=NOW,
    )  # fmt: skip
    facts = {"club_id": club.pk, "lobby_id": table.pk, "now": NOW}
    with pytest.raises(Refusal, match="of your own tables"):
        clubs.show_table(user=owner, **facts)
    with pytest.raises(NotAllowed, match="Only members"):
        clubs.show_table(user=stranger, **facts)
    for _ in range(2):
        clubs.show_table(user=member, **facts)
    assert {user: table.code in page_of(club, user) for user in (owner, member, stranger)} == {
        owner: True, member: True, stranger: False,
    }  # fmt: skip
    seating.join(lobby_id=table.pk, user=owner, now=NOW)
    assert table.code not in page_of(club, member)


def page_of(club: Club, user: Any) -> str:
    client = Client()
    client.force_login(user)
    return client.get(club.get_absolute_url()).content.decode()


# --- Pages ----------------------------------------------------------------------------------------


def test_a_club_is_founded_joined_and_described_by_its_pages() -> None:
    owner, friend = Client(), Client()
    owner.force_login(make_user("o"))
    friend.force_login(make_user("f"))
    said = {"name": "Pirates", "about": "Arr", "joining": "code"}
    address = owner.post("/clubs/new/", said)["Location"]
    club = Club.objects.get()
    assert owner.post("/clubs/new/", {**said, "name": "P"}).status_code == 422
    friend.post(f"{address}act", {"act": "join", "code": club.code})
    assert roles(club) == {"o": "owner", "f": "member"}
    assert friend.post(f"{address}describe", said).status_code == 403
    assert owner.post(f"{address}describe", {**said, "name": "Sailors"}).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Sailors", "pirates")
    assert friend.post(f"{address}act", {"act": "close"}).status_code == 403
    assert club.code not in Client().get(address).content.decode()
    assert friend.post(f"{address}act", {"act": "leave"})["Location"] == "/clubs/"
    owner.post(f"{address}act", {"act": "close"})
    assert "The club closed on" in Client().get(address).content.decode()
