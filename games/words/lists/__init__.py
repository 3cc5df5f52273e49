"""Lists and their numbered versions, packed for matches; decides nothing about them."""
