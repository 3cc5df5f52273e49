"""The words of a release as files, and how they are read; needs neither Django nor a database."""
