"""``manage.py mails``: read the newest emails that stayed here, as there is no mail server."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from accounts.notices.delivery import kept_mails


class Command(BaseCommand):
    """Print mails in full, with the codes and links that the page of emails blanks out."""

    help = (
        "Print the newest email that stayed here because EMAIL_URL isn't set, with its codes and "
        "links: if you've locked yourself out, have a code sent to you and read it here."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", help="only emails to this address")
        parser.add_argument("--count", type=int, default=1, help="how many, the newest first")

    @override
    def handle(self, *, to: str, count: int, **options: Any) -> None:
        found = [one for one in kept_mails.newest() if to.lower() in ("", one.to.lower())]
        if not found:
            raise CommandError("There are no emails like that.")
        for one in found[:count]:
            body = one.message.get_body(("plain",))
            self.stdout.write(f"To: {one.to}\nDate: {one.message['Date']}\nSubject: {one.subject}")
            self.stdout.write(f"\n{body.get_content() if body else ''}")
