"""Many files: one for each part of the wiring."""
