/** Tells an event: a line on stdout, and the command of `--exec`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { UsageError } from '../errors.ts';
import { errorCode } from '../folders.ts';
import { escapeJson, safeText } from '../terminal/escape.ts';
import type { Io } from '../terminal/io.ts';
import { write } from '../terminal/output.ts';
import { wordsOf } from '../terminal/pager.ts';
import { formatDuration, shorten } from '../text.ts';
import type { TripEvent } from './news.ts';

/** A command line as words. Throws UsageError. */
export function readExec(line: string): readonly string[] {
  const words = wordsOf(line);
  if (words.length > 0) return words;
  throw new UsageError((name) => `${name('exec')} names no command, or has a quote that is not closed`, {
    hint: `for example: --exec 'notify-send rental $RENTAL_TEXT'`,
  });
}

interface Parts {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  readonly warn: (text: string) => void;
}

/** A command that fails is a warning, and does not get the event again. Throws ClosedPipe and OutputError. */
export async function tell(event: TripEvent, command: readonly string[] | undefined, parts: Parts): Promise<void> {
  const { io, signal, isJson, warn } = parts;
  const [text, json] = [safeText(event.text), escapeJson(JSON.stringify(event))];
  await writeLine(isJson ? json : text, parts);
  if (command === undefined) return;
  const variables = { RENTAL_EVENT: event.event, RENTAL_TRIP: event.name, RENTAL_TEXT: text };
  // Only whole words: within a script, a text of the service could become a part of it.
  const values = new Map<string, string>(Object.entries(variables).map(([name, value]) => [`$${name}`, value]));
  const words = command.map((word) => values.get(word) ?? word);
  const failure = await runCommand(words, json, { env: { ...io.env, ...variables }, signal });
  // A command's arguments can hold a secret. What the end of the watch cuts off has not failed.
  const name = shorten(command[0] ?? '', 60);
  if (failure !== undefined && !signal.aborted) warn(`the command ${name} ${failure}: ${event.name}, ${event.event}`);
}

/** Throws ClosedPipe and OutputError. */
export async function writeLine(text: string, { io }: Pick<Parts, 'io'>): Promise<void> {
  await write(io, `${text}\n`);
}

const timeoutMs = 30_000;

/**
 * Runs it without a shell, and drops what it writes to stdout, which is for events. Resolves when it has ended, with what went wrong, to be
 * read after its name. After `timeoutMs`, and when the signal aborts, it is killed; what it has started itself lives on.
 */
async function runCommand(
  [file = '', ...args]: readonly string[],
  input: string,
  { env, signal }: Pick<Parts, 'signal'> & Pick<Io, 'env'>,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const killing = { signal, timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
  const child = spawn(file, args, { ...killing, env, stdio: ['pipe', 'ignore', 'inherit'], windowsHide: true });
  // Killing it can fail, too, when nothing waits for it any more.
  child.on('error', () => {});
  // A command need not read.
  child.stdin.on('error', () => {}).end(input);
  try {
    const [code, killedBy] = (await once(child, 'exit')) as [number | null, string | null];
    if (child.killed) return `did not end within ${formatDuration(timeoutMs)}, so it was killed`;
    return code === 0 ? undefined : `ended with ${killedBy ?? `exit code ${code}`}`;
  } catch (error) {
    return `cannot be started (${errorCode(error)})`;
  } finally {
    child.stdin.destroy();
    child.unref();
  }
}
