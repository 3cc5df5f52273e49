/**
 * Filters a list as soon as something is chosen, and keeps the choice in the address.
 *
 * `<form method="get" data-wish="list-id">` filters the `data-live` element with that id.
 */

import { refresh } from "./live.js";

for (const form of document.querySelectorAll("[data-wish]")) {
  const list = document.getElementById(form.dataset.wish);
  form.addEventListener("change", () => {
    const said = new URLSearchParams(new FormData(form));
    for (const [name, value] of [...said]) if (!value) said.delete(name);
    const query = said.toString();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
    list.dataset.live = `${location.pathname}?fragment${query && `&${query}`}`;
    refresh(list);
  });
}
