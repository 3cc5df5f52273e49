"""How the account library does what it does here: our names, our links, our guests."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """The site's own ways."""
