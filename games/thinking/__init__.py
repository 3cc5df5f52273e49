"""Questions about positions that people ask, thought about by the computer players' processes.

Pages ask and come again (``asking``); only tasks think (``work``), so no page waits for a thought.
"""
