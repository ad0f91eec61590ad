/** `--save`: saves the question of a command with its answer. */
import { isoInstant } from '../base/instants.ts';
import type { Io } from '../terminal/io.ts';
import { newAnswer } from './answer.ts';
import { parseTripName } from './folder.ts';
import { questionToSave, type ToSave } from './question-to-save.ts';
import { addAnswer } from './store.ts';

interface SaveParts {
  readonly io: Io;
  /** Ends a wait for another process that saves. */
  readonly signal: AbortSignal;
  note(text: string): void;
  warn(text: string): void;
}

/** Throws UsageError if the trip of this name has another question, and OutputError. */
export async function saveTrip(text: string, toSave: ToSave, parts: SaveParts): Promise<void> {
  const { io, note, warn } = parts;
  const question = await questionToSave(toSave);
  if (question.kind === 'not-saved') return warn(`not saved: ${question.whyNot}`);
  const name = parseTripName(text);
  await addAnswer(io.env, name, newAnswer(question, isoInstant(io.now())), parts, {
    mayBeNew: true,
  });
  note(`saved: rental trips show ${name}`);
}
