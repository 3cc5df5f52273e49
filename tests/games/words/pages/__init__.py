"""The pages of words, lists and moderation."""
