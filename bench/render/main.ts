/**
 * npm run bench -- render [cases|process] [--runs <n>]
 *
 * `cases`: vehicles and offers in every format, compared with JSON.parse and JSON.stringify of the same bytes. Fails if a figure is
 * worse than in bench/limits.json. `process`: the whole program, without rows and with many.
 */
import { parseArgs } from 'node:util';
import { formats } from '../../src/result.ts';
import { runRental, type ProgramRun } from '../program.ts';
import { serveBody } from '../compare/service.ts';
import { checkLimits, limitOf } from '../limits.ts';
import { openCases, type CaseName } from './cases.ts';
import { fleetBytes } from './data.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
const runs = Number(values.runs);
const rows = 10_000;
const [part = 'all'] = positionals;

if (part === 'all' || part === 'cases') await cases();
if (part === 'all' || part === 'process') await wholeProcess();

/** The ratios are of processor time, because the time on a machine with other work changes from run to run. */
async function cases(): Promise<void> {
  print(
    `${rows} rows; processor time ÷ that of JSON.parse and JSON.stringify of the same bytes; ${runs} processes each`,
  );
  print('');
  print('| case | ratio | limit | ratio of the first run | shortest time, ms | peak MB | limit |');
  print('|---|---|---|---|---|---|---|');
  const opened = await openCases(root, rows);
  const figures = new Map<string, number>();
  for (const name of ['availability', 'compare'] satisfies CaseName[]) {
    for (const format of formats) {
      const { ratio, firstRatio, ms, peakMb } = await opened.run(name, format, runs);
      const [time, memory] = [`${name} ${format}`, `${name} ${format}, MB`];
      figures.set(time, ratio).set(memory, peakMb);
      const ratios = [ratio.toFixed(2), limitOf('render', time) ?? '–', firstRatio.toFixed(2)];
      print(`| ${[time, ...ratios, ms.toFixed(0), peakMb.toFixed(0), limitOf('render', memory) ?? '–'].join(' | ')} |`);
    }
  }
  opened.close();
  print('');
  checkLimits('render', figures);
}

async function wholeProcess(): Promise<void> {
  print(`rental availability, the whole process; the shortest time of ${runs}`);
  print('');
  print(`| format | no rows, ms | ${rows} rows, ms | peak MB |`);
  print('|---|---|---|---|');
  const services = await Promise.all(['[]', fleetBytes(rows)].map(serveBody));
  for (const format of formats) {
    const all: ProgramRun[][] = services.map(() => []);
    for (let run = 0; run < runs; run++) {
      for (const [index, { baseUrl }] of services.entries()) all[index]?.push(await availability(baseUrl, format));
    }
    const times = all.map((list) => Math.min(...list.map(({ ms }) => ms)).toFixed(0));
    const peak = Math.max(...(all[1] ?? []).map(({ peakMb = 0 }) => peakMb));
    print(`| ${[format, ...times, peak.toFixed(0)].join(' | ')} |`);
  }
  services.forEach((service) => service.close());
}

async function availability(baseUrl: string, format: string): Promise<ProgramRun> {
  const trip = ['--pick-up', '1', '--from', '2030-01-01', '--to', '2030-01-08'];
  const args = ['availability', ...trip, '--format', format];
  const run = await runRental(root, { lucky: { baseUrl, limit: '100/60s' } }, args);
  if (run.code !== 0) throw new Error(`rental ended with ${run.code}`);
  return run;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
