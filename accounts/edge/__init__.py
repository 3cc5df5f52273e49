"""Where people meet the site: requests, links, languages, addresses, tokens; it knows no person.

Many files: each is one subject, and too small for a folder.
"""
