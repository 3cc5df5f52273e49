"""Static files with hashed names, so that browsers can keep them for ever, and few of them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from servestatic.storage import CompressedManifestStaticFilesStorage
from typing_extensions import override

from config.web.bundles import scripts, styles

# Where pages say which scripts they have.
_NAMED = re.compile(r"""['"]([\w/-]+\.js)['"]""")
_BESIDE = (
    r"""(?P<matched>new URL\(\s*["'](?P<url>[./][^"']*)["'],\s*import\.meta\.url\))""",
    'new URL("%(url)s", import.meta.url)',
)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Bundles scripts and styles, then hashes files and the imports between ES modules alike."""

    support_js_module_import_aggregation = True
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", (_BESIDE,)))

    @override
    def post_process(self, paths: dict[str, Any], *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Yield what becomes of each file; a module that is part of others is none any longer."""
        if not kwargs.get("dry_run"):
            paths = self._bundled(paths)
        yield from super().post_process(paths, *args, **kwargs)

    def shared_module(self) -> str:
        """Return the address of what scripts have in common."""
        return str(self.url(scripts.SHARED))

    def _bundled(self, paths: dict[str, Any]) -> dict[str, Any]:
        """Return the files with those that are made in place of those they are made of."""
        read = {name: _text(*paths[name]) for name in paths if name.endswith((".js", ".css"))}
        own = {name: text for name, text in read.items() if name.startswith(("shell/", "games/"))}
        modules = {name: text for name, text in own.items() if name.endswith(".js")}
        made = scripts.bundled(modules, named_by_pages())
        made |= styles.bundled({name: own[name] for name in own.keys() - modules.keys()})
        memory = InMemoryStorage()
        for name in made.keys() | own.keys():
            self.delete(name)
        for name, text in made.items():
            memory.save(name, ContentFile(text.encode()))
            self.save(name, ContentFile(text.encode()))
        kept = {name: path for name, path in paths.items() if name not in own}
        return kept | {name: (memory, name) for name in made}


def _text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        data: bytes = file.read()
    return data.decode()


def named_by_pages() -> set[str]:
    """Return the scripts that pages name."""
    folders = [Path(folder) for engine in settings.TEMPLATES for folder in engine["DIRS"]]
    pages = [page for folder in folders for page in sorted(folder.rglob("*.html"))]
    return {name for page in pages for name in _NAMED.findall(page.read_text(encoding="utf-8"))}
