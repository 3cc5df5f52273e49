"""Seeing how a site is: for balancers, for Prometheus, in the log, and on a page for its host."""
