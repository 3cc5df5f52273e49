"""Which environment variables the site reads."""

import re

from config.local.paths import PROJECT

_READ = re.compile(
    r"""(?:env(?:\.\w+)?|given|environ\.get)\(\s*["']([A-Z_]+)["']|environ\[["']([A-Z_]+)["']\]"""
)


def known() -> set[str]:
    """Return the names of all settings, by what the source reads."""
    sources = [*(PROJECT / "config").rglob("*.py")]
    found = {
        name
        for path in sources
        for pair in _READ.findall(path.read_text(encoding="utf-8"))
        for name in pair
        if name
    }
    return found | {f"{name}_FILE" for name in found}
