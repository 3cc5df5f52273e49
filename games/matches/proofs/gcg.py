"""A match that is over as a GCG file, where its game has a way to write one (docs/notation.md)."""

from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.extras.gcg import GcgHead
from games.core.extras.protocols import WritesGcg
from games.core.language.text import Text
from games.core.log.replay import replay
from games.core.log.takeback import decode_entry
from games.matches import reading
from games.matches.proofs.replays import BROKEN
from games.matches.reading import Loaded


class NotRevealed(Refusal):
    """A match of which not all may be told yet."""

    code = "not_over"
    usual = Text("There's a GCG file of a match once it's over.")


class NotInGcg(Refusal):
    """A match that can't be written so."""

    code = "no_gcg"
    usual = Text("There are no GCG files of this game.")


def has_gcg(loaded: Loaded) -> bool:
    """Tell whether a match can be written as GCG now."""
    match, rules = loaded.match, loaded.rules
    same = rules.info.rules_version == match.rules_version
    return isinstance(rules, WritesGcg) and same and reading.is_revealed(match)


def as_gcg(loaded: Loaded) -> str:
    """Return a match as GCG; raise NotRevealed or NotInGcg."""
    match, rules = loaded.match, loaded.rules
    if not isinstance(rules, WritesGcg):
        raise NotInGcg
    if not reading.is_revealed(match):
        raise NotRevealed
    if rules.info.rules_version != match.rules_version:
        raise NotInGcg("The rules have changed since this match was played.")
    secret = bytes(match.secret.secret)
    try:
        entries = [decode_entry(rules, move.action) for move in loaded.moves]
        states = list(replay(rules, match.players, secret, entries))
    except (BadData, IllegalAction) as error:
        raise NotInGcg(BROKEN) from error
    return rules.write_gcg(_head(loaded, secret), states, entries)


def _head(loaded: Loaded, secret: bytes) -> GcgHead:
    match, version = loaded.match, loaded.match.word_list_version
    slurs = bool(match.options.get("slurs"))
    words = (version.full_sha256 if slurs else version.sha256) if version else ""
    lexicon = f"{version.word_list.title} {version.number}" if version else ""
    return GcgHead(
        players=tuple(loaded.names),
        title=f"{loaded.rules.info.title} {match.started_at:%Y-%m-%d}",
        match=match.public_id,
        lexicon=lexicon,
        words=words,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        secret=secret.hex(),
    )
