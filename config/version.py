"""Which version of Tilepost this is: the newest heading of CHANGELOG.md."""

VERSION = "1.0"
