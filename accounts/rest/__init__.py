"""When people rest: sleep, days off, holidays; not what a clock makes of it."""
