"""Programs beside the site: they may import it, and nothing of it imports them."""
