"""Addresses on pages as people know them: ``{{ user.email|shown }}``."""

from django import template

from accounts.edge import addresses

register = template.Library()
register.filter("shown", addresses.shown)
