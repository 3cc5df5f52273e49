"""Reviews of matches that are over: what each turn was worth, who erred, and what was luck."""
