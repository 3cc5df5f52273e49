"""Wiring only: which parts this site is made of and how they are reached."""

from config.celery import app as celery_app

__all__ = ("celery_app",)
