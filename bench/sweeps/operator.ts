/** Starts the large operator, and programs that ask it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../budget/bundle.ts';
import { createHome, runAtHome, type ProgramRun } from '../program.ts';
import type { Counts, OperatorSize } from './service.ts';

interface OperatorOptions extends Partial<Pick<OperatorSize, 'delayMs' | 'failures'>> {
  readonly limit?: string;
}

export type LargeOperator = Awaited<ReturnType<typeof startOperator>>;

const root = process.env['BENCH_ROOT'] ?? process.cwd();

export async function withOperator<T>(
  options: OperatorOptions,
  work: (operator: LargeOperator) => Promise<T>,
): Promise<T> {
  const operator = await startOperator(options);
  try {
    return await work(operator);
  } finally {
    operator.close();
  }
}

async function startOperator({ delayMs = 0, failures = 0, limit = '1000/1s' }: OperatorOptions) {
  const size: OperatorSize = { depots: 200, vehicles: 300, extras: 40, delayMs, failures };
  const { file, remove } = await bundle(root, 'bench/sweeps/service.ts');
  const service = spawn(process.execPath, [file, JSON.stringify(size)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = `http://localhost:${await firstLine(service)}`;
  const home = createHome({ large: { baseUrl: `${origin}/api`, limit } });
  return {
    origin,
    home,
    rental: (args: readonly string[], more?: Parameters<typeof runAtHome>[3]): Promise<ProgramRun> =>
      runAtHome(root, home, args, more),
    counts: async (): Promise<Counts> => (await (await fetch(`${origin}/counts`)).json()) as Counts,
    /** Every request so far. */
    asked: async (): Promise<readonly string[]> => (await (await fetch(`${origin}/asked`)).json()) as string[],
    /** As many requests by undici alone. */
    bare: async (count: number): Promise<{ readonly cpuMs: number }> => {
      const script = join(root, 'bench', 'node_modules', '.cache', `bare-${process.pid}.mjs`);
      writeFileSync(script, bareLoop);
      const child = spawn(process.execPath, [script, origin, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const cpuMs = Number(await firstLine(child));
      rmSync(script);
      return { cpuMs };
    },
    close: () => {
      service.kill();
      home.remove();
      remove();
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('error', reject).once('close', () => reject(new Error('it ended without a line')));
  });
}

const bareLoop = `
import { Agent } from 'undici';
const [origin, count] = process.argv.slice(2);
const agent = new Agent({ connections: 10 });
let left = Number(count);
const work = async () => {
  while (left-- > 0) {
    const path = '/api/quotes?pick_up_depot_id=1&drop_off_depot_id=1&pick_up_date=2031-01-01&drop_off_date=2031-01-08&vehicle_id=' + left;
    JSON.parse(await (await agent.request({ origin, path, method: 'GET' })).body.text());
  }
};
await Promise.all(Array.from({ length: 10 }, work));
await agent.close();
const { user, system } = process.cpuUsage();
console.log(Math.round((user + system) / 1000));
`;
