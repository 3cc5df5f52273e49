"""How the site is, in words: a sign for each thing a host looks after, well or not."""

import dataclasses
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from django.template.defaultfilters import filesizeformat
from django.utils.text import slugify
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.hosting import reading as backups
from config.hosting.models import Backup, Drill
from config.hosting.seeing import vitals
from config.hosting.seeing.vitals import Vitals
from games.matches.reading import census
from games.matches.reading.census import Load

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from games.matches.models import ReplayDrill

SLOW, STUCK = timedelta(minutes=1), timedelta(minutes=10)  # for a computer player's turn
EPOCH = datetime(2001, 1, 1, tzinfo=UTC)  # from which spans are told; any would do
LONG = timedelta(minutes=1)  # for a deadline, a sweep, or a site that nobody reaches


class State(StrEnum):
    """How something is: ``look`` is for what a host should look at, ``bad`` for what is broken."""

    GOOD = "good"
    LOOK = "warn"
    BAD = "bad"


WORDS: dict[State, "StrOrPromise"] = {
    State.GOOD: gettext_lazy("Well"),
    State.LOOK: gettext_lazy("Take a look"),
    State.BAD: gettext_lazy("Not well"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Sign:
    """One thing: how it is, in a word and in sentences."""

    title: str
    state: State
    says: list[str]

    @property
    def key(self) -> str:
        """Return what it is called in an address of the page."""
        return slugify(self.title, allow_unicode=True)

    @property
    def word(self) -> str:
        """Return how it is, in a word."""
        return str(WORDS[self.state])


def reach(found: Vitals, *, database: str, broker: str) -> list[Sign]:
    """Return whether people reach the site; with what it runs on, as the versions say."""
    silent = found.age(found.beat_at)
    serving = ngettext(
        "%(n)d process is serving pages.", "%(n)d processes are serving pages.", found.processes
    ) % {"n": found.processes}
    if found.maintenance:
        web = Sign(_("Pages"), State.LOOK, [_("The site is closed for maintenance."), serving])
    elif silent is not None and silent > vitals.SILENCE:
        said = _("Nobody has been able to reach the site for %(time)s.") % {"time": span(silent)}
        web = Sign(_("Pages"), _worse(silent, LONG), [said, serving])
    else:
        web = Sign(_("Pages"), State.GOOD, [serving])
    told = {"number": database}
    return [
        web,
        Sign(_("Database"), State.GOOD, [_("PostgreSQL %(number)s answers.") % told]),
        _broker(found, broker),
        _disk(found),
        _clock(found),
    ]


def _broker(found: Vitals, version: str) -> Sign:
    if found.broker:
        said = _("Redis or Valkey %(number)s answers.") % {"number": version}
        return Sign(_("Redis"), State.GOOD, [said])
    said = _("It doesn't answer. Games go on, but boards follow a move up to 2 seconds later.")
    return Sign(_("Redis"), State.BAD, [said])


def _disk(found: Vitals) -> Sign:
    said = _("There's %(size)s of free space where this machine keeps the site's data.")
    says = [said % {"size": filesizeformat(found.room)}]
    if "disk" not in found.warnings:
        return Sign(_("Disk"), State.GOOD, says)
    if found.room >= vitals.FULL:
        return Sign(_("Disk"), State.LOOK, [*says, _("When it's full, nobody can move.")])
    lost = _("Nothing can be stored. Make room, and everything goes on by itself.")
    return Sign(_("Disk"), State.BAD, [*says, lost])


def _clock(found: Vitals) -> Sign:
    ahead = abs(found.skew).total_seconds()
    if "clock" not in found.warnings:
        said = _("This machine and the database agree about the time.")
        return Sign(_("Clocks of machines"), State.GOOD, [said])
    said = _("This machine's clock differs from the database's by %(n).1f seconds.") % {"n": ahead}
    what = _("The site goes by the database's time, so play isn't harmed. Let NTP set the clocks.")
    return Sign(_("Clocks of machines"), State.LOOK, [said, what])


def work(found: Vitals, load: Load) -> list[Sign]:
    """Return whether what has to be done is done in time."""
    return [
        _deadlines(found),
        _sweeps(found),
        _computers(found, load),
        _mails(found),
        _failures(found),
    ]


def _deadlines(found: Vitals) -> Sign:
    title, late = _("Turns out of time"), found.age(found.overdue_at)
    if late is None or late <= vitals.OVERDUE:
        return Sign(title, State.GOOD, [_("No turn is overdue.")])
    said = ngettext("%(n)d turn is overdue.", "%(n)d turns are overdue.", found.overdue)
    longest = _("The oldest has been for %(time)s.") % {"time": span(late)}
    return Sign(title, _worse(late, LONG), [said % {"n": found.overdue}, longest])


def _sweeps(found: Vitals) -> Sign:
    title, late = _("Periodic jobs"), found.late_sweeps
    if not found.swept:
        return Sign(title, State.LOOK, [_("No job has run yet.")])
    if not late:
        return Sign(title, State.GOOD, [_("All of them run when they should.")])
    said = ngettext("%(n)d job is late:", "%(n)d jobs are late:", len(late)) % {"n": len(late)}
    urgent = State.BAD if "sweep_deadlines" in late else State.LOOK
    return Sign(title, urgent, [said, *(str(JOBS.get(name, name)) for name in late)])


def _failures(found: Vitals) -> Sign:
    """Tell what is put off because it failed, and which jobs fail as a whole."""
    title = _("Failures")
    if not found.failing:
        return Sign(title, State.GOOD, [_("Nothing has failed lately.")])
    says, names = [], {**JOBS, **TASKS}
    for one in found.failing:
        if one.is_whole:
            words = _("%(job)s: this has failed for %(time)s.")
        else:
            words = ngettext(
                "%(job)s: %(n)d failed, %(time)s ago.",
                "%(job)s: %(n)d failed, the first %(time)s ago.",
                one.rows,
            )
        lasted = span(found.now - one.since)
        says.append(words % {"job": names.get(one.queue, one.queue), "n": one.rows, "time": lasted})
    whole = any(one.is_whole for one in found.failing)
    again = _("Whatever failed is tried again by itself; the log says why it failed.")
    return Sign(title, State.BAD if whole else State.LOOK, [*says, again])


def _computers(found: Vitals, load: Load) -> Sign:
    title, waited = _("Computer players"), found.age(load.computers_since)
    if not load.computers or waited is None:
        return Sign(title, State.GOOD, [_("Nobody is waiting for a computer player.")])
    said = ngettext("%(n)d turn waits for them.", "%(n)d turns wait for them.", load.computers)
    state = State.GOOD if waited <= SLOW else _worse(waited, STUCK)
    oldest = _("The oldest has waited %(time)s.") % {"time": span(waited)}
    return Sign(title, state, [said % {"n": load.computers}, oldest])


def _mails(found: Vitals) -> Sign:
    title, late = _("Emails"), found.age(found.unsent_at)
    if late is None:
        return Sign(title, State.GOOD, [_("None are waiting to go out.")])
    said = ngettext("%(n)d email is due.", "%(n)d emails are due.", found.unsent)
    oldest = _("The oldest has been due for %(time)s.") % {"time": span(late)}
    state = State.GOOD if late <= vitals.UNSENT else _worse(late, 6 * vitals.UNSENT)
    return Sign(title, state, [said % {"n": found.unsent}, oldest])


def safety(found: Vitals) -> list[Sign]:
    """Return whether what is stored could be had back."""
    return [
        _backup(found, backups.last_backup()),
        _drill(found, backups.last_drill()),
        _replay(found, census.last_drill()),
    ]


def _backup(found: Vitals, backup: Backup | None) -> Sign:
    title = _("Last backup")
    if backup is None:
        said = [_("There's no backup yet."), _("Run manage.py backup.")]
        return Sign(title, State.LOOK, said)
    age = found.now - backup.made_at
    made = _("Made %(time)s ago: %(size)s in %(seconds)s.") % {
        "time": span(age),
        "size": filesizeformat(backup.size),
        "seconds": span(timedelta(seconds=backup.seconds)),
    }
    state = State.GOOD if age <= vitals.BACKUP else _worse(age, 2 * vitals.BACKUP)
    return Sign(title, state, [made, _("It's in %(place)s.") % {"place": backup.place}])


def _drill(found: Vitals, drill: Drill | None) -> Sign:
    """Tell when a backup was last tried: one that never was may not be one."""
    title = _("Last trial of a backup")
    if drill is None:
        said = [_("No backup has been tried yet."), _("Run manage.py drill.")]
        return Sign(title, State.LOOK, said)
    tried = ngettext(
        "Tried %(time)s ago, with %(n)d match played again.",
        "Tried %(time)s ago, with %(n)d matches played again.",
        drill.matches,
    ) % {"time": span(found.now - drill.at), "n": drill.matches}
    if drill.faults:
        return Sign(title, State.BAD, [tried, *backups.faults_in_words(drill)])
    state = State.GOOD if found.now - drill.at <= vitals.DRILL else State.LOOK
    return Sign(title, state, [tried, _("Everything in it could be used.")])


def _replay(found: Vitals, replay: "ReplayDrill | None") -> Sign:
    title = _("Last replay of all matches")
    if replay is None:
        return Sign(title, State.GOOD, [_("There was none. A trial of a backup plays them too.")])
    played = ngettext(
        "%(n)d match was played again %(time)s ago.",
        "%(n)d matches were played again %(time)s ago.",
        replay.matches,
    ) % {"n": replay.matches, "time": span(found.now - replay.at)}
    if replay.is_clean:
        return Sign(title, State.GOOD, [played, _("All of them came out the same.")])
    said = ngettext("%(n)d differs.", "%(n)d differ.", replay.differences)
    return Sign(title, State.BAD, [played, said % {"n": replay.differences}])


def _worse(lasted: timedelta, most: timedelta) -> State:
    return State.BAD if lasted > most else State.LOOK


def span(lasted: timedelta) -> str:
    """Return how long something lasted, in words."""
    seconds = max(0, int(lasted.total_seconds()))
    if seconds < 60:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    return timesince(EPOCH, EPOCH + lasted, depth=1)


JOBS: dict[str, "StrOrPromise"] = {
    "sweep_deadlines": gettext_lazy("Moves for players whose time is up"),
    "sweep_absences": gettext_lazy("Substitutes for players who have left"),
    "sweep_vacancies": gettext_lazy("Asking for substitutes"),
    "sweep_deserted": gettext_lazy("Closing deserted matches"),
    "sweep_computer_turns": gettext_lazy("Reminding computer players"),
    "close_duels": gettext_lazy("Closing duels"),
    "sweep_reviews": gettext_lazy("Reviewing matches"),
    "sweep_puzzles": gettext_lazy("Looking for puzzles"),
    "sweep_daily": gettext_lazy("Preparing the day's challenges"),
    "forget_old_thoughts": gettext_lazy("Forgetting old thoughts"),
    "prove_scores": gettext_lazy("Proving high scores"),
    "count_words": gettext_lazy("Counting words that were played"),
    "publish_due_editions": gettext_lazy("Publishing word lists"),
    "forget_old_uploads": gettext_lazy("Forgetting uploaded word lists"),
    "send_account_mails": gettext_lazy("Sending emails about accounts"),
    "deliver_notices": gettext_lazy("Sending notifications"),
    "close_stale_tables": gettext_lazy("Closing old tables"),
    "see_off": gettext_lazy("Clearing tables whose host has left"),
    "bring_together": gettext_lazy("Bringing players together"),
    "run_seasons": gettext_lazy("Running seasons of leagues"),
    "rate_finished": gettext_lazy("Rating matches"),
    "note_results": gettext_lazy("Noting results"),
    "remove_idle_guests": gettext_lazy("Removing guests who left long ago"),
    "forget_expired_sessions": gettext_lazy("Forgetting old sessions"),
    "forget_sent_forms": gettext_lazy("Forgetting forms that were sent"),
    "forget_ended_notices": gettext_lazy("Forgetting old notifications"),
    "delete_old_mails": gettext_lazy("Deleting old emails"),
    "back_up_when_due": gettext_lazy("Making backups"),
    "drill_when_due": gettext_lazy("Trying backups"),
    "warn_when_overdue": gettext_lazy("Warning of backups that weren't tried"),
}
# Tasks that somebody asks for, beside the jobs that make up for them.
TASKS: dict[str, "StrOrPromise"] = {
    "award_season": JOBS["note_results"],
    "enforce_deadlines": JOBS["sweep_deadlines"],
    "look_after": JOBS["run_seasons"],
    "look_for_puzzles": JOBS["sweep_puzzles"],
    "make_challenges": JOBS["sweep_daily"],
    "note_result": JOBS["note_results"],
    "play_computer_turn": gettext_lazy("Turns of computer players"),
    "rate_match": JOBS["rate_finished"],
    "settle_answers": gettext_lazy("Judging answers in challenges"),
    "work_on_reviews": JOBS["sweep_reviews"],
    "work_on_thoughts": gettext_lazy("Thinking about what people ask"),
}
