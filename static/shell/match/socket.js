/**
 * Keeps a match's socket open. What it brings are hints: whoever listens compares versions and asks
 * for the whole view when something is missing. While the socket stays down, `poll` is called
 * instead, so a page behind a proxy without sockets is late by seconds and never wrong. A page that
 * is hidden says so, when it connects and with each heartbeat.
 */

const SHORTEST = 300;
const FIRST = 1_000; // after a restart, all pages come back: not all in the same moment
const LONGEST = 5_000;
const POLL_EVERY = 5_000;
const SILENCE = 17_000; // the server asks for a heartbeat every four seconds
const REFUSED = 4_000; // close codes from here on: the server will not have us

/**
 * @param {{path: string, receive: (frame: any) => void, poll: () => void,
 *          show: (state: "open"|"down") => void, isHere?: () => boolean,
 *          hear?: (instant: string) => void}} options
 *   `isHere` is asked before each heartbeat; `hear` is told the server's time as often as the server
 *   tells it
 * @returns {{sign: () => void, close: () => void}}  `sign` gives one unasked
 */
export function connect({ path, receive, poll, show, isHere = () => true, hear = () => {} }) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let socket = null;
  let failures = 0;
  let heardAt = 0;
  let retry = 0;
  let polling = 0;
  let stopped = false;

  function open() {
    clearTimeout(retry);
    if (stopped) return;
    address.search = document.hidden ? "hidden" : "";
    const mine = new WebSocket(address);
    socket = mine;
    heardAt = Date.now();
    mine.onopen = () => {
      failures = 0;
      clearInterval(polling);
      polling = 0;
      show("open");
    };
    mine.onmessage = (message) => {
      heardAt = Date.now();
      const frame = JSON.parse(message.data);
      if (frame.now) hear(frame.now);
      if (frame.t === "ping") sign();
      else receive(frame);
    };
    mine.onclose = (event) => {
      if (mine === socket) wait(event.code);
    };
  }

  function sign() {
    if (socket?.readyState !== WebSocket.OPEN || !isHere()) return;
    socket.send(JSON.stringify(document.hidden ? { t: "pong", hidden: true } : { t: "pong" }));
  }

  function wait(code) {
    if (stopped || code >= REFUSED) return;
    const longest = Math.min(LONGEST, FIRST * 2 ** failures);
    failures += 1;
    if (failures > 1) show("down");
    if (!polling) polling = setInterval(pollNow, POLL_EVERY);
    retry = setTimeout(open, SHORTEST / 2 + Math.random() * (longest - SHORTEST / 2));
  }

  function pollNow() {
    if (!document.hidden) poll();
  }

  /** Opens anew at once if the socket is shut, or silent for so long that it must be dead. */
  function wake() {
    if (document.hidden || stopped) return;
    const dead = socket.readyState === WebSocket.OPEN && Date.now() - heardAt > SILENCE;
    if (!dead && socket.readyState <= WebSocket.OPEN) return;
    const old = socket;
    socket = null;
    failures = 0;
    old.close();
    open();
    poll();
  }

  open();
  const watch = setInterval(wake, POLL_EVERY);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  return {
    sign,
    close() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(polling);
      clearInterval(watch);
      socket?.close();
    },
  };
}
