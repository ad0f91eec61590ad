/** `--save`: saves what a command asked and was answered. */
import type { Io } from '../terminal/io.ts';
import { isoInstant } from '../base/instants.ts';
import { answerOf } from './answer.ts';
import { tripName } from './folder.ts';
import { keepAnswer } from './store.ts';
import type { Answered } from './trip.ts';

interface SaveParts {
  readonly io: Io;
  /** Ends a wait for another process that saves. */
  readonly signal: AbortSignal;
  note(text: string): void;
  warn(text: string): void;
}

/**
 * Saves an answer under a name, and says so. `answered` can be why it cannot be saved. Throws UsageError if the trip of this name asks
 * something else, and OutputError.
 */
export async function saveTrip(text: string, answered: Answered | string, parts: SaveParts): Promise<void> {
  const { io, note, warn } = parts;
  if (typeof answered === 'string') return warn(`not saved: ${answered}`);
  const name = tripName(text);
  await keepAnswer(io.env, name, answerOf(answered, isoInstant(io.now())), parts, { mayBeNew: true });
  note(`saved: rental trips show ${name}`);
}
