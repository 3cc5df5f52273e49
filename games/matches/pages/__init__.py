"""The pages of matches and words, and what their scripts ask.

Many files: one for each page or answer, and what several of them say.
"""
