"""``python -m tools.reviewing``: how reliable reviews are, and how long they take.

Computer players play matches with fixed secrets, and these are reviewed by rules and bots alone:

* ``blunders`` replaces the best turn by the worst of ten, and counts how many reviews say so;
* ``perfect`` has the reviewer itself choose, and counts how many of its turns a review with other
  chance calls mistakes;
* ``errors`` weighs turns with several seeds, and compares how far the chances vary with the errors
  that were told;
* ``luck`` reviews matches of two players of different strength, each secret from both seats, and
  tells the mean of what's called luck;
* ``speed`` reviews whole matches, with as much thought as the site gives them.
"""
