"""What people are told, by which channel and when; not what there is to tell: apps bring that.

Many files: Django looks for an app's modules beside each other; what is ours lies in the folders.
"""
