/** Tells an event: a line on stdout, and the commands of `--exec`. */
import { OutputError } from '../errors.ts';
import { escapeJson, safeText } from '../terminal/escape.ts';
import type { Io } from '../terminal/io.ts';
import { createOutput } from '../terminal/output.ts';
import { shorten } from '../text.ts';
import { runCommand } from './exec.ts';
import type { TripEvent } from './news.ts';

interface Parts {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  /** Of a command. */
  readonly timeoutMs: number;
  readonly warn: (text: string) => void;
}

/** A command that fails is a warning, and does not get the event again. */
export async function tell(event: TripEvent, commands: readonly (readonly string[])[], parts: Parts): Promise<void> {
  const { io, signal, isJson, timeoutMs, warn } = parts;
  const [text, json] = [safeText(event.text), escapeJson(JSON.stringify(event))];
  await writeLine(isJson ? json : text, io, signal);
  const variables = { RENTAL_EVENT: event.event, RENTAL_TRIP: event.trip, RENTAL_TEXT: text };
  const env = { ...io.env, ...variables };
  // Only whole words: within a script, a text of the service could become a part of it.
  const values = new Map<string, string>(Object.entries(variables).map(([name, value]) => [`$${name}`, value]));
  for (const words of commands) {
    const named = words.map((word) => values.get(word) ?? word);
    const failure = await runCommand(named, json, { io: { ...io, env }, timeoutMs, signal });
    // A command's arguments can hold a secret. What the end of the watch cuts off has not failed.
    const name = shorten(words[0] ?? '', 60);
    if (failure !== undefined && !signal.aborted) warn(`the command ${name} ${failure}: ${event.trip}, ${event.event}`);
  }
}

/** The output cannot be written any more: nothing can be told. */
export class LostOutput extends OutputError {}

/** Throws ClosedPipe and LostOutput. */
export async function writeLine(text: string, io: Io, signal: AbortSignal): Promise<void> {
  try {
    await createOutput(io, signal).write(`${text}\n`);
  } catch (error) {
    throw error instanceof OutputError ? new LostOutput(error.message, { hint: error.hint }) : error;
  }
}
