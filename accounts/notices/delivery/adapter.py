"""How the account library sends its mails here: as ours, with links to this site."""

from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from typing_extensions import override

from accounts.edge import languages
from accounts.edge.clock import read_clock
from accounts.edge.links import site_link
from accounts.notices.delivery import account_mails
from accounts.users import adapter
from accounts.users.models import User


class AccountAdapter(adapter.AccountAdapter):
    """The site's own ways, mails included; the settings name it."""

    @override
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have one of the library's mails go; its links lead to this site, whatever Host was asked.

        The ledger of whoever it is for notes what became of it.
        """
        user = context.get("user")
        reader = user if isinstance(user, User) else None
        account_mails.send(
            self.write_mail(template_prefix, email, context),
            template=template_prefix,
            user=reader,
            now=read_clock(),
        )

    def write_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> EmailMessage:
        """Return one of the library's mails, in the language of whoever it is for."""
        links = {name: site_link(value) for name, value in context.items() if name.endswith("_url")}
        known = {
            "email": email,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60,
        }
        user = context.get("user")
        reader = user if isinstance(user, User) else None
        # Whoever asks for a mail may read another language than whoever gets it.
        with languages.speaking_to(reader) if reader and reader.language else nullcontext():
            message: EmailMessage = self.render_mail(
                template_prefix, email, {**known, **context, **links}
            )
        return message
