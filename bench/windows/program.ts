/** The built program, with a configuration of its own. Its outputs go to files: Wine has no pipes to the system around it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function programIn(root: string, folder: string, variables: Readonly<Record<string, string>>) {
  const own = { XDG_CONFIG_HOME: join(folder, 'config'), XDG_CACHE_HOME: '', ...variables };
  let count = 0;

  function start(args: readonly string[]) {
    const base = join(folder, `${(count += 1)}`);
    const files = [openSync(`${base}.out`, 'w'), openSync(`${base}.err`, 'w')] as const;
    // A single executable, or what starts one.
    const { BENCH_PROGRAM: alone } = process.env;
    const words = alone ? args : [join(root, 'bin', 'rental.js'), ...args];
    const env = { ...process.env, ...own };
    const child = spawn(alone || process.execPath, words, { stdio: ['ignore', ...files], env });
    for (const file of files) closeSync(file);
    return { child, read: (kind: 'out' | 'err') => readFileSync(`${base}.${kind}`, 'utf8') };
  }

  async function rental(args: readonly string[]): Promise<Ended> {
    const { child, read } = start(args);
    const stop = setTimeout(() => child.kill('SIGKILL'), 120_000);
    const code = await codeOf(child);
    clearTimeout(stop);
    return { code, stdout: read('out'), stderr: read('err') };
  }

  return { start, rental };
}

export function codeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}
