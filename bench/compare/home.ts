/** Runs the program in a new home folder, so that an earlier run has no effect. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.env['BENCH_ROOT'] ?? process.cwd();

/** Operators by name: base address and limit. */
export type Configuration = Readonly<Record<string, { readonly baseUrl: string; readonly limit: string }>>;

/** Its time in ms, and the most memory that it had, in KB. */
type Rental = (args: readonly string[], out?: string) => Promise<{ readonly ms: number; readonly memory: number }>;

export async function inNewHome(operators: Configuration, work: (home: string, rental: Rental) => Promise<unknown>) {
  const home = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  mkdirSync(join(home, 'rental'));
  writeFileSync(join(home, 'rental', 'config.json'), JSON.stringify({ operators }));
  const [preload, told] = [join(home, 'preload.cjs'), join(home, 'memory')];
  const tell = `require('node:fs').writeFileSync(${JSON.stringify(told)}, String(process.resourceUsage().maxRSS))`;
  writeFileSync(preload, `process.on('exit', () => ${tell});`);
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, RENTAL_STATE_DIR: home };
  const env = { PATH: process.env['PATH'], ...folders };
  await work(home, async (args, out = devNull) => {
    const stdout = openSync(out, 'w');
    const startedAt = performance.now();
    const words = ['--require', preload, join(root, 'bin/rental.js'), ...args];
    await once(spawn(process.execPath, words, { env, stdio: ['ignore', stdout, 'ignore'] }), 'close');
    const ms = performance.now() - startedAt;
    closeSync(stdout);
    return { ms, memory: Number(readFileSync(told, 'utf8')) };
  });
  rmSync(home, { recursive: true, force: true });
}
