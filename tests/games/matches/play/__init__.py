"""Many files: one for each act on a match, named like the module it tries."""
