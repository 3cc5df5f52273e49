"""Many files: one for each program that isn't part of the site."""
