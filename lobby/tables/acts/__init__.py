"""What is done at a waiting table; nothing else changes one."""
