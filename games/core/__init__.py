"""The kernel every game is built on: values and functions; no Django, no clock to read, no rows.

Many files: one for each notion that a game is written with; what belongs together has a folder.
"""
