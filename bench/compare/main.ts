/**
 * npm run bench -- compare [time|operators|memory] [--window <ms>]
 *
 * `time`: a sweep compared with the least time that the limit allows. `operators`: two at once compared with the slower one alone.
 * `memory`: 5 000 offers in every format.
 */
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { runRental, type Configuration } from './program.ts';
import { startFleetService } from './service.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { window: { type: 'string', default: '6000' } },
});
const windowMs = Number(values.window);
const limit = 100;
const [part = 'all'] = positionals;

const dates = ['--from', '+30d', '--flex', '7', '--nights', '7', '--max-requests', '1000', '--quote', 'all'];
const sweep = ['compare', '--pick-up', '1', '--drop-off', 'same,10', ...dates, '--format', 'ndjson'];
const named = ['compare', '--pick-up', 'auckland airport', '--drop-off', 'same,queenstown', ...dates, '--json'];
const basket = ['--insurance', 'zero excess', '--vehicle', 'campervan,motorhome,car,suv', '--accessory'];

if (part === 'all' || part === 'time') await time();
if (part === 'all' || part === 'operators') await operators();
if (part === 'all' || part === 'memory') await memory();

async function time(): Promise<void> {
  print(`12 vehicles, 15 dates, 2 pairs of depots; ${limit} requests in ${windowMs} ms`);
  print('');
  print('| service | requests | 429s | time ÷ least |');
  print('|---|---|---|---|');
  const vehicles = Array.from({ length: 12 }, (_, index) => 101 + index).join(',');
  for (const window of ['fixed', 'sliding'] as const) {
    await withSandboxes({ lucky: { window } }, async (configuration, [sandbox]) => {
      await runRental(root, configuration, [...sweep, '--vehicle', vehicles]);
      if (sandbox !== undefined) print(`| ${window} window | ${rowOf(sandbox)} |`);
    });
  }
  print('');
}

async function operators(): Promise<void> {
  print(`Two operators, the same basket by name; ${limit} requests in ${windowMs} ms each`);
  print('');
  print('| asked | requests | s |');
  print('|---|---|---|');
  const options = { lucky: {}, happy: { variant: 'b' } } as const;
  // The second operator has no bike rack: alone, that would be a usage error.
  const runs = { lucky: 'bike rack', happy: 'child seat', 'lucky,happy': 'bike rack' };
  const spans: number[] = [];
  for (const [name, accessory] of Object.entries(runs)) {
    await withSandboxes(options, async (configuration, sandboxes) => {
      await runRental(root, configuration, [...named, ...basket, accessory, '--operator', name]);
      const requests = sandboxes.reduce((sum, one) => sum + one.requests.length, 0);
      spans.push(Math.max(...sandboxes.map(spanOf)));
      print(`| ${name} | ${requests} | ${((spans.at(-1) ?? 0) / 1000).toFixed(2)} |`);
    });
  }
  const [a = 0, b = 0, together = 0] = spans;
  print('');
  print(`both ÷ the slower alone: ${(together / Math.max(a, b)).toFixed(3)}`);
  print('');
}

async function memory(): Promise<void> {
  const service = await startFleetService(20);
  print('5 000 offers');
  print('');
  print('| format | exit | s | first row after s | MB printed | peak MB |');
  print('|---|---|---|---|---|---|');
  const args = ['compare', '--pick-up', '1', '--from', '2030-01-01..2030-09-07', '--nights', '7', '--quote', 'all'];
  for (const format of ['table', 'plain', 'json', 'ndjson', 'csv']) {
    const configuration = { lucky: { baseUrl: service.baseUrl, limit: '200/50ms' } };
    const finished = await runRental(root, configuration, [...args, '--max-requests', '10000', '--format', format]);
    const { code, ms, firstByteMs, bytes, peakMb } = finished;
    const numbers = [ms / 1000, firstByteMs / 1000, bytes / 1e6].map((value) => value.toFixed(1));
    print(`| ${[format, code, ...numbers, peakMb?.toFixed(0) ?? '?'].join(' | ')} |`);
  }
  service.close();
}

async function withSandboxes(
  named: Readonly<Record<string, SandboxOptions>>,
  work: (configuration: Configuration, sandboxes: readonly Sandbox[]) => Promise<void>,
): Promise<void> {
  const sandboxes: Sandbox[] = [];
  const configuration: Record<string, { baseUrl: string; limit: string }> = {};
  for (const [name, options] of Object.entries(named)) {
    const sandbox = await startSandbox({ ...options, rateLimit: { limit, windowMs }, latencyMs: 5 });
    sandboxes.push(sandbox);
    configuration[name] = { baseUrl: sandbox.baseUrl, limit: `${limit}/${windowMs}ms` };
  }
  await work(configuration, sandboxes);
  await Promise.all(sandboxes.map((one) => one.close()));
}

function rowOf(sandbox: Sandbox): string {
  const requests = sandbox.requests.length;
  const least = Math.floor((requests - 1) / limit) * windowMs;
  const refused = sandbox.requests.filter(({ status }) => status === 429).length;
  return [requests, refused, (spanOf(sandbox) / least).toFixed(3)].join(' | ');
}

/** Time from the first request to the last, as the server counted them. */
function spanOf({ requests }: Sandbox): number {
  return (requests.at(-1)?.time ?? 0) - (requests[0]?.time ?? 0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
