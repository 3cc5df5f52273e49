// usage: node hands.js <tasks.json> <words.txt>
// All words of the same hands, as many hands as there is time for.

import fs from 'node:fs';
import trie from 'trie-prefix-tree';

const [tasks, list] = process.argv.slice(2).map((file) => fs.readFileSync(file, 'utf8'));
const { hands, seconds } = JSON.parse(tasks);
const words = trie(list.split('\n'));
const ms = [];
const found = [];
const end = Date.now() + 1000 * seconds;
for (const hand of hands) {
  if (Date.now() > end) break;
  const before = process.cpuUsage();
  found.push(words.getSubAnagrams(hand).length);
  const { user, system } = process.cpuUsage(before);
  ms.push((user + system) / 1000);
}
console.log(JSON.stringify({ ms, found }));
