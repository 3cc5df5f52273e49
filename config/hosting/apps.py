"""The Django app of hosting."""

from django.apps import AppConfig


class HostingConfig(AppConfig):
    """What the host of a site does and is told."""

    name = "config.hosting"
    label = "hosting"
