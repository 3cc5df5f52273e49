"""The one way in which a season's rows change."""
