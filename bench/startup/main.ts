/**
 * npm run bench -- startup [--node <path>]... [--runs <n>]
 *
 * Times of whole processes in turn, in a cleared environment, for this Node and each `--node`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from '../table.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: '15' },
  },
});

const depot = { name: 'Depot', pickup_times: [], drop_off_times: [] };
const hours = { opening_hours_description: 'Weekdays 9am-4pm' };
const depots = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ ...depot, ...hours, id }));
const fees = { rentalFee: 700, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
const quote = {
  quoteId: 'Q1',
  expiresAt: '2130-01-01T00:30:00Z',
  currency: 'NZD',
  priceBreakdown: { ...fees, accessories: [], insurance: null },
  totalAmount: 700,
  note: '',
};

/** The yardstick: what a new program would do, as an ES module. */
const oneRequest = `import { get } from 'node:http';
get(process.argv[1], (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => console.log(JSON.stringify(JSON.parse(text))));
});`;

// The table of hosts usually has this machine's own name.
const { address } = await lookup(hostname(), 4).catch(() => ({ address: '127.0.0.1' }));
const server = createServer((request, response) => {
  const answer = request.url?.startsWith('/quotes') ? quote : depots;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}).listen(0, address);
await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address() as AddressInfo;
const folder = mkdtempSync(join(tmpdir(), 'rental-bench-'));
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, RENTAL_STATE_DIR: folder };
try {
  for (const node of [process.execPath, ...values.node]) await table(node);
} finally {
  rmSync(folder, { recursive: true, force: true });
  server.close();
}

async function table(node: string): Promise<void> {
  const url = `http://${address}:${port}`;
  const trip = '--pick-up 1 --from 2130-01-05 --to 2130-01-12';
  const rental = (line: string): string[] => [join(root, 'bin/rental.js'), ...line.split(' ')];
  const commands: Readonly<Record<string, readonly string[]>> = {
    'node -e 0': ['-e', '0'],
    'node:http, one request': ['--input-type=module', '-e', oneRequest, `${url}/depots`],
    'rental --version': rental('--version'),
    'rental --help': rental('--help'),
    'rental book-link': rental(`book-link 7 ${trip} --base-url ${url}`),
    'rental depots --json': rental(`depots --json --base-url ${url}`),
    'rental depots, by host name': rental(`depots --json --base-url http://${hostname()}:${port}`),
    'rental quote --json': rental(`quote 7 ${trip} --json --base-url ${url}`),
  };
  const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
  // The first round does not count.
  for (let round = 0; round <= Number(values.runs); round += 1) {
    for (const [name, words] of Object.entries(commands)) {
      const ms = await timeOf(node, words);
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  const rows = [...times].map(([name, list]) => {
    const sorted = list.sort((a, b) => a - b).map((ms) => ms.toFixed(0));
    return [name, sorted[sorted.length >> 1] ?? '', sorted[0] ?? ''];
  });
  const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  printTable(`Node ${stdout.trim()}`, ['process', 'median, ms', 'min, ms'], rows);
}

/** Not blocking, because the server runs in this process. */
function timeOf(node: string, words: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(node, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${node} ${words.join(' ')} ended with ${code}`));
    });
  });
}
