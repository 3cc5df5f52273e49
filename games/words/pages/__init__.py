"""The pages of words, lists and moderation, and their forms; they decide nothing themselves."""
