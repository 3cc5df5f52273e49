"""Wiring only: which parts this site is made of and how they are reached.

Many files: each is one wire, and Django, Celery and the web server look for theirs by name.
"""

from config.celery import app as celery_app

__all__ = ("celery_app",)
