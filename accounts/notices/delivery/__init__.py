"""How notices leave: scheduled, put together, sent, tried again; not what anybody wants.

Many files: each is one step of the way, from a notice that is due to the mail that is looked at.
"""
