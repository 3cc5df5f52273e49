"""Whom people want to meet: friends, blocks, reports, decisions; not what they talk about.

Many files: Django looks for an app's modules beside each other; the others are one subject each.
"""
