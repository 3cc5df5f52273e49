"""Who decides what: moderators for the site's lists, its own people for a custom list."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.trust import writing
from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.models import WordList

DECIDE = "words.decide"
NOT_THE_OWNER = Text("Only the list's owner can do this.")

Person = User | AnonymousUser


class NotAllowed(Refusal):
    """Somebody else can do this, not this person; the text says who."""

    code = "not_allowed"


class UnknownList(Refusal):
    """There is no word list of that name."""

    code = "unknown_list"
    usual = Text("There's no such word list.")


def list_of(slug: str) -> WordList:
    """Return the list of that name; raise UnknownList."""
    found = WordList.objects.select_related("base").filter(slug=slug).first()
    if found is None:
        raise UnknownList
    return found


def custom_list_of(slug: str) -> WordList | None:
    """Return the custom list of that name, None for the site's lists; raise UnknownList.

    Those are published together, so that they need no name.
    """
    found = list_of(slug) if slug else None
    return found if found is not None and found.is_custom else None


def insist_on_account(user: Person) -> int:
    """Return the key of somebody's account; raise NotAllowed for guests and those not signed in."""
    if not isinstance(user, User) or not user.is_active:
        raise NotAllowed("Sign in first.")
    if user.is_guest:
        raise NotAllowed("Guests can't do this. Sign up first; you'll keep your games.")
    return user.pk


def enter(user: Person) -> User:
    """Return somebody's account with its row locked: one request of theirs at a time.

    Raises NotAllowed for guests and for anyone not signed in.
    """
    return User.objects.select_for_update(no_key=True).get(pk=insist_on_account(user))


def insist_on_writing(user: Person, now: datetime) -> None:
    """Raise NotAllowed for people who can't write to others in their own words."""
    if isinstance(user, User) and (why := writing.refusal(user=user, now=now)):
        raise NotAllowed("{why}", why=why)


def may_decide(user: Person, word_list: WordList | None) -> bool:
    """Tell whether somebody decides for a list; None stands for all lists of the site."""
    if not user.is_authenticated or not user.is_active:
        return False
    if word_list is None or not word_list.is_custom:
        return user.has_perm(DECIDE)
    return is_owner(user, word_list) or word_list.moderators.filter(pk=user.pk).exists()


def is_owner(user: Person, word_list: WordList) -> bool:
    """Tell whether a custom list is somebody's own."""
    return word_list.is_custom and user.pk is not None and word_list.owner_id == user.pk


def insist_on_deciding(user: Person, word_list: WordList | None) -> None:
    """Raise NotAllowed unless the person decides for the list."""
    if may_decide(user, word_list):
        return
    if word_list is None or not word_list.is_custom:
        raise NotAllowed("Only the site's word moderators can do this.")
    raise NotAllowed("Only the owner and moderators of {list} can do this.", list=str(word_list))


def may_use(user: Person, word_list: WordList) -> bool:
    """Tell whether somebody can open a table that plays by a list."""
    return not word_list.is_custom or word_list.public or may_decide(user, word_list)


def insist_on_using(user: Person, slug: str) -> None:
    """Raise NotAllowed unless the person can open a table that plays by the list."""
    word_list = list_of(slug)
    if not may_use(user, word_list):
        raise NotAllowed(
            "Only the owner and moderators of {list} can open a table with it.", list=str(word_list)
        )


def moderated_by(user: Person) -> Iterable[WordList]:
    """Return the custom lists somebody decides for, by name."""
    own = WordList.objects.filter(owner_id=user.pk)
    helped = WordList.objects.filter(moderators=user.pk)
    return own.union(helped).order_by("title")
