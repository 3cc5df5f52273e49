"""How pages, sockets and static files come to a browser, and what they say when they can't."""
