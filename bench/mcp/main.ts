/**
 * npm run bench -- mcp [--node <path>] [--runs <n>]
 *
 * The time from the start of a server to its first answer, in both revisions of the protocol, and to its list of tools: `rental mcp`
 * beside the smallest server of the same package, in turn. Medians and their ratios, compared with bench/limits.json.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkLimits, limitOf } from '../limits.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: { node: { type: 'string', default: process.execPath }, runs: { type: 'string', default: '15' } },
});

const servers = {
  minimal: [join(root, 'bench/mcp/minimal.mjs')],
  // An address that no call asks: the first answer needs no operator.
  rental: [join(root, 'bin/rental.js'), 'mcp', '--base-url', 'http://127.0.0.1:9'],
};

const clientInfo = { name: 'bench', version: '1.0.0' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
const openings = {
  'initialize of 2025-11-25': { method: 'initialize', params: initialize },
  'discover of 2026-07-28': { method: 'server/discover', params: { _meta: envelope } },
  'tools of 2026-07-28': { method: 'tools/list', params: { _meta: envelope } },
};

const figures = new Map<string, number>();
console.log('| first answer to | minimal, ms | rental, ms | ratio |\n|---|---|---|---|');
for (const [opening, request] of Object.entries(openings)) {
  const times = { minimal: [] as number[], rental: [] as number[] };
  for (let run = 0; run <= Number(values.runs); run += 1) {
    for (const name of ['minimal', 'rental'] as const) {
      const ms = await firstAnswer(servers[name], request);
      if (run > 0) times[name].push(ms);
    }
  }
  const [minimal, rental] = [median(times.minimal), median(times.rental)];
  figures.set(`${opening} ÷ minimal`, rental / minimal);
  console.log(`| ${opening} | ${minimal.toFixed(0)} | ${rental.toFixed(0)} | ${(rental / minimal).toFixed(2)} |`);
}
for (const [name, figure] of figures) {
  console.log(`${name}: ${figure.toFixed(2)}, limit ${limitOf('mcp', name) ?? 'none'}`);
}
checkLimits('mcp', figures);

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

/** ms from the start of the process to the first line that it writes. */
function firstAnswer(args: readonly string[], request: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(values.node, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let answer = '';
    let ms = Number.NaN;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (answer === '' && text !== '') ms = performance.now() - startedAt;
      answer += text;
      if (answer.endsWith('\n')) child.stdin.end();
    });
    child.once('error', reject).once('close', () => {
      const message = JSON.parse(answer || '{}') as { result?: unknown };
      if (message.result === undefined) reject(new Error(`no result: ${answer}`));
      else resolve(ms);
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })}\n`);
  });
}
