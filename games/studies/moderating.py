"""What others report in shared studies, and what follows if a moderator agrees."""

from datetime import datetime
from typing import Any

from accounts.trust import reports
from accounts.trust.models import Report
from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import verbatim
from games.studies import reading
from games.studies.models import Comment, Study

STUDY, COMMENT = "study", "comment"  # what a report can be about


class NoSuchText(Refusal):
    """There's nothing like that to report."""

    code = "no_text"


def report(
    *, code: str, comment: int | None, user: User, reason: str, words: str, now: datetime
) -> Report:
    """Put a shared study, or one comment in it, before the moderators; raise Refusal."""
    study = reading.find(code=code, user_id=user.pk)
    if study.owner_id == user.pk:
        raise NoSuchText("That's your own study.")
    subject, line = (STUDY, study.pk) if comment is None else (COMMENT, comment)
    comments = reading.comments_of(study)
    if comment is not None and comment not in {one.pk for one in comments}:
        raise NoSuchText("That comment is no longer in this study.")
    try:
        return reports.report(
            reporter=user,
            about=study.owner,
            about_name=study.owner.display_name,
            reason=reason,
            words=words,
            place=f"{reading.game_of(study)}: {reading.title_of(study)}",
            path=study.get_absolute_url(),
            subject=subject,
            line=line,
            lines=_lines(study, comments, comment),
            now=now,
        )
    except reports.ReportError as error:
        raise Refusal(verbatim(str(error))) from error


def _lines(study: Study, comments: list[Comment], reported: int | None) -> list[dict[str, Any]]:
    """Return a copy of what was written: the title with the players' names, and the comments."""
    title = f"{reading.title_of(study)} ({', '.join(study.names)})"
    name, made = study.owner.display_name, study.made_at.isoformat()
    first = {"line": 0, "name": name, "text": title, "at": made, "reported": reported is None}
    return [
        first,
        *(
            {
                "line": one.pk,
                "name": name,
                "text": one.text,
                "at": one.changed_at.isoformat(),
                "reported": one.pk == reported,
            }
            for one in comments
        ),
    ]


def hide_study(*, line: int, now: datetime) -> None:
    """Let nobody but its owner see a study any more, and not share it again."""
    hidden = Study.objects.filter(pk=line, hidden_at__isnull=True)
    hidden.update(hidden_at=now, is_shared=False)


def hide_comment(*, line: int, now: datetime) -> None:
    """Let nobody but its author see a comment any more."""
    Comment.objects.filter(pk=line, hidden_at__isnull=True).update(hidden_at=now)
