/** The list of lessons: tells how far this reader has come in each. */

import { write } from "./dom.js";
import { stepsDone } from "./progress.js";

for (const line of document.querySelectorAll("[data-lesson-steps]")) {
  const steps = Number(line.dataset.lessonSteps);
  const done = stepsDone(line.dataset.slug).size;
  if (done >= steps) write(line, `All ${steps} steps done`);
  else if (done) write(line, `${done} of ${steps} steps done`);
}
