"""Who meets whom: pure functions of the players there are and the matches there were."""

from lobby.leagues.season.pairing.knockout import fallen, knockout
from lobby.leagues.season.pairing.round_robins import round_robin
from lobby.leagues.season.pairing.seats import Seats
from lobby.leagues.season.pairing.swisses import Player, swiss
from lobby.leagues.season.pairing.tables import tables

__all__ = ["Player", "Seats", "fallen", "knockout", "round_robin", "swiss", "tables"]
