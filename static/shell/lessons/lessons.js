/** The list of lessons: says how far this reader is in each. */

import { count, say } from "../common/catalog.js";
import { write } from "../common/dom.js";
import { stepsDone } from "./progress.js";

for (const line of document.querySelectorAll("[data-lesson-steps]")) {
  const steps = Number(line.dataset.lessonSteps);
  const done = stepsDone(line.dataset.slug).size;
  if (done >= steps) write(line, count("{n} step done", "All {n} steps done", steps));
  else if (done) write(line, say("{done} of {steps} steps done", { done, steps }));
}
