"""Sample mails about an account itself, such as codes: by the account library's own names."""

from django.core.mail import EmailMessage

from accounts.edge.links import site_link
from accounts.notices.delivery.adapter import AccountAdapter
from lobby.home.host.letters.company import Company

CODE = "BCDF-GHJK"
ADDRESS = "/accounts/example/"


def account(company: Company, *, name: str, by_code: bool = False) -> EmailMessage:
    """Return one of the library's mails."""
    reader, link = company.reader, site_link(ADDRESS)
    facts = {
        "user": reader,
        "username": reader.username,
        "code": CODE if by_code else "",
        "activate_url": link,
        "password_reset_url": link,
        "signup_url": link,
        "from_email": reader.email,
        "to_email": "robin@example.net",
        "deleted_email": reader.email,
        "answer_address": "robin@example.net",
        "ip": "192.0.2.1",
        "timestamp": company.now,
    }
    return AccountAdapter().write_mail(f"account/email/{name}", reader.email, facts)
