/** Runs the program in a new home folder, so that an earlier run has no effect. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.env['BENCH_ROOT'] ?? process.cwd();

/** Operators by name: base address and limit. */
export type Configuration = Readonly<
  Record<string, { readonly baseUrl: string; readonly limit: string }>
>;

export async function runInNewHome(
  operators: Configuration,
  args: readonly string[],
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  mkdirSync(join(home, 'rental'));
  writeFileSync(join(home, 'rental', 'config.json'), JSON.stringify({ operators }));
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    RENTAL_STATE_DIR: home,
  };
  const env = { PATH: process.env['PATH'], ...folders };
  await once(
    spawn(process.execPath, [join(root, 'bin/rental.js'), ...args], { env, stdio: 'ignore' }),
    'close',
  );
  rmSync(home, { recursive: true, force: true });
}
