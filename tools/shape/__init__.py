"""The figures by which the source is measured, in this checkout or another."""
