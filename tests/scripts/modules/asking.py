"""Asks modules of the site what their functions return."""

from typing import Any

from playwright.sync_api import Page


def ask(page: Page, at: str, script: str, facts: Any = None) -> Any:
    """Return what a function ``(module, facts) => ...`` makes of the module at an address."""
    call = f"async ([at, facts]) => ({script})(await import(at), facts)"
    return page.evaluate(call, [at, facts])
