"""Files of words, read and kept until they are proposed; no list changes here."""
