// Looks again until what is being published is there, and then shows the page anew.
const EVERY = 2000; // ms

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.ok && !(await answer.text()).includes("data-publishing")) {
      location.reload();
      return;
    }
  } catch {
    // The site cannot be reached just now: it is asked again.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
