"""What the rest of the site knows of notices: the only door to the outbox.

A notice is written in the transaction of what it tells of, and is delivered later by whoever comes
along: a row, not a message, so nothing is lost when a process dies.
"""

from accounts.notices.delivery.bounces import note_bounce as note_bounce
from accounts.notices.delivery.relay import deliver as deliver
from accounts.notices.delivery.relay import forget_ended as forget_ended
from accounts.notices.delivery.scheduling import cancel as cancel
from accounts.notices.delivery.scheduling import schedule as schedule
from accounts.notices.delivery.scheduling import schedule_all as schedule_all
from accounts.notices.kinds import Gone as Gone
from accounts.notices.kinds import Notice as Notice
from accounts.notices.kinds import Subject as Subject
from accounts.notices.kinds import Urgency as Urgency
from accounts.notices.kinds import register_channel as register_channel
from accounts.notices.kinds import register_keeper as register_keeper
from accounts.notices.kinds import register_kind as register_kind
from accounts.notices.kinds import register_namer as register_namer
from accounts.notices.kinds import register_sampler as register_sampler
from accounts.notices.preferences.reading import reachable as reachable
