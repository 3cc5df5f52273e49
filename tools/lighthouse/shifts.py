"""How far what is on a page moves while it comes, over a slow line: each shift is counted."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from playwright.sync_api import Browser, Page

from tools.lighthouse.visitors import Visit

MOST = 0.02
WIDTHS = (1280, 390)
# Fast 3G, as Lighthouse has it: what comes late is seen to.
LINE = {
    "offline": False,
    "latency": 150,  # milliseconds
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
AFTERWARDS = 1_500  # milliseconds in which something may still come
OBSERVE = """
window.shifted = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.hadRecentInput) continue;
    const nodes = one.sources.map(({ node }) => node?.nodeType === 1
      ? `${node.localName}.${node.className.baseVal ?? node.className}` : node?.textContent);
    window.shifted.push([one.value, nodes.join(", ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""

Shifts = list[tuple[float, str]]  # how far, and what; of one page


def measured(browser: Browser, site: str, visits: Iterable[Visit]) -> Iterator[tuple[Any, ...]]:
    """Yield a page's name, a width and its shifts, page after page."""
    for visit in visits:
        for width in WIDTHS:
            yield visit.name, width, _shifts(browser, site, visit, width)


def _shifts(browser: Browser, site: str, visit: Visit, width: int) -> Shifts:
    small = width < WIDTHS[0]
    context = browser.new_context(
        base_url=site,
        viewport={"width": width, "height": 844 if small else 900},
        is_mobile=small,
        has_touch=small,
    )
    visit.sign_in(context, site)
    page = context.new_page()
    page.add_init_script(OBSERVE)
    _slow_down(page)
    page.goto(visit.path, wait_until="load")
    page.wait_for_timeout(AFTERWARDS)
    found: Shifts = page.evaluate("window.shifted")
    context.close()
    return found


def _slow_down(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)


def table(found: Mapping[tuple[str, int], Shifts]) -> str:
    """Return the sum for each page and width, and what moved where it is too much."""
    lines = [f"{'shifts of layout':34} " + " ".join(f"{width:>7}" for width in WIDTHS)]
    for name in dict.fromkeys(name for name, _ in found):
        each = [found[name, width] for width in WIDTHS]
        sums = [sum(value for value, _ in shifts) for shifts in each]
        moved = [what for shifts in each for _, what in shifts if max(sums) > MOST]
        line = f"{name:34} " + " ".join(f"{one:7.3f}" for one in sums)
        lines.append(f"{line}  {'; '.join(moved)}".rstrip())
    return "\n".join(lines)
