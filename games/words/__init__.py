"""Word lists, what words mean, and how lists change; knows no match and no table."""
