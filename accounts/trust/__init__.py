"""Whom people want to meet: friends, blocks, reports, decisions; not what they talk about."""
