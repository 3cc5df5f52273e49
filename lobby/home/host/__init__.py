"""The home of whoever runs the site: what happened, what waits, and how the site is."""
