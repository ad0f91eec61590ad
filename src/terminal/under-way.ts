/** What is under way, and how long the service has not answered. */
import { formatDuration } from '../text.ts';
import type { Io } from './io.ts';

/** A service that does not answer for longer is slow, and users want to know that nothing else keeps them waiting. */
const slowMs = 3000;

export function createUnderWay({ now }: Pick<Io, 'now'>) {
  const labels = new Set<{ readonly label: string }>();
  let heardAt = 0;
  return {
    /** Returns a function that ends it, which is true the first time. */
    begin: (label: string): (() => boolean) => {
      const entry = { label };
      if (labels.size === 0) heardAt = now();
      labels.add(entry);
      return () => labels.delete(entry);
    },
    /** An answer has come, or why none can come. */
    heard: (): void => void (heardAt = now()),
    /** Of what began last. */
    label: (): string | undefined => [...labels].at(-1)?.label,
    /** `, no answer for 5 s`; empty if an answer came a moment ago, or nothing is under way. */
    silence: (): string => {
      const ms = labels.size === 0 ? 0 : now() - heardAt;
      return ms < slowMs ? '' : `, no answer for ${formatDuration(Math.floor(ms / 1000) * 1000)}`;
    },
  };
}
