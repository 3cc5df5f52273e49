"""Turns that are played: by people and computer players, by the clock, by what was prepared."""
