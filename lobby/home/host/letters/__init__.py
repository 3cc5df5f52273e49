"""Every kind of mail that the site sends, as people who are made up would get it.

Each is written by what writes the real ones, from rows that the site's own acts make. That happens
in a transaction which is always rolled back, so nothing of it is ever stored, sent or seen.
"""
