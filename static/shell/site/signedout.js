/**
 * Says that the session is over when the site has answered so, and leads to the page to sign in by. The
 * page stays as it is; whoever keeps something for later hears `leaving` before it's left. Who has signed
 * in again meanwhile, in another tab, gets the page anew. The page of a match does all this itself.
 */

import { tell } from "../common/catalog.js";
import { h } from "../common/dom.js";

const { signIn } = document.body.dataset;
const leave = () => document.dispatchEvent(new CustomEvent("leaving"));

function heed({ detail }) {
  if (detail === "stale_page") {
    leave();
    location.reload();
    return;
  }
  const calls = document.querySelector("[data-calls]");
  if (calls.querySelector("[data-way-back]")) return;
  const link = h("a", { href: signIn, "data-way-back": true, click: leave }, tell("Sign in"));
  // The place on the page is known to the page alone, as the move of a study.
  if (signIn.includes("next=")) link.addEventListener("click", () => (link.href = signIn + encodeURIComponent(location.hash)));
  const words = tell("You've been signed out. {link} to go on.", { link });
  calls.append(h("p", { class: "notice notice-warning" }, words));
}

if (signIn && !document.querySelector("[data-signed-out]")) document.addEventListener("signedout", heed);
