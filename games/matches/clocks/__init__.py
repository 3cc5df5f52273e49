"""The clocks of matches, the site's outages, processes that hang; no move is made here."""
