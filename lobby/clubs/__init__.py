"""Clubs: people with members and tables of their own; leagues only register with it."""
