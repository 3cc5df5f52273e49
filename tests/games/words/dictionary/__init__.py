"""What words mean, and which are forms of each other."""
