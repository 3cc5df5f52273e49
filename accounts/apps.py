"""People and how to reach them."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The accounts app; it knows nothing of games."""

    name = "accounts"
    verbose_name = "People"
