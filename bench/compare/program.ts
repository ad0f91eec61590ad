/** Runs the real program in a new home folder, so that an earlier run has no effect, and measures its memory. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ProgramRun {
  readonly code: number | null;
  readonly ms: number;
  readonly bytes: number;
  readonly firstByteMs: number;
  /** Largest resident set, MB; undefined if the system does not report it. */
  readonly peakMb: number | undefined;
}

/** Operators by name: base address and limit. */
export type Configuration = Readonly<Record<string, { readonly baseUrl: string; readonly limit: string }>>;

export async function runRental(root: string, operators: Configuration, args: readonly string[]): Promise<ProgramRun> {
  const home = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  mkdirSync(join(home, 'config', 'rental'), { recursive: true });
  writeFileSync(join(home, 'config', 'rental', 'config.json'), JSON.stringify({ operators }));
  const folders = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') };
  const env = { PATH: process.env['PATH'], ...folders, RENTAL_STATE_DIR: join(home, 'state') };
  const started = performance.now();
  const program = join(root, 'bin/rental.js');
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let bytes = 0;
  let firstByteMs = 0;
  let peakMb: number | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    firstByteMs ||= performance.now() - started;
    bytes += chunk.length;
  });
  const watch = setInterval(() => (peakMb = peakOf(child.pid) ?? peakMb), 20);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  rmSync(home, { recursive: true, force: true });
  return { code, ms: performance.now() - started, bytes, firstByteMs, peakMb };
}

function peakOf(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
