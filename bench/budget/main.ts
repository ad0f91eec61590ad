/**
 * npm run bench -- budget [claims|race] [--repeat 3] [--only <contender>] [--kind <limiter>]
 *
 * `race`: the budget beside other ways to keep to a limit. `claims`: eight processes that are killed at random.
 */
import { parseArgs } from 'node:util';
import { bundle } from './bundle.ts';
import { runClaims } from './claims.ts';
import { contenders } from './contenders.ts';
import { type LimiterKind, kinds } from './limiters.ts';
import { type Finish, type Programs, type Race, curlLoop, race, rentalLoop } from './race.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const limit = 50;
const windowMs = 5_000;
const requests = 5 * limit;
const lanes = 4;
const strangers = 0.3;

const kindNames: Readonly<Record<LimiterKind, string>> = {
  fixed: 'fixed window',
  sliding: 'sliding log',
  bucket: 'token bucket',
  weighted: 'weighted counter',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeat: { type: 'string', default: '3' }, only: { type: 'string' }, kind: { type: 'string' } },
});
const [part = 'all'] = positionals;
if (part !== 'race') await claims();
if (part !== 'claims') await races(Number(values.repeat), [...Object.keys(contenders), curlLoop]);

async function claims(): Promise<void> {
  const run = { processes: 8, claims: 3_000, limit: 100, windowMs: 400, killEveryMs: 60 };
  const outcome = await runClaims(run, root);
  print(`${run.processes} processes, killed at random; ${run.limit} requests in ${run.windowMs} ms`);
  print('');
  print('| claims | kills | most in any window | a claim | slots | free a lease after the last |');
  print('|---|---|---|---|---|---|');
  const { claims: made, kills, mostInAnyWindow, claimMs, slots, freeAfterLease } = outcome;
  print(`| ${made} | ${kills} | ${mostInAnyWindow} | ${claimMs.toFixed(2)} ms | ${slots} | ${freeAfterLease} |`);
  print('');
}

async function races(repeat: number, all: readonly string[]): Promise<void> {
  const worker = await bundle(root, 'bench/budget/contender-worker.ts');
  const programs = { worker: worker.file, root };
  const named = (name: string) => values.only === undefined || name.includes(values.only);
  try {
    const many = { limit, windowMs, lanes, requests };
    if (all.some(named)) heading(many, repeat);
    for (const processes of [1, 4])
      await table({ ...many, processes, foreign: 0 }, all.filter(named), repeat, programs);
    // The other client is about what is ours; beside it, what people write first.
    const some = all.filter((name) => named(name) && /^(rental|retry)/.test(name));
    for (const processes of [1, 4]) await table({ ...many, processes, foreign: strangers }, some, repeat, programs);
    if (!named(rentalLoop)) return;
    print('');
    // A process a request takes its time: with a larger limit it would never be reached.
    const loop = { limit: 5, windowMs: 15_000, lanes: 1, requests: 15 };
    heading(loop, repeat);
    for (const processes of [1, 4]) await table({ ...loop, processes, foreign: 0 }, [rentalLoop], repeat, programs);
  } finally {
    worker.remove();
  }
}

function heading(run: Pick<Race, 'limit' | 'windowMs' | 'lanes' | 'requests'>, repeat: number): void {
  const atOnce = run.lanes === 1 ? 'one after the other' : `${run.lanes} at once`;
  print(`${run.requests} requests, ${atOnce} in each process; the limit is ${run.limit} in ${run.windowMs / 1000} s`);
  print(`median of ${repeat} runs (least–most)`);
  print('');
  print('| service | processes | contender | 429s | most in any window | time ÷ least |');
  print('|---|---|---|---|---|---|');
}

async function table(
  base: Omit<Race, 'contender' | 'kind'>,
  names: readonly string[],
  repeat: number,
  programs: Programs,
): Promise<void> {
  const chosen = kinds.filter((kind) => values.kind === undefined || kind === values.kind);
  // Nearly all of it is waiting: the kinds do not disturb each other.
  const rows = await Promise.all(chosen.map((kind) => column({ ...base, kind }, names, repeat, programs)));
  for (const row of rows.flat()) print(row);
}

async function column(
  base: Omit<Race, 'contender'>,
  names: readonly string[],
  repeat: number,
  programs: Programs,
): Promise<string[]> {
  const service = kindNames[base.kind] + (base.foreign > 0 ? `, ${base.foreign * 100} % taken by others` : '');
  const rows: string[] = [];
  for (const contender of names) {
    const finishes: Finish[] = [];
    for (let turn = 0; turn < repeat; turn += 1) finishes.push(await race({ ...base, contender }, programs));
    const cells = [
      spread(finishes, 'refused', 0),
      spread(finishes, 'mostInAnyWindow', 0),
      spread(finishes, 'makespan', 2),
    ];
    rows.push(`| ${service} | ${base.processes} | ${contender} | ${cells.join(' | ')} |`);
  }
  return rows;
}

function spread(finishes: readonly Finish[], key: keyof Finish, digits: number): string {
  const sorted = finishes.map((finish) => finish[key]).sort((a, b) => a - b);
  const [least = 0, median = 0, most = 0] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map(
    (value) => value ?? 0,
  );
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
