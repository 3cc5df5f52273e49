"""What the rest of the site may hear of people, fired once its transaction is committed."""

from django.dispatch import Signal

# user_id; when a person is away, or may be, is no longer what it was
holiday_changed = Signal()
# user_id, other_id; one has blocked the other, and waiting tables are to keep them apart
blocked = Signal()
