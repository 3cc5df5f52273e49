"""What a host does with a site as a whole: see how it is, keep it safe, bring it up to date.

It stands above all apps and may ask any of them; none of them knows it.
"""
