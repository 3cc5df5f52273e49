"""New versions: what they change in the database, whether all is ready, and the way."""
