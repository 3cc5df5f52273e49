"""The word lists as a Django app of their own, with the short name ``words``."""

from django.apps import AppConfig


class WordsConfig(AppConfig):
    """Word lists, their numbered versions, and what the words mean."""

    name = "games.words"
    label = "words"
    verbose_name = "Words"
