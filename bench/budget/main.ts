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
import { type Finish, type Race, curlLoop, race } from './race.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const limit = 50;
const windowMs = 5_000;
const requests = 6 * limit;
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
  try {
    print(
      `${requests} requests, ${limit} in ${windowMs} ms; median of ${repeat} runs (least–most); ${lanes} at once in each process`,
    );
    print('');
    print('| service | processes | contender | 429s | most in any window | time ÷ least |');
    print('|---|---|---|---|---|---|');
    const chosen = all.filter((name) => values.only === undefined || name.includes(values.only));
    const chosenKinds = kinds.filter((kind) => values.kind === undefined || kind === values.kind);
    for (const foreign of [0, strangers]) {
      for (const processes of [1, 4]) {
        const base = { limit, windowMs, foreign, processes, lanes, requests };
        // Nearly all of it is waiting: the kinds do not disturb each other.
        const rows = await Promise.all(
          chosenKinds.map((kind) => column({ ...base, kind }, chosen, repeat, worker.file)),
        );
        for (const row of rows.flat()) print(row);
      }
    }
  } finally {
    worker.remove();
  }
}

async function column(
  base: Omit<Race, 'contender'>,
  names: readonly string[],
  repeat: number,
  worker: string,
): Promise<string[]> {
  const rows: string[] = [];
  for (const contender of names) {
    // The other client is about what is ours; beside it, what people write first.
    if (base.foreign > 0 && !/^(rental|retry)/.test(contender)) continue;
    const finishes: Finish[] = [];
    for (let turn = 0; turn < repeat; turn += 1) finishes.push(await race({ ...base, contender }, worker));
    const service = kindNames[base.kind] + (base.foreign > 0 ? `, ${base.foreign * 100} % taken by others` : '');
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
