"""How lists change."""
