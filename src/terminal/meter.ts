/** How far the work has come, in words. */
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';

/** ms between two looks. */
const lookMs = 100;
const withoutNewsMs = 1000;

/** Results can come by the hundred in a second, and to work out how far the work has come takes time. */
export function createMeter({ now }: Pick<Io, 'now'>) {
  let make: (() => string) | undefined;
  let makeCount: (() => string) | undefined;
  let last: { readonly made: typeof make; readonly text: string; readonly at: number } | undefined;
  return {
    nextChangeMs: (): number => (make === undefined ? withoutNewsMs : lookMs),
    set: (next: typeof make, count: typeof makeCount): void => {
      [make, makeCount] = [next, count];
      if (make === undefined) last = undefined;
    },
    /** In a few words. */
    count: (): string | undefined => makeCount && escapeText(makeCount()),
    text: (): string | undefined => {
      if (make === undefined) return undefined;
      const freshMs = last?.made === make ? withoutNewsMs : lookMs;
      // The clock can step.
      if (last !== undefined && Math.abs(now() - last.at) < freshMs) return last.text;
      last = { made: make, text: escapeText(make()), at: now() };
      return last.text;
    },
  };
}
