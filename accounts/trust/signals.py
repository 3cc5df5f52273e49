"""What the rest of the site may hear of blocks, fired once they are committed."""

from django.dispatch import Signal

# user_id, other_id; one has blocked the other, and waiting tables are to keep them apart
blocked = Signal()
