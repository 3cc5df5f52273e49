"""What people have done here: how their matches ended, and what profiles tell of it.

Many files: Django looks for an app's modules beside each other.
"""
