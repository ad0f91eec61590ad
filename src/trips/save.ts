/** `--save`: saves what a command asked and was answered. */
import type { FieldText } from '../errors.ts';
import type { Env } from '../operators/files.ts';
import { isoInstant } from '../text.ts';
import { answerOf } from './answer.ts';
import { tripName } from './folder.ts';
import { keepAnswer } from './store.ts';
import type { Answered } from './trip.ts';

interface SaveParts {
  readonly env: Env;
  /** Epoch ms. */
  readonly now: number;
  readonly note: (text: FieldText) => void;
  readonly warn: (text: FieldText) => void;
}

/**
 * Saves an answer under a name, and says so. `answered` can be why it cannot be saved. Throws UsageError if the trip of this name asks
 * something else, and OutputError.
 */
export async function saveTrip(text: string, answered: Answered | string, parts: SaveParts): Promise<void> {
  if (typeof answered === 'string') return parts.warn(`not saved: ${answered}`);
  const name = tripName(text);
  await keepAnswer(parts.env, name, answerOf(answered, isoInstant(parts.now)), { mayBeNew: true });
  parts.note(`saved: rental trips show ${name}`);
}
