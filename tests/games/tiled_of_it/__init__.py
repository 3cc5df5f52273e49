"""Many files: one for each way to try the game; every game has files of the same names."""
