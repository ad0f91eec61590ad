/**
 * npm run bench -- budget [claims|race|ablation|fleet|outages] [--repeat 3] [--only <contender or situation>] [--kind <limiter>]
 *
 * `claims`: eight processes that are killed at random. `race`: the budget compared with other ways to keep to a limit.
 * `ablation`: the budget without each of its corrections. `fleet`: machines that share one limit on a Redis server; `outages`: the same
 * while processes and the server are killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AblationVariant, runAblation } from './ablation.ts';
import { bundle } from './bundle.ts';
import { runClaims } from './claims.ts';
import { contenders, fleetContenders } from './contenders.ts';
import { type FleetResult, type FleetRun, measureThroughput, raceFleet } from './fleet.ts';
import { type LimiterKind, kinds } from './limiters.ts';
import { runOutages } from './outages.ts';
import { type Programs, type Race, type RaceResult, curlLoop, race, rentalLoop } from './race.ts';
import { startBenchRedis } from './redis.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const limit = 50;
const windowMs = 5_000;
const requests = 5 * limit;
const lanes = 4;
const foreignShare = 0.3;

const kindNames: Readonly<Record<LimiterKind, string>> = {
  fixed: 'fixed window',
  aligned: 'fixed window of the clock',
  sliding: 'sliding log',
  bucket: 'token bucket',
  weighted: 'weighted counter',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeat: { type: 'string', default: '3' }, only: { type: 'string' }, kind: { type: 'string' } },
});
const [part = 'all'] = positionals;
const repeat = Number(values.repeat);
if (part === 'all' || part === 'claims') await claims();
if (part === 'all' || part === 'race') await races([...Object.keys(contenders), curlLoop]);
if (part === 'all' || part === 'ablation') await ablation();
if (part === 'all' || part === 'fleet') await fleet();
if (part === 'all' || part === 'outages') await outages();

async function claims(): Promise<void> {
  const run = { processes: 8, claims: 3_300, limit: 100, windowMs: 400, killEveryMs: 60 };
  const worker = await bundle(root, 'bench/budget/claim-worker.ts');
  const outcome = await runClaims(run, worker.file).finally(worker.remove);
  print(`${run.processes} processes, killed at random; ${run.limit} requests in ${run.windowMs} ms`);
  print('');
  print('| claims | kills | most in any window | a claim | slots | free one lease after the last |');
  print('|---|---|---|---|---|---|');
  const { claims: made, kills, mostInAnyWindow, claimMs, slots, freeAfterLease } = outcome;
  print(`| ${made} | ${kills} | ${mostInAnyWindow} | ${claimMs.toFixed(2)} ms | ${slots} | ${freeAfterLease} |`);
  print('');
}

async function races(all: readonly string[]): Promise<void> {
  const worker = await bundle(root, 'bench/budget/contender-worker.ts');
  const programs = { worker: worker.file, root };
  const isChosen = (name: string) => values.only === undefined || name.includes(values.only);
  try {
    const many = { limit, windowMs, lanes, requests };
    if (all.some(isChosen)) raceHeading(many);
    for (const processes of [1, 4]) await raceTable({ ...many, processes, foreign: 0 }, all.filter(isChosen), programs);
    // Beside another client, compare the budget only with what people write first.
    const some = all.filter((name) => isChosen(name) && /^(rental|retry)/.test(name));
    for (const processes of [1, 4]) await raceTable({ ...many, processes, foreign: foreignShare }, some, programs);
    if (!isChosen(rentalLoop)) return;
    print('');
    // One process per request is slow: it would never reach a larger limit.
    const loop = { limit: 5, windowMs: 15_000, lanes: 1, requests: 15 };
    raceHeading(loop);
    for (const processes of [1, 4]) await raceTable({ ...loop, processes, foreign: 0 }, [rentalLoop], programs);
  } finally {
    worker.remove();
  }
}

function raceHeading(run: Pick<Race, 'limit' | 'windowMs' | 'lanes' | 'requests'>): void {
  const atOnce = run.lanes === 1 ? 'one after the other' : `${run.lanes} at once`;
  print(`${run.requests} requests, ${atOnce} in each process; the limit is ${run.limit} in ${run.windowMs / 1000} s`);
  print(`median of ${repeat} runs (least–most)`);
  print('');
  print('| service | processes | contender | 429s | most in any window | time ÷ least |');
  print('|---|---|---|---|---|---|');
}

async function raceTable(
  base: Omit<Race, 'contender' | 'kind'>,
  names: readonly string[],
  programs: Programs,
): Promise<void> {
  const chosen = kinds.filter((kind) => values.kind === undefined || kind === values.kind);
  // Nearly all of a race is waiting, so the kinds run together and do not slow each other down.
  const rows = await Promise.all(chosen.map((kind) => raceRows({ ...base, kind }, names, programs)));
  for (const row of rows.flat()) print(row);
}

async function raceRows(
  base: Omit<Race, 'contender'>,
  names: readonly string[],
  programs: Programs,
): Promise<string[]> {
  const service = kindNames[base.kind] + (base.foreign > 0 ? `, ${base.foreign * 100} % taken by others` : '');
  const rows: string[] = [];
  for (const contender of names) {
    const results: RaceResult[] = [];
    for (let turn = 0; turn < repeat; turn += 1) results.push(await race({ ...base, contender }, programs));
    const cells = [
      medianAndRange(results, 'refused', 0),
      medianAndRange(results, 'mostInAnyWindow', 0),
      medianAndRange(results, 'makespan', 2),
    ];
    rows.push(`| ${service} | ${base.processes} | ${contender} | ${cells.join(' | ')} |`);
  }
  return rows;
}

function medianAndRange<K extends string>(results: readonly Record<K, number>[], key: K, digits: number): string {
  const sorted = results.map((result) => result[key]).sort((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) =>
    (value ?? 0).toFixed(digits),
  );
  return `${median} (${least}–${most})`;
}

async function fleet(): Promise<void> {
  const worker = await bundle(root, 'bench/budget/contender-worker.ts');
  const programs = { worker: worker.file, root };
  const [machines, each] = [4, 4];
  // The same number for each process. The window is a real one: looks at the server are a third of a second apart in any window.
  const run = { machines, processes: each, limit: 100, windowMs: 60_000, requests: 18 * machines * each };
  print(`${machines} machines with ${each} processes each, ${run.requests} requests, 4 at once in each process;`);
  print(`the limit is ${run.limit} in ${run.windowMs / 1000} s; median of ${repeat} runs (least–most)`);
  print('');
  print('| service | way to the server | contender | 429s | most in any window | time ÷ least | scripts a request |');
  print('|---|---|---|---|---|---|---|');
  const chosen = kinds.filter((kind) => (values.kind === undefined ? kind !== 'weighted' : kind === values.kind));
  try {
    // As in a race, the kinds run together; each has a server of its own, because its scripts are counted.
    const rows = await Promise.all(chosen.map((kind) => fleetRows({ ...run, kind }, programs)));
    for (const row of rows.flat()) print(row);
  } finally {
    worker.remove();
  }
  const { claims: rate, micros, bytes } = await measureThroughput(100, 3_000);
  print('');
  print(`100 operators, one connection: ${Math.round(rate)} claims a second, each claimed and settled;`);
  print(`a script takes ${micros.toFixed(0)} µs inside the server; a budget of 100 slots takes ${bytes} bytes`);
  print('');
}

async function fleetRows(base: Omit<FleetRun, 'contender' | 'delayMs'>, programs: Programs): Promise<string[]> {
  const redis = await startBenchRedis();
  const rows: string[] = [];
  try {
    // A server that has just started knows nothing of the last window.
    await sleep(base.windowMs + 2_000);
    for (const contender of Object.keys(fleetContenders)) {
      if (values.only !== undefined && !contender.includes(values.only)) continue;
      for (const delayMs of [0, 20]) {
        const results: FleetResult[] = [];
        for (let turn = 0; turn < repeat; turn += 1)
          results.push(await raceFleet({ ...base, contender, delayMs }, programs, redis));
        const cells = [
          medianAndRange(results, 'refused', 0),
          medianAndRange(results, 'mostInAnyWindow', 0),
          medianAndRange(results, 'makespan', 3),
          medianAndRange(results, 'commands', 1),
        ];
        const way = delayMs === 0 ? 'loopback' : `${delayMs} ms each way`;
        rows.push(`| ${kindNames[base.kind]} | ${way} | ${contender} | ${cells.join(' | ')} |`);
      }
    }
  } finally {
    await redis.end();
  }
  return rows;
}

async function outages(): Promise<void> {
  const outcome = await runOutages(
    {
      ...{ machines: 2, processes: 4, limit: 100, windowMs: 1_000, killEveryMs: 150, slowMs: 250 },
      ...{ restartsAtMs: [6_000, 15_000], awayMs: 2_000, forMs: 24_000, warmUpMs: 3_000 },
    },
    root,
  );
  print('8 processes on 2 machines, killed at random, while the server is killed twice for 2 s; 100 requests in 1 s');
  print('');
  print('| claims | kills | most in any window | around the outages | claims while it was away |');
  print('|---|---|---|---|---|');
  const { claims: sent, kills, mostInAnyWindow, mostAroundOutages, claimsDuringOutages } = outcome;
  print(`| ${sent} | ${kills} | ${mostInAnyWindow} | ${mostAroundOutages} | ${claimsDuringOutages} |`);
  print('');
}

async function ablation(): Promise<void> {
  const variants = await runAblation(root, repeat, values.only);
  print(`429s · time ÷ least, means of ${repeat} simulated runs`);
  print('');
  print(`| situation | service | processes | ${variants.map(({ name }) => name).join(' | ')} |`);
  print(`|---|---|---|${variants.map(() => '---|').join('')}`);
  const [{ results } = { results: [] }] = variants;
  results.forEach(({ situation, kind, processes }, index) => {
    const cells = variants.map((variant) => ablationCell(variant, index));
    print(`| ${situation} | ${kindNames[kind]} | ${processes} | ${cells.join(' | ')} |`);
  });
  print('');
}

function ablationCell({ results }: AblationVariant, index: number): string {
  const { refused = NaN, makespan = NaN } = results[index] ?? {};
  return `${refused.toFixed(1)} · ${makespan.toFixed(2)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
