"""The Django app of the figures."""

from django.apps import AppConfig


class MetersConfig(AppConfig):
    """What the site counts of itself."""

    name = "config.meters"
    label = "meters"
