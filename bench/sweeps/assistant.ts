/** An assistant that calls `compare_quotes` again as the answer says, until it is complete. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LargeOperator } from './operator.ts';

interface Answer {
  readonly complete?: boolean;
  readonly next?: string;
}

export async function askUntilComplete(root: string, { home, counts }: LargeOperator) {
  const server = startServer(root, home.env);
  await server.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  const compare = async (input: object): Promise<Answer> => {
    const result = await server.request('tools/call', { name: 'compare_quotes', arguments: input });
    return (result as { structuredContent: Answer }).structuredContent;
  };
  const started = performance.now();
  const everywhere = { pick_up: ['all'], drop_off: ['all'], from: '2031-01-01..2031-06-20', nights: '1..15' };
  await compare({ ...everywhere, dry_run: true });
  const dryRunMs = performance.now() - started;
  const before = (await counts()).requests;
  const trips = { pick_up: ['1'], from: '2031-01-01..2031-01-20', nights: '7', quote: 'top:10', max_requests: 1_000 };
  let calls = 0;
  for (let isComplete = false; !isComplete && calls < 10;) {
    const { complete, next } = await compare(trips);
    calls += 1;
    isComplete = complete === true;
    const [, seconds = '0'] = /in (\d+) s/.exec(next ?? '') ?? [];
    await sleep(Number(seconds) * 1000);
  }
  server.end();
  return { calls, requests: (await counts()).requests - before, dryRunMs };
}

function startServer(root: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(root, 'bin/rental.js'), 'mcp'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { readonly id?: number; readonly result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let id = 0;
  return {
    request: (method: string, params: object): Promise<unknown> => {
      id += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end: () => child.stdin.end(),
  };
}
