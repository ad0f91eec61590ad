/**
 * npm run bench -- startup [--node <path>]... [--runs <n>]
 *
 * Whole processes in turn, in a cleared environment, for this Node and each `--node`: medians, and ratios of one run.
 */
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { answerOf } from './answers.ts';
import { byName, httpie, measure, nodeCommands, versionOf, type Measured, type Urls } from './processes.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: '15' },
  },
});

// The table of hosts usually has this machine's own name.
const { address } = await lookup(hostname(), 4).catch(() => ({ address: undefined }));
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(request.url ?? ''));
}).listen(0, address ?? '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const { address: host, port } = server.address() as AddressInfo;
const urls = { address: `http://${host}:${port}`, name: address && `http://${hostname()}:${port}` };
for (const node of [process.execPath, ...values.node]) await table(node, urls);
server.close();

async function table(node: string, urls: Urls): Promise<void> {
  const measured = await measure({ ...nodeCommands(node, root, urls), ...httpie(urls.address) }, Number(values.runs));
  console.log(`| Node ${versionOf(node)} | median, ms | min, ms | peak, MB |\n|---|---|---|---|`);
  for (const [command, { median, min, peak }] of Object.entries(measured)) {
    console.log(`| ${command} | ${median.toFixed(0)} | ${min.toFixed(0)} | ${peak?.toFixed(0) ?? '–'} |`);
  }
  console.log('');
  for (const [name, ratio] of Object.entries(ratiosOf(measured))) {
    if (!Number.isNaN(ratio)) console.log(`${name}: ${ratio.toFixed(2)}`);
  }
  console.log('');
}

function ratiosOf(measured: Readonly<Record<string, Measured>>): Record<string, number> {
  const of = (command: string, base: string): number =>
    (measured[command]?.median ?? Number.NaN) / (measured[base]?.median ?? Number.NaN);
  return {
    'version ÷ node -e 0': of('rental --version', 'node -e 0'),
    'depots ÷ node:http': of('rental depots --json', 'node:http, one request'),
    'quote ÷ depots': of('rental quote --json', 'rental depots --json'),
    'by host name ÷ by address': of(byName, 'rental depots --json'),
    'depots ÷ httpie': of('rental depots --json', 'httpie, the same request'),
  };
}
