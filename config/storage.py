"""Static files with hashed names, so that browsers can keep them for ever."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashes files and the imports between ES modules alike."""

    support_js_module_import_aggregation = True
