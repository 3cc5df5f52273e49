"""The mails about matches, each known by its kind of notice."""

from accounts.notices import outbox as notifications
from accounts.notices.outbox import Urgency
from games.matches.post.composing import LABELS, names_of_tables, pages_with_secrets
from games.matches.post.result_mails import result_mail
from games.matches.post.seat_mails import seat_mail, vacancy_mail
from games.matches.post.turn_mails import offer_mail, turn_mail


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    notifications.register_kind("turn", LABELS["turn"], turn_mail, on=("mail", "push"))
    notifications.register_kind(
        "reminder", LABELS["reminder"], turn_mail, urgency=Urgency.SOON, on=("mail", "push")
    )
    notifications.register_kind("last", LABELS["last"], turn_mail, urgency=Urgency.LAST)
    notifications.register_kind("finished", LABELS["finished"], result_mail)
    notifications.register_kind("offer", LABELS["offer"], offer_mail)
    notifications.register_kind("seat", LABELS["seat"], seat_mail)
    notifications.register_kind("vacancy", LABELS["vacancy"], vacancy_mail)
    notifications.register_namer(names_of_tables)
    notifications.register_keeper(pages_with_secrets)
