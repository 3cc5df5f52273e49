"""What words mean, which are forms of each other, and their labels; knows no list."""
