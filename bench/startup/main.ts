/**
 * npm run bench -- startup [--node <path>]... [--runs <n>] [--loops]
 *
 * Whole processes in turn, in a cleared environment, for this Node and each `--node`: medians and ratios of one run, compared with
 * bench/limits.json. `--loops`: four shell loops of quotes at once, compared with the least time that the limit allows.
 */
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { checkLimits, limitOf } from '../limits.ts';
import { answerOf } from './answers.ts';
import { runLoops } from './loops.ts';
import { byName, httpie, measure, nodeCommands, versionOf, type Measured, type Urls } from './processes.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: '15' },
    loops: { type: 'boolean', default: false },
  },
});

if (values.loops) {
  report('loops', { 'time ÷ least': await runLoops(root) });
} else {
  // The table of hosts usually has this machine's own name.
  const { address } = await lookup(hostname(), 4).catch(() => ({ address: undefined }));
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(request.url ?? ''));
  }).listen(0, address ?? '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { address: host, port } = server.address() as AddressInfo;
  const urls = { address: `http://${host}:${port}`, name: address && `http://${hostname()}:${port}` };
  const ratios: Record<string, number> = {};
  for (const node of [process.execPath, ...values.node]) Object.assign(ratios, await table(node, urls));
  server.close();
  report('startup', ratios);
}

async function table(node: string, urls: Urls): Promise<Record<string, number>> {
  const name = `Node ${versionOf(node)}`;
  const commands = { ...nodeCommands(node, root, urls), ...httpie(urls.address) };
  const measured = await measure(commands, Number(values.runs));
  console.log(`| ${name} | median, ms | min, ms | peak, MB |\n|---|---|---|---|`);
  for (const [command, { median, min, peak }] of Object.entries(measured)) {
    console.log(`| ${command} | ${median.toFixed(0)} | ${min.toFixed(0)} | ${peak?.toFixed(0) ?? '–'} |`);
  }
  console.log('');
  return ratiosOf(measured, name.replace(/\..*/, ''));
}

function ratiosOf(measured: Readonly<Record<string, Measured>>, name: string): Record<string, number> {
  const of = (command: string, base: string): number =>
    (measured[command]?.median ?? Number.NaN) / (measured[base]?.median ?? Number.NaN);
  const ratios = {
    'version ÷ node -e 0': of('rental --version', 'node -e 0'),
    'depots ÷ node:http': of('rental depots --json', 'node:http, one request'),
    'quote ÷ depots': of('rental quote --json', 'rental depots --json'),
    'by host name ÷ by address': of(byName, 'rental depots --json'),
    'depots ÷ httpie': of('rental depots --json', 'httpie, the same request'),
    'depots, peak MB': measured['rental depots --json']?.peak ?? Number.NaN,
  };
  return Object.fromEntries(Object.entries(ratios).map(([what, ratio]) => [`${name}: ${what}`, ratio]));
}

/** Prints each figure beside its limit, and fails if one is worse. */
function report(bench: 'startup' | 'loops', figures: Readonly<Record<string, number>>): void {
  for (const [name, figure] of Object.entries(figures)) {
    const value = Number.isNaN(figure) ? 'not measured' : figure.toFixed(2);
    console.log(`${name}: ${value}, limit ${limitOf(bench, name) ?? 'none'}`);
  }
  checkLimits(bench, new Map(Object.entries(figures).filter(([, figure]) => !Number.isNaN(figure))));
}
