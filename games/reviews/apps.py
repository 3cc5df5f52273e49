"""Reviews."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReviewsConfig(AppConfig):
    """What the turns of a match were worth, once it's over."""

    name = "games.reviews"
    label = "reviews"
    verbose_name = _("Reviews")
