"""A site with many people and matches, and how it does: how quick pages are, and by which plans.

    python -m tools.large

By default there are 20,000 people, 50,000 finished and 5,000 running matches. It starts the site's
servers in a folder of their own, fills the database, prints figures, and throws all away.
"""
