"""Many files: the parts of one site that is broken on purpose, and the four tests that do so."""
