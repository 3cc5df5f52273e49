"""Trophies: stamps for what people have done. They are earned, and never for sale."""
