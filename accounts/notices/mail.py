"""How a notice becomes a mail: its words and picture, its headers, its links.

Links are built from the site's own address, never from what a request claims to have called.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.mime.image import MIMEImage
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from css_inline import CSSInliner
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from accounts.edge import reply_addresses
from accounts.edge.links import site_link
from accounts.edge.tokens import sign_unsubscribe
from accounts.notices.models import Notification
from accounts.users.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# At-rules stay in the head: the dark scheme is a media query.
_inliner = CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)


ABOUT = "X-About"  # the path of the page that a mail is about
Drawing = Callable[[], bytes]


@dataclass(frozen=True)
class Mail:
    """What a mail says. ``images`` are pairs of a content id and what draws its PNG.

    Mails of a thread agree in ``thread_id``. ``lines`` are its plain sentences and ``link`` the
    path of its page, for channels that carry less than a mail. Answers go to ``reply_to``, if it
    can be answered.
    """

    subject: str
    text: str
    html: str
    images: tuple[tuple[str, Drawing], ...] = ()
    thread_id: str = ""
    lines: tuple[str, ...] = ()
    link: str = ""
    reply_to: str = ""


@dataclass(frozen=True)
class Hold:
    """Why a notice is not to be sent: never, or not before ``until``."""

    reason: str
    until: datetime | None = None


class _MailWithPictures(EmailMultiAlternatives):
    """Its pictures belong to its text: no attachments to be opened one by one."""

    mixed_subtype = "related"


@dataclass(frozen=True)
class Picture:
    """What draws a PNG, as only mails show it, and what stands in its place where it isn't shown.

    ``words`` say all that it shows, a sentence each: below it, folded where a program can do that.
    """

    draw: Drawing
    alt: str
    words: tuple[str, ...] = ()
    width: int = 480


def compose(
    *,
    notice: Notification,
    label: "StrOrPromise",
    subject: str,
    lines: Sequence[str],
    link: str,
    action: str = "",
    picture: Picture | None = None,
    thread_id: str = "",
    buttons: Sequence[tuple[str, str]] = (),
    reply_to: str = "",
    hint: str = "",
    fragment: str = "",
) -> Mail:
    """Return a mail in the site's look.

    ``lines`` are paragraphs of plain text, ``link`` the path of the page behind the main button,
    ``label`` the name of the kind of notice as the preferences show it. ``buttons`` are more of
    them, (words, path) each, and ``hint`` says how to answer at ``reply_to``. ``fragment`` stands
    behind the link in the mail itself, and in no other channel.
    """
    context = {
        "label": label,
        "buttons": [(words, site_link(path)) for words, path in buttons],
        "hint": hint,
        "unsubscribe_url": unsubscribe_url(notice),
        "preferences_url": site_link(reverse("preferences")),
    }
    return dress(
        "notice",
        name=notice.user.display_name,
        subject=subject,
        lines=lines,
        link=link,
        action=action or gettext("Open the table"),
        picture=picture,
        thread_id=thread_id,
        reply_to=reply_to,
        context=context,
        fragment=fragment,
    )


def dress(
    template: str,
    *,
    name: str,
    subject: str,
    lines: Sequence[str],
    link: str,
    action: str,
    picture: Picture | None,
    thread_id: str,
    reply_to: str,
    context: Mapping[str, Any],
    fragment: str = "",
) -> Mail:
    """Return a mail made of one of the templates in ``mail/``, as text and as HTML."""
    subject = " ".join(subject.split())
    told = {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "name": name,
        "subject": subject,
        "lines": lines,
        "link": site_link(link) + fragment,
        "action": action,
        "picture": picture,
        **context,
    }
    return Mail(
        subject=subject,
        text=render_to_string(f"mail/{template}.txt", told).strip() + "\n",
        html=_inliner.inline(render_to_string(f"mail/{template}.html", told)),
        images=(("board", picture.draw),) if picture else (),
        thread_id=thread_id,
        lines=tuple(lines),
        link=link,
        reply_to=reply_to,
    )


def inline(html: str) -> str:
    """Return a page with its styles on the elements themselves, as mail programs want it."""
    return _inliner.inline(html)


def unsubscribe_url(notice: Notification) -> str:
    """Return the address that ends mails of this kind for this person; a digest's, of its kinds."""
    kind = "+".join(notice.ref.get("kinds", ())) or notice.kind
    token = sign_unsubscribe(user_id=notice.user_id, kind=kind)
    return site_link(reverse("unsubscribe", args=[token]))


def assemble(*, notice: Notification, mail: Mail) -> EmailMultiAlternatives:
    """Return the message as it goes to the mail server.

    Its Message-ID follows from the notice's key, so that a mail sent twice is one mail to the
    reader's program. The unsubscribe headers are those of RFC 8058.
    """
    headers = {
        "Message-ID": message_id(notice.key),
        "List-Unsubscribe": f"<{unsubscribe_url(notice)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if mail.link:
        headers[ABOUT] = mail.link
    if mail.thread_id:
        headers["References"] = headers["In-Reply-To"] = thread_reference(mail.thread_id)
    return address(mail, to=notice.user, headers=headers)


def address(mail: Mail, *, to: User, headers: dict[str, str]) -> EmailMultiAlternatives:
    """Return the message of a mail to somebody.

    Where mail comes in, what comes back goes to an address of their own, so that nothing has to
    be read out of it.
    """
    sender = settings.DEFAULT_FROM_EMAIL
    if returns := reply_addresses.bounce_address(to.pk):
        headers, sender = {**headers, "From": sender}, returns
    answers = [mail.reply_to] if mail.reply_to else None
    message = _MailWithPictures(
        mail.subject, mail.text, sender, [to.email], headers=headers, reply_to=answers
    )
    message.attach_alternative(mail.html, "text/html")
    for name, draw in mail.images:
        message.attach(_inline_image(name, draw()))
    return message


def thread_reference(thread_id: str) -> str:
    """Return the id that all mails of a thread refer to."""
    return message_id(f"thread:{thread_id}")


def message_id(key: str) -> str:
    """Return the Message-ID of the mail of a notice; it follows from the notice's key."""
    host = urlsplit(settings.SITE_URL).hostname
    return f"<{hashlib.sha256(key.encode()).hexdigest()}@{host}>"


def _inline_image(name: str, png: bytes) -> MIMEImage:
    image = MIMEImage(png, "png")
    image.add_header("Content-ID", f"<{name}>")
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image
