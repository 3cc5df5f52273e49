"""House lists: a list of somebody's own, as what differs from a list of the site."""

import secrets
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction

from games.core.errors import BadData
from games.core.words import HOUSE_LIST
from games.words import claims, publishing
from games.words.audit import sign
from games.words.models import PUBLIC_ALPHABET, WordList
from games.words.rights import (
    NotAllowed,
    Person,
    enter,
    insist_on_voice,
    is_owner,
    list_of,
)

MOST_LISTS = 5  # of one owner
MOST_MODERATORS = 20
LONGEST_TITLE = 60
LONGEST_THEME = 200


def create(
    *,
    user: Person,
    title: str,
    base: str,
    theme: str = "",
    public: bool = True,
    now: datetime,
) -> WordList:
    """Make a house list upon the newest version of a list of the site, and its first version.

    Tables of others may choose a ``public`` one, too. Raises NotAllowed for who may not write in
    their own words.
    """
    below = list_of(base)
    if below.base_id is not None:
        raise BadData("A house list lies upon a list of the site.")
    title, theme = _title(title), claims.short(theme, what="the theme")[:LONGEST_THEME]
    with transaction.atomic():
        account = enter(user)
        insist_on_voice(account, now)
        if WordList.objects.filter(owner=account).count() >= MOST_LISTS:
            raise BadData(f"You have {MOST_LISTS} lists. That is as many as one person can have.")
        sign(user_id=user.pk, reason="A new house list")
        publishing.alone()
        house = WordList.objects.create(
            slug=HOUSE_LIST + "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(10)),
            title=title,
            max_tier=below.max_tier,
            base=below,
            owner=account,
            theme=theme,
            public=public,
        )
        at, base_version = publishing.instant(now), claims.newest(below)
        publishing.publish(word_list=house, now=at, base_version=base_version)
    return house


def describe(
    *, user: Person, word_list: str, title: str, theme: str, public: bool = True, now: datetime
) -> WordList:
    """Give a house list another name or theme, and say whether others may choose it."""
    title, theme = _title(title), claims.short(theme, what="the theme")[:LONGEST_THEME]
    with transaction.atomic():
        house = _own(user, word_list)
        insist_on_voice(enter(user), now)
        sign(user_id=user.pk, reason="Renamed")
        house.title, house.theme, house.public = title, theme, public
        house.save(update_fields=["title", "theme", "public"])
    return house


def name_moderator(*, user: Person, word_list: str, name: str) -> None:
    """Let somebody decide for a house list; raise BadData if there is no such player."""
    with transaction.atomic():
        house = _own(user, word_list)
        name = name.replace("\0", "").strip()
        helper = get_user_model().objects.filter(username__iexact=name).first()
        if helper is None or helper.is_guest or not helper.is_active:
            raise BadData("No player with an account has this name.")
        if house.moderators.count() >= MOST_MODERATORS:
            raise BadData(f"A list has at most {MOST_MODERATORS} moderators.")
        sign(user_id=user.pk, reason=f"{helper} moderates {house}")
        house.moderators.add(helper)


def dismiss_moderator(*, user: Person, word_list: str, name: str) -> None:
    """Take the deciding for a house list from somebody."""
    with transaction.atomic():
        house = _own(user, word_list)
        name = name.replace("\0", "").strip()
        helper = house.moderators.filter(username__iexact=name).first()
        if helper is None:
            raise BadData("That player does not moderate this list.")
        sign(user_id=user.pk, reason=f"{helper} no longer moderates {house}")
        house.moderators.remove(helper)


def _own(user: Person, word_list: str) -> WordList:
    """Return somebody's own list with its row locked; raise NotAllowed."""
    house = list_of(word_list)
    if not is_owner(user, house):
        raise NotAllowed("Only the owner of a list can do this.")
    return WordList.objects.select_for_update(no_key=True).get(pk=house.pk)


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not title.isprintable():
        raise BadData("The name of a list has letters, digits and signs that can be seen.")
    if not 3 <= len(title) <= LONGEST_TITLE:
        raise BadData(f"The name of a list has 3 to {LONGEST_TITLE} characters.")
    taken = {known.lower() for known in WordList.titles().values()}
    if title.lower() in taken:
        raise BadData("A list of the site has this name.")
    return title
