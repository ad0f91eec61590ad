/** Runs a command of the user: no shell, a text on its stdin, and nothing of what it prints reaches our output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../errors.ts';
import { errorCode } from '../folders.ts';
import type { Io } from '../terminal/io.ts';
import { isClosed, wordsOf } from '../terminal/pager.ts';
import { formatDuration, shorten } from '../text.ts';

const hint = `for example: --exec 'notify-send rental $RENTAL_TEXT'`;

/** A command line as words. Throws UsageError. */
export function readExec(line: string): readonly string[] {
  if (!isClosed(line)) throw new UsageError((name) => `${name('exec')} has a quote that is not closed`, { hint });
  const words = wordsOf(line);
  if (words.length === 0) throw new UsageError((name) => `${name('exec')} names no command`, { hint });
  return words;
}

export interface ExecParts {
  readonly io: Pick<Io, 'env' | 'killGroup'>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What is kept of stderr, characters. */
const keptOfStderr = 2000;
/** For the rest of stderr after the end, ms: a process that the command left behind can hold it open. */
const restMs = 200;

/**
 * Resolves when the command has ended, with what went wrong, to be read after its name. After `timeoutMs`, and when the signal aborts, it
 * is killed with its children.
 */
export async function runCommand(
  [file = '', ...args]: readonly string[],
  input: string,
  { io, timeoutMs, signal }: ExecParts,
): Promise<string | undefined> {
  signal.throwIfAborted();
  // In a group of its own it can be killed with its children. Windows would open a window for it.
  const detached = platform() !== 'win32';
  const child = spawn(file, args, { env: io.env, stdio: ['pipe', 'ignore', 'pipe'], detached, windowsHide: true });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-keptOfStderr)));
  // A command need not read.
  child.stdin.on('error', () => {}).end(input);
  // It also has a listener of its own below, but only until the end or the kill.
  child.on('error', () => {});
  const closed = new Promise((resolve) => child.on('close', resolve));
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const [code, killedBy] = (await once(child, 'exit', { signal: stop })) as [number | null, string | null];
    if (code === 0) return undefined;
    await Promise.race([closed, sleep(restMs)]);
    return `ended with ${killedBy ?? `exit code ${code}`}${lastLine(said)}`;
  } catch (error) {
    if (child.pid === undefined) return `cannot be started (${errorCode(error)})`;
    kill(child.pid, io);
    return signal.aborted ? 'was interrupted' : `did not end within ${formatDuration(timeoutMs)}, so it was killed`;
  } finally {
    child.stdin.destroy();
    child.stderr.destroy();
    child.unref();
  }
}

function kill(pid: number, io: Pick<Io, 'killGroup'>): void {
  if (platform() !== 'win32') io.killGroup(pid);
  else spawn('taskkill', ['/pid', `${pid}`, '/t', '/f'], { stdio: 'ignore' }).on('error', () => {});
}

function lastLine(said: string): string {
  const [line = ''] = /[^\r\n]*$/.exec(said.trim()) ?? [];
  return line === '' ? '' : `: ${shorten(line, 200)}`;
}
