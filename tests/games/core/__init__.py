"""Many files: one for each module of the kernel; some modules are tried in two ways."""
