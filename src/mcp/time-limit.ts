/** A caller waits about a minute for an answer, so long work ends before that with what it has. */
import { UnavailableError } from '../errors.ts';
import { again } from './next-step.ts';
import type { Call } from './tool.ts';

const longestMs = 45_000;

/** Aborts `stop` when the time is over, or with the call. Returns what ends that. */
export function endWith(stop: AbortController, { signal, sleep }: Call): () => void {
  const end = (): void => stop.abort(signal.reason);
  const over = new AbortController();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  sleep(longestMs, over.signal).then(
    () => stop.abort(new UnavailableError('the time was not enough for a first answer', { hint: again })),
    () => {},
  );
  return () => {
    over.abort();
    signal.removeEventListener('abort', end);
  };
}
