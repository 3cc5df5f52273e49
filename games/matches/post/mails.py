"""The mails about matches, each known by its kind of notice."""

from accounts.notices import outbox as notifications
from accounts.notices.kinds import APP, MAIL, PUSH, Renderer
from accounts.notices.outbox import Subject, Urgency
from games.matches.post.composing import LABELS, names_of_tables, pages_with_secrets
from games.matches.post.result_mails import result_mail
from games.matches.post.seat_mails import seat_mail, vacancy_mail
from games.matches.post.turn_mails import offer_mail, turn_mail


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    kinds: tuple[tuple[str, Renderer, Urgency, tuple[str, ...]], ...] = (
        ("turn", turn_mail, Urgency.CAN_WAIT, (MAIL, PUSH)),
        ("reminder", turn_mail, Urgency.SOON, (MAIL, PUSH)),
        ("last", turn_mail, Urgency.LAST, (MAIL, PUSH, APP)),
        ("finished", result_mail, Urgency.CAN_WAIT, (MAIL, PUSH, APP)),
        ("offer", offer_mail, Urgency.CAN_WAIT, (MAIL, PUSH, APP)),
        ("seat", seat_mail, Urgency.CAN_WAIT, (MAIL, PUSH, APP)),
    )
    for kind, render, urgency, on in kinds:
        notifications.register_kind(
            kind, LABELS[kind], render, urgency=urgency, on=on, subject=Subject.MATCHES
        )
    notifications.register_kind("vacancy", LABELS["vacancy"], vacancy_mail, subject=Subject.PEOPLE)
    notifications.register_namer(names_of_tables)
    notifications.register_keeper(pages_with_secrets)
