"""What others may hear of seasons, after COMMIT."""

from django.dispatch import Signal

season_changed = Signal()  # season_id: somebody is to look what is due
