"""The pages of matches and words, and what their scripts ask."""
