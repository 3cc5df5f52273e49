"""Who people are: accounts, guests, names, sessions, roles; not what they are told.

Many files: Django looks for an app's modules beside each other; the others are one subject each.
"""
