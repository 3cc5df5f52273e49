"""The kernel every game is built on: pure values and functions, no Django, no clock, no global chance."""
