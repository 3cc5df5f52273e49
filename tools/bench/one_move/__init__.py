"""What one move takes, in this checkout or another: its statements, and the path of its clock.

These modules use nothing of the site that has another name in older checkouts, or look in both
places; ``tools.shape`` runs them in the checkout that it is asked about.
"""
