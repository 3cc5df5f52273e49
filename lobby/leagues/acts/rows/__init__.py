"""The one way in which a season's rows change: effects are carried out, told and undone."""
