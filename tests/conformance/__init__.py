"""Many files: one for each thing that all games have to do alike."""
