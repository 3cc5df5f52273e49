"""The two things the rest of the site may hear of a match, fired once its transaction is committed.

They break the circle between the play service and the tasks; all receivers stand in
``games/matches/receivers.py`` (and the leagues' own): one page answers what happens after a move.
"""

from django.dispatch import Signal

# match_id, version, users (ids of the people seated), computer_ply (if a computer is to move),
# held (the match as it was changed, where it was held; it can still be read)
match_changed = Signal()
# match_id
match_finished = Signal()
