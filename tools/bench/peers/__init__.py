"""The same tasks done by packages of others, where there are any."""
