"""Many files: what is shared by the tests of all its folders, which mirror the source."""
