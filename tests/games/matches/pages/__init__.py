"""Many files: one for each page, answer or mail that people see."""
