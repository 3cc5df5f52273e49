"""Clubs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """People with members, tables and leagues of their own."""

    name = "lobby.clubs"
    label = "clubs"
    verbose_name = _("Clubs")
