"""What a position is made of, and whether stored facts make one; turns change it."""
