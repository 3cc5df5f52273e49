/**
 * Closes an open menu when the reader clicks elsewhere, tabs out of it, or presses Escape;
 * unfolds what a wide screen has room for.
 */

for (const menu of document.querySelectorAll("details:is([data-menu], [data-feel])")) {
  const close = () => menu.removeAttribute("open");

  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target)) close();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) close();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary").focus();
  });
}

if (matchMedia("(width >= 56rem)").matches) {
  for (const fold of document.querySelectorAll("details[data-wide-open]")) fold.open = true;
}
