"""Where people meet the site: requests, links, languages, tokens; it knows no person."""
