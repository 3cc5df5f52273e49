"""The rows of words: lists, meanings, moderation, and the record of all changes."""

from games.words.models.audit import AuditEntry, sign
from games.words.models.lists import (
    BYTEWISE,
    LONGEST,
    RELEASE,
    Cards,
    Change,
    LoadedFile,
    Status,
    Word,
    WordList,
    WordListVersion,
)
from games.words.models.meanings import Definition, Form, Label, Part
from games.words.models.moderation import (
    PUBLIC_ALPHABET,
    Answer,
    Batch,
    Edition,
    Proposal,
    Support,
    Upload,
    Vote,
    new_public_id,
)

__all__ = [
    "BYTEWISE",
    "LONGEST",
    "PUBLIC_ALPHABET",
    "RELEASE",
    "Answer",
    "AuditEntry",
    "Batch",
    "Cards",
    "Change",
    "Definition",
    "Edition",
    "Form",
    "Label",
    "LoadedFile",
    "Part",
    "Proposal",
    "Status",
    "Support",
    "Upload",
    "Vote",
    "Word",
    "WordList",
    "WordListVersion",
    "new_public_id",
    "sign",
]
