/** Runs the real program and measures its memory and its processor time. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ProgramRun {
  readonly code: number | null;
  readonly ms: number;
  readonly stdout: string;
  readonly bytes: number;
  readonly firstByteMs: number;
  /** Largest resident set, MB; undefined if the system does not report it. */
  readonly peakMb: number | undefined;
  /** User and system time, ms; undefined if the system does not report it. */
  readonly cpuMs: number | undefined;
}

interface RunOptions {
  /** Keep what is printed. */
  readonly isKept?: boolean;
  /** Kills the program at once. */
  readonly kill?: AbortSignal;
}

/** Operators by name: base address and limit. */
export type Configuration = Readonly<Record<string, { readonly baseUrl: string; readonly limit: string }>>;

/** Runs in a new home folder, so that an earlier run has no effect. */
export async function runRental(root: string, operators: Configuration, args: readonly string[]): Promise<ProgramRun> {
  const home = createHome(operators);
  const finished = await runAtHome(root, home, args);
  home.remove();
  return finished;
}

export type Home = ReturnType<typeof createHome>;

export function createHome(operators: Configuration) {
  const path = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  mkdirSync(join(path, 'config', 'rental'), { recursive: true });
  writeFileSync(join(path, 'config', 'rental', 'config.json'), JSON.stringify({ operators }));
  const env = {
    PATH: process.env['PATH'],
    HOME: path,
    XDG_CONFIG_HOME: join(path, 'config'),
    XDG_CACHE_HOME: join(path, 'cache'),
    RENTAL_STATE_DIR: join(path, 'state'),
  };
  return { path, env, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export async function runAtHome(
  root: string,
  { env }: Home,
  args: readonly string[],
  { isKept = false, kill }: RunOptions = {},
): Promise<ProgramRun> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'bin/rental.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  kill?.addEventListener('abort', () => child.kill('SIGKILL'));
  const chunks: Buffer[] = [];
  let bytes = 0;
  let firstByteMs = 0;
  let [peakMb, cpuMs]: (number | undefined)[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    firstByteMs ||= performance.now() - started;
    bytes += chunk.length;
    if (isKept) chunks.push(chunk);
  });
  const watch = setInterval(() => {
    peakMb = peakOf(child.pid) ?? peakMb;
    cpuMs = cpuOf(child.pid) ?? cpuMs;
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  const stdout = Buffer.concat(chunks).toString('utf8');
  return { code, ms: performance.now() - started, stdout, bytes, firstByteMs, peakMb, cpuMs };
}

function peakOf(pid: number | undefined): number | undefined {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readProcess(pid, 'status')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Linux counts in hundredths of a second. */
function cpuOf(pid: number | undefined): number | undefined {
  const fields = readProcess(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = [fields[11], fields[12]];
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) * 10;
}

function readProcess(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
