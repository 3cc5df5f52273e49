"""What people do with accounts and the administration, noted in the log and counted.

All of it is here, on one page; numbers stand for people and rows, and nothing says who they are.
"""

import functools
from typing import Any

from allauth.account import signals as accounts
from django.contrib.auth import signals
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models.signals import m2m_changed, post_save

from accounts.users.models import User
from config.meters.counting import SIGN_INS
from config.processes.logs import tell

_ACTIONS = {1: "added", 2: "changed", 3: "deleted"}  # of the administration's own log
_ROLES = {"post_add": "role_given", "post_remove": "role_taken", "post_clear": "role_taken"}


def connect() -> None:
    """Have it noted; others are named, as they are none of our business but for this."""
    signals.user_logged_in.connect(_signed_in, dispatch_uid=__name__)
    signals.user_login_failed.connect(_sign_in_failed, dispatch_uid=__name__)
    signals.user_logged_out.connect(_signed_out, dispatch_uid=__name__)
    for name in ("password_changed", "password_set", "password_reset", "email_changed"):
        changed = functools.partial(_account_changed, name)
        getattr(accounts, name).connect(changed, weak=False, dispatch_uid=f"{__name__}.{name}")
    m2m_changed.connect(_role_changed, sender=User.groups.through, dispatch_uid=__name__)
    for sender, noted in (
        ("admin.LogEntry", _administered),
        ("trust.Decision", _decided_on_a_report),
        ("words.Vote", _decided_on_a_word),
        ("words.Edition", _edition),
    ):
        post_save.connect(noted, sender=sender, dispatch_uid=f"{__name__}.{sender}")


def _signed_in(user: Any, **_: Any) -> None:
    SIGN_INS.labels("guest" if user.is_guest else "good").inc()
    tell("signed_in", user=user.pk, guest=user.is_guest)


def _sign_in_failed(**_: Any) -> None:
    """Note that somebody could not sign in: what they typed may be a name, or a password."""
    SIGN_INS.labels("failed").inc()
    tell("sign_in_failed")


def _signed_out(user: Any, **_: Any) -> None:
    if user is not None:
        SIGN_INS.labels("out").inc()
        tell("signed_out", user=user.pk)


def _account_changed(_name: str, /, user: Any = None, **_: Any) -> None:
    tell(_name, user=getattr(user, "pk", None))


def _role_changed(instance: Any, action: str, pk_set: set[int] | None, **_: Any) -> None:
    if action in _ROLES and (pk_set or action == "post_clear"):
        whose = "role" if isinstance(instance, Group) else "user"
        others = "users" if whose == "role" else "roles"
        _tell(_ROLES[action], **{whose: instance.pk, others: sorted(pk_set or ())})


def _administered(instance: Any, created: bool, **_: Any) -> None:
    if created:
        what, kind = _ACTIONS.get(instance.action_flag, ""), instance.content_type
        table = f"{kind.app_label}.{kind.model}" if kind else ""
        _tell("administered", user=instance.user_id, did=what, table=table, row=instance.object_id)


def _decided_on_a_report(instance: Any, **_: Any) -> None:
    facts = {"report": instance.report_id, "about": instance.about, "measure": instance.measure}
    _tell("report_decided", user=instance.by, **facts)


def _decided_on_a_word(instance: Any, created: bool, **_: Any) -> None:
    if created:
        facts = {"proposal": instance.proposal_id, "accepted": instance.accepted}
        _tell("proposal_decided", user=instance.moderator_id, **facts)


def _edition(instance: Any, created: bool, **_: Any) -> None:
    did = "edition_asked_for" if created else "edition_changed"
    _tell(did, user=instance.by_id, edition=instance.pk)


def _tell(event: str, **facts: object) -> None:
    """Log it once it is stored."""
    transaction.on_commit(functools.partial(tell, event, **facts))
