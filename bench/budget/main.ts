/**
 * npm run bench -- budget [claims|race|scenes] [--repeat 3] [--only <contender or situation>]
 * [--kind <limiter>]
 *
 * `claims`: eight processes that are killed at random. `race`: the budget in real processes,
 * compared with other ways to keep to a limit, after its scenes. `scenes`: the budget alone in
 * virtual time, in situations that a race cannot wait for.
 */
import { parseArgs } from 'node:util';
import { bundle } from '../bundle.js';
import { runClaims } from './claims.ts';
import { contenders } from './contenders.ts';
import { kinds } from './limiters.ts';
import { type Race, type RaceResult, race } from './race.ts';
import { runScene, situations } from './scenes.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const many = { limit: 50, windowMs: 5_000, lanes: 4, requests: 250 };
const foreignShare = 0.3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repeat: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    kind: { type: 'string' },
  },
});
const [part = 'all'] = positionals;
const repeat = Number(values.repeat);
const chosen = kinds.filter((kind) => values.kind === undefined || kind === values.kind);
const isChosen = (name: string): boolean => name.includes(values.only);
if (part === 'all' || part === 'claims') await claims();
if (part === 'all' || part === 'race' || part === 'scenes') await scenes();
if (part === 'all' || part === 'race') await races();

async function claims(): Promise<void> {
  const run = { processes: 8, claims: 3_300, limit: 100, windowMs: 400, killEveryMs: 60 };
  const worker = await bundle(root, 'bench/budget/claim-worker.ts');
  const outcome = await runClaims(run, worker.file).finally(worker.remove);
  console.log(
    `${run.processes} processes, killed at random; ${run.limit} requests in ${run.windowMs} ms`,
  );
  console.log(
    '\n| claims | kills | most in any window | a claim | slots | free one lease after the last |\n|---|---|---|---|---|---|',
  );
  const { claims: made, kills, mostInAnyWindow, claimMs, slots, freeAfterLease } = outcome;
  console.log(
    `| ${made} | ${kills} | ${mostInAnyWindow} | ${claimMs.toFixed(2)} ms | ${slots} | ${freeAfterLease} |`,
  );
  console.log('');
}

async function scenes(): Promise<void> {
  const names = Object.keys(situations).filter(isChosen);
  if (names.length === 0) return;
  console.log(`Scenes in virtual time: 429s · time ÷ least, means of ${repeat} runs`);
  console.log(
    '\n| situation | service | processes | X-RateLimit on every answer | on refusals alone |\n|---|---|---|---|---|',
  );
  for (const situation of names) {
    for (const processes of [1, 4]) {
      for (const kind of chosen) {
        const cells: string[] = [];
        for (const headers of ['all', 'refusals'] as const) {
          const { refused, makespan } = await runScene(
            { situation, kind, processes, headers },
            repeat,
          );
          cells.push(`${refused.toFixed(1)} · ${makespan.toFixed(2)}`);
        }
        console.log(`| ${situation} | ${kind} | ${processes} | ${cells.join(' | ')} |`);
      }
    }
  }
  console.log('');
}

async function races(): Promise<void> {
  const names = Object.keys(contenders).filter(isChosen);
  if (names.length === 0) return;
  const worker = await bundle(root, 'bench/budget/contender-worker.ts');
  try {
    console.log(
      `${many.requests} requests, ${many.lanes} at once in each process; ${many.limit} in ${many.windowMs / 1000} s`,
    );
    console.log(`median of ${repeat} runs (least–most)`);
    console.log(
      '\n| service | processes | contender | 429s | most in any window | time ÷ least |\n|---|---|---|---|---|---|',
    );
    for (const foreign of [0, foreignShare]) {
      for (const processes of [1, 4]) {
        // Nearly all of a race is waiting, so the kinds run together and do not slow each other
        // down.
        const rows = chosen.map((kind) =>
          raceRows({ ...many, processes, foreign, kind }, names, worker.file),
        );
        for (const row of (await Promise.all(rows)).flat()) console.log(row);
      }
    }
  } finally {
    worker.remove();
  }
}

async function raceRows(
  base: Omit<Race, 'contender'>,
  names: readonly string[],
  worker: string,
): Promise<string[]> {
  const service = base.kind + (base.foreign > 0 ? `, ${base.foreign * 100} % taken by others` : '');
  const rows: string[] = [];
  for (const contender of names) {
    const results: RaceResult[] = [];
    for (let turn = 0; turn < repeat; turn += 1)
      results.push(await race({ ...base, contender }, worker));
    const cells = [
      medianAndRange(results, 'refused', 0),
      medianAndRange(results, 'mostInAnyWindow', 0),
      medianAndRange(results, 'makespan', 2),
    ];
    rows.push(`| ${service} | ${base.processes} | ${contender} | ${cells.join(' | ')} |`);
  }
  return rows;
}

function medianAndRange(
  results: readonly RaceResult[],
  key: keyof RaceResult,
  digits: number,
): string {
  const sorted = results.map((result) => result[key]).sort((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map(
    (value) => (value ?? 0).toFixed(digits),
  );
  return `${median} (${least}–${most})`;
}
