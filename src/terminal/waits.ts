/** Why the program waits: a wait for each operator, because each has its own limit. */
import { formatDuration, shorten, waitInWords } from '../text.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';

export interface Wait {
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

/** Longer waits get a line of their own if the status line cannot be shown. */
const longWaitMs = 2000;
/** In one line; what does not fit is cut. */
const mostNamed = 3;
const longestName = 20;

/** Operators have names only if there are several. */
export function createWaits({ now }: Pick<Io, 'now'>) {
  const waits = new Map<string | undefined, Wait>();
  /** When the waits end that have a line, by operator and reason. */
  const said = new Map<string, number>();
  return {
    /** Undefined at its end. */
    set: (operator: string | undefined, wait: Wait | undefined): void =>
      void (wait === undefined ? waits.delete(operator) : waits.set(operator, wait)),
    /** The line of a long wait; undefined if it has one already. */
    news: ({ reason, until }: Wait, operator: string | undefined): string | undefined => {
      const key = JSON.stringify([operator, reason]);
      if (until - now() <= longWaitMs || until <= (said.get(key) ?? 0) + longWaitMs) return undefined;
      said.set(key, until);
      return escapeText(waitInWords(until - now(), reason, operator));
    },
    /** All waits in one line, the shortest first. */
    text: (): string | undefined => {
      const current = [...waits].filter(([, { until }]) => until > now()).sort(([, a], [, b]) => a.until - b.until);
      const [[operator, first] = [undefined, undefined], second] = current;
      if (first === undefined) return undefined;
      if (second === undefined) return escapeText(waitInWords(first.until - now(), first.reason, operator));
      const named = current.slice(0, mostNamed).map(([name = '', { until }]) => {
        return `${formatDuration(until - now())} for ${shorten(name, longestName)}`;
      });
      const more = current.length > mostNamed ? ` and ${current.length - mostNamed} more` : '';
      return escapeText(`waiting ${named.join(', ')}${more}`);
    },
    /** A countdown changes with the next full second. */
    nextChangeMs: (): number =>
      Math.min(1000, ...[...waits.values()].map(({ until }) => Math.max(50, (until - now()) % 1000))),
  };
}
