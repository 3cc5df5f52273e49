// Looks again and again until what is being published is there, then reloads the page.
const EVERY = 2000; // ms

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.ok && !(await answer.text()).includes("data-publishing")) {
      location.reload();
      return;
    }
  } catch {
    // We can't reach the site just now, so we ask again.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
