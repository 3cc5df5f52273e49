"""The kernel every game is built on: values and functions; no Django, no clock to read, no rows."""
