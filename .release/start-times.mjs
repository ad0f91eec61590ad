/**
 * Compares how long the executable and the package take, in pairs, and fails if a ratio is above its target:
 * `node .release/start-times.mjs <executable> <node> [pairs]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './parts.mjs';

const [, , executable, node, pairs = '21'] = process.argv;
const targets = [
  { words: ['--version'], most: 1.3 },
  { words: ['depots', '--sandbox'], most: 1.1 },
];
const home = mkdtempSync(join(tmpdir(), 'rental-times-'));
const env = { PATH: process.env.PATH, HOME: home, RENTAL_STATE_DIR: home };

function timeOf(program, args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return performance.now() - started;
}

const medianOf = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

for (const { words, most } of targets) {
  // The first two of each fill the caches.
  const times = Array.from({ length: Number(pairs) + 2 }, () => [
    timeOf(node, [join(root, 'bin', 'rental.js'), ...words]),
    timeOf(executable, words),
  ]).slice(2);
  const ratio = medianOf(times.map(([a, b]) => b / a));
  const [a, b] = [0, 1].map((side) => Math.round(medianOf(times.map((pair) => pair[side]))));
  console.log(
    `rental ${words.join(' ')}: package ${a} ms, executable ${b} ms, ratio ${ratio.toFixed(2)} (target ${most})`,
  );
  if (ratio > most) process.exitCode = 1;
}
rmSync(home, { recursive: true, force: true });
