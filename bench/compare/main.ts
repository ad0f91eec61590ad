/**
 * npm run bench -- compare [quotes|time|operators]... [--window <ms>]
 *
 * `quotes`: how few quotes find the cheapest, in memory. `time`: how long a comparison takes, beside
 * the least time that the limit allows. `operators`: two operators at once, beside the slower one
 * alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { splitShell } from '../../src/base/shell-words.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { printTable } from '../table.ts';
import { quotes } from './quotes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { window: { type: 'string', default: '6000' } },
});
/** Operators by name: base address and limit. */
type Configuration = Readonly<Record<string, { readonly baseUrl: string; readonly limit: string }>>;

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const windowMs = Number(values.window);
const limit = 100;

const dates = '--from +30d --flex 7 --nights 7 --max-requests 1000 --quote all';
const byIds = `compare --pick-up 1 --drop-off same,10 ${dates} --format ndjson`;
const byNames = `compare --pick-up 'auckland airport' --drop-off same,queenstown ${dates} --json --insurance 'zero excess' --vehicle campervan,motorhome,car,suv`;

const tables = { quotes, time, operators };
for (const [name, print] of Object.entries(tables)) {
  if (positionals.length === 0 || positionals.includes(name)) await print();
}

async function time(): Promise<void> {
  const vehicles = Array.from({ length: 12 }, (_, index) => 101 + index).join(',');
  await withSandboxes({ lucky: {} }, async (configuration, sandboxes) => {
    await runInNewHome(configuration, `${byIds} --vehicle ${vehicles}`);
    printTable(
      `12 vehicles, 15 dates, 2 pairs of depots; ${limit} requests in ${windowMs} ms`,
      ['requests', '429s', 'time ÷ least'],
      sandboxes.map(rowOf),
    );
  });
}

async function operators(): Promise<void> {
  const options = { lucky: {}, happy: { variant: 'b' } } as const;
  // The second operator has no bike rack: alone, that would be a usage error.
  const runs = { lucky: 'bike rack', happy: 'child seat', 'lucky,happy': 'bike rack' };
  const rows: string[][] = [];
  const spans: number[] = [];
  for (const [name, accessory] of Object.entries(runs)) {
    await withSandboxes(options, async (configuration, sandboxes) => {
      await runInNewHome(configuration, `${byNames} --accessory '${accessory}' --operator ${name}`);
      const requests = sandboxes.reduce((sum, one) => sum + one.requests.length, 0);
      const span = Math.max(...sandboxes.map(spanOf));
      spans.push(span);
      rows.push([name, String(requests), (span / 1000).toFixed(2)]);
    });
  }
  const [a = 0, b = 0, together = 0] = spans;
  printTable(
    `Two operators, the same extras by name; ${limit} requests in ${windowMs} ms each`,
    ['asked', 'requests', 's'],
    [...rows, ['both ÷ the slower alone', '', (together / Math.max(a, b)).toFixed(3)]],
  );
}

/** Runs a command line of `rental` in a new home folder, so that an earlier run has no effect. */
async function runInNewHome(operators: Configuration, line: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  mkdirSync(join(home, 'rental'));
  writeFileSync(join(home, 'rental', 'config.json'), JSON.stringify({ operators }));
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
  const env = { PATH: process.env['PATH'], ...folders, RENTAL_STATE_DIR: home };
  const words = [join(root, 'bin/rental.js'), ...splitShell(line)];
  await once(spawn(process.execPath, words, { env, stdio: 'ignore' }), 'close');
  rmSync(home, { recursive: true, force: true });
}

async function withSandboxes(
  named: Readonly<Record<string, SandboxOptions>>,
  work: (configuration: Configuration, sandboxes: readonly Sandbox[]) => Promise<void>,
): Promise<void> {
  const sandboxes: Sandbox[] = [];
  const configuration: Record<string, Configuration[string]> = {};
  for (const [name, options] of Object.entries(named)) {
    const rateLimit = { limit, windowMs };
    const sandbox = await startSandbox({ ...options, rateLimit, latencyMs: 5 });
    sandboxes.push(sandbox);
    configuration[name] = { baseUrl: sandbox.baseUrl, limit: `${limit}/${windowMs}ms` };
  }
  await work(configuration, sandboxes);
  await Promise.all(sandboxes.map((one) => one.close()));
}

function rowOf(sandbox: Sandbox): (number | string)[] {
  const requests = sandbox.requests.length;
  const minMs = Math.floor((requests - 1) / limit) * windowMs;
  const refused = sandbox.requests.filter(({ status }) => status === 429).length;
  return [requests, refused, (spanOf(sandbox) / minMs).toFixed(3)];
}

/** Time from the first request to the last, as the server counted them. */
function spanOf({ requests }: Sandbox): number {
  return (requests.at(-1)?.time ?? 0) - (requests[0]?.time ?? 0);
}
