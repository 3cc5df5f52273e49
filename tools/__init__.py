"""Programs beside the site: they may import it, and nothing of it imports them.

Many files: one program each, run by its name; those of several modules have a folder.
"""
