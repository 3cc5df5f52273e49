"""Many files: what tests of several folders share lies here, one module for each subject."""
