"""Addresses of leagues."""

from django.urls import path

from lobby.leagues.pages import desk, exports, founding, leagues, plans, seasons
from lobby.leagues.pages import players as deeds

LEAGUE = "leagues/<slug:slug>/"
SEASON = f"{LEAGUE}<int:number>/"

urlpatterns = [
    path("leagues/", leagues.league_index, name="leagues"),
    path("leagues/new/", founding.new_league, name="league-new"),
    path(LEAGUE, leagues.league_page, name="league"),
    path(f"{LEAGUE}act", deeds.act, name="league-act"),
    path(f"{LEAGUE}ledger/", leagues.league_ledger, name="league-ledger"),
    path(f"{LEAGUE}calendar.ics", exports.league_calendar, name="league-calendar"),
    path(f"{LEAGUE}run/", desk.desk, name="league-run"),
    path(f"{LEAGUE}run/act", desk.act, name="league-rule"),
    path(f"{LEAGUE}run/rules/", founding.change_league, name="league-change"),
    path(SEASON, seasons.season_page, name="season"),
    path(f"{SEASON}embed/", seasons.season_embed, name="season-embed"),
    path(f"{SEASON}plan/", plans.season_plan, name="season-plan"),
    path(f"{SEASON}plan/act", plans.act, name="season-act"),
    path(f"{SEASON}results.csv", exports.season_csv, name="season-csv"),
    path(f"{SEASON}season.json", exports.season_json, name="season-json"),
]
