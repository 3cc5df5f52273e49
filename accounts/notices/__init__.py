"""What people are told, by which channel and when; not what there is to tell: apps bring that."""
