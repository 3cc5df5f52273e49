"""Scripts by themselves: modules and boards in one page of a Chromium, without a site."""
