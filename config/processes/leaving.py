"""Whether this process has been told to stop: it answers for a while, but is sent no more.

``/health/ready`` says so to whoever spreads the requests.
"""

_begun = False


def begin() -> None:
    """Note that this process is going to end."""
    global _begun
    _begun = True


def has_begun() -> bool:
    """Tell whether it is going to end."""
    return _begun
