"""Clocks that sleep: when a person's clock stands still, and what follows for deadlines.

Pure: every answer follows from recorded instants and calendars, and nothing here knows of tables,
matches or the database. ``docs/clocks.md`` tells the rules.
"""
