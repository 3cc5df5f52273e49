/** Offers the time zone of this device where one is asked for. */

for (const button of document.querySelectorAll("[data-my-zone]")) {
  const field = document.getElementById(button.dataset.myZone);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
  if (!zone || !known || field.value === zone) continue;
  button.textContent = `Use this device's: ${zone}`;
  button.hidden = false;
  button.addEventListener("click", () => {
    field.value = zone;
    button.hidden = true;
    field.focus();
  });
}
