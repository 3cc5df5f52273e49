"""Custom lists: somebody's own list, stored as what differs from one of the site's lists."""

import secrets
from datetime import datetime

from django.db import transaction

from accounts.edge import typed
from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import Plural
from games.core.table.words import CUSTOM_LIST, LIST_NAMES
from games.words.lists import publishing
from games.words.lists.access import (
    NOT_THE_OWNER,
    NotAllowed,
    Person,
    enter,
    insist_on_writing,
    is_owner,
    list_of,
)
from games.words.models import PUBLIC_ALPHABET, WordList, sign
from games.words.moderation import wishes

MOST_LISTS = 5  # of one owner
MOST_MODERATORS = 20
LONGEST_TITLE = 60
LONGEST_THEME = 200


def create(
    *, user: Person, title: str, base: str, theme: str = "", public: bool = True, now: datetime
) -> WordList:
    """Make a custom list on the newest version of a list of the site, and its first version.

    Other people's tables can choose a ``public`` one too. Raises NotAllowed for people who can't
    write in their own words.
    """
    below = list_of(base)
    if below.is_custom:
        raise Refusal("A custom list starts from one of the site's lists.")
    title, theme = _title(title), wishes.short(theme, what="theme")[:LONGEST_THEME]
    with transaction.atomic():
        account = enter(user)
        insist_on_writing(account, now)
        if WordList.objects.filter(owner=account).count() >= MOST_LISTS:
            raise Refusal(
                Plural(
                    "You can't have more than {n} list.",
                    "You can't have more than {n} lists.",
                    n=MOST_LISTS,
                )
            )
        sign(user_id=user.pk, reason="list_made")
        publishing.alone()
        custom_list = WordList.objects.create(
            slug=CUSTOM_LIST + "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(10)),
            title=title,
            max_tier=below.max_tier,
            base=below,
            owner=account,
            theme=theme,
            public=public,
        )
        at, base_version = publishing.instant(now), wishes.newest(below)
        publishing.publish(word_list=custom_list, now=at, base_version=base_version)
    return custom_list


def describe(
    *, user: Person, word_list: str, title: str, theme: str, public: bool = True, now: datetime
) -> WordList:
    """Give a custom list another name or theme, and say whether others can choose it."""
    title, theme = _title(title), wishes.short(theme, what="theme")[:LONGEST_THEME]
    with transaction.atomic():
        custom_list = _own(user, word_list)
        insist_on_writing(enter(user), now)
        sign(user_id=user.pk, reason="list_described")
        custom_list.title, custom_list.theme, custom_list.public = title, theme, public
        custom_list.save(update_fields=["title", "theme", "public"])
    return custom_list


def name_moderator(*, user: Person, word_list: str, name: str) -> None:
    """Let somebody decide for a custom list; raise Refusal if there is no such player."""
    with transaction.atomic():
        custom_list = _own(user, word_list)
        helper = User.objects.called(name).first()
        if helper is None or helper.is_guest or not helper.is_active:
            raise Refusal("There's no account with that name.")
        if custom_list.moderators.count() >= MOST_MODERATORS:
            raise Refusal(
                Plural(
                    "A list can't have more than {n} moderator.",
                    "A list can't have more than {n} moderators.",
                    n=MOST_MODERATORS,
                )
            )
        sign(user_id=user.pk, reason="moderator_named")
        custom_list.moderators.add(helper)


def dismiss_moderator(*, user: Person, word_list: str, name: str) -> None:
    """Stop somebody deciding for a custom list."""
    with transaction.atomic():
        custom_list = _own(user, word_list)
        helper = custom_list.moderators.filter(username__iexact=name).first()
        if helper is None:
            raise Refusal("That player doesn't moderate this list.")
        sign(user_id=user.pk, reason="moderator_dismissed")
        custom_list.moderators.remove(helper)


def _own(user: Person, word_list: str) -> WordList:
    """Return somebody's own list with its row locked; raise NotAllowed."""
    custom_list = list_of(word_list)
    if not is_owner(user, custom_list):
        raise NotAllowed(NOT_THE_OWNER)
    return WordList.objects.select_for_update(no_key=True).get(pk=custom_list.pk)


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not typed.is_shown(title):
        raise Refusal("Use only visible characters in the name.")
    seen = typed.read(title)
    if len(title) > LONGEST_TITLE or len(seen) < 3:
        raise Refusal("Give the list a name of 3 to {most} characters.", most=LONGEST_TITLE)
    taken = {known.lower() for known in LIST_NAMES.values()}
    if seen.lower() in taken:
        raise Refusal("One of the site's lists has that name. Choose another.")
    return title
