/** Reports an event: a line on stdout, and the command of `--exec`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { errorCode } from '../base/folders.ts';
import { escapeJson, escapeText, safeText } from '../terminal/escape.ts';
import type { Io } from '../terminal/io.ts';
import { lineWidth, printToStderr, write } from '../terminal/output.ts';
import { splitShell } from '../base/shell-words.ts';
import { formatDuration } from '../base/durations.ts';
import { shortName, wrapWords } from '../base/words.ts';
import type { TripEvent } from './events.ts';

/** Throws UsageError, also if the program is not found: at the first event it would be too late. */
export function readExec(line: string, { PATH: path }: Io['env']): readonly string[] {
  const words = splitShell(line);
  const [file = ''] = words;
  if (words.length > 0 && !isFound(file, path)) throw notStarted(file, 'ENOENT');
  if (words.length > 0) return words;
  throw new UsageError(fieldText('{exec} names no command, or has an unclosed quote'), {
    hint: `for example: --exec 'notify-send rental $RENTAL_TEXT'`,
  });
}

/** Also true if only starting the program can show whether it is found. */
function isFound(file: string, path: string | undefined): boolean {
  if (platform() === 'win32' || file.includes('/') || path === undefined) return true;
  return path.split(delimiter).some((folder) => existsSync(join(folder, file)));
}

export interface NotifyParts {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  /** The words of `--exec`. */
  readonly command: readonly string[] | undefined;
  readonly warn: (text: string) => void;
}

/**
 * If the command fails, it does not get the event again. Throws ClosedPipe and OutputError, and
 * UsageError for a command that cannot be started.
 */
export async function notify(
  event: TripEvent,
  { io, signal, isJson, command, warn }: NotifyParts,
): Promise<void> {
  const [text, json] = [safeText(event.text), escapeJson(JSON.stringify(event))];
  await (isJson ? write(io, `${json}\n`) : writeText(event.text, io));
  if (command === undefined) return;
  const variables = { RENTAL_EVENT: event.event, RENTAL_TRIP: event.name, RENTAL_TEXT: text };
  // Only whole words: a text of the service must not become a part of a script.
  const values = new Map<string, string>(
    Object.entries(variables).map(([name, value]) => [`$${name}`, value]),
  );
  const words = command.map((word) => values.get(word) ?? word);
  const failure = await runCommand(words, json, { env: { ...io.env, ...variables }, signal });
  // The end of the watch kills the command.
  if (failure === undefined || signal.aborted) return;
  warn(`the command ${nameOf(command[0] ?? '')} ${failure}: ${event.name}, ${event.event}`);
}

/** Throws ClosedPipe and OutputError. */
export async function writeText(text: string, io: Pick<Io, 'stdout'>): Promise<void> {
  await write(io, inLines(safeText(text), io.stdout));
}

/** Only at a terminal: a log needs no line in each round. */
export async function showProgress(text: string, io: Pick<Io, 'stderr'>): Promise<void> {
  if (io.stderr.isTTY === true) await printToStderr(io, inLines(escapeText(text), io.stderr));
}

function inLines(text: string, stream: Io['stdout']): string {
  return `${wrapWords(text, lineWidth(stream), '  ').join('\n')}\n`;
}

const timeoutMs = 30_000;

/**
 * Runs the command without a shell and without stdout, which is for events. Resolves with what went
 * wrong. Kills it after `timeoutMs` and when the signal aborts, but not what it has started. Throws
 * UsageError if it cannot be started.
 */
async function runCommand(
  [file = '', ...args]: readonly string[],
  input: string,
  { env, signal }: Pick<NotifyParts, 'signal'> & Pick<Io, 'env'>,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const child = startCommand(file, args, env);
  const kill = () => void child.kill('SIGKILL');
  // The timeout of `spawn` would keep the program alive if the command cannot be started.
  const timer = setTimeout(kill, timeoutMs);
  signal.addEventListener('abort', kill);
  // The command may not read its input.
  child.stdin?.on('error', () => {}).end(input);
  try {
    const [code, killedBy] = (await once(child, 'exit')) as [number | null, string | null];
    if (child.killed) return `did not end within ${formatDuration(timeoutMs)}, so it was killed`;
    return code === 0 ? undefined : `ended with ${killedBy ?? `exit code ${code}`}`;
  } catch (error) {
    if (child.pid === undefined) throw notStarted(file, errorCode(error), error);
    return `could not be killed (${errorCode(error)})`;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    child.stdin?.destroy();
    child.unref();
  }
}

/** Some failures to start are thrown, others are events. */
function startCommand(file: string, args: readonly string[], env: Io['env']): ChildProcess {
  try {
    const child = spawn(file, args, {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
      windowsHide: true,
    });
    // Killing it can fail when nothing waits for it any more.
    return child.on('error', () => {});
  } catch (error) {
    throw notStarted(file, errorCode(error), error);
  }
}

function notStarted(file: string, code: string, cause?: unknown): UsageError {
  const why = `${nameOf(file)} (${code})`;
  return new UsageError(
    fieldText('{exec} names a command that cannot be started: {why}', { why }),
    {
      hint: 'give the name of a program that is installed, or the path of an executable file',
      cause,
    },
  );
}

/** Leaves out the arguments, which can hold a secret. */
function nameOf(file: string): string {
  return shortName(file);
}
