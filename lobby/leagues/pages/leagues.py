"""Pages of leagues: all of them, one with its rules, and what was done in it."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from games.core.extras.protocols import options_at
from games.core.language.text import Text
from games.core.table import options as settings_of
from games.core.table.agreement import Agreement
from games.registry import game_class, load_game
from games.words.lists.reading import title_of
from lobby.leagues.pages.answers import answered
from lobby.leagues.pages.taking_part import standing_of
from lobby.leagues.reading import access, agreed, leagues, people
from lobby.leagues.reading.access import Power
from lobby.leagues.season.rules import Format, Joining, Rules, Schedule
from lobby.ratings.terms import Terms, in_words

SHOWN = 50
Line = tuple[Text, Text, bool]  # label, value, differs from the usual
NOT_FOR: dict[str, Callable[[Rules], bool]] = {
    "table_size": lambda rules: rules.format != Format.TABLES,
    "rounds": lambda rules: rules.format not in (Format.SWISS, Format.TABLES),
    "schedule": lambda rules: rules.format in (Format.SWISS, Format.KNOCKOUT),
    "round_days": lambda rules: rules.schedule == Schedule.AT_ONCE,
    "season_days": lambda rules: rules.schedule != Schedule.AT_ONCE,
    "break_days": lambda rules: not rules.repeats,
    "extension_days": lambda rules: rules.unfinished != "extend",
    "withdrawal": lambda rules: rules.format == Format.KNOCKOUT,
    "win": lambda rules: rules.format == Format.TABLES,
    "draw": lambda rules: rules.format == Format.TABLES,
    "loss": lambda rules: rules.format == Format.TABLES,
}


@require_safe
def league_index(request: HttpRequest) -> HttpResponse:
    """List your own leagues first, then all that are open."""
    user_id = request.user.pk
    page = Paginator(leagues.listed(), SHOWN).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": leagues.lines(list(page)),
        "mine": leagues.lines_of(user_id=user_id) if user_id else [],
    }
    return render(request, "leagues/index.html", context)


@require_safe
@answered
def league_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league: its seasons, what is agreed, who runs it, and how one takes part."""
    league = leagues.league_of(slug=slug)
    seasons = leagues.seasons_of(league=league)
    season = leagues.in_focus(seasons)
    coming = next((one for one in seasons if one.phase in OPENING), None)
    readable = agreed.is_readable(league)
    joining = agreed.rules_of(league).joining if readable else ""
    looked_at = coming or season
    powers = access.powers_of(request.user, league)
    context: dict[str, Any] = {
        "league": league,
        "game": game_class(league.game).info,
        "seasons": seasons,
        "season": season,
        "unreadable": None if looked_at is None or agreed.is_readable(looked_at) else looked_at,
        "agreed": rules_in_words(agreed.rules_of(league)) if readable else [],
        "table": table_in_words(league) if readable else [],
        "is_readable": readable,
        "roles": people.roles_in(league=league),
        "announcements": people.announcements_of(league=league),
        "interventions": people.ledger_of(league=league).count(),
        "powers": powers,
        "runs": bool(powers),
        "code": league.code if Power.CHANGE in powers and joining == Joining.CODE else "",
        "given_code": request.GET.get("code", "")[:40],
    }
    if context["unreadable"] is None:
        context["standing"] = standing_of(request, looked_at, now=read_clock())
    return render(request, "leagues/league.html", context)


OPENING = ("planned", "registration", "check_in")


@require_safe
@answered
def league_ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all interventions in a league, each with its reason and its hash."""
    league = leagues.league_of(slug=slug)
    page = Paginator(people.ledger_of(league=league), SHOWN).get_page(request.GET.get("page"))
    return render(request, "leagues/ledger.html", {"league": league, "page": page})


def rules_in_words(rules: Rules) -> list[tuple[str, list[Line]]]:
    """Return the rules that matter, under their headings: label, value, differs from the usual."""
    groups: dict[str, list[Line]] = {}
    for field in settings_of.fields(Rules):
        value = getattr(rules, field.name)
        if field.name in NOT_FOR and NOT_FOR[field.name](rules):
            continue
        words = field.in_words(value)
        if value == 0 and (never := ZERO.get(field.name)):
            words = never
        groups.setdefault(str(field.group), []).append((field.label, words, value != field.default))
    return list(groups.items())


ZERO = {
    "most": Text("no limit"),
    "check_in_days": Text("none"),
    "no_show_days": Text("never"),
    "undo_hours": Text("none"),
}


def table_in_words(row: Any) -> list[Line]:
    """Return what is agreed at each table of a league or a season."""
    game = load_game(row.game, row.options)
    alone = game.info.max_players == 1
    agreement = Agreement() if alone else row.agreement
    terms = Terms(game=row.game, options=row.options, control=row.control)
    return [
        (Text("Ratings"), Text("{said}", said=in_words(terms)), False),
        (Text("Time"), game.info.time_in_words(row.control), False),
        *([] if alone else agreement.in_words(row.control, game.info.clock_move)),
        *settings_of.in_words(options_at(game, row.control.pace), named=title_of),
    ]
