"""What the rest of the site may hear of holidays, fired once they are committed."""

from django.dispatch import Signal

# user_id; when a person is away, or may be, is no longer what it was
holiday_changed = Signal()
