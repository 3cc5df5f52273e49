"""Word lists, what words mean, and how lists change; knows no match and no table.

Many files: Django looks for an app's modules beside each other; what is ours lies in the folders.
"""
