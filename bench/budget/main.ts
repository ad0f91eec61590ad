/**
 * npm run bench -- budget [claims|race|scenes]... [--repeat 3]
 *
 * `claims`: eight processes that are killed at random. `race`: the budget in real processes,
 * compared with other ways to keep to a limit. `scenes`: the budget alone in virtual time, in
 * situations that a race cannot wait for.
 */
import { parseArgs } from 'node:util';
import { bundle } from '../bundle.js';
import { printTable } from '../table.ts';
import { runClaims } from './claims.ts';
import { contenders } from './contenders.ts';
import { kinds } from './limiters.ts';
import { type Race, type RaceResult, race } from './race.ts';
import { runScene, type Scene, situations } from './scenes.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const raced = { limit: 50, windowMs: 5_000, lanes: 4, requests: 250 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeat: { type: 'string', default: '3' } },
});
const repeat = Number(values.repeat);
const parts = { claims, race: races, scenes };
for (const [name, run] of Object.entries(parts))
  if (positionals.length === 0 || positionals.includes(name)) await run();

async function claims(): Promise<void> {
  const run = { processes: 8, claims: 3_300, limit: 100, windowMs: 400, killEveryMs: 60 };
  const worker = await bundle(root, 'bench/budget/claim-worker.ts');
  const outcome = await runClaims(run, worker.file).finally(worker.remove);
  const { claims: made, kills, maxInAnyWindow, claimMs, slots, freeAfterLease } = outcome;
  printTable(
    `${run.processes} processes, killed at random; ${run.limit} requests in ${run.windowMs} ms`,
    ['claims', 'kills', 'most in any window', 'a claim', 'slots', 'free one lease after the last'],
    [
      [
        made,
        kills,
        maxInAnyWindow,
        `${claimMs.toFixed(2)} ms`,
        slots ?? '-',
        freeAfterLease ?? '-',
      ],
    ],
  );
}

async function scenes(): Promise<void> {
  const cell = async (scene: Scene): Promise<string> => {
    const { refused, timeOverLeast } = await runScene(scene, repeat);
    return `${refused.toFixed(1)} · ${timeOverLeast.toFixed(2)}`;
  };
  const all = Object.keys(situations).flatMap((situation) =>
    [1, 4].flatMap((processes) => kinds.map((kind) => ({ situation, kind, processes }))),
  );
  const rows: string[][] = [];
  for (const scene of all) {
    const { situation, kind, processes } = scene;
    const withAll = await cell({ ...scene, headers: 'all' });
    const withRefusals = await cell({ ...scene, headers: 'refusals' });
    rows.push([situation, kind, String(processes), withAll, withRefusals]);
  }
  printTable(
    `Scenes in virtual time: 429s · time ÷ least, means of ${repeat} runs`,
    ['situation', 'service', 'processes', 'X-RateLimit on every answer', 'on refusals alone'],
    rows,
  );
}

async function races(): Promise<void> {
  const worker = await bundle(root, 'bench/budget/contender-worker.ts');
  const rows: string[][] = [];
  for (const processes of [1, 4]) {
    // Nearly all of a race is waiting, so the kinds run together and do not slow each other down.
    const ofKinds = kinds.map((kind) => raceRows({ ...raced, processes, kind }, worker.file));
    rows.push(...(await Promise.all(ofKinds)).flat());
  }
  worker.remove();
  printTable(
    `${raced.requests} requests, ${raced.lanes} at once in each process; ${raced.limit} in ${raced.windowMs / 1000} s: median of ${repeat} runs (least–most)`,
    ['service', 'processes', 'contender', '429s', 'most in any window', 'time ÷ least'],
    rows,
  );
}

async function raceRows(base: Omit<Race, 'contender'>, worker: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const contender of Object.keys(contenders)) {
    const results: RaceResult[] = [];
    for (let turn = 0; turn < repeat; turn += 1)
      results.push(await race({ ...base, contender }, worker));
    rows.push([
      base.kind,
      String(base.processes),
      contender,
      medianAndRange(results, 'refused', 0),
      medianAndRange(results, 'maxInAnyWindow', 0),
      medianAndRange(results, 'timeOverLeast', 2),
    ]);
  }
  return rows;
}

function medianAndRange(results: RaceResult[], key: keyof RaceResult, digits: number): string {
  const sorted = results.map((result) => result[key]).sort((a, b) => a - b);
  const [min, median, max] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) =>
    (value ?? 0).toFixed(digits),
  );
  return `${median} (${min}–${max})`;
}
