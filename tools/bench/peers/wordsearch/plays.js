// usage: node plays.js <tasks.json> <words.txt>
// All plays of Upwords in the same positions, each tried three times; the best counts.

import fs from 'node:fs';
import { UpwordsWordFinder } from 'upwords-solver';
import { TileRack } from 'upwords-toolkit';

const [tasks, list] = process.argv.slice(2).map((file) => fs.readFileSync(file, 'utf8'));
const { positions } = JSON.parse(tasks);

// Qu is one tile here too, written as a Q.
function asTiles(word) {
  return word.replaceAll('qu', 'q');
}

function rackOf(letters) {
  const rack = new TileRack();
  for (const letter of letters.toUpperCase()) rack.addTile(letter, 1);
  return rack;
}

function squareOf(stack) {
  return `${stack.length}${stack.slice(-1).toUpperCase() || ' '}`;
}

UpwordsWordFinder.init(list.split('\n').filter((word) => !/q(?!u)/.test(word)).map(asTiles));
const ms = [];
const found = [];
for (const { board, rack } of positions) {
  const squares = board.map((row) => row.map(squareOf));
  let best = Infinity;
  let plays;
  for (let time = 0; time < 3; time += 1) {
    const tiles = rackOf(rack);
    const before = process.cpuUsage();
    plays = UpwordsWordFinder.findAllPossiblePlays(squares, tiles);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  ms.push(best);
  found.push(new Set(plays.map((play) => JSON.stringify(play))).size);
}
console.log(JSON.stringify({ ms, found }));
