"""What people do to a season, answered with effects; it carries nothing out."""
