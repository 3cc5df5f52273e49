'use strict';

// usage: node measure.js <tables> <seconds>
// Two clients at each table move in turn, each as soon as it sees the other's move.

const { fork } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { Count } = require('./game');

const WARM_UP_MS = 3000;
const [tables, seconds] = process.argv.slice(2).map(Number);
const latencies = [];
let begin = Infinity;
let end = Infinity;

function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

function sit(server, matchID, playerID) {
  return Client({
    game: Count,
    matchID,
    playerID,
    numPlayers: 2,
    multiplayer: SocketIO({ server }),
    debug: false,
  });
}

function arrived(player) {
  return new Promise((resolve) => {
    player.subscribe((state) => state && state.isConnected && resolve());
    player.start();
  });
}

async function open(server, number) {
  const players = ['0', '1'].map((player) => sit(server, `table${number}`, player));
  // The first to come makes the match: two at once would make it twice.
  for (const player of players) await arrived(player);
  let sentAt = 0;
  let moved = -1;
  function reply(state, seat) {
    // A client shows its own move before the server has it: only the other one's view counts.
    if (!state || state.G.moves % 2 !== seat || state.G.moves <= moved) return;
    const at = now();
    if (sentAt && at >= begin && at < end) latencies.push(at - sentAt);
    if (at >= end) return;
    moved = state.G.moves;
    // A move made while the client is still telling of the last one would be lost.
    setImmediate(() => {
      sentAt = now();
      players[seat].moves.add();
    });
  }
  players.forEach((player, seat) => player.subscribe((state) => reply(state, seat)));
  reply(players[0].getState(), 0);
}

function report() {
  latencies.sort((a, b) => a - b);
  const share = (part) => latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))];
  console.log(JSON.stringify({
    version: require('boardgame.io/package.json').version,
    moves_per_s: latencies.length / seconds,
    p50_ms: share(0.5),
    p99_ms: share(0.99),
  }));
}

const store = path.join(__dirname, 'store');
fs.mkdirSync(store, { recursive: true });
const child = fork(path.join(__dirname, 'server.js'), [store], { silent: true });
child.stderr.pipe(process.stderr);
child.once('exit', (code) => process.exit(code || 1));
child.once('message', ({ port }) => {
  for (let number = 0; number < tables; number += 1) open(`http://localhost:${port}`, number);
  begin = now() + WARM_UP_MS;
  end = begin + seconds * 1000;
  setTimeout(() => {
    child.removeAllListeners('exit');
    child.kill();
    report();
    process.exit(latencies.length ? 0 : 1);
  }, WARM_UP_MS + seconds * 1000 + 500);
});
