/** Tells an event to a command of the user: its JSON on stdin, no shell, and nothing of what it prints reaches our output. */
import { platform } from 'node:os';
import type { Io } from '../terminal/io.ts';
import { UsageError } from '../errors.ts';
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
  const { spawn } = await import('node:child_process');
  signal.throwIfAborted();
  const kill = (pid: number): void => {
    if (platform() !== 'win32') io.killGroup(pid);
    else spawn('taskkill', ['/pid', `${pid}`, '/t', '/f'], { stdio: 'ignore' }).on('error', () => {});
  };
  return new Promise((resolve) => {
    // In a group of its own it can be killed with its children. Windows would open a window for it.
    const detached = platform() !== 'win32';
    const child = spawn(file, args, {
      env: io.env,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached,
      windowsHide: true,
    });
    let [said, stopped] = ['', false];
    let timer = setTimeout(() => stop(`did not end within ${formatDuration(timeoutMs)}, so it was killed`), timeoutMs);
    const interrupt = (): void => stop('was interrupted');
    const end = (failure: string | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      child.stdin.destroy();
      child.stderr.destroy();
      child.unref();
      resolve(failure);
    };
    const stop = (failure: string): void => {
      stopped = true;
      const { pid, exitCode, signalCode } = child;
      if (pid !== undefined && exitCode === null && signalCode === null) kill(pid);
      end(failure);
    };
    signal.addEventListener('abort', interrupt, { once: true });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-keptOfStderr)));
    child.on('error', (error: NodeJS.ErrnoException) => end(`cannot be started (${error.code ?? error.name})`));
    child.on('exit', (code, killedBy) => {
      if (stopped || code === 0) return end(undefined);
      const finish = (): void => end(`ended with ${killedBy ?? `exit code ${code}`}${lastLine(said)}`);
      clearTimeout(timer);
      timer = setTimeout(finish, restMs);
      child.on('close', finish);
    });
    // A command need not read.
    child.stdin.on('error', () => {}).end(input);
  });
}

function lastLine(said: string): string {
  const line =
    said
      .trim()
      .split(/[\r\n]+/)
      .at(-1) ?? '';
  return line === '' ? '' : `: ${shorten(line, 200)}`;
}
